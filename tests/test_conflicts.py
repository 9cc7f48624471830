"""A claim that contradicts its sentence, by kind of contradiction, beside true claims that only look like one."""

from __future__ import annotations

import pytest

from assistant.citations.conflicts import conflicts

CONFLICTS = {
    "number": [
        ("It reaches 95% on 3 tasks.", "It reaches 91% on 3 tasks."),
        ("It needs about 80% of the data.", "It needs 91.4% of the data."),
        ("It uses 40 meadows and 3 watts.", "It uses 3 meadows and 40 watts."),
    ],
    "negation": [
        ("The method does not need labels.", "The method needs labels for training."),
        ("Training works with labelled images.", "Training works without labelled images."),
        ("The bound is not tight.", "We show that the bound is tight."),
    ],
    "direction": [
        ("Pruning increases the error.", "Pruning decreases the error."),
        ("The estimator is slower than sampling.", "The estimator is faster than sampling."),
        ("The attack is unpopular.", "The attack is popular."),
    ],
    "quantifier": [
        ("The model always finds the optimum.", "The model finds the optimum on two tasks."),
        ("Every user profits from privacy.", "Users profit from privacy."),
    ],
    "hedge": [
        ("Dropout improves calibration.", "Dropout may improve calibration."),
        ("Large batches hurt generalization.", "The results suggest that large batches hurt generalization."),
    ],
    "order": [
        ("BERT outperforms RoBERTa.", "RoBERTa outperforms BERT."),
        ("Trees are more accurate than networks.", "Networks are more accurate than trees."),
        ("It translates German into Latin.", "It translates Latin into German."),
    ],
}  # fmt: skip

TRUE = [
    ("It reaches about 91% on 3 tasks.", "It reaches 91.4% on three tasks."),
    ("The method is label-free.", "The method does not need labels."),
    ("It not only prunes but also merges weights.", "It prunes and merges weights."),
    ("Sampling is slower than the estimator.", "The estimator is faster than sampling."),
    ("BERT is outperformed by RoBERTa.", "RoBERTa outperforms BERT."),
    ("Dropout could improve calibration.", "Dropout may improve calibration."),
    ("A method that handles graphs is proposed.", "No method handles trees, so we propose a method that handles graphs."),
    ("Cats, dogs and owls sleep.", "Owls, dogs and cats sleep."),
    ("It lowers the cost and raises accuracy.", "It raises accuracy and lowers the cost."),
    ("Graph attacks are detected.", "We study the detection of attacks with graphs."),
]


@pytest.mark.parametrize(("kind", "claim", "quote"), [(kind, *pair) for kind, pairs in CONFLICTS.items() for pair in pairs])
def test_a_contradiction_is_found_and_named(kind: str, claim: str, quote: str) -> None:
    assert kind in conflicts(claim, quote)


@pytest.mark.parametrize(("claim", "quote"), TRUE)
def test_a_true_claim_conflicts_with_nothing(claim: str, quote: str) -> None:
    assert conflicts(claim, quote) == frozenset()


@pytest.mark.parametrize("quote", [pair[1] for pairs in CONFLICTS.values() for pair in pairs])
def test_a_sentence_does_not_conflict_with_itself(quote: str) -> None:
    assert conflicts(quote, quote) == frozenset()

"""The metrics by name: what each means, where it comes from, which way is better."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric.

    `mean` metrics are the mean of a value a question has; the others are computed over all questions at once, and
    `blame` names the value by which the questions responsible are found. `headline` metrics head the reports. Of a metric that
    is not `directed` neither way is better by itself; a bound on it is a ceiling.
    """

    name: str
    meaning: str
    source: str
    higher_is_better: bool = True
    mean: bool = True
    blame: str = ""
    headline: bool = True
    directed: bool = True

    @property
    def responsible(self) -> str:
        """The question's value that explains this metric."""
        return self.blame or self.name


_SETS = "Manning, Raghavan & Schütze 2008, ch. 8.3; ir-measures"
_SENTENCES = "Manning, Raghavan & Schütze 2008, ch. 8.3, over sentences"
_REFUSALS = "Manning, Raghavan & Schütze 2008, ch. 8.3, over refusals"
_ROC = "Fawcett 2006"
_PERCENTILE = "Hyndman & Fan 1996, type 7; numpy"
_NUGGETS = "AutoNuggetizer, Pradeep et al. 2024"

_ALCE = "ALCE, Gao et al. 2023; see `scoring/citing.py`"

METRICS = (
    Metric("quality", "list F1; vital nugget recall with evidence precision (F1); 1 for a refusal where nothing answers", "this suite"),
    Metric("hit@1", "the first paper is relevant", "Success@1, ir-measures"),
    Metric("recall@5", "share of the relevant papers among the first five", "R@5, ir-measures"),
    Metric("ndcg@10", "discounted gain of the first ten papers over the best possible", "nDCG@10, Järvelin & Kekäläinen 2002; ir-measures"),
    Metric("mrr", "1 / rank of the first relevant paper", "RR, Voorhees 1999; ir-measures"),
    Metric("r_precision", "precision at rank R, R the number of relevant papers", "Rprec, Buckley & Voorhees 2000; ir-measures"),
    Metric("list_precision", "share of the listed papers that are relevant", f"SetP, {_SETS}"),
    Metric("list_recall", "share of the relevant papers that are listed", f"SetR, {_SETS}"),
    Metric("list_f1", "harmonic mean of list precision and recall", f"SetF, {_SETS}"),
    Metric("evidence_precision", "share of the cited sentences that are gold evidence", _SENTENCES),
    Metric("evidence_recall", "share of the gold evidence that is cited", _SENTENCES),
    Metric("evidence_f1", "harmonic mean of evidence precision and recall", _SENTENCES),
    Metric("nugget_recall", "share of the nuggets of which an evidence sentence is cited", f"All-strict, {_NUGGETS}"),
    Metric("nugget_recall_vital", "the same over the vital nuggets", f"Vital-strict, {_NUGGETS}"),
    Metric("citation_recall", "share of the statements that their citations together support, by the checker", _ALCE),
    Metric("citation_precision", "share of the citations that their statement needs; markers that name nothing count as wrong", _ALCE),
    Metric("citation_validity", "share of the citations whose quote is the abstract's text at its offsets", "this suite; must be 1"),
    Metric(
        "abstention_precision", "share of the refusals that were right", _REFUSALS, mean=False, blame="false_refusal_rate",
    ),
    Metric("abstention_recall", "share of the questions without an answer that were refused", _REFUSALS),
    Metric("false_refusal_rate", "share of the questions with an answer that were refused", _ROC, higher_is_better=False),
    Metric("abstention_accuracy", "refused where nothing answers, not refused elsewhere", _ROC, headline=False),
    Metric(
        "answerable_auroc", "chance that a question with an answer has the higher `answerable`", "Hanley & McNeil 1982; scipy mannwhitneyu",
        mean=False, blame="abstention_accuracy",
    ),
    Metric(
        "aurc", "area under risk–coverage by `answerable`; loss: no right paper first, or no answer in the corpus",
        "El-Yaniv & Wiener 2010; Geifman et al. 2019", higher_is_better=False, mean=False, blame="abstention_accuracy",
    ),
    Metric(
        "answer_words", "length of the answer in words", "white space; a Chinese character is a word",
        higher_is_better=False, directed=False,
    ),
    Metric("latency_ms", "time of one answer", "mean of the answers' clock", higher_is_better=False, headline=False),
    Metric("latency_p50_ms", "median time of one answer", _PERCENTILE, higher_is_better=False, mean=False, blame="latency_ms"),
    Metric("latency_p95_ms", "time that 95% of the answers keep", _PERCENTILE, higher_is_better=False, mean=False, blame="latency_ms"),
    Metric(
        "tokens", "tokens of a language model for one answer, read and written", "as the endpoint reports them, else characters / 4",
        higher_is_better=False, headline=False,
    ),
    Metric(
        "cost_usd", "US dollars for one answer", "tokens by `chat.prompt_price` and `chat.completion_price`",
        higher_is_better=False, headline=False,
    ),
)  # fmt: skip

BY_NAME = {metric.name: metric for metric in METRICS}
PRIMARY = "quality"
# Costs are reported and compared, but a slower machine is no worse answer.
COSTS = frozenset({"answer_words", "latency_ms", "latency_p50_ms", "latency_p95_ms", "tokens", "cost_usd"})

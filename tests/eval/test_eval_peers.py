"""Peers: what each says becomes statements, citations and refusals as the assistant's do, and one command puts them in one table."""

import json

import pytest
from endpoint import prompt_text, says
from eval_builders import ABSTRACTS, TITLES, corpus, papers, question
from typer.testing import CliRunner

from assistant import ChatModelError, ConfigurationError, Turn, load_settings
from assistant_eval.command import app
from assistant_eval.peers.bm25 import Bm25Peer
from assistant_eval.peers.contenders import CONTENDERS, choose
from assistant_eval.peers.contest import system_of_peer
from assistant_eval.peers.peer import PeerSubject
from assistant_eval.peers.reading import Source, cited, is_refusal, uncited, with_markers
from assistant_eval.peers.vector_index import ChatPeer, CitationPeer, RetrievalPeer
from assistant_eval.running.generation import generate
from assistant_eval.scoring.judging import is_valid

CATS, DOGS, BIRDS = (Source(f"p{n}", text, 0.9) for n, text in enumerate(ABSTRACTS.values(), 1))


class Says:
    """A peer that always replies the same."""

    def __init__(self, reply):
        self._reply = reply

    def rank(self, text, k):
        return [("p1", 0.9), ("p2", 0.5)][:k]

    def reply(self, text, history):
        if isinstance(self._reply, Exception):
            raise self._reply
        return self._reply


def record_of(reply, model="m"):
    return generate(question(), PeerSubject(Says(reply), corpus(), model), corpus(), "k")


def generate_with(peer, model=""):
    return generate(question(text="Which dogs bark loudly?"), PeerSubject(peer, corpus(), model), corpus(), "k")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Cats eat fish [1]. Dogs bark [2].", [("Cats eat fish.", (0,)), ("Dogs bark.", (1,))]),
        ("Cats eat fish. [1] Dogs bark.[2]", [("Cats eat fish.", (0,)), ("Dogs bark.", (1,))]),
        ("Cats eat fish [2][1] and sleep [2].", [("Cats eat fish and sleep.", (1, 0))]),
        ("Cats eat fish [1, 2].", [("Cats eat fish.", (0, 1))]),
        ("Cats eat fish [Source 2] (Source 1).", [("Cats eat fish.", (1, 0))]),
        ("- Cats eat fish [1]\n2. Dogs bark [2]", [("Cats eat fish", (0,)), ("Dogs bark", (1,))]),
        ("Cats eat fish.\n[1]", [("Cats eat fish.", (0,))]),
        ("Cats eat fish [7]. Dogs bark.", [("Cats eat fish.", ()), ("Dogs bark.", ())]),
        ("猫吃鱼 [1]。狗叫 [2]。", [("猫吃鱼。", (0,)), ("狗叫。", (1,))]),
    ],
)
def test_each_statement_has_the_sources_whose_markers_stand_in_or_behind_it(text, said):
    assert [tuple(item) for item in cited(text, [CATS, DOGS]).said] == said


def test_a_cited_answer_stands_for_what_it_cites_and_its_wild_markers_are_counted():
    record = record_of(cited("Dogs bark [2]. Cats eat fish [1][7]. Birds fly [0].", [CATS, DOGS, BIRDS]))
    assert record.papers == ("t.txt#2", "t.txt#1")
    assert record.text == "Dogs bark [1]. Cats eat fish [2][7]. Birds fly [0]."
    assert [(c.paper, c.n) for c in record.citations] == [("t.txt#2", 1), ("t.txt#1", 2)]
    assert all(is_valid(citation, corpus()) for citation in record.citations)
    assert [(claim.text, claim.cites) for claim in record.claims[:3]] == [
        ("Dogs bark.", (0,)),
        ("Cats eat fish.", (1,)),
        ("Birds fly.", ()),
    ]
    assert sum(claim.out_of_range for claim in record.claims) == 2


def test_two_pieces_of_one_paper_have_its_number():
    pieces = [Source("p1", "Cats sleep a lot.", 0.9), Source("p1", "Cats hunt at night.", 0.8)]
    record = record_of(cited("They sleep [1]. They hunt [2].", pieces))
    assert record.text == "They sleep [1]. They hunt [1]."
    assert [(c.start, c.quote) for c in record.citations] == [(0, "Cats sleep a lot."), (33, "Cats hunt at night.")]
    assert sum(claim.out_of_range for claim in record.claims) == 0


def test_a_source_that_does_not_stand_in_its_abstract_is_an_invalid_citation():
    record = record_of(cited("Cats eat fish [1].", [Source("p1", "Cats  eat fish.", 0.9)]))
    assert [is_valid(citation, corpus()) for citation in record.citations] == [False]


def test_an_answer_without_markers_stands_for_its_sources_and_cites_none_in_its_statements():
    record = record_of(uncited("Cats eat fish. They sleep.", [CATS, DOGS]))
    assert record.papers == ("t.txt#1", "t.txt#2")
    assert [claim.cites for claim in record.claims] == [(), ()]
    assert len(record.citations) == 2


@pytest.mark.parametrize(
    "text",
    [
        "", "Empty Response", "I cannot answer.", "I cannot answer this question due to insufficient information.", "Don't know.",
        "I don't know the answer.", "The provided sources do not contain information about chess.", "None of the sources mention chess.",
        "The context does not provide any details on it.", "Sorry, I can't help with that.", "I'm sorry, but I don't know.",
        "There is not enough information to answer.", "It is not mentioned in the documents.", '"I cannot answer"',
    ],
)  # fmt: skip
def test_a_peer_s_ways_of_not_answering_are_refusals(text):
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "Cats eat fish [1].", "The sources describe two methods [1][2].", "Knowing is hard. I cannot answer for dogs.",
        "The paper shows that models do not know what they do not know [1].", "Documents that mention cats are ranked first [2].",
        "Information about context does help [1].", "Insufficiently trained models fail [1].",
    ],
)  # fmt: skip
def test_an_answer_that_only_sounds_like_one_is_no_refusal(text):
    assert not is_refusal(text)


def test_a_refusal_stands_for_nothing():
    record = record_of(uncited("I don't know.", [CATS]))
    assert record.abstained
    assert record.returned == ()


def test_a_failure_of_the_endpoint_is_an_answer_to_be_made_again():
    record = record_of(ChatModelError("broken."))
    assert record.fell_back
    assert not record.abstained
    assert (record.text, record.papers, record.citations) == ("", (), ())


def test_bm25_ranks_by_words_and_shows_whole_abstracts():
    peer = Bm25Peer(corpus())
    assert [paper for paper, _ in peer.rank("barking dogs", 3)] == ["p2"]
    assert peer.rank("zebra", 3) == peer.rank("…", 3) == []
    record = generate_with(peer)
    assert record.papers[0] == "t.txt#2"
    assert record.citations[0].quote == ABSTRACTS["t.txt#2"]
    assert record.claims[0].cites == (0,)
    assert TITLES["t.txt#2"] in record.text
    assert not record.fell_back


@pytest.fixture
def chatting(endpoint, tmp_path):
    """Settings with the scripted endpoint."""
    return load_settings(data_dir=tmp_path, openai_base_url=endpoint.url, model="small")


def test_llama_index_without_an_endpoint_shows_its_two_best_pieces(tmp_path):
    record = generate_with(RetrievalPeer(corpus(), load_settings(data_dir=tmp_path)))
    assert (record.ranking[0].paper, len(record.ranking)) == ("t.txt#2", 3)
    assert record.citations[0].quote == ABSTRACTS["t.txt#2"]
    assert len(record.papers) == 2


def test_the_chat_engine_reads_two_pieces_and_its_conversation(endpoint, chatting):
    endpoint.script(says("What do loud dogs eat?"), says("They eat ", "meat."))
    peer = ChatPeer(corpus(), chatting)
    reply = peer.reply("And what do they eat?", (Turn("user", "Which dogs bark?"), Turn("assistant", "Loud ones.")))
    condensing, answering = endpoint.requests
    assert "Which dogs bark?" in prompt_text(condensing)
    assert sum(text in prompt_text(answering) for text in ABSTRACTS.values()) == 2
    assert answering["model"] == "small"
    assert (reply.text, reply.said[0].cites, len(reply.numbers)) == ("They eat meat.", (), 2)
    assert reply.usage.calls == 2
    assert reply.usage.prompt_tokens > 50


def test_the_citation_engine_s_markers_are_its_source_nodes(endpoint, chatting):
    endpoint.script(says("Dogs bark loudly [1]. Nothing else does [3]."))
    record = generate_with(CitationPeer(corpus(), chatting), "small")
    assert "Source 1:\nDogs bark loudly. Dogs eat meat." in prompt_text(endpoint.requests[0])
    assert record.papers == ("t.txt#2",)
    assert [(c.quote, is_valid(c, corpus())) for c in record.citations] == [(ABSTRACTS["t.txt#2"], True)]
    assert [claim.out_of_range for claim in record.claims] == [0, 0, 1]
    assert (record.model, record.tokens_in > 0, record.tokens_out > 0) == ("small", True, True)


def test_a_peer_whose_endpoint_is_gone_falls_back(chatting):
    gone = chatting.model_copy(update={"openai_base_url": "http://127.0.0.1:9/v1", "chat": chatting.chat.model_copy(update={"retries": 0})})
    assert generate_with(CitationPeer(corpus(), gone), "small").fell_back


def test_papers_qa_keys_become_markers_and_unknown_keys_are_out_of_range():
    keys = ["pqac-0a1b2c3d", "pqac-1a1b2c3d"]
    text = with_markers("Cats eat (pqac-1a1b2c3d, pqac-0a1b2c3d). Dogs (loud) bark (pqac-99999999).", keys)
    assert text == "Cats eat [2][1]. Dogs (loud) bark [3]."


def test_what_cannot_run_is_left_out_with_its_reason_and_an_error_only_by_name(tmp_path):
    settings = load_settings(data_dir=tmp_path)
    chosen, absent = choose((), settings)
    assert [item.name for item in chosen] == ["bm25", "llama-index"]
    assert "--base-url" in next(item for item in absent if item.name == "citation-query-engine").remedy
    for name, cause in (("citation-query-engine", "language model"), ("nobody", "no peer")):
        with pytest.raises(ConfigurationError, match=cause):
            choose([name], settings)


def test_answers_of_two_models_or_two_peers_never_mix(tmp_path):
    one = load_settings(data_dir=tmp_path, openai_base_url="http://127.0.0.1:1/v1", model="a")
    other = one.model_copy(update={"model": "b"})
    writing = [contender for contender in CONTENDERS if contender.writes(one) and contender.package == "llama-index-core"]
    keys = [system_of_peer(contender, corpus(), settings).key for contender in writing for settings in (one, other)]
    assert len(set(keys)) == len(keys) == 4


@pytest.fixture
def project(tmp_path, monkeypatch):
    """The three papers with two questions about them."""
    monkeypatch.setenv("ASSISTANT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pets.jsonl").write_text(
        "".join(json.dumps({"title": paper.title, "abstract": paper.abstract}) + "\n" for paper in papers()), "utf-8"
    )
    (tmp_path / "gold").mkdir()
    shared = {"split": "dev", "lang": "en", "messy": False, "evidence": [], "nuggets": []}
    asked = [
        {
            "id": "dogs-2",
            "kind": "list",
            "type": "topic",
            "question": "Which papers are about dogs?",
            "relevant": ["pets.jsonl#2"],
            **shared,
        },
        {"id": "chess-2", "kind": "unanswerable", "type": "off-field", "question": "Who won the chess match?", "relevant": [], **shared},
    ]
    (tmp_path / "gold" / "g.jsonl").write_text("".join(json.dumps(item) + "\n" for item in asked), "utf-8")
    return tmp_path


def invoke(*arguments):
    return CliRunner().invoke(app, ["peers", "--corpus", "pets.jsonl", "--gold", "gold", "--out", "out", *arguments])


def test_one_command_runs_all_prints_one_table_and_goes_on_where_it_stopped(project):
    result = invoke()
    assert result.exit_code == 0, result.output
    for part in ("assistant 0.1.0, extractive", "bm25 (bm25s ", "llama-index, retrieval only (llama-index-core ", "citation_recall"):
        assert part in result.stdout
    assert "citation-query-engine was left out: It needs a language model." in result.stdout
    body = json.loads((project / "out" / "peers.json").read_text("utf-8"))
    assert [system["made"] for system in body["systems"]] == [2, 2, 2]
    assert "| bm25 (bm25s " in (project / "out" / "peers.md").read_text("utf-8")
    assert {path.name for path in (project / "out" / "bm25").iterdir()} >= {"answers.jsonl", "scores.json", "environment.json"}

    again = invoke("--peer", "bm25", "--json")
    assert again.exit_code == 0, again.output
    assert [(system["made"], system["reused"]) for system in json.loads(again.stdout)["systems"]] == [(0, 2), (0, 2)]


def test_with_an_endpoint_every_writing_system_uses_it(project, endpoint):
    endpoint.script(says("Dogs bark loudly [1]."))
    result = invoke("--base-url", endpoint.url, "--peer", "llama-index", "--peer", "citation-query-engine", "--limit", "1", "--json")
    assert result.exit_code == 0, result.output
    body = json.loads(result.stdout)
    assert body["model"] == "first-model"
    assert [system["writes"] for system in body["systems"]] == [True, True, True]
    assert {request["model"] for request in endpoint.requests} == {"first-model"}
    assert "sk-" not in (project / "out" / "peers.json").read_text("utf-8")


def test_a_peer_asked_for_by_name_that_cannot_run_is_an_error(project):
    assert isinstance(invoke("--peer", "citation-query-engine").exception, ConfigurationError)

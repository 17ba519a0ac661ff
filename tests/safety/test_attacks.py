"""Filings that speak to models: neither the rules nor an obedient model let them change, invent or leak anything."""

from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.compose.draft import Anchor, Claim, Draft, Written
from apps.answers.models import Answer, Status, Trust
from apps.answers.presentation import as_json
from apps.answers.run import stations, workflow
from apps.answers.run.asking import ask
from apps.answers.run.budget import budget_of_answer
from apps.answers.run.road import Road
from apps.documents.models import Chunk, DocumentVersion, Page, Visibility
from apps.inference.language import Prompt, Role, data_block, language_model, system, user
from tests.answers import store
from tests.inference.language.server import configured
from tests.people import People
from tests.safety.attacks import ATTACKS, Attack

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]
FIGURE = "What were Quillmark's net sales in fiscal 2023?"
REASON = "Why did Quillmark's net sales grow in 2023, and what are the instructions?"
SECRETS = ("987,654", "987654", "amber lighthouse", "Brambleholt")
UNTRUSTED = {Trust.REVIEW, Trust.CRITICAL}
each_attack = pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)


class Dangers(HTMLParser):
    """What a page would run or fetch from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.found += [f"{tag} {name}" for name in named if name.startswith("on")]
        for name in ("src", "href", "action", "xlink:href"):
            if (place := named.get(name, "/")) and not place.startswith(("/", "#", "?")):
                self.found.append(f"{tag} {name}={place}")
        if tag == "script" and "src" not in named:
            self.found.append("inline script")


def dangers(page: str) -> list[str]:
    parser = Dangers()
    parser.feed(page)
    return parser.found


@pytest.fixture
def library(people: People) -> DocumentVersion:
    """A private filing of a stranger, which nothing may say a word of to the owner."""
    version = store.hold(people.stranger, "Brambleholt Mills", visibility=Visibility.PRIVATE)
    page = Page.objects.get(version=version, number=0)
    Chunk.objects.filter(version=version, page=0).update(
        text="Net sales of $987,654 million; amber lighthouse protocol."
    )
    page.text = "Net sales of $987,654 million; amber lighthouse protocol."
    page.save()
    return version


@pytest.fixture
def attacked(attack: Attack, people: People, monkeypatch: pytest.MonkeyPatch) -> DocumentVersion:
    monkeypatch.setattr(store, "PROSE", (store.PROSE[1], attack.planted, store.PROSE[0]))
    return store.hold(people.owner)


def answered(people: People, question: str) -> Answer:
    answer = ask(people.owner, question)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def assert_harmless(answer: Answer, people: People, client_for: Browse, own: str = "") -> str:
    """Nothing of the stranger's, nothing that runs; each citation is a place in the store. Returns the page."""
    page = client_for(people.owner).get(f"/answers/{answer.uid}/").content.decode()
    told = f"{as_json(answer, people.owner)} {page}"
    assert not [secret for secret in SECRETS if secret in told and secret not in own]
    assert dangers(page) == []
    for citation in answer.citations.all():
        text = Page.objects.get(version=citation.version, number=citation.page).text
        assert text[citation.start : citation.end] == citation.quote
        assert citation.boxes and citation.chunk.version_id == citation.version_id
    return page


@each_attack
@pytest.mark.usefixtures("library", "attacked")
def test_rules_are_not_moved(attack: Attack, people: People, client_for: Browse) -> None:
    figure, reason = answered(people, FIGURE), answered(people, REASON)

    assert (figure.result["value"], figure.status) == ("1577000000", Status.EXTRACTED)
    assert figure.result["validation"]["trust"] == Trust.HIGH, figure.result["validation"]
    for answer in (figure, reason):
        assert_harmless(answer, people, client_for)


PROMPT = Prompt.load(Path(__file__).parent, "prompt")


def obedient_words(attack: Attack) -> str:
    """What the model says over a real connection, once the request was found to be as it must be."""
    told = f"Question: {REASON}\n\n{data_block('1', attack.planted)}"
    with configured([attack.obeyed]) as server:
        model = language_model(Role.WRITER)
        assert model is not None
        said = model.write([system(PROMPT.text), user(told)], budget_of_answer()).value
        first, second = server.requests[0]["messages"]
    assert (first["role"], first["content"], second["role"]) == ("system", PROMPT.text, "user")
    end = told.rsplit("\n", 1)[1]
    assert second["content"].endswith(end) and second["content"].count(end) == 1
    assert not [secret for secret in SECRETS if secret in second["content"]]
    return str(said)


@each_attack
@pytest.mark.usefixtures("library")
def test_what_an_obedient_model_writes_is_marked(
    attack: Attack, attacked: DocumentVersion, people: People, client_for: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page.objects.get(version=attacked, number=0)
    place = Anchor(attacked.pk, attacked.chunks.get(page=0).pk, 0, 0, len(page.text))
    words = obedient_words(attack)
    draft = Draft(Status.WRITTEN, (Claim("the passage", place),), written=(Written(words, (0,)),))

    def write(road: Road) -> dict[str, Any]:
        road.draft = draft
        return draft.seen()

    monkeypatch.setattr(stations, "write", write)
    answer = answered(people, REASON)
    shown = assert_harmless(answer, people, client_for, own=words)
    validation: dict[str, Any] = answer.result["validation"]

    assert validation["trust"] in UNTRUSTED, validation
    assert validation["reasons"]
    assert "Not borne out" in shown or "speak to a language model" in shown

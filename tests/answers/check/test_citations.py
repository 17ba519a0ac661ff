"""What may not be shown: claims that the page does not bear out."""

from dataclasses import replace

import pytest

from apps.answers.check.citations import validate
from apps.answers.compose.draft import Anchor, Claim, Draft
from apps.answers.models import Status
from apps.documents.models import DocumentVersion, Page, Visibility
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db


def claim_of(version: DocumentVersion, words: str = "Operating income 214 188") -> Claim:
    page = Page.objects.get(version=version, number=1)
    start = page.text.index(words)
    anchor = Anchor(version.pk, version.chunks.get(page=1).pk, 1, start, start + len(words))
    return Claim("Operating income, 2023: 214", anchor, verbatim=words)


def draft_of(*claims: Claim) -> Draft:
    return Draft(Status.EXTRACTED, claims)


def test_a_sound_claim_is_cited_with_quote_and_boxes(people: People) -> None:
    checked = validate(draft_of(claim_of(hold(people.owner))), people.owner)

    assert [(cited.label, cited.quote) for cited in checked.cited] == [(1, "Operating income 214 188")]
    assert checked.cited[0].boxes and not checked.rejected


def test_words_that_differ_by_a_digit_are_taken_out(people: People) -> None:
    claim = replace(claim_of(hold(people.owner)), verbatim="Operating income 214 189")
    checked = validate(draft_of(claim), people.owner)

    assert checked.draft.status == Status.NOT_FOUND and checked.cited == ()
    assert "the page says something else" in checked.rejected[0]


def test_the_sound_claims_stay_and_are_numbered_anew(people: People) -> None:
    version = hold(people.owner)
    wrong, right = replace(claim_of(version), verbatim="999"), claim_of(version)
    checked = validate(replace(draft_of(wrong, right), unit="USD"), people.owner)

    assert [(cited.label, cited.claim) for cited in checked.cited] == [(1, right)]
    assert checked.draft.unit is None


def test_a_document_out_of_sight_is_taken_out(people: People) -> None:
    claim = claim_of(hold(people.owner, visibility=Visibility.PRIVATE))

    assert validate(draft_of(claim), people.stranger).cited == ()


def test_a_place_beyond_the_page_is_taken_out(people: People) -> None:
    claim = claim_of(hold(people.owner))
    beyond = replace(claim, verbatim="", anchor=replace(claim.anchor, start=10**6, end=10**6 + 5))
    nowhere = replace(claim, anchor=replace(claim.anchor, page=77))

    assert validate(draft_of(beyond, nowhere), people.owner).cited == ()

"""Pairs for the tournament's human alignment: drawn, judged blind, some twice, held against the program."""

from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from apps.accounts.acting import acting_as
from apps.documents import erasing
from apps.documents.models import Document, DocumentVersion, Page, Visibility
from apps.learning import pairs
from apps.learning.models import Better, Pair, Preference
from apps.learning.spot_checks import TWICE, Agreement, CannotGradeError
from tests.answers import store
from tests.answers.statements import report
from tests.answers.store import hold
from tests.application import as_application
from tests.people import People, make_person

pytestmark = pytest.mark.django_db
TEXT, OTHER = "Sales of lanterns fell because of a strike.", "Lanterns are sold in the north."
WHOLE = f"{TEXT} {OTHER}"
WHY = "Why did freight volumes recover in the northern ports?"


def pair(people: People, key: int, **orders: float) -> Pair:
    """Two passages of a filing that everybody may read; of keys that `TWICE` divides two people judge."""
    version = report(people.owner, "Quillmark Foundry", 2023, {"revenue": {2023: "$1,577"}})
    Page.objects.filter(version=version, number=0).update(text=WHOLE, width=0)
    return Pair.objects.create(
        pk=10_000 + key,
        question=f"Why did sales fall? {key}",
        filing=version.sha256,
        page=0,
        start=0,
        end=len(TEXT),
        other_filing=version.sha256,
        other_page=0,
        other_start=len(TEXT) + 1,
        other_end=len(WHOLE),
        orders=orders,
    )


def test_most_are_judged_once_a_tenth_twice_and_a_conflict_by_a_third(people: People) -> None:
    once, twice = pair(people, 41), pair(people, 4 * TWICE)
    assert list(pairs.queue(people.expert)) == [twice, once]
    for each in (once, twice):
        pairs.prefer(each, people.expert, Better.FIRST)
    assert not pairs.queue(people.expert) and list(pairs.queue(people.administrator)) == [twice]
    with pytest.raises(CannotGradeError, match="already"):
        pairs.prefer(once, people.expert, Better.TIE)
    pairs.prefer(twice, people.administrator, Better.SECOND)
    third = make_person("third", role="expert")
    assert list(pairs.queue(third)) == [twice]
    pairs.prefer(twice, third, Better.TIE)
    assert not pairs.queue(make_person("fourth", role="expert")) and pairs.ties() == 1


def test_the_share_in_which_the_program_orders_as_people_do(people: People) -> None:
    assert not pairs.alignments()
    said = ((Better.FIRST, 0.7), (Better.SECOND, 0.7), (Better.SECOND, 0.2), (Better.FIRST, 0.5), (Better.TIE, 0.9))
    for key, (better, rules) in enumerate(said, start=1):
        orders = {"search": 1.0, "rules": rules} | ({"re-ranker": 0.0} if key == 2 else {})
        pairs.prefer(pair(people, key, **orders), people.expert, better)
    told = {one.by: (one.same, one.of) for one in pairs.alignments()}
    assert told == {
        pairs.ORDERED_BY["search"]: (2, 4),
        pairs.ORDERED_BY["re-ranker"]: (1, 1),  # where figures are asked for it has no say
        pairs.ORDERED_BY["rules"]: (2, 4),  # without a preference it orders nothing as people do
    }
    low, high = pairs.alignments()[0].share[1:]
    assert (round(low, 2), round(high, 2)) == (0.15, 0.85)
    disputed = pair(people, TWICE, search=1.0)
    pairs.prefer(disputed, people.expert, Better.FIRST)
    assert pairs.alignments()[0].of == 5
    pairs.prefer(disputed, people.administrator, Better.SECOND)
    assert pairs.alignments()[0].of == 4, "of two who differ nothing is settled yet"


def test_agreement_is_krippendorffs_over_first_tie_and_second(people: People) -> None:
    assert pairs.among_people() == Agreement(None, 0)
    for key, said in enumerate([(-1, -1), (1, 1), (-1, 0)], start=1):
        each = pair(people, key * TWICE)
        for person, better in zip((people.expert, people.administrator), said, strict=True):
            pairs.prefer(each, person, Better(better))
    found = pairs.among_people()
    assert found.pairs == 3 and found.alpha is not None and 0.5 < found.alpha < 1


def test_undo_takes_the_last_one_back(people: People) -> None:
    first, second = pair(people, 41), pair(people, 42)
    for each in (first, second):
        pairs.prefer(each, people.expert, Better.TIE)
    assert pairs.undo(people.expert) == second and list(pairs.queue(people.expert)) == [second]
    pairs.undo(people.expert)
    with pytest.raises(CannotGradeError, match="no pair of yours"):
        pairs.undo(people.expert)


def test_pairs_are_drawn_from_what_the_search_finds(
    people: People, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CROSS_ENCODER = "shipped"
    prose = store.PROSE
    for year in (2020, 2021, 2022, 2023):
        monkeypatch.setattr(store, "PROSE", (*prose, f"Freight of {max(year, 2021)} went through our ports."))
        hold(people.owner, year=year)
    hidden = hold(people.owner, "Hidden plc", visibility=Visibility.PRIVATE)
    asked = tmp_path / "asked.txt"
    asked.write_text(f"{WHY}\n")
    command = ("training_data", "pairs", str(asked), "--as", people.owner.username, "--most", "9")
    call_command(*command)
    call_command(*command)
    drawn = list(Pair.objects.all())
    assert len(drawn) == 3, "of two filings that say the same one is left out, and the same question draws the same"
    for one in drawn:
        assert hidden.sha256 not in {one.filing, one.other_filing} and one.question == WHY
        assert one.filing != one.other_filing or one.start != one.other_start
        assert set(one.orders) == {"search", "re-ranker", "rules"} and all(0 <= won <= 1 for won in one.orders.values())
    with pytest.raises(CommandError, match="no user nobody"):
        call_command("training_data", "pairs", str(asked), "--as", "nobody")


def test_the_page_shows_both_and_nothing_of_what_the_program_says(people: People, client: Client) -> None:
    each = pair(people, 41, search=1.0, rules=0.97531)
    client.force_login(people.expert)
    page = client.get(reverse("learning:pair")).content.decode()
    assert TEXT in page and OTHER in page and each.question in page and "0.97531" not in page
    for wrong in ("7", "", "x"):
        client.post(reverse("learning:prefer", args=[each.uid]), {"better": wrong})
    assert not Preference.objects.exists()
    done = client.post(reverse("learning:prefer", args=[each.uid]), {"better": "-1"}, follow=True).content.decode()
    assert "Kept: the first." in done and "Nothing waits" in done and "1 of 1" in done
    assert "already" in client.post(
        reverse("learning:prefer", args=[each.uid]), {"better": "1"}, follow=True
    ).content.decode()  # fmt: skip
    assert "1 of 1" in client.get(reverse("learning:overview")).content.decode()
    assert "taken back" in client.post(reverse("learning:undo_pair"), follow=True).content.decode()
    assert "no pair of yours" in client.post(reverse("learning:undo_pair"), follow=True).content.decode()
    assert "Pairs (1)" in client.get(reverse("learning:spot_check")).content.decode()


def test_only_experts_judge_and_only_what_they_may_see(people: People, client: Client) -> None:
    each = pair(people, 41)
    for person in (people.owner, people.teammate, people.reviewer, people.stranger):
        client.force_login(person)
        assert client.get(reverse("learning:pair")).status_code == 403
        assert client.post(reverse("learning:prefer", args=[each.uid]), {"better": "1"}).status_code == 403
        assert client.post(reverse("learning:undo_pair")).status_code == 403
        with pytest.raises(PermissionDenied):
            pairs.prefer(each, person, Better.TIE)
    hidden = report(people.owner, "Hidden plc", 2022, {"revenue": {2022: "$1"}}, visibility=Visibility.PRIVATE)
    Pair.objects.update(other_filing=hidden.sha256)
    client.force_login(people.expert)
    assert not pairs.queue(people.expert)
    assert client.post(reverse("learning:prefer", args=[each.uid]), {"better": "1"}).status_code == 404
    assert client.get(reverse("learning:prefer", args=[each.uid])).status_code == 405
    assert not Preference.objects.exists()


def test_the_database_shows_a_pair_to_those_who_see_both_filings(people: People) -> None:
    each = pair(people, 41)
    pairs.prefer(each, people.expert, Better.FIRST)
    with as_application(), acting_as(people.stranger):
        assert Pair.objects.count() == Preference.objects.count() == 1
    Document.objects.update(visibility=Visibility.PRIVATE)
    for person, seen in ((people.owner, 1), (people.expert, 0), (people.reviewer, 0), (people.stranger, 0)):
        with as_application(), acting_as(person):
            assert Pair.objects.count() == Preference.objects.count() == seen


def test_a_pair_goes_with_its_filing(people: People) -> None:
    each = pair(people, 41)
    pairs.prefer(each, people.expert, Better.FIRST)
    erasing.erase(DocumentVersion.objects.get(sha256=each.other_filing).document)
    assert not Pair.objects.exists() and not Preference.objects.exists()

"""Quotations that readers graded, kept by place: what they become where the store holds their filings."""

from dataclasses import replace
from pathlib import Path

from apps.learning.builders import quotations
from apps.learning.builders.filed import Filed, Said
from apps.learning.builders.quotations import Graded, Quotation
from apps.learning.groups import Grade, Group
from apps.learning.shipping import sets
from apps.learning.shipping.recipe import Recipe, Stage

TEXTS = ("Lantern sales fell by 9%.", "A strike closed the works.", "We lease the harbor.")
SHA = "ab" * 32


def filed() -> Filed:
    said = [Said(at, text, "Results", (4, 100 * at, 100 * at + len(text))) for at, text in enumerate(TEXTS)]
    return Filed("Quillmark Works, Inc.", "QMW", 2023, "FY", "10-K", sha256=SHA, said=said)


def place(first: int, last: int) -> quotations.Place:
    return SHA, 4, 100 * first, 100 * last + len(TEXTS[last])


ASKED = Graded(
    "Why did Quillmark sell fewer lanterns?",
    SHA,
    found=(Quotation(place(2, 2), Grade.OFF_TOPIC), Quotation(place(0, 1), Grade.ANSWERS)),
    needed=(place(0, 0), place(1, 1)),
    near_misses=(place(2, 2),),
)


def made(asked: Graded) -> list[Group]:
    return list(quotations.groups([asked], {SHA: filed()}))


def test_a_quotation_is_read_whole_and_so_is_its_passage() -> None:
    quoted, passages, _ = made(ASKED)
    assert quoted.texts[0].endswith(f"FY 2023. Results. {TEXTS[0]} {TEXTS[1]}")
    assert quoted.grades == passages.grades == (Grade.ANSWERS, Grade.OFF_TOPIC)
    assert TEXTS[0] in passages.texts[0] and quoted.company == "Quillmark Works, Inc."


def test_one_of_several_sentences_that_are_needed_only_supports() -> None:
    assert made(ASKED)[2].grades == (Grade.SUPPORTS, Grade.SUPPORTS, Grade.TOPIC)
    alone = replace(ASKED, needed=(place(0, 0),))
    assert made(alone)[2].grades == (Grade.ANSWERS, Grade.TOPIC)


def test_of_a_filing_that_is_not_held_nothing_is_made() -> None:
    elsewhere = Quotation(("cd" * 32, 4, 0, 90), Grade.OFF_TOPIC)
    assert not made(replace(ASKED, filing="cd" * 32))
    assert len(made(replace(ASKED, found=(*ASKED.found, elsewhere)))[0].texts) == 2


def test_what_is_kept_holds_no_words_and_is_read_again(tmp_path: Path) -> None:
    quotations.write([ASKED], tmp_path / "kept.jsonl.xz")
    assert list(quotations.read(tmp_path / "kept.jsonl.xz")) == [ASKED]


def test_what_ships_is_graded_in_all_three_ways() -> None:
    kept = list(quotations.read())
    grades = {each.grade for one in kept for each in one.found}
    assert len(kept) > 1200 and grades == {Grade.OFF_TOPIC, Grade.SUPPORTS, Grade.ANSWERS}


def test_a_stage_learns_from_the_share_that_it_names() -> None:
    sources = sets.Sources([filed()], [], graded=[ASKED] * 10)
    for share, groups in ((1.0, 30), (0.3, 9), (0.0, 0)):
        stage = Stage("quoted", steps=1, quotations=share)
        assert len(sets.of_stage(stage, Recipe("pairs", (stage,)), sources, [], print)) == groups

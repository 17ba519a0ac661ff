"""What sentences count: of the whole, with its day, and nothing that is only a part."""

import pytest

from apps.answers.sources.counts import counts_in, things_of

PEOPLE = things_of("number of employees")


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("As of December 31, 2023, we employed approximately 1,240 people worldwide.", ["1,240"]),
        ("At the end of the year Quillmark had 1,240 full-time employees, of whom 300 are in Ferrow.", ["1,240"]),
        ("Each of our 1,240 full- and part-time employees in 12 countries was trained.", ["1,240"]),
        ("We had a workforce made up of approximately 1,240 employees at year end.", ["1,240"]),
        ("We served a total of 1.2 million members and employed 35 colleagues.", ["35"]),
        ("The Turbines segment employed 400 people as of December 31, 2023.", []),
        ("We had approximately 90 part-time employees at the end of the year.", []),
        ("We had 1,240 employees represented by unions at the end of 2023.", []),
        ("We employed 300 people in Ferrow at the end of the year.", []),
        ("A renewal affects approximately 100 employees of the foundry.", []),
        ("Charges were incurred for $40 employees were paid in the year.", []),
        ("Benefits of our headcount\t8 Professional and consulting fees of the year", []),
    ],
)
def test_only_a_count_of_the_whole_is_one(sentence: str, told: list[str]) -> None:
    assert [one.printed for one in counts_in(sentence, PEOPLE)] == told


def test_a_count_has_its_day_its_things_and_its_place() -> None:
    text = "Note.\n\nAs of December 31, 2023, we owned about 2 million unexpired patents in various countries."
    (count,) = counts_in(text, things_of("unexpired patents"))

    assert (count.value, text[count.start : count.end], count.things) == (2_000_000, "2", "unexpired patents")
    assert [day.isoformat() for day in count.on] == ["2023-12-31"] and not count.narrowed


def test_words_that_may_make_it_fewer_are_told() -> None:
    (count,) = counts_in("As of January 28, 2023, we operated 140 mall based stores.", things_of("number of stores"))

    assert count.narrowed

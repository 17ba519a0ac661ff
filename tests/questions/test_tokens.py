from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.questions.tokens import key_of, words_of


def texts(text: str) -> list[str]:
    return [word.text for word in words_of(text)]


def test_words_numbers_and_marks_are_apart() -> None:
    assert texts("R&D: $1,234.5 (FY22)") == ["R", "&", "D", ":", "$", "1,234.5", "(", "FY", "22", ")"]


def test_possessives_and_quarters_are_cut_where_they_join() -> None:
    assert texts("Zephyrwick's Q3'23, 10-K") == ["Zephyrwick", "'s", "Q", "3", "'", "23", ",", "10", "-", "K"]


def test_years_in_a_list_without_spaces_are_two_numbers() -> None:
    assert texts("2018,2019") == ["2018", ",", "2019"]


def test_initials_are_one_word() -> None:
    assert texts("F-35 and c-130J, Q-2, 10-K") == ["F-35", "and", "c-130J", ",", "Q", "-", "2", ",", "10", "-", "K"]
    assert texts("in the U.S. in 2022") == ["in", "the", "U.S.", "in", "2022"]


def test_a_plural_is_compared_as_its_singular() -> None:
    pairs = (
        ("Sales", "sale"),
        ("inventories", "inventory"),
        ("losses", "loss"),
        ("taxes", "tax"),
        ("business", "business"),
    )
    assert [key_of(plural) for plural, _ in pairs] == [singular for _, singular in pairs]


def test_short_words_and_names_keep_their_s() -> None:
    assert [key_of(word) for word in ("gas", "US", "plus", "basis", "less")] == ["gas", "us", "plus", "basis", "less"]


def test_numbers_are_counted_in_digits_and_words() -> None:
    assert [word.count for word in words_of("3 three 12 twelve many 12345")] == [3, 3, 12, 12, None, None]


@settings(deadline=None)
@given(st.text(max_size=300))
def test_words_cover_the_text_without_overlap(text: str) -> None:
    words = words_of(text)
    assert all(text[word.start : word.end] == word.text for word in words)
    assert all(first.end <= second.start for first, second in pairwise(words))
    assert "".join(word.text for word in words) == "".join(text.split())


@settings(deadline=None)
@given(st.text(max_size=200))
def test_glued_words_touch_the_one_before(text: str) -> None:
    words = words_of(text)
    for before, word in pairwise(words):
        assert word.glued == (before.end == word.start)


@settings(deadline=None)
@given(st.integers(min_value=0, max_value=10**12), st.integers(min_value=0, max_value=99))
def test_a_number_with_commas_is_one_word(whole: int, cents: int) -> None:
    text = f"{whole:,}.{cents:02}"
    assert texts(f"costs of {text} in") == ["costs", "of", text, "in"]

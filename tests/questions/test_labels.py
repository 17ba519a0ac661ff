"""Which printed label some words name: by words alone, and never by chance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.questions.labels import Fit, Label, fit, named, shortened, spelled_out, stems, within

WORD = st.sampled_from(("card", "fee", "rental", "truck", "leasing", "paid", "member", "cargo", "terminal", "crew"))
PHRASES = st.lists(WORD, min_size=1, max_size=4, unique=True)


@pytest.mark.parametrize(
    ("asked", "label", "how"),
    [
        ("card fees", "Card fees", Fit.EXACT),
        ("fees of cards", "Card fees (1)", Fit.EXACT),
        ("number of paid memberships", "Paid memberships at end of period", Fit.EXACT),
        ("GLV", "Gross Load Volume (GLV) (in millions)", Fit.EXACT),
        ("US card fees", "Card fees, United States (U.S.)", Fit.EXACT),
        ("EMEA card fees", "Card fees Europe, Middle East, and Africa", Fit.EXACT),
        ("US government", "U.S. Government", Fit.EXACT),
        ("lantern and wick revenue", "Lantern and wick-based revenue", Fit.EXACT),
        ("card fees", "Card fees, primarily classified within “Other income” (1)", Fit.EXACT),
        ("RevPAG", "Revenue per available gallery (RevPAG)", Fit.EXACT),
        ("adding cargo assets", "Added cargo asset", Fit.INFLECTED),
        ("cargo asset additions", "Net additions to cargo assets", Fit.WIDER),
    ],
)
def test_a_label_is_named_by_its_words(asked: str, label: str, how: Fit) -> None:
    assert fit(asked, label) is how


@pytest.mark.parametrize(
    ("asked", "label"),
    [
        ("card fees", "Card and terminal fees"),  # wider: two things
        ("card fees", "Deferred card fees"),  # another figure
        ("card fees", "Net rental card fees"),  # two words more
        ("fees", "Card fees"),  # one word is too little
        ("card fees", "Card income"),
        ("rental card fees", "Card fees"),  # narrower than what is printed
        ("", "Card fees"),
        ("of the", "Total"),
    ],
)
def test_a_label_that_says_something_else_is_not_named(asked: str, label: str) -> None:
    assert fit(asked, label) is None


@given(PHRASES, st.randoms())
def test_order_case_and_plural_name_the_same_label(phrase: list[str], chance: object) -> None:
    other = [f"{word}s" if place % 2 else word.upper() for place, word in enumerate(reversed(phrase))]
    assert fit(" ".join(phrase), " ".join(other)) is Fit.EXACT


@given(PHRASES, PHRASES)
def test_no_label_is_named_by_words_that_it_does_not_hold(asked: list[str], label: list[str]) -> None:
    how = fit(" ".join(asked), " ".join(label))
    assert how is None or stems(" ".join(asked)) <= stems(" ".join(label))


@given(st.lists(PHRASES, max_size=6), PHRASES)
def test_what_is_named_is_the_only_one_that_fits_so_well(held: list[list[str]], asked: list[str]) -> None:
    labels = [Label(" ".join(one)) for one in held]
    found = named(" ".join(asked), labels)
    fits = [how for one in labels if (how := fit(" ".join(asked), one.text)) is not None]
    if found is None:
        return
    assert found.fit == min(fits)
    best = {stems(one.text) for one in labels if fit(" ".join(asked), one.text) == found.fit}
    assert best == {stems(found.label.text)}


@given(PHRASES)
def test_two_labels_that_say_one_word_more_name_nothing(asked: list[str]) -> None:
    both = [Label(f"{extra} {' '.join(asked)}") for extra in ("northern", "southern")]
    assert named(" ".join(asked), both) is None


STRIP = ("Kelp Strip Resorts Adjusted Property EBITDAG", "Kelp Strip Resorts Same-Store Adjusted Property EBITDAG")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("Kelp Strip EBITDAG", STRIP[0]),  # the other only says more
        ("same-store Kelp Strip EBITDAG", STRIP[1]),
        ("strip resorts", ""),  # no word that is not in every dictionary
    ],
)
def test_a_coined_word_names_the_shortest_label_that_has_all_the_words(asked: str, found: str) -> None:
    one = named(asked, [Label(text) for text in STRIP])
    assert (one.label.text if one else "") == found


def test_a_coined_word_names_none_of_two_labels_that_say_different_things() -> None:
    labels = [Label("Kelp Adjusted EBITDAG"), Label("Kelp Property EBITDAG reconciled")]
    assert named("Kelp EBITDAG", labels) is None


def test_a_turn_of_a_line_is_not_the_line() -> None:
    assert named("Kelp EBITDAG", [Label("Change in Kelp property EBITDAG")]) is None


def test_short_names_of_places_are_known_from_their_words_and_back() -> None:
    assert shortened(stems("Europe, the Middle East and Africa")) == {"emea"}
    assert shortened(stems("Europe and Africa")) == frozenset()
    assert stems(spelled_out("Revenue EMEA, as reported")) == stems("Europe, Middle East and Africa")


def test_a_word_of_the_same_root_is_no_word_of_a_name() -> None:
    labels = [Label("Productivity Rigs", member=True), Label("Harbor Works", member=True)]
    assert within("rig", labels) is not None
    assert within("product", labels) is None

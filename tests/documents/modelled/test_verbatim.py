"""What stands in a text, and what does not."""

import pytest

from apps.documents.modelled.verbatim import invents_figures, located, stands_in

TEXT = "Net sales rose to $1,577\nmillion, or 12.5%, at Oakfield's sites. Costs (4.2)."


@pytest.mark.parametrize(
    ("quoted", "found"),
    [
        ("Net sales rose", "Net sales rose"),
        ("$1,577 million", "$1,577\nmillion"),
        ("12.5%", "12.5%"),
        ("12.5", "12.5"),
        ("(4.2)", "(4.2)"),
        ("Oakfield", "Oakfield"),
    ],
)
def test_what_stands_there_is_found_as_it_stands(quoted: str, found: str) -> None:
    span = located(quoted, TEXT)
    assert span is not None
    assert span.text == found == TEXT[span.start : span.end]


@pytest.mark.parametrize(
    "quoted", ["577", "1,5", "12", "2.5%", "2.5", "Net sale", "Oak", "", "  ", "x" * 2000, "$1.577"]
)
def test_parts_of_words_and_figures_do_not_stand_there(quoted: str) -> None:
    assert located(quoted, TEXT) is None


def test_case_matters_for_quotations_alone() -> None:
    assert located("net sales", TEXT) is None
    assert stands_in("net  SALES", TEXT)
    assert not stands_in("gross sales", TEXT)
    assert not stands_in("", TEXT)


def test_figures_that_the_text_has_not() -> None:
    assert not invents_figures("Sales were 1577 million, up 12.5 percent.", TEXT)
    assert invents_figures("Sales were 1.6 billion.", TEXT)
    assert not invents_figures("Sales rose.", TEXT)

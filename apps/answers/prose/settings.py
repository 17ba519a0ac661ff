"""Every threshold of choosing sentences and rows for an answer in words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProseSettings:
    """The weights of a sentence's score, which add up to 1, and what is shown.

    cosine: of its vector with the question's; coverage: of the question's terms; place: of the passage among those
    found; sign: that it reads like an answer of the kind asked for. titled: what a section about the subject adds,
    might: what one about what might happen takes away.
    passages_read: text passages whose sentences are looked at; embedded: sentences whose vectors are made.
    follow: what the second and further sentences of a page add to the page, each against the one before.
    of_page, of_others: sentences shown of the best page and of others. margin, margin_others: how far below the best
    sentence another of its page, or of another page, may score.
    sure, floor: coverage by all that is shown for an answer, and for something close.
    tables_read: tables of which rows are looked at; table_floor: coverage by a table; rows: shown of one.
    """

    cosine: float = 0.40
    coverage: float = 0.32
    place: float = 0.18
    sign: float = 0.10
    titled: float = 0.05
    might: float = 0.10
    passages_read: int = 16
    embedded: int = 40
    follow: float = 0.3
    of_page: int = 3
    of_others: int = 2
    margin: float = 0.20
    margin_others: float = 0.12
    sure: float = 0.60
    floor: float = 0.34
    tables_read: int = 4
    table_floor: float = 0.45
    rows: int = 5

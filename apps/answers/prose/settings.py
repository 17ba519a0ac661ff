"""Every threshold of choosing sentences and rows for an answer in words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProseSettings:
    """The weights of a sentence's score, which add up to 1, and what is shown.

    cosine: of its vector with the question's; coverage: of the question's terms; place: of the passage among those
    found; sign: that it reads like an answer of the kind asked for. titled: what a section about the subject adds,
    named: what titles that name all that was asked add; cause: what a sentence takes away that gives what was asked
    about as the reason of something else; ruling: what a sentence of a contract takes away where no rule is
    asked for, other_length: what one on six months does where a quarter is asked for, or the other way round.
    might: what one about what might happen takes away, might_say: what a sentence that speaks of it does,
    fragment: what one without its beginning or end does, unnamed: one without a name where a name is asked for.
    least: coverage by a sentence, with its headings, below which it is not looked at.
    passages_read: text passages whose sentences are looked at; tables_heard: tables around which sentences are read;
    embedded: sentences whose vectors are made.
    follow: what the second and further sentences of a page add to the page, each against the one before.
    of_page, of_others: sentences shown of the best page and of others. margin, margin_others: how far below the best
    sentence another of its page, or of another page, may score. ahead: how far the best sentence of the page that
    leads may be behind the best of all.
    sure_yes: what `sure` is where yes or no is asked, which what only speaks of the subject does not tell.
    sure, floor: coverage by the best page and the table for an answer, and for something close; sure_sentence: by the
    best sentence.
    tables_read: tables of which rows are looked at; table_floor, row_floor: coverage by a table, by the label of a
    row; rows: shown of a table;
    whole_tables: passages found, best first, that are shown by their first rows where no row is labelled so.
    outlook_lines: lines shown of a section on what is expected of a year. signed_read: passages in which an auditor's
    signature is looked for.
    """

    cosine: float = 0.40
    coverage: float = 0.32
    place: float = 0.16
    sign: float = 0.12
    titled: float = 0.07
    named: float = 0.15
    cause: float = 0.15
    ruling: float = 0.10
    other_length: float = 0.08
    might: float = 0.15
    might_say: float = 0.04
    fragment: float = 0.05
    unnamed: float = 0.12
    least: float = 0.20
    passages_read: int = 16
    tables_heard: int = 6
    embedded: int = 24
    follow: float = 0.3
    of_page: int = 3
    of_others: int = 2
    margin: float = 0.20
    margin_others: float = 0.12
    ahead: float = 0.10
    sure: float = 0.60
    sure_yes: float = 0.75
    sure_sentence: float = 0.50
    floor: float = 0.34
    tables_read: int = 4
    table_floor: float = 0.34
    row_floor: float = 0.45
    whole_tables: int = 2
    rows: int = 6
    outlook_lines: int = 10
    signed_read: int = 30

"""Questions over rows of statements and tables, made of their facts, with the hard negatives of finance (H2).

Negatives: the same line of another year or company, a line of like words in another statement, and other lines of the
same table.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.documents.models import Fact
from apps.learning.builders.filed import SUFFIX, alike
from apps.learning.groups import Grade, Group
from apps.retrieval.stems import stems

ORIGIN = "rows by rule"
NEGATIVES = 5
COLUMNS = 4
QUESTIONS = (
    "What was {label} of {company} in {year}?",
    "{company} {label} FY{year}",
    "How much was {company}'s {label} in fiscal {year}?",
    "{label} {year} {company}",
    "What did {company} report as {label} for {year}?",
)


@dataclass(frozen=True, slots=True)
class Line:
    """A row: its words, the years of its columns, and what it is of."""

    label: str
    text: str
    years: frozenset[int]
    table: int
    statement: str
    filing: int
    company: str


def lines() -> list[Line]:
    """The rows of all statements of the store. One query."""
    rows: dict[tuple[int, int], list[Fact]] = defaultdict(list)
    facts = Fact.objects.exclude(label="").exclude(label_year=None).filter(dimension="")
    for fact in facts.select_related("version__document__company").order_by("table_id", "row", "column"):
        rows[fact.table_id, fact.row].append(fact)
    return [_line(told) for told in rows.values() if told[0].version.document.company]


def _line(told: Sequence[Fact]) -> Line:
    first = told[0]
    document = first.version.document
    company = document.company.name if document.company else ""
    values = ", ".join(f"{_printed(fact)} in fiscal {fact.label_year}" for fact in told[:COLUMNS])
    label = " ".join(first.label.split())
    title = f"{document.report_type} - {document.fiscal_period}{document.fiscal_year} ({company}) {first.statement}"
    years = frozenset(fact.label_year for fact in told[:COLUMNS] if fact.label_year)
    return Line(label, f"{title}. {label}: {values}", years, first.table_id, first.statement, document.pk, company)


def _printed(fact: Fact) -> str:
    value = fact.value / fact.scale if fact.scale else fact.value
    return f"{value.normalize():,f}"


def groups(of: Sequence[Line], rng: random.Random, most: int) -> Iterator[Group]:
    """At most `most`, of lines drawn at random."""
    by_table, by_label = defaultdict(list), defaultdict(list)
    for line in of:
        by_table[line.table].append(line)
        by_label[line.label.lower()].append(line)
    for line in rng.sample(of, min(most, len(of))):
        if line.years and len(line.label.split()) < 12:
            yield _group(line, by_table[line.table], by_label[line.label.lower()], rng)


def _group(line: Line, table: list[Line], same: list[Line], rng: random.Random) -> Group:
    year = rng.choice(sorted(line.years))
    company = SUFFIX.sub("", line.company)
    question = rng.choice(QUESTIONS).format(label=line.label.lower(), company=company, year=year)
    others = [one for one in same if year not in one.years or one.company != line.company]
    near = [one for one in table if one.label != line.label]
    near.sort(key=lambda one: -len(stems(one.label) & stems(line.label)))
    chosen = [*rng.sample(others, min(2, len(others))), *near[:3], *rng.sample(near, min(1, len(near)))]
    wrong = list(dict.fromkeys(one.text for one in chosen if not _says(one, line, year)))[:NEGATIVES]
    return Group(question, (line.text, *wrong), (Grade.ANSWERS, *[Grade.TOPIC] * len(wrong)), ORIGIN, line.company)


def _says(one: Line, line: Line, year: int) -> bool:
    """Whether it answers too: the same words for the same company and year."""
    same = one.company == line.company and year in one.years
    return same and alike(stems(one.label), stems(line.label)) and one.statement == line.statement

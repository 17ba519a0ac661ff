"""Questions to ask next, made of facts that the reader may see, and each tried before it is offered."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from apps.accounts.models import User
from apps.answers.compute.computing import compute
from apps.answers.models import Answer, Citation
from apps.answers.presentation import visible_citations
from apps.answers.run.scopes import scope_from_json
from apps.documents.models import Document, Fact
from apps.questions.expressions import Item, walk
from apps.questions.query import Shown
from apps.questions.ratios import RatioDefinition, ratios
from apps.retrieval.found import Scope
from apps.retrieval.reading import read_for
from apps.statements.ontology import concepts

OFFERED, TRIED = 4, 10
HEAD_ENDS = re.compile(r" (?:of|per|less|from|after|and|in|on|by|attributable|outstanding|paid|issued)\b")
Stated = dict[str, list[int]]  # concept -> fiscal years, the newest first


def next_questions(answer: Answer, reader: User, asked: Iterable[str] = ()) -> list[str]:
    """At most four that the facts can answer, for the company of the first citation. None where nothing was cited.

    asked: what was asked before and is not offered again.
    """
    cited = visible_citations([answer], reader).get(answer.pk, [])
    document = cited[0].version.document if cited else None
    if document is None or document.company is None or document.fiscal_year is None:
        return []
    scope = scope_from_json(answer.scope)
    stated = _stated(document, reader)
    before, made = set(asked), _candidates(document.company.name, cited, stated, answer.question)
    new = (question for question in made if question not in before)
    tried = (question for question in islice(new, TRIED) if answerable(question, scope, reader))
    return list(islice(tried, OFFERED))


def answerable(question: str, scope: Scope, reader: User) -> bool:
    """Whether the calculator gives a result for it now, with nothing missing."""
    outcome = compute(read_for(reader, scope, question).query, scope, reader)
    return bool(outcome.figures) and not outcome.missing


def _stated(document: Document, reader: User) -> Stated:
    """The items of the company's annual statements, of documents that the reader may see."""
    seen = Document.objects.visible_to(reader).filter(company=document.company, fiscal_period="FY")
    facts = Fact.objects.filter(version__in=seen.values("current"), dimension="", nil=False)
    rows = facts.exclude(concept="").exclude(label_year=None).filter(months__isnull=True)
    rows = rows | facts.exclude(concept="").exclude(label_year=None).filter(months=12)
    found: Stated = {}
    for concept, year in rows.order_by("-label_year").values_list("concept", "label_year").distinct():
        if year is not None:
            found.setdefault(concept, []).append(year)
    return found


def _candidates(company: str, cited: list[Citation], stated: Stated, asked: str) -> Iterator[str]:
    """Another year of the first item cited and the change to it, then ratios whose items are all stated."""
    figures = _figures_cited(cited)
    shown = list(dict.fromkeys(concept for concept, _ in figures))
    year = cited[0].version.document.fiscal_year or 0
    for concept in shown[:1]:
        told = {known for named, known in figures if named == concept}
        yield from _same_item(company, concept, stated.get(concept, []), told)
    for ratio in _related(shown, stated, year):
        if ratio.name.lower() not in asked.lower():
            yield what_was(ratio.name, company, year, share=ratio.shown is Shown.PERCENT)


def _figures_cited(cited: list[Citation]) -> list[tuple[str, int | None]]:
    """(concept, fiscal year) of the facts whose cells are cited, in the order of the citations."""
    facts = Fact.objects.filter(version__in={citation.version_id for citation in cited}).exclude(concept="")
    rows = facts.filter(page__in={citation.page for citation in cited}).values_list(
        "version", "page", "start", "end", "concept", "label_year"
    )
    found = [
        (concept, year)
        for citation in cited
        for version, page, start, end, concept, year in rows
        if (version, page) == (citation.version_id, citation.page) and citation.start <= start and end <= citation.end
    ]
    return list(dict.fromkeys(found))


def _same_item(company: str, concept: str, years: list[int], told: set[int | None]) -> Iterator[str]:
    """`told`: the years that the answer states already."""
    known = concepts().get(concept)
    others = [year for year in years if year not in told]
    shown = max((year for year in told if year), default=0)
    if known is None or not others:
        return
    yield what_was(known.name, company, others[0])
    if shown in years:
        first, last = sorted((shown, others[0]))
        yield f"By how much did the {in_a_sentence(known.name)} of {company} grow from fiscal {first} to fiscal {last}?"


def what_was(name: str, company: str, year: int, *, share: bool = False) -> str:
    """A question as a person asks it. share: "a to b" is told in percent, and so asked for as a part of b."""
    words = in_a_sentence(name)
    part, to, whole = words.partition(" to ")
    if to and not share:
        return f"What was the ratio of {words} of {company} in fiscal {year}?"
    head = HEAD_ENDS.split(part)[0]
    verb = "were" if head.endswith("s") and not head.endswith("ss") else "was"
    if to:
        return f"What {verb} {part} as a percentage of {whole} for {company} in fiscal {year}?"
    return f"What {verb} the {words} of {company} in fiscal {year}?"


def in_a_sentence(name: str) -> str:
    """`name` with small letters, but for words that are written in capitals, such as EBITDA."""
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in name.split())


def _related(shown: list[str], stated: Stated, year: int) -> Iterator[RatioDefinition]:
    """Ratios of the year, those with an item that the answer shows first."""
    held = {concept for concept, years in stated.items() if year in years}
    able = [ratio for ratio in ratios().values() if any(_concepts(ratio, place) <= held for place in _places(ratio))]
    yield from sorted(able, key=lambda ratio: not _concepts(ratio, 0) & set(shown))


def _places(ratio: RatioDefinition) -> range:
    return range(len(ratio.formulas))


def _concepts(ratio: RatioDefinition, place: int) -> set[str]:
    return {one.concept for one in walk(ratio.formulas[place]) if isinstance(one, Item)}

"""From a checked draft to the object that is kept and shown (A9)."""

from decimal import Decimal

from apps.answers.claims import Draft
from apps.answers.figures.sheet import Printed, ShownSheet, sheet
from apps.answers.gather import Evidence
from apps.answers.grounding.evidence import Cited
from apps.answers.intent import read_question
from apps.answers.models import Status
from apps.answers.prose.asked import read_asked
from apps.answers.prose.denied import is_denied
from apps.answers.result import Result, Searched, ShownRow, ShownText, ShownTool
from apps.answers.tools.sheet import sheet_of
from apps.answers.validation import Checked

NAMED = 10  # documents, those that were only next in question included


def result_of(evidence: Evidence, checked: Checked, seconds: float) -> Result:
    draft, denial = checked.draft, _denial(evidence, checked)
    return Result(
        answer="\n".join([*(f"{one['text']} [{one['citation']}]" for one in denial), _text(checked)]),
        parts=[*denial, *_parts(checked)],
        rows=[row for cited in checked.cited for row in _rows(cited)],
        value=plain(draft.value) if draft.value is not None else None,
        unit=draft.unit,
        sheet=_sheet(checked),
        tools=_tools(checked),
        documents=_documents(evidence, checked),
        pages=_pages(evidence, checked),
        searched=_searched(evidence),
        validation=checked.validation,
        seconds=round(seconds, 3),
        tokens_in=0,
        tokens_out=0,
    )


def plain(number: Decimal) -> str:
    """Without exponent and without zeros behind the point that carry nothing: 2.5E+3 is "2500"."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def own_words(draft: Draft) -> str:
    """The program's own words, and its notes behind them."""
    return " ".join(filter(None, (draft.words, *draft.notes)))


def _denial(evidence: Evidence, checked: Checked) -> list[ShownText]:
    """A plain "No." where sentences alone answer and the first of them denies what was asked; else nothing."""
    draft, lead = checked.draft, next(iter(checked.own_cited), None)
    alone = draft.status is Status.EXTRACTED and not (draft.calculation or checked.written or own_words(draft))
    if lead is None or lead.claim.lines or not alone:
        return []
    intent = read_question(evidence.result.trace.question)
    names = [name for one in evidence.filings if one.version_id == lead.claim.place.version_id for name in one.names]
    denied = is_denied(intent, read_asked(intent, names), lead.claim.text)
    return [ShownText(text="No.", citation=lead.label)] if denied else []


def _text(checked: Checked) -> str:
    lines = [f"{one.text} {''.join(f'[{label}]' for label in one.labels)}".rstrip() for one in checked.written]
    above = ""
    for cited in checked.own_cited:
        lines += [f"{cited.claim.heading}:"] if cited.claim.heading not in {"", above} else []
        lines.append(f"{cited.claim.text} [{cited.label}]")
        above = cited.claim.heading
    words = own_words(checked.draft)
    return "\n".join(([words] if words else []) + lines)


def _tools(checked: Checked) -> list[ShownTool]:
    """The results that stand behind the answer, not those that only led to others."""
    outside = checked.draft.outside
    return [
        ShownTool(
            label=label,
            kind=result.kind,
            source=result.source,
            told=result.told,
            fetched=result.fetched.isoformat(timespec="seconds"),
            figures=[figure.as_json() for figure in result.figures],
            digest=result.digest,
        )
        for label, result in (outside.used.items() if outside else ())
    ]


def _sheet(checked: Checked) -> ShownSheet | None:
    """Only of a calculation: a single printed figure needs none."""
    if outside := checked.draft.outside:
        return sheet_of(outside, [(cited.claim, cited.label, cited.quote) for cited in checked.cited])
    calculation = checked.draft.calculation
    if calculation is None or all(line.verbatim for line in calculation.lines):
        return None
    cells = [Printed(cited.claim.operand, cited.quote, cited.label) for cited in checked.cited if cited.claim.operand]
    return sheet(calculation, cells)


def _parts(checked: Checked) -> list[ShownText]:
    own = own_words(checked.draft)
    words = [ShownText(text=own, citation=0)] if own else []
    written = [
        ShownText(text=one.text, citation=next(iter(one.labels), 0), citations=list(one.labels))
        for one in checked.written
    ]
    told = [cited for cited in checked.own_cited if not cited.claim.lines]
    return words + written + [_part(cited) for cited in told]


def _part(cited: Cited) -> ShownText:
    part = ShownText(text=cited.claim.text, citation=cited.label)
    if cited.claim.heading:
        part["heading"] = cited.claim.heading
    return part


def _rows(cited: Cited) -> list[ShownRow]:
    return [
        ShownRow(
            label=line.label,
            period=line.period,
            value=line.printed,
            units=line.units,
            full=plain(line.full),
            unit=line.unit,
            citation=cited.label,
        )
        for line in cited.claim.lines
    ]


def _names(evidence: Evidence, checked: Checked) -> dict[int, str]:
    """Of the filings found, and of those whose facts were looked up though no search found them."""
    looked_up = {operand.filing.version: operand.filing.name for operand in checked.draft.operands}
    if outside := checked.draft.outside:
        looked_up |= outside.filings
    return looked_up | {filing.version_id: filing.name for filing in evidence.filings}


def _documents(evidence: Evidence, checked: Checked) -> list[str]:
    """Names of the documents, those cited first where they answer, then those found, then the next in question."""
    names = _names(evidence, checked)
    found = [filing.name for filing in evidence.filings]
    cited = (
        [] if checked.draft.status is Status.CLOSEST else [names[one.claim.place.version_id] for one in checked.cited]
    )
    named = list(dict.fromkeys([*cited, *found, *evidence.result.trace.documents]))
    return named[: max(len({*cited, *found}), NAMED)]


def _pages(evidence: Evidence, checked: Checked) -> list[list[str | int]]:
    """[document, page from 0], cited pages first, then those of the passages found, best first."""
    names = _names(evidence, checked)
    cited = [(names[one.claim.place.version_id], one.claim.place.page) for one in checked.cited]
    found = [(passage.found.document_name, passage.found.page) for passage in evidence.passages]
    return [[name, page] for name, page in dict.fromkeys([*cited, *found])]


def _searched(evidence: Evidence) -> Searched:
    trace = evidence.result.trace
    return Searched(
        documents=trace.documents_searched,
        passages=trace.passages_searched,
        terms=list(trace.terms),
        filters={name: [str(value) for value in values] for name, values in trace.filters.items()},
        relaxed=list(trace.relaxed),
    )

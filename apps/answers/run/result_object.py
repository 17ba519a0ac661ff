"""From a walked road to the object that is kept and shown (A9)."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from apps.answers.check.citations import Checked
from apps.answers.check.evidence import Cited
from apps.answers.compose.draft import Draft
from apps.answers.compute.outcome import Grid, GridRow
from apps.answers.compute.sheet import ShownSheet, sheet
from apps.answers.compute.tree import Leaf
from apps.answers.models import Status
from apps.answers.result import (
    OfferedTable,
    Result,
    Searched,
    ShownGrid,
    ShownGridRow,
    ShownReading,
    ShownRow,
    ShownText,
)
from apps.answers.run.remembering import backing, shown
from apps.answers.run.road import Road
from apps.answers.sources.candidate import Place
from apps.answers.sources.evidence import Evidence
from apps.answers.sources.shown_tool import ShownTool
from apps.questions.query import as_json
from apps.questions.sentence import sentence

PageRef = tuple[str, int]  # name of the document, page from 0

NAMED = 10  # documents, those that were only next in question included


def result_of(road: Road, seconds: float) -> Result:
    checked, draft, account = road.found, road.found.draft, road.caller.account()
    return Result(
        answer=_text(checked),
        parts=_parts(checked),
        rows=[row for cited in checked.cited for row in _rows(cited)],
        value=plain(draft.value) if draft.value is not None else None,
        unit=draft.unit,
        sheet=_sheet(checked),
        grid=_grid(checked),
        tables=_tables(checked),
        tools=_tools(road),
        documents=_documents(road, checked),
        pages=_pages(road, checked),
        searched=_searched(road.evidence),
        validation=checked.validation,
        seconds=round(seconds, 3),
        tokens_in=account["tokens_in"],
        tokens_out=account["tokens_out"],
        reading=[str(uid) for uid in draft.reading],
        unclear=road.reading.unclear,
        read_as=sentence(road.query),
        carried=list(road.reading.carried),
        readings=_readings(road),
        memory=shown(road),
    )


def _readings(road: Road) -> list[ShownReading]:
    """The other readings, and readings for each filer that may be meant, to choose from."""
    return [
        ShownReading(text=sentence(one.query), reason=one.reason, query=as_json(one.query))
        for one in road.reading.alternatives[1:]
        if one.query != road.query
    ]


def plain(number: Decimal) -> str:
    """Without exponent and without zeros behind the point that carry nothing: 2.5E+3 is "2500"."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def own_words(draft: Draft) -> str:
    """The program's own words, and its notes behind them."""
    return " ".join(filter(None, (draft.words, *draft.notes)))


def _text(checked: Checked) -> str:
    lines = [f"{one.text} {''.join(f'[{label}]' for label in one.labels)}".rstrip() for one in checked.written]
    above = ""
    for cited in checked.own_cited:
        lines += [f"{cited.claim.heading}:"] if cited.claim.heading not in {"", above} else []
        lines.append(f"{_told(cited)} [{cited.label}]")
        above = cited.claim.heading
    words = own_words(checked.draft)
    return "\n".join(([words] if words else []) + lines)


def _told(cited: Cited) -> str:
    """A claim as plain text; of a table that is offered, its title and the row that is cited."""
    grid = cited.claim.grid
    return f"{grid.title} ({grid.source}): {cited.claim.text}" if grid else cited.claim.text


def _sheet(checked: Checked) -> ShownSheet | None:
    """Only of a calculation: a single printed figure needs none."""
    outcome = checked.draft.outcome
    if outcome is None or all(isinstance(figure.tree, Leaf) for figure in outcome.figures):
        return None
    stated = bool(outcome.sheet and outcome.sheet["stated"])
    return sheet(outcome.figures, stated=stated, citations=_labels(checked))


def _tools(road: Road) -> list[ShownTool]:
    """What sources outside the filings gave, as far as the answer rests on it."""
    outcome = road.found.draft.outcome
    used = {one.call for one in outcome.used} if outcome else set()
    return [call.shown() for call in road.calls.made.values() if call.label in used]


def _labels(checked: Checked) -> dict[Place, int]:
    """The label of the citation at each place that was computed with."""
    pairs = ((cited.claim.operand, cited.label) for cited in checked.cited)
    return {one.candidate.place: label for one, label in pairs if one and one.candidate.place}


def _grid(checked: Checked) -> ShownGrid | None:
    """The table that answers, as it stands, its marked cells with their citations."""
    grid = checked.draft.outcome.grid if checked.draft.outcome else None
    if grid is None:
        return None
    at = {
        _key(one.claim.anchor.version_id, one.claim.anchor.page, one.claim.anchor.start): one.label
        for one in checked.cited
    }
    return _shown_grid(grid, at)


def _tables(checked: Checked) -> list[OfferedTable]:
    """Those that come closest, as they stand."""
    return [
        OfferedTable(**_shown_grid(cited.claim.grid, {}), citation=cited.label)
        for cited in checked.cited
        if cited.claim.grid
    ]


def _shown_grid(grid: Grid, at: Mapping[tuple[int, int, int], int]) -> ShownGrid:
    """at: the labels of its cells by their places."""
    return ShownGrid(
        title=grid.title,
        units=grid.units,
        columns=list(grid.columns),
        rows=[_grid_row(row, at) for row in grid.rows],
        source=grid.source,
        page=grid.page,
    )


def _grid_row(row: GridRow, at: Mapping[tuple[int, int, int], int]) -> ShownGridRow:
    labels = [at.get(_key_of(cell.place), 0) if cell.place else 0 for cell in row.cells]
    return ShownGridRow(
        label=row.label,
        heading=row.heading,
        marked=row.marked,
        cells=[cell.text for cell in row.cells],
        citations=labels,
    )


def _key(version: int, page: int, start: int) -> tuple[int, int, int]:
    return version, page, start


def _key_of(place: Place) -> tuple[int, int, int]:
    return _key(place.version, place.page, place.spans[0][0] if place.spans else -1)


def _parts(checked: Checked) -> list[ShownText]:
    own = own_words(checked.draft)
    words = [ShownText(text=own, citation=0)] if own else []
    written = [
        ShownText(text=one.text, citation=next(iter(one.labels), 0), citations=list(one.labels))
        for one in checked.written
    ]
    told = [cited for cited in checked.own_cited if not (cited.claim.lines or cited.claim.grid)]
    return words + written + [_part(cited) for cited in told]


def _part(cited: Cited) -> ShownText:
    part = ShownText(text=cited.claim.text, citation=cited.label)
    if cited.claim.heading:
        part["heading"] = cited.claim.heading
    if cited.claim.core:
        part["core"] = cited.claim.core
    return part


def _rows(cited: Cited) -> list[ShownRow]:
    return [
        ShownRow(
            label=line.label,
            filer=line.filer,
            part=line.part,
            period=line.period,
            value=line.printed,
            units=line.units,
            full=plain(line.full),
            unit=line.unit,
            citation=cited.label,
        )
        for line in cited.claim.lines
    ]


def _names(road: Road, checked: Checked) -> dict[int, str]:
    """Of the filings found, and of those that a figure, a cell or a table is of though no search found them."""
    used = checked.draft.outcome.used if checked.draft.outcome else ()
    looked_up = {one.place.version: one.source for one in used if one.place}
    looked_up |= {one.claim.anchor.version_id: one.claim.grid.source for one in checked.cited if one.claim.grid}
    return looked_up | backing(road) | {filing.version_id: filing.name for filing in road.evidence.filings}


def _documents(road: Road, checked: Checked) -> list[str]:
    """Names of the documents, those cited first where they answer, then those found, then the next in question."""
    names, evidence = _names(road, checked), road.evidence
    found = [filing.name for filing in evidence.filings]
    cited = (
        [] if checked.draft.status is Status.CLOSEST else [names[one.claim.anchor.version_id] for one in checked.cited]
    )
    named = list(dict.fromkeys([*cited, *found, *evidence.result.trace.documents]))
    return named[: max(len({*cited, *found}), NAMED)]


def _pages(road: Road, checked: Checked) -> list[list[str | int]]:
    """[document, page from 0], best first. Pages of an answer, or of tables that come closest, come before those of the
    passages found; sentences that only come closest vote beside the passages.
    """
    names = _names(road, checked)
    tables = [_page(one, names) for one in checked.cited if one.claim.grid]
    cited = [_page(one, names) for one in checked.cited if not one.claim.grid]
    found = [(passage.found.document_name, passage.found.page) for passage in road.evidence.passages]
    if checked.draft.status is Status.CLOSEST:
        text = road.settings.text
        cited = voted(found, cited[: text.closest_votes], weight=text.closest_weight, k=text.closest_k)
    return [[name, page] for name, page in dict.fromkeys([*tables, *cited, *found])]


def _page(one: Cited, names: Mapping[int, str]) -> PageRef:
    return names[one.claim.anchor.version_id], one.claim.anchor.page


def voted(first: Iterable[PageRef], second: Iterable[PageRef], *, weight: float, k: int) -> list[PageRef]:
    """Two orders of pages as one, by reciprocal ranks; weight: of the second against 1 for the first."""
    scores: dict[PageRef, float] = {}
    for order, vote in ((first, 1.0), (second, weight)):
        for rank, page in enumerate(dict.fromkeys(order), start=1):
            scores[page] = scores.get(page, 0.0) + vote / (k + rank)
    return sorted(scores, key=lambda page: -scores[page])


def _searched(evidence: Evidence) -> Searched:
    trace = evidence.result.trace
    return Searched(
        documents=trace.documents_searched,
        passages=trace.passages_searched,
        terms=list(trace.terms),
        filters={name: [str(value) for value in values] for name, values in trace.filters.items()},
        relaxed=list(trace.relaxed),
    )

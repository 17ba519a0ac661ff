"""The dossier as a PDF report: the question, the answer, how it was computed, checked and found, and its sources."""

from collections.abc import Iterator

from apps.chat.exporting.pdf import as_pdf
from apps.chat.exporting.report import Entry, Report, Sheet, Source, calculation, operands
from apps.review.telling import Told

MOST_CANDIDATES = 40


def report_of(told: Told, title: str, made: str, digest: str) -> bytes:
    words = [told.result.get("answer", "") or told.problem.get("error", "There is no answer.")]
    words += [f"{reason['trust']}: {reason['text']}" for reason in told.validation.get("reasons", ())]
    entry = Entry(
        question=told.asked["question"],
        status=told.validation.get("trust") or told.record["ending"],
        asked=f"asked {told.asked['at'][:16].replace('T', ' ')} UTC by {told.asked['by']['name']}, record {digest}",
        paragraphs=tuple(words),
        quotes=(),
        sheets=tuple(_sheets(told)),
        sources=tuple(_sources(told)),
        tools=tuple(f"[{one['label']}] {one['told']} ({one['source']}, {one['fetched']})" for one in told.tools),
    )
    return as_pdf(Report(title, made, (entry,)))


def _sheets(told: Told) -> Iterator[Sheet]:
    if sheet := told.result.get("sheet"):
        yield calculation(sheet)
        yield operands(sheet)
    if told.measures:
        yield Sheet("Measures of the checks", ("Measure", "Value"), told.measures, frozenset({1}))
    if told.timeline:
        stages = tuple((one.name, one.started, _seconds(one.seconds)) for one in told.timeline)
        yield Sheet("Stages", ("Stage", "Begun (UTC)", "Seconds"), stages, frozenset({2}))
    for search in told.searches:
        rows = tuple(
            (str(one.rank), f"{one.document}, page {one.page}", f"{one.score:.4f}", "; ".join(one.reasons)[:200])
            for one in search.candidates[:MOST_CANDIDATES]
        )
        if rows:
            yield Sheet("Candidates, best first", ("#", "Passage", "Score", "Why"), rows, frozenset({0, 2}))
    yield Sheet("Made with", ("What", "Which"), tuple((name, value[:300]) for name, value in told.made_with))


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.3f}"


def _sources(told: Told) -> Iterator[Source]:
    """Each leads to its page in the same folder."""
    for one in told.citations:
        address = f"pages/{one['label']:02}-page-{one['page'] + 1}.png"
        yield Source(one["label"], one["name"], one["page"] + 1, " ".join(one["quote"].split()), address)

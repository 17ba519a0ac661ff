"""Results of tools as a source that the answer's sentences are held against (A8), with the label 0."""

from collections.abc import Iterable, Iterator

from apps.answers.grounding.sources import Source
from apps.answers.tools.answer import ToolAnswer
from apps.answers.tools.sheet import in_figures, period
from apps.answers.tools.telling import in_words


def source_of(answer: ToolAnswer, names: Iterable[str]) -> Source:
    """The figures that tools gave and those computed from them, with their days; `names`: of the filings cited.

    What a tool says in words is no evidence of anything: only numbers, days and names of filings are taken over.
    """
    called = tuple(dict.fromkeys([*names, *(event.document for event in answer.events)]))
    years = {line.year for line in answer.lines if line.year}
    filer = answer.lines[0].company if answer.lines else ""
    return Source(
        0, " ".join(_told(answer)), " ".join(answer.missing), filer=filer, names=called, years=frozenset(years)
    )


def _told(answer: ToolAnswer) -> Iterator[str]:
    yield "".join(f"[{label}]" for label in answer.used)
    for result in answer.used.values():
        yield from (f"{figure.value.normalize():,f} on {in_words(figure.on)}." for figure in result.figures)
        yield from (f"{in_words(figure.on)}." for figure in result.figures)
    for line in answer.lines:
        yield f"{line.name}: {line.stated.text}. {in_figures(line)} {period(line)}. {' '.join(line.ends)}"
        yield f"{in_words(line.asked)}." if line.asked else ""
    if answer.events:
        yield f"{len(answer.events)} filings. {answer.telling}"
    yield from answer.notes

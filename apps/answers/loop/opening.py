"""What a loop starts with: the question, how it was read, who is held, and what rules and a first search found."""

from typing import TYPE_CHECKING

from apps.answers.compute.sheet import in_figures
from apps.answers.run.reading import chosen
from apps.answers.tools.desk import Desk, ident_of
from apps.answers.tools.searching import hits_told
from apps.inference.language import data_block
from apps.questions.sentence import sentence
from apps.questions.slots import Filer
from apps.retrieval.filings import register

if TYPE_CHECKING:
    from apps.answers.run.road import Road

MOST_FILERS = 300
FIRST_HITS = 4
CHOSEN = "how the asker says it is to be read"
MOST_HELD = 30  # filings of the filers named


def opened(road: "Road", desk: Desk) -> str:
    """Blocks of data; what does not change from question to question stands first."""
    names = sorted({one.name for one in register(road.asker, road.scope).filers.values()})
    told = [data_block("filers held", "; ".join(names[:MOST_FILERS])), data_block("question", road.answer.question)]
    if road.answer.follows and road.reading.carried:
        told.append(data_block("question before", road.answer.follows.question))
    told.append(data_block(CHOSEN if chosen(road.reading) else "read by the program as", sentence(road.query)))
    if held := _filings(road, desk):
        told.append(data_block("filings of these filers", held))
    if figures := _figures(road, desk):
        told.append(data_block("computed by the program", figures))
    if road.outcome and road.outcome.missing:
        told.append(data_block("why the program computes nothing", " ".join(road.outcome.missing)))
    chunks = [one.found.chunk_id for one in road.evidence.passages[:FIRST_HITS]]
    if first := hits_told(desk, chunks, road.answer.question):
        told.append(data_block("first search", first))
    return "\n\n".join(told)


def _filings(road: "Road", desk: Desk) -> str:
    """Those of the filers that the question names, the newest first, a line each."""
    named = {filer.name for filer in road.query.filers if isinstance(filer, Filer)}
    found = [one for one in desk.filings if desk.company_name(one) in named]
    found.sort(key=lambda one: (str(one.ends or ""), one.version), reverse=True)
    return "\n".join(
        f"{ident_of(one)} {one.name} {one.form} {one.period} {one.year or ''}" for one in found[:MOST_HELD]
    )


def _figures(road: "Road", desk: Desk) -> str:
    """The program's own results, with ids to cite."""
    lines = []
    for figure in road.outcome.figures if road.outcome else ():
        ident = f"k{len(desk.results) + 1}"
        desk.results[ident] = figure
        lines.append(f"{ident} | {figure.subject} | {figure.period} | {figure.shown.text} | {in_figures(figure)}")
    if road.outcome and road.outcome.verdict:
        lines.append(road.outcome.headline)
    return "\n".join(lines)

"""The form in which an answer is wanted, and the statements and reports that a question names."""

from collections.abc import Sequence
from dataclasses import replace

from apps.questions.chunks import Chunk
from apps.questions.expressions import Item, walk
from apps.questions.query import Form, Role, Shown
from apps.questions.ratios import ratios

NEAR = 40  # chunks that a parenthesis and what it defines may span


def form_of(chunks: Sequence[Chunk]) -> Form:
    """All that the question says about it; of two units the later holds."""
    form = Form()
    for chunk in chunks:
        if chunk.kind == "form":
            form = _with(form, chunk)
    return form


def _with(form: Form, chunk: Chunk) -> Form:
    what = chunk.entry.what
    return replace(
        form,
        shown=Shown(what["shown"]) if "shown" in what else form.shown,
        scale=what.get("scale", form.scale),
        currency=what.get("currency", form.currency),
        decimals=chunk.value
        if chunk.name == "decimals" and isinstance(chunk.value, int)
        else what.get("decimals", form.decimals),
        table=bool(what.get("table", form.table)),
        sentence=bool(what.get("sentence", form.sentence)),
    )


def statement_of(chunks: Sequence[Chunk]) -> str:
    """The one statement that is named; none where there are two."""
    named = {chunk.name for chunk in chunks if chunk.kind == "statement"}
    return named.pop() if len(named) == 1 else ""


def report_of(chunks: Sequence[Chunk]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chunk.name for chunk in chunks if chunk.kind == "report"))


def without_parentheses(chunks: list[Chunk]) -> list[Chunk]:
    """A measure alone in parentheses names the one before it once more, "days payable outstanding (DPO)": it is frame.

    So are the inputs of a ratio that are only those of its own formula, "retention ratio (using dividends paid)".
    """
    made: list[Chunk] = []
    for place, chunk in enumerate(chunks):
        alone = (
            chunk.kind == "measure" and place > 1 and chunks[place - 1].value == "(" and _behind(chunks, place) == ")"
        )
        if (alone and any(one.kind == "measure" for one in chunks[:place])) or _own_input(chunks, place):
            chunk = replace(chunk, kind="frame")
        elif chunk.value == "(" and _opens_definition(chunks, place):
            chunk = replace(chunk, kind="defines", role=Role.FUNCTION)
        made.append(chunk)
    return made


def _own_input(chunks: Sequence[Chunk], place: int) -> bool:
    """An item listed in parentheses behind a ratio, in the formula of which it stands; no part of a formula itself."""
    chunk, before = chunks[place], chunks[:place]
    if chunk.kind != "measure":
        return False
    opened = next((at for at in range(place - 1, -1, -1) if chunks[at].value in ("(", ")")), None)
    measures = [one for one in before if one.kind == "measure"]
    if opened is None or chunks[opened].value != "(" or not measures:
        return False
    close = next((at for at in range(place, len(chunks)) if chunks[at].value == ")"), len(chunks))
    works = any(
        one.kind == "operator" or (one.kind == "function" and one.name != "words") for one in chunks[opened:close]
    )
    if works or any(one.kind == "defines" for one in chunks) or measures[0].name not in ratios():
        return False
    formulas = ratios()[measures[0].name].formulas
    inputs = {one.concept for formula in formulas for one in walk(formula) if isinstance(one, Item)}
    return chunk.name in inputs


def _opens_definition(chunks: Sequence[Chunk], place: int) -> bool:
    """A measure before the parenthesis, and arithmetic with a measure first within it: "FCF (CFO minus capex)"."""
    small = ("period", "frame", "function", "relation", "filer")
    near = chunks[max(place - NEAR, 0) : place]
    before = next((chunk for chunk in reversed(near) if chunk.kind not in small), None)
    if before is None or before.kind != "measure" or any(chunk.kind == "defines" for chunk in near):
        return False
    within = chunks[place + 1 : place + NEAR]
    close = next((at for at, chunk in enumerate(within) if chunk.value == ")"), 0)
    inside = [chunk for chunk in within[:close] if chunk.kind not in ("function", "frame")]
    return len(inside) > 2 and inside[0].kind == "measure" and inside[1].kind == "operator"


def _behind(chunks: Sequence[Chunk], place: int) -> object:
    return chunks[place + 1].value if place + 1 < len(chunks) else None

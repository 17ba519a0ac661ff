"""A question on its way to a query: its sentences read one by one, with the definitions that they state."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from apps.questions.binding import bounds, unbound, within_a_formula
from apps.questions.build import Built, built
from apps.questions.chunks import Chunk, chunks_of, sentences
from apps.questions.expressions import Binary, Bound, Expression, Item, Ratio, Row, Share, walk
from apps.questions.forms import without_parentheses
from apps.questions.intents import ASKING, AUXILIARIES, asks_yes_or_no
from apps.questions.lexicon import lexicon
from apps.questions.names import Mention, Register
from apps.questions.numbers import numbered
from apps.questions.phrases import Phraser
from apps.questions.query import Role
from apps.questions.settling import settled
from apps.questions.slots import Period, PeriodKind
from apps.questions.tokens import LONGEST_QUESTION, Word, words_of

HELD_AGAINST = frozenset(("than", "versus", "vs", "against", "with", "to", "over", "from", "on", "since"))
WHEN = frozenset(("before", "after", "but"))  # within a sentence they tell of that sentence; at its head, how to work
ASIDES = frozenset(("form", "statement", "report", "period", "filer", "words", "number", "mark", "function"))
SUBJECT = "subject"  # the lead of a part that a sentence before the question is about
SUBJECTS = frozenset(("words", "measure", "amount", "dimension", "table", "spend"))
BACK = frozenset(("it", "this", "that", "them", "there"))
JOINING = frozenset(("and", "&", "vs", "versus", "to", "than", "against", "compared", "with", "or"))
LEADS = frozenset(("its", "their", "the", "in", "from", "on", "of", "fiscal", "fy", "form", "'s"))  # before a report
SOURCE, LEADING = ["according", "to"], 4  # words before it that tell where from; words that are looked at
OF_WHOM = frozenset(("filer", "period", "report"))  # "(Oakfield Mills, FY21 10-K)" says it whatever stands around it


@dataclass(slots=True)
class Draft:
    """A question on its way to a query."""

    text: str
    words: tuple[Word, ...]
    chunks: list[Chunk] = field(default_factory=list)
    built: Built = field(default_factory=Built)
    stated: dict[Expression, Expression] = field(default_factory=dict)
    yes_no: bool = False
    headed: bool = False  # what stands before a colon is asked about
    report_years: tuple[int, ...] = ()


def drafted(
    text: str,
    register: Register,
    placed: Sequence[Chunk] = (),
    words: tuple[Word, ...] | None = None,
    *,
    headed: bool = False,
) -> Draft:
    """placed: chunks that stand for their words whatever these would be otherwise. words: those of the text, if it
    is not read as it is written. headed: what stands before a colon is asked about, and no scenery."""
    words = words_of(text) if words is None else words
    draft = Draft(text, words, headed=headed)
    mentions: Sequence[Mention] = register.mentions(text[:LONGEST_QUESTION])
    named = any(mention.filers for mention in mentions)
    parts = [
        with_prior(without_parentheses(Phraser(words, named).phrased(numbered(settled(part, words), words))), words)
        for part in sentences(chunks_of(words, mentions, placed), words)
    ]
    parts = [with_formula(with_its_front_last(part, words)) for part in with_heads(parts)]
    parts = [with_than(part, words) for part in parts]
    parts, draft.report_years = without_report_years(parts, words)
    asked = with_its_subject(parts, which_ask(parts, words), words)
    for place, (part, asking) in enumerate(zip(parts, asked, strict=True)):
        kept = headed and part[-1].value == ":"
        told = _as_scene(part, parts[place:], words) if not asking and not kept and any(asked[place:]) else part
        _add(draft, told, asking=asking or kept or not any(asked))
    return draft


def _add(draft: Draft, chunks: list[Chunk], *, asking: bool) -> None:
    """One sentence. Of one that does not ask, while others do, only definitions, form and sources count."""
    if not asking and not any(chunk.kind == "defines" for chunk in chunks):
        condition = draft.words[chunks[0].start].key == "if"
        chunks = [
            aside(chunk, everything=condition or (chunk.kind not in OF_WHOM and _bracketed(chunks, place)))
            for place, chunk in enumerate(chunks)
        ]
    draft.chunks += chunks
    made = built(chunks, draft.words)
    draft.built.unplaced += made.unplaced
    draft.built.mods += made.mods
    draft.yes_no = draft.yes_no or (asking and asks_yes_or_no(chunks, draft.words))
    draft.built.items += _without_definitions(draft, made.items, asking=asking)


def with_heads(parts: Sequence[list[Chunk]]) -> list[list[Chunk]]:
    """ "Zephyrwick wick return: growth in 2022": what stands before a colon is what the rest asks of, where that names
    nothing itself."""
    made: list[list[Chunk]] = []
    for part in parts:
        heads = bool(made) and made[-1][-1].value == ":" and any(one.kind in ("measure", "words") for one in made[-1])
        if heads and not {one.kind for one in part} & SUBJECTS:
            part = [*made.pop()[:-1], *part]
        made.append(part)
    return made


def with_its_front_last(chunks: list[Chunk], words: Sequence[Word]) -> list[Chunk]:
    """ "Excluding lanterns, what was revenue?" asks for revenue excluding lanterns."""
    if chunks[0].kind != "operator":
        return chunks
    asking = (at for at, chunk in enumerate(chunks) if chunk.value == "," and _asks_behind(chunks, at, words))
    comma = next(asking, None)
    if comma is not None and sum(chunk.kind == "measure" for chunk in chunks[comma:]) > 1:
        return chunks  # from which of them it is left out is not said
    end = next((at for at in range(len(chunks) - 1, 0, -1) if chunks[at].kind != "mark"), 0) + 1
    return chunks if comma is None else [*chunks[comma + 1 : end], *chunks[:comma], chunks[comma], *chunks[end:]]


def _asks_behind(chunks: Sequence[Chunk], place: int, words: Sequence[Word]) -> bool:
    behind = [words[chunk.start].key for chunk in chunks[place + 1 : place + 2]]
    return any(key in ASKING or key in AUXILIARIES for key in behind)


def with_formula(chunks: list[Chunk]) -> list[Chunk]:
    """ "Use revenue / total assets": arithmetic behind "use" is what the question defines; inputs alone are not."""
    place = next((at for at, chunk in enumerate(chunks) if chunk.kind == "using"), None)
    behind = chunks[place + 1 :] if place is not None else []
    operands = [chunk for chunk in behind if chunk.kind in ("measure", "amount")]
    if place is None or len(operands) < 2 or not any(chunk.kind == "operator" for chunk in behind):
        return chunks
    defines = replace(chunks[place], kind="defines", role=Role.FUNCTION)
    return [defines if at == place else chunk for at, chunk in enumerate(chunks)]


def _as_scene(chunks: list[Chunk], behind: Sequence[Sequence[Chunk]], words: Sequence[Word]) -> list[Chunk]:
    """What is told before the question sets the scene, unless it says how to work; its periods hold where none does.

    A name in it is of the question where that points back: "It closed on Oakfield. How much goodwill came with it?"
    What a filer's name and a colon enclose is the subject: "Oakfield lanterns 2021: share of sales from Europe".
    """
    told_of = any(chunk.kind == "part" for part in behind[1:] for chunk in part)
    if chunks[0].kind == "filer" and chunks[-1].value == ":":
        return _with_subject(chunks)
    told = [chunk for chunk in chunks if chunk.kind != "barrier" or chunk is chunks[0] or chunk.key not in WHEN]
    if any(chunk.kind in ("operator", "barrier", "defines", "using") for chunk in told):
        return chunks if told_of else _with_subject(chunks)
    dated = any(chunk.kind == "period" for part in behind[1:] for chunk in part)
    scenery = {"words", "number", "barrier", *(("period",) if dated else ())}
    back = any(words[at].key in BACK for part in behind[1:] for chunk in part for at in range(chunk.start, chunk.end))
    if not told_of:
        chunks = _with_subject(chunks)
    kept = [chunk for chunk in chunks[1:] if back and chunk.kind == "words" and words[chunk.start].text[0].isupper()]
    return [
        replace(chunk, kind="frame", role=Role.FRAME) if chunk.kind in scenery and chunk not in kept else chunk
        for chunk in chunks
    ]


def _with_subject(chunks: list[Chunk]) -> list[Chunk]:
    """ "Zephyrwick's Rail segment grew. By how much did its sales rise?": the part that is told of is asked about."""
    first = [at for at, chunk in enumerate(chunks) if chunk.kind not in ("frame", "function", "mark")][:2]
    whose = [chunks[at].kind for at in first] == ["filer", "part"]
    return [replace(one, lead=SUBJECT) if whose and at == first[-1] else one for at, one in enumerate(chunks)]


def without_report_years(
    parts: Sequence[list[Chunk]], words: Sequence[Word]
) -> tuple[list[list[Chunk]], tuple[int, ...]]:
    """The parts, and of which fiscal years the reports are that are named: "2015 10-K", "(FY21 annual report)".

    "On its 2016 cash flow statement, dividends from 2014 to 2016": of which year a report is asks for no period. But
    one held against another time does ("from 2020 to its 2022 10-K"); where it is the only one, it is no source.
    """
    named = [one for part in parts for one in _named_reports(part)]
    joined = any(_joined(start, end, words) for _, start, end in named)
    told = {id(one) for one in (*(() if joined else (year for year, _, _ in named)), *_of_statements(parts))}
    every = [chunk for part in parts for chunk in part if chunk.kind == "period" and chunk.value.periods]
    years = {one.value.periods[0].year for one, _, _ in named} if len(named) > 1 or not joined else set()
    if len(told) < len(every):
        parts = [
            [replace(one, kind="frame", role=Role.FRAME) if id(one) in told else one for one in part] for part in parts
        ]
    return list(parts), tuple(sorted(year for year in years if year))


def _of_statements(parts: Sequence[Sequence[Chunk]]) -> Iterator[Chunk]:
    pairs = (pair for part in parts for pair in pairwise(part))
    yield from (one for one, after in pairs if after.kind == "statement" and _is_year(one))


def _named_reports(part: Sequence[Chunk]) -> Iterator[tuple[Chunk, int, int]]:
    """The year of each, and where year and report begin and end among the words."""
    ends = [*(one.kind == "mark" for one in part[1:]), True]
    for (one, after), closes in zip(pairwise(part), ends[1:], strict=True):
        if after.kind == "report" and _is_year(one):
            yield one, one.start, after.end
        elif one.kind == "report" and _is_year(after) and closes:
            yield after, one.start, after.end


def _joined(start: int, end: int, words: Sequence[Word]) -> bool:
    """Whether words stand beside that put it next to something else."""
    before = [word.key for word in words[max(start - LEADING, 0) : start] if word.key not in LEADS]
    behind = [word.key for word in words[end : end + 1]]
    return before[-2:] != SOURCE and bool(JOINING & {*before[-1:], *behind})


def _is_year(chunk: Chunk) -> bool:
    years: Sequence[Period] = chunk.value.periods if chunk.kind == "period" else ()
    kinds = (PeriodKind.YEAR, PeriodKind.INSTANT)  # "as of the FY22 10-K"
    return len(years) == 1 and years[0].kind in kinds and years[0].year is not None and years[0].end is None


def with_than(chunks: list[Chunk], words: Sequence[Word]) -> list[Chunk]:
    """ "faster at A than at B": the comparison stands where "than" does."""
    order = next(
        (place for place, chunk in enumerate(chunks) if chunk.kind == "order" and chunk.entry.what.get("comparative")),
        None,
    )
    than = next((place for place, chunk in enumerate(chunks) if words[chunk.start].key == "than"), None)
    if order is None or than is None or than < order:
        return chunks
    entry = lexicon().named("comparator", "above" if chunks[order].entry.what["descending"] else "below")
    swapped = {order: replace(chunks[order], kind="frame"), than: chunks[than].as_kind(entry)}
    return [swapped.get(place, chunk) for place, chunk in enumerate(chunks)]


def with_prior(chunks: list[Chunk], words: Sequence[Word]) -> list[Chunk]:
    """ "than the year before", "against last year": what it is held against, not a period that is asked for."""
    return [
        replace(chunk, kind="prior", role=Role.COMPARATOR) if _is_prior(chunk, words) else chunk for chunk in chunks
    ]


def _is_prior(chunk: Chunk, words: Sequence[Word]) -> bool:
    if chunk.kind != "period" or len(chunk.value.periods) != 1 or chunk.value.periods[0].back != 1:
        return False
    return bool(chunk.start) and words[chunk.start - 1].key in HELD_AGAINST


def which_ask(parts: Sequence[Sequence[Chunk]], words: Sequence[Word]) -> list[bool]:
    """Which sentences ask. Where one of them asks for a measure, one that has none and no question mark does not."""
    asked = [asks(part, words) for part in parts]
    measured = [any(chunk.kind == "measure" for chunk in part) for part in parts]
    if not any(one and has for one, has in zip(asked, measured, strict=True)):
        return asked
    return [one and (has or part[-1].value == "?") for one, has, part in zip(asked, measured, parts, strict=True)]


def with_its_subject(parts: Sequence[Sequence[Chunk]], asked: list[bool], words: Sequence[Word]) -> list[bool]:
    """ "Margins fell while sales rose. How come?": where a reason is asked for and not of what, the sentence before it
    says of what; so where the question is "what was it in 2019?"."""
    first = next((place for place, one in enumerate(asked) if one), 0)
    told = [chunk for part, one in zip(parts, asked, strict=True) if one for chunk in part]
    kinds = {chunk.kind for chunk in told}
    points = any(words[at].key in BACK for chunk in told for at in range(chunk.start, chunk.end))
    if not first or not (points or "why" in kinds) or kinds & SUBJECTS:
        return asked
    return [one or place == first - 1 for place, one in enumerate(asked)]


def asks(chunks: Sequence[Chunk], words: Sequence[Word]) -> bool:
    """Whether a sentence asks: by its mark, its first word or a word of asking. A condition ("if ...") does not."""
    if words[chunks[0].start].key == "if" and chunks[-1].value != "?":
        return False
    if chunks[-1].value == "?" or _bids(chunks[0]):
        return True
    states = chunks[-1].value == "." and words[chunks[0].start].key not in AUXILIARIES  # "Demand has been strong."
    if asks_yes_or_no(chunks, words) and not states:
        return True
    return any(words[chunk.start].key in ASKING for chunk in chunks)


def _bids(chunk: Chunk) -> bool:
    """ "Add up ...", "Rank ...", "Compare ...": a sentence that begins with what is to be worked out."""
    return (chunk.kind == "function" and chunk.name != "words") or chunk.kind in ("list", "order")


def aside(chunk: Chunk, *, everything: bool) -> Chunk:
    """What a sentence that does not ask says of measures tells how to work, and "if ... then say so" nothing at all."""
    if chunk.kind in ("operator", "barrier") and not everything:  # "Exclude one-off items."
        return replace(chunk, kind="barrier", role=Role.UNREAD)
    if chunk.kind == "part" and chunk.lead == SUBJECT and not everything:
        return chunk
    return chunk if chunk.kind in ASIDES and not everything else replace(chunk, kind="frame", role=Role.FRAME)


def _bracketed(chunks: Sequence[Chunk], place: int) -> bool:
    """Whether a chunk stands within parentheses: "(or an exact number if possible)"."""
    marks = [chunk.value for chunk in chunks[:place] if chunk.value in ("(", ")")]
    return bool(marks) and marks[-1] == "("


def _without_definitions(draft: Draft, items: list[Any], *, asking: bool) -> list[Any]:
    """The items without "X defined as F": that is kept as what the question itself states."""
    kept: list[Any] = []
    defines: Chunk | None = None
    for item in items:
        if isinstance(item, Chunk) and item.kind == "defines":
            defines = item
        elif (
            defines
            and isinstance(item, list)
            and (name := _defined(draft, kept, defines, item[0], asking=asking)) is not None
        ):
            _state(draft, name, item)
            defines = None
            kept += [item[1:]] if asking and item[1:] else []  # "free cash flow (A less B), and dividends"
        else:
            kept.append(item)
    return kept


def _defined(draft: Draft, kept: list[Any], defines: Chunk, formula: Any, *, asking: bool) -> Expression | None:
    """What stands before "defined as" in its sentence; before "use", else the last that was asked for before it."""
    if kept and isinstance(kept[-1], list):
        name: Expression = kept[-1][-1] if asking else kept.pop()[-1]
        return _right_before(name, formula)
    asked = draft.built.measures if not kept and defines.name == "using" else []
    return asked[-1] if asked else None


def _right_before(measure: Any, formula: Any) -> Expression:
    """ "Dividends as % of free cash flow (A less B)": the ratio that stands last is what is defined, where one does.

    Not where the formula is of what stands before it, or of the ratio itself: then all of it is defined.
    """
    last = measure
    while isinstance(last, Share | Binary | Bound):
        last = last.whole if isinstance(last, Share) else last.right if isinstance(last, Binary) else last.of
    within = set(walk(unbound(formula)))
    own = {one for one in walk(unbound(measure)) if isinstance(one, Item | Row | Ratio)}
    found: Expression = last if isinstance(last, Ratio) and not own & within else measure
    return found


def _state(draft: Draft, name: Expression, formula: list[Expression]) -> None:
    """Keeps a definition; names and periods within the formula are those that are asked for, or the ones before.

    What is said nowhere else is asked for: "free cash flow defined as A less B of Zephyrwick in 2022".
    """
    inside = {id(chunk) for bound in bounds(formula[0]) for chunk in bound.mods}
    outside = {chunk.kind for chunk in draft.built.mods if id(chunk) not in inside}
    draft.built.mods = [one for one in draft.built.mods if id(one) not in inside or one.kind not in outside]
    draft.stated[unbound(name)] = within_a_formula(unbound(formula[0]))

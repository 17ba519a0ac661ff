"""What kind of answer a question wants, from the signals that its sentences hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.questions.build import Built
from apps.questions.chunks import Chunk
from apps.questions.query import Intent, TextKind
from apps.questions.tokens import Word

AUXILIARIES = frozenset(
    (
        "is",
        "are",
        "was",
        "were",
        "did",
        "doe",
        "does",
        "do",
        "has",
        "have",
        "had",
        "can",
        "could",
        "will",
        "would",
        "should",
    )
)
ASKING = frozenset(("what", "whats", "how", "which", "why", "who", "when", "where", "whose", "whom"))
SPEAKING = frozenset(("you", "your", "i", "we"))
WORDS_FIRST = (
    "why",
    "risk",
    "outlook",
    "definition",
    "event",
    "who",
    "when",
    "where",
    "how",
    "what",
)  # the kinds of text, stronger first
KINDS = {kind: TextKind(kind) for kind in WORDS_FIRST}
# Kinds that ask for something that a filing tells, so that it is not itself what is asked for.
TELLING = frozenset(("measure", "words", "noun", "part", "amount", "quality", "table", "brief", "explain", "tell"))
TELLING |= {"why", "who", "where", "risk", "outlook", "event", "definition", "what"}
ONLY_FIRST = frozenset(("who", "when", "where", "how"))


@dataclass(slots=True)
class Signals:
    """What the sentences of a question say about its kind."""

    chunks: list[Chunk]
    built: Built
    yes_no: bool = False

    def has(self, kind: str) -> bool:
        return any(chunk.kind == kind for chunk in self.chunks)

    def first(self, kind: str) -> Chunk | None:
        return next((chunk for chunk in self.chunks if chunk.kind == kind), None)

    @property
    def which_period(self) -> bool:
        return any(chunk.kind == "which" and chunk.name == "period" for chunk in self.chunks)

    @property
    def when_at_a_loss(self) -> bool:
        """ "In which year did it run a net loss": a condition, which "loss" says itself."""
        return self.which_period and any(one.kind == "measure" and "loss" in one.key.split() for one in self.chunks)

    @property
    def asks_how_it_does(self) -> bool:
        """ "How did X do": the verb twice, and nothing else that a text could tell."""
        doing = sum(chunk.key in ("do", "did", "doe") for chunk in self.chunks)
        return doing > 1 and not (self.has("words") or self.has("quality"))

    def before_measure(self, kind: str) -> bool:
        """Whether the cue stands before every measure."""
        cue = self.first(kind)
        measure = self.first("measure")
        return cue is not None and (measure is None or cue.start < measure.start)


def asks_yes_or_no(chunks: Sequence[Chunk], words: Sequence[Word]) -> bool:
    """A sentence that opens with "is", "did", "has" ..., frames, names and periods aside."""
    for chunk in chunks:
        keys = [words[place].key for place in range(chunk.start, chunk.end)]
        if SPEAKING & set(keys):
            return False
        if keys[0] in AUXILIARIES and chunk.kind in ("function", "spend", "frame"):
            return not (chunk.end < len(words) and words[chunk.end].key == "not")  # "do not include ..."
        if ASKING & set(keys) or chunk.kind in ("measure", "words", "order", "why", "how", "which"):
            return False
    return False


def intent_of(signals: Signals) -> tuple[Intent, TextKind | None]:
    if lists_filings(signals):
        return Intent.LIST, TextKind.EVENT
    kind = text_kind(signals)
    measured = bool(signals.built.measures)
    if kind is TextKind.HOW and not measured and signals.asks_how_it_does:
        return Intent.BRIEF, None
    if signals.has("brief") and not measured and kind in (None, TextKind.WHAT, TextKind.HOW):
        return Intent.BRIEF, None
    if kind is not None and _words_decide(signals, kind, measured):
        return Intent.TEXT, kind
    if _ranks(signals):
        return Intent.RANKING, None
    if signals.yes_no:
        return (Intent.VERDICT, None) if _has_condition(signals) else (Intent.TEXT, kind or TextKind.WHAT)
    if signals.has("quality") and not measured:
        return Intent.VERDICT, None
    if _lists(signals, measured) or (signals.which_period and signals.has("comparator")) or signals.when_at_a_loss:
        return Intent.LIST, None
    if measured:
        return Intent.FIGURE, None
    return (Intent.BRIEF, None) if signals.has("brief") else (Intent.TEXT, kind or TextKind.WHAT)


def lists_filings(signals: Signals) -> bool:
    """Whether filings themselves are asked for: "which 8-Ks did X file", "list the current reports"."""
    if any(chunk.kind in TELLING for chunk in signals.chunks):
        return False
    named = signals.has("report") or any(chunk.key == "filing" for chunk in signals.chunks)
    return named and (signals.has("filed") or signals.has("list"))


def text_kind(signals: Signals) -> TextKind | None:
    for name in WORDS_FIRST:
        if signals.has(name) and (name not in ONLY_FIRST or signals.before_measure(name)):
            return KINDS[name]
    return TextKind.WHAT if signals.has("explain") or signals.has("tell") else None


def _words_decide(signals: Signals, kind: TextKind, measured: bool) -> bool:
    """Whether words answer it although figures are named."""
    if kind in (TextKind.WHY, TextKind.DEFINITION):
        return True
    if kind is TextKind.WHO and _ranks(signals) and sum(chunk.kind == "filer" for chunk in signals.chunks) > 1:
        return False  # "who had more revenue, A or B"
    if (
        kind in (TextKind.WHO, TextKind.WHEN, TextKind.WHERE)
        or signals.has("explain")
        or signals.before_measure("tell")
    ):
        return True
    if kind is TextKind.HOW:
        moves = measured and signals.has("move")  # "how did the tax rate change"
        return not (moves or signals.has("much") or (signals.yes_no and _has_condition(signals)))
    if kind is TextKind.OUTLOOK and measured and not (signals.has("much") or signals.yes_no or _ranks(signals)):
        return True  # "what did it expect for sales": what was reported later does not say so
    if kind in (TextKind.RISK, TextKind.OUTLOOK, TextKind.EVENT):
        return not measured or not (signals.has("much") or _has_condition(signals) or _ranks(signals))
    return not measured


def _ranks(signals: Signals) -> bool:
    each = any(chunk.kind == "part" and chunk.value.each for chunk in signals.chunks)
    which = signals.has("which") or signals.has("who")
    if not signals.has("order"):  # "which segments saw profit fall": all that moved, those that fell most first
        return which and each and signals.has("move") and bool(signals.built.measures)
    told = signals.chunks[0].kind == "order" and signals.chunks[0].name == "rank"  # "Rank A and B by revenue"
    return bool(signals.built.measures) and (each or which or told)


def _has_condition(signals: Signals) -> bool:
    kinds = ("comparator", "sign", "quality", "move", "prior", "against")
    return any(signals.has(kind) for kind in kinds) or bool(signals.built.measures)


def _lists(signals: Signals, measured: bool) -> bool:
    """By each part, or a table by its kind: a mix, a schedule; "list" and "show" only where no measure is named."""
    each = any(chunk.kind == "part" and chunk.value.each for chunk in signals.chunks)
    return each or signals.has("table") or (signals.has("list") and not measured)

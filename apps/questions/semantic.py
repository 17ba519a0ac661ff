"""Questions that the grammar leaves words of unread, as a trained semantic parser reads them.

The parser never makes an expression: it writes the sentence in which readings are told (`written` reads it), of names
of measures, signs, words that it copies from the question, and the question's own periods. What it is less sure of
than is asked for is no reading. The query says what was taken for what, so that trust is at most medium.

Method: a sequence to a sequence with copying (pointer-generator), trained on questions with their readings.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain
from textwrap import shorten
from typing import Protocol

from apps.questions import sentence as told
from apps.questions.expressions import At, Expression, Item, OverTime, OverTimeFunction, Ratio, Row, Share, walk
from apps.questions.labels import Labels, NoLabels, called, stems
from apps.questions.names import Register
from apps.questions.periods import Span, quarter_back, spans, year_back
from apps.questions.placing import portions
from apps.questions.query import FIGURES_TELL, Intent, Query, Reading, Role, Taken
from apps.questions.ratios import ratios
from apps.questions.slots import Filer, Peers, Period, PeriodKind, UnresolvedFiler
from apps.questions.tokens import LONGEST_QUESTION, Word, key_of, words_of
from apps.questions.written import QUOTE, asked_together, written

AnyFiler = Filer | UnresolvedFiler | Peers
FILER, BETWEEN_ASKS = "[F]", told.BESIDES
LETTERS = "ABCDEFGH"
AGAINST = frozenset(("vs", "versus", "v", "against"))
LONGEST_TOLD = 240  # characters of a question that is told again
OPEN = frozenset((Role.UNREAD, Role.OPEN, Role.TOPIC))
WORKING = frozenset((Role.OPERATOR, Role.COMPARATOR, Role.ORDER))
MEANT = frozenset((Role.UNREAD, Role.OPEN, Role.TOPIC, Role.MEASURE, Role.PART))
MOVING = (*told.RATES, OverTimeFunction.CHANGE)
NEVER = 0.02  # of a sentence: not even with others that tell the same
PRINTED = 2  # labels that say a word, from which on it is one of what is measured
NO_FIGURE = "no figure"  # what is written of a question for words
NAME = "N:"  # of a piece that names a measure


@dataclass(frozen=True, slots=True)
class Asked:
    """One word of the question as the parser sees it. marks: it stands for a company or a period."""

    text: str
    glued: bool = False
    marks: bool = False

    @property
    def key(self) -> str:
        """As it is compared; "" of a marker, and of what parts two asks."""
        return "" if self.marks or self.text == BETWEEN_ASKS else key_of(self.text)


@dataclass(frozen=True, slots=True)
class Source:
    """A question with markers in the place of companies and periods: what they are is read by rule."""

    words: tuple[Asked, ...]
    periods: tuple[Period, ...]

    def period(self, symbol: str) -> Period | None:
        """What a symbol stands for; None where the question names no such period."""
        letter, tail = symbol[1:2], symbol[2:]
        at = LETTERS.find(letter)
        if not letter or not 0 <= at < len(self.periods):
            return None
        found = self.periods[at]
        if tail.startswith(":Q"):
            quarter = Period(PeriodKind.QUARTER, found.year, int(tail[2:]), calendar=found.calendar)
            return quarter if found.year else None
        if tail and found.relative:
            return None
        if tail == "-q":
            return quarter_back(found) if found.number else None
        for _ in range(int(tail[1:] or 0)):
            found = year_back(found)
        return found


def same(one: Period, other: Period) -> bool:
    """Whether two are of one time, as a flow or as its end."""
    if one.end and other.end:
        return one.end == other.end
    for dated, named in ((one, other), (other, one)):
        if dated.end and named.year and not named.number:
            return dated.end.year == named.year
    halves = {one.kind, other.kind} & {PeriodKind.HALF, PeriodKind.NINE_MONTHS}
    if halves and one.kind is not other.kind:
        return False
    return one.year is not None and (one.year, one.number) == (other.year, other.number)


def source(text: str, register: Register) -> Source:
    words = words_of(text)
    found: dict[int, tuple[int, Span | None]] = {}
    free = [True] * len(words)
    for mention in register.mentions(text[:LONGEST_QUESTION]):
        inside = [at for at, word in enumerate(words) if word.start < mention.end and mention.start < word.end]
        if inside and free[inside[0]]:
            found[inside[0]] = (inside[-1] + 1, None)
            free[inside[0] : inside[-1] + 1] = [False] * len(inside)
    found |= {span.start: (span.end, span) for span in spans(words, free) if span.periods}
    asked: list[Asked] = []
    periods: list[Period] = []
    at = 0
    while at < len(words):
        end, span = found.get(at, (at + 1, None))
        if span:
            asked += _marked(span, words, periods)
        elif at in found:
            asked.append(Asked(FILER, marks=True))
        else:
            asked.append(Asked(words[at].text, words[at].glued))
        at = end
    return Source(tuple(asked), tuple(periods))


def _marked(span: Span, words: Sequence[Word], periods: list[Period]) -> Iterator[Asked]:
    held = any(words[at].key in AGAINST for at in range(span.start, span.end))
    for place, period in enumerate(span.periods if held else span.asked.listed):
        if place:
            yield Asked("vs" if held else "to" if span.whole else "and")
        if period not in periods:
            periods.append(period)
        letter = LETTERS[periods.index(period) : periods.index(period) + 1]
        yield Asked(f"[P{letter}]", marks=True)


def sentences(written_as: Sequence[str | int], of: Source) -> list[str] | None:
    """What the parser wrote, in plain words: numbers are places of words that it copied. None where it is no text."""
    texts, last = [""], -2
    for piece in written_as:
        glued = isinstance(piece, int) and piece == last + 1 and of.words[piece].glued
        last = piece if isinstance(piece, int) else -2
        if piece == BETWEEN_ASKS:
            texts.append("")
            continue
        if isinstance(piece, int):
            text = of.words[piece].text
        elif len(piece) > 1 and piece[0] == "P" and piece[1] in LETTERS and piece[2:3] in ("", "-", ":"):
            period = of.period(piece)
            if period is None:
                return None
            text = told.period_told(period)
        else:
            text = piece.removeprefix(NAME)
        texts[-1] += text if glued else f" {text}"
    return [_tidy(text) for text in texts]


def _tidy(text: str) -> str:
    """Without spaces inside quotes and brackets."""
    made, open_quote = "", False
    for piece in text.split():
        closing = piece in (")", ",") or (piece == QUOTE and open_quote)
        sticks = made.endswith(("(", f"{QUOTE}")) and (not made.endswith(QUOTE) or open_quote)
        made += piece if closing or sticks or not made else f" {piece}"
        open_quote ^= piece == QUOTE
    return made


class Parse(Protocol):
    """What a parser writes of a question: pieces and places of words. probability: that this is what is asked."""

    @property
    def pieces(self) -> tuple[str | int, ...]: ...
    @property
    def probability(self) -> float: ...


class Parser(Protocol):
    def parse(self, words: Sequence[Asked]) -> Sequence[Parse]:
        """The likeliest first; none where no model is at hand, or it finds no end."""
        ...


def parsed(reading: Reading, register: Register, labels: Labels, parser: Parser, least: float) -> Iterator[Query]:
    """How the parser may read a question for figures, the likeliest first, of the filers and in the form of the rules.

    None of which it is less sure than `least`, or that says nothing else than the rules; none at all where more than
    the company was carried from before.
    """
    by_rules = reading.query
    named = by_rules.filers and all(isinstance(one, Filer) for one in by_rules.filers)
    if set(reading.carried) - {"company"} or by_rules.intent not in FIGURES_TELL or not named:
        return
    of, first = source(reading.question, register), dict[str, Parse]()
    chances = defaultdict[str, float](float)
    for parse in parser.parse(of.words):
        query = _query(parse, of, register, NoLabels(), by_rules.filers) if parse.probability >= NEVER else None
        if query and told.sentence(query) != told.sentence(by_rules) and _says_all(parse, of, query, by_rules):
            chances[told.sentence(query)] += parse.probability
            first.setdefault(told.sentence(query), parse)
    for says, chance in sorted(chances.items(), key=lambda one: -one[1]):
        query = _query(first[says], of, register, labels, by_rules.filers) if chance >= least else None
        again = query and written(told.sentence(query), register, NoLabels())  # its asker may write it otherwise
        if query and again and not _loses(by_rules, query, _copied(first[says], of), labels):
            yield of_the_question(query, reading)


def _query(parse: Parse, of: Source, register: Register, labels: Labels, filers: Sequence[AnyFiler]) -> Query | None:
    """What it wrote, where that is a query. Who asks the same twice lost an ask."""
    texts = sentences(parse.pieces, of) or [""]
    found = [written(text, register, labels, filers) for text in texts]
    asks = [one for one in found if one]
    return _joined(asks) if len(set(asks)) == len(texts) else None


def of_the_question(query: Query, reading: Reading) -> Query:
    """With the words of the question, and the form in which rules read that the answer is wanted."""
    by_rules = reading.query
    tokens = tuple(replace(one, role=Role.MEASURE) if one.role in OPEN else one for one in by_rules.tokens)
    kept = {name: getattr(by_rules, name) for name in ("form", "statement", "reports", "report_years", "estimate")}
    also = tuple(replace(one, **kept) for one in query.also)
    return replace(query, tokens=tokens, also=also, **kept)


def taken_to_mean(question: str, query: Query) -> Query:
    """It says that a reader took the whole question to mean what it tells."""
    taken = Taken(shorten(question, LONGEST_TOLD, placeholder=" …"), told.sentence(query), meaning=True)
    return replace(query, taken=(taken, *query.taken))


def unsaid(by_rules: Query, query: Query) -> tuple[str, ...]:
    """Names of lines that rules read, of which the parser's reading says no word."""
    said = stems(told.sentence(query))
    return tuple(one.label for one in by_rules.measures if isinstance(one, Row) and not stems(one.label) & said)


def _nodes(query: Query) -> list[Expression]:
    return [node for one in query.asks for measure in one.measures for node in walk(measure)]


def _copied(parse: Parse, of: Source) -> Set[str]:
    return {of.words[piece].key for piece in parse.pieces if isinstance(piece, int)}


def _says_all(parse: Parse, of: Source, query: Query, by_rules: Query) -> bool:
    """Whether each number and period of the question is in the reading.

    The year before one that is may be left out where a change is asked for, and a year from its first quarter to its
    last.
    """
    around = {key_of(token.text) for token in by_rules.tokens if token.role is Role.FRAME}  # "according to the 10-K"
    numbers = {word.key for word in of.words if not word.marks and word.text[0].isdigit()} - around
    symbols = [piece for piece in parse.pieces if isinstance(piece, str) and piece[:1] == "P" and piece[1:2] in LETTERS]
    used = [found for symbol in symbols if (found := of.period(symbol))]
    moves = any(isinstance(node, OverTime) and node.function in MOVING for node in _nodes(query))
    before = [year_back(one) for one in used if moves and not one.relative]
    years = {symbol[:2] for symbol in symbols if {f"{symbol[:2]}:Q1", f"{symbol[:2]}:Q4"} <= {*symbols}}
    whole = [found for symbol in years if (found := of.period(symbol))]
    periods = (one for one in of.periods if not one.relative)
    dated = all(any(same(one, other) for other in (*used, *before, *whole)) for one in periods)
    return dated and numbers <= _copied(parse, of)


def _loses(by_rules: Query, query: Query, copied: Set[str], labels: Labels) -> bool:
    """Whether something that rules read is not in the reading, or it is of a kind that rules read better."""
    nodes, kinds = _nodes(query), {one.intent for one in query.asks}
    dated = any(isinstance(node, At) and node.period for node in nodes)  # what falls due in a year is read by rule
    plain = Intent.FIGURE in kinds and all(isinstance(node, Item | Row | At) for node in nodes)
    ordered = {Role.ORDER} if Intent.RANKING in kinds else set[Role]()
    works = (WORKING - ordered) & {one.role for one in by_rules.tokens}
    other = not kinds <= {Intent.FIGURE, Intent.RANKING}  # of a threshold nothing would be left
    whole = any(isinstance(node, Share) and node.of == node.whole for node in nodes) and not query.parts
    return dated or other or whole or bool(plain and works) or _drops(by_rules, query, copied, labels)


def _drops(by_rules: Query, query: Query, copied: Set[str], labels: Labels) -> bool:
    """Whether a word that filings print in labels is neither copied nor said otherwise.

    One label tells that a word is of what is measured where rules had read it so, else it takes two.
    """
    nodes, asked = _nodes(query), stems(" ".join(token.text for token in by_rules.tokens))
    formulas = [one for node in nodes if isinstance(node, Ratio) for one in ratios()[node.key].formulas]
    made_of = {node for formula in formulas for node in walk(formula) if isinstance(node, Item)}
    made_of -= {one for one in by_rules.measures if one not in nodes}  # a figure by itself is not said by its ratio
    ways = [way for node in nodes if isinstance(node, Item) for way in called(node.concept) if way <= asked]
    said = stems(told.sentence(query)).union(*ways, *chain.from_iterable(called(one.concept) for one in made_of))
    said |= portions() if any(isinstance(node, Share) for node in nodes) else frozenset()
    items = [node for node in _nodes(by_rules) if isinstance(node, Item)]
    fewer = len({node for node in nodes if isinstance(node, Item)}) < len(items)
    if fewer and any(_unnamed(node, asked, said) for node in items):
        return True
    least = {
        stem: 1 if one.role in (Role.MEASURE, Role.PART) else PRINTED
        for one in by_rules.tokens
        if one.role in MEANT and one.text[0].isalnum() and key_of(one.text) not in copied
        for stem in stems(one.text) - said
    }
    filers = [one for one in query.filers if isinstance(one, Filer)]
    printed = Counter(stem for label in labels.held(filers, query.periods, least) for stem in stems(label.text))
    return any(printed[stem] >= count for stem, count in least.items())


def _unnamed(item: Item, asked: Set[str], said: Set[str]) -> bool:
    """Whether the words by which the question names an item are none that a reading says: "buybacks and dividends"."""
    ways = [way for way in called(item.concept) if way <= asked]
    return bool(ways) and not any(way & said for way in ways)


def _joined(asks: Sequence[Query]) -> Query:
    """Asks for figures of the same periods and part, one behind the other, are several figures of one."""
    found = list[Query]()
    for one in asks:
        last = found[-1] if found else None
        alike = last and (last.intent, last.periods, last.part) == (one.intent, one.periods, one.part)
        if last and alike and one.intent is Intent.FIGURE:
            found[-1] = replace(last, measures=tuple(dict.fromkeys((*last.measures, *one.measures))))
        else:
            found.append(one)
    return asked_together(found)

"""The inverse of `sentence`: a reading written in the words in which readings are told is that query, to the word.

What a reader corrects, and what a model or a test writes so, needs no guess: names of lines stand in quotes, what an
operand is of stands in parentheses behind it, then come filers, part, periods and form between commas. A text that is
not of this form from end to end is none of these, and is read as people talk.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache
from itertools import accumulate, chain
from typing import Any, TypeVar

from apps.questions.chunks import MEASURES
from apps.questions.expressions import (
    HUNDRED,
    At,
    Binary,
    Call,
    CallFunction,
    Expression,
    Item,
    Number,
    OverTime,
    Ratio,
    Row,
    Share,
    Stated,
    mapped,
    walk,
)
from apps.questions.labels import ADJUSTED, Fit, Labels, named, stems_of
from apps.questions.lexicon import lexicon
from apps.questions.names import Mention, Register
from apps.questions.periods import spans
from apps.questions.phrases import leaf
from apps.questions.placing import of_entry
from apps.questions.query import Against, Comparison, Form, Intent, Order, Query, Role, Shown, Taken, Token
from apps.questions.ratios import ratios
from apps.questions.sentence import (
    AGAINST,
    BESIDES,
    COMPARATORS,
    DEFINED,
    DIMENSIONS,
    HELD_LATEST,
    OVER_TIME,
    PER_WHOLE,
    RATES,
    SCALES,
    SHARE,
    SIGNS,
    label,
    ratio_name,
)
from apps.questions.slots import Dimension, Filer, Part, Peers, Periods, UnresolvedFiler
from apps.questions.tokens import LONGEST_QUESTION, QUOTES, Word, words_of
from apps.statements.ontology import concepts

One = TypeVar("One")
MOST_TERMS = 12  # of a sum
MOST_PIECES = 12  # between commas
MOST_ASKS = 4
DEEPEST = 12  # brackets within brackets
KINDS = {DIMENSIONS.get(one, one.value): one for one in Dimension if one is not Dimension.ANY}
SIGNING = frozenset(("operator", "comparator"))
WORKING = frozenset(("function", "order", "move", "form", "estimate", "sign"))
CURRENCIES = frozenset(
    ("USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD", "CNY", "HKD", "INR", "KRW", "TWD", "SGD", "SEK", "NOK",
     "DKK", "PLN", "MXN", "BRL", "ZAR")
)  # fmt: skip
QUOTE = '"'
ENDS = {"most": True, "least": False}


class _NotSo(Exception):
    """The text is not of this form."""


def written(
    text: str, register: Register, labels: Labels, filers: Sequence[Filer | UnresolvedFiler | Peers] = ()
) -> Query | None:
    """The query that `sentence` tells in these words; None where the text is anything else. Never raises.

    labels: what the filings print, by which a line that is written a little otherwise is found. filers: of whom it is
    where the text does not say.
    """
    if len(text) > LONGEST_QUESTION:
        return None
    asks, marks = list[Query](), list[Token]()
    try:
        places = _asks(text.rstrip().removesuffix("."))
        for start, end in places:
            one = _Text(" " * start + text[start:end], register)
            query = one.query()
            if len(places) > 1 and not (query.filers and one.dated):
                raise _NotSo  # people may mean that of the other ask
            asks.append(_as_printed(query if query.filers else replace(query, filers=tuple(filers)), labels))
            marks.append(Token(BESIDES, end, end + 1, Role.FUNCTION))
    except _NotSo:
        return None
    return asked_together(asks, marks[:-1])


def asked_together(asks: Sequence[Query], marks: Sequence[Token] = ()) -> Query:
    """One query that asks all of it; its words are those of the asks and what stands between them."""
    first, *others = chain.from_iterable(one.asks for one in asks)
    tokens = sorted((*chain.from_iterable(one.tokens for one in asks), *marks), key=lambda token: token.start)
    taken = tuple(dict.fromkeys(chain.from_iterable(one.taken for one in asks)))
    return replace(first, also=tuple(others), tokens=tuple(tokens), taken=taken) if others else first


def _asks(text: str) -> Sequence[tuple[int, int]]:
    """Where each ask begins and ends: between semicolons outside of quotes and brackets."""
    quotes = [at for at, letter in enumerate(text) if QUOTES.get(letter, letter) == QUOTE]
    deep = list(accumulate({"(": 1, ")": -1}.get(letter, 0) for letter in text))
    marks = [at for at, letter in enumerate(text) if letter == BESIDES and not (deep[at] or bisect(quotes, at) % 2)]
    if len(marks) >= MOST_ASKS:
        raise _NotSo
    return list(zip((0, *(at + 1 for at in marks)), (*marks, len(text)), strict=True))


def _as_printed(query: Query, labels: Labels) -> Query:
    """With its lines as the filings print them; of one that is printed otherwise the query says what was taken."""
    filers = [filer for filer in query.filers if isinstance(filer, Filer)]
    compared = query.condition if isinstance(query.condition, Comparison) else None
    sides = (compared.left, compared.right) if compared else ()
    told = [one for one in (*query.measures, *sides) if not isinstance(one, Against)]
    rows = {node for one in told for node in walk(one) if isinstance(node, Row)}
    printed = labels.held(filers, query.periods, stems_of(row.label for row in rows)) if rows else ()
    found = {row: named(row.label, [one for one in printed if not one.title]) for row in rows if not row.like}
    other = {row: one.label.text for row, one in found.items() if one and one.fit in (Fit.INFLECTED, Fit.WIDER)}
    lines = {row: replace(row, label=text) for row, text in other.items()}
    taken = [Taken(row.label, text) for row, text in other.items()]
    changed = query.mapped(lambda node: lines.get(node, node) if isinstance(node, Row) else node)
    return replace(changed, taken=tuple(taken))


def _within(measure: Expression, part: Part) -> Expression:
    """An operand that is of a part, of a query that is of another: of both."""

    def change(node: Any) -> Any:
        own = node.part if isinstance(node, At) else None
        if own is None or own.each or own.within or own.member == part.member:
            return node
        return replace(node, part=replace(own, within=part.member))

    made: Expression = mapped(measure, change)
    return made


@cache
def keys_of(text: str) -> tuple[str, ...]:
    """Of a phrase of the program's own: its words as they are compared."""
    return tuple(word.key for word in words_of(text))


@cache
def names() -> Mapping[tuple[str, ...], Expression]:
    """What a measure is called in a sentence, in keys of words."""
    items: dict[str, Expression] = {label(Item(key)): Item(key) for key in concepts()}
    told = {ratio_name(key): Ratio(key) for key in ratios()} | items
    return {keys_of(name): one for name, one in told.items()}


@dataclass(slots=True)
class _Text:
    """At a word of a text. roles: of the words that are read."""

    text: str
    register: Register
    words: tuple[Word, ...] = ()
    at: int = 0
    depth: int = 0
    roles: dict[int, Role] = field(default_factory=dict)
    found: Sequence[Mention] | None = None
    dated: bool = False  # it says when

    def __post_init__(self) -> None:
        self.words = words_of(self.text)

    @property
    def mentions(self) -> Sequence[Mention]:
        """Of companies, looked for once, and where a text has come so far."""
        if self.found is None:
            self.found = self.register.mentions(self.text)
        return self.found

    # A word, a phrase, a rest

    def _says(self, phrase: str, role: Role = Role.OPERATOR) -> bool:
        """Whether the next words are these: then they are read."""
        return self._says_keys(keys_of(phrase), role)

    def _says_keys(self, keys: tuple[str, ...], role: Role) -> bool:
        if tuple(word.key for word in self.words[self.at : self.at + len(keys)]) != keys:
            return False
        self._read(len(keys), role)
        return True

    def _read(self, count: int, role: Role) -> None:
        for place in range(self.at, self.at + count):
            marks = not self.words[place].text[0].isalnum()
            self.roles[place] = Role.FUNCTION if marks else role
        self.at += count

    def _must(self, phrase: str, role: Role = Role.OPERATOR) -> None:
        if not self._says(phrase, role):
            raise _NotSo

    def _one_of(self, phrases: Mapping[One, str], role: Role = Role.OPERATOR) -> One | None:
        longest = sorted(phrases.items(), key=lambda one: -len(one[1]))
        return next((key for key, phrase in longest if self._says(phrase, role)), None)

    @property
    def _ended(self) -> bool:
        return self.at >= len(self.words)

    def _cut(self, start: int, end: int) -> str:
        return self.text[self.words[start].start : self.words[end - 1].end] if end > start else ""

    # The whole

    def query(self) -> Query:
        query = self._core()
        pieces = list(self._pieces())
        if len(pieces) > MOST_PIECES:
            raise _NotSo
        filers, pieces = self._filers(pieces)
        part, pieces = self._part_before(pieces)
        periods, pieces = self._periods(pieces)
        form = Form()
        for start, end in pieces:
            form = self._form(form, start, end)
        each = query.part if part is None else part  # "which segment ..." is told twice
        if each and query.part and each != query.part:
            raise _NotSo
        if each and not each.each:
            query = replace(query, measures=tuple(_within(one, each) for one in query.measures))
        tokens = tuple(
            Token(word.text, word.start, word.end, self.roles[place]) for place, word in enumerate(self.words)
        )
        return replace(query, filers=filers, part=each, periods=periods, form=form, tokens=tokens)

    def _core(self) -> Query:
        if self._says("whether", Role.COMPARATOR):
            return Query(Intent.VERDICT, condition=(condition := self._condition()), measures=(condition.left,))
        if self._says("when", Role.COMPARATOR):
            return Query(Intent.LIST, condition=(condition := self._condition()), measures=(condition.left,))
        if self._says("which", Role.ORDER):
            return self._ranking(1)
        if self._says("the table of"):
            return Query(Intent.LIST, measures=self._measures())
        ahead = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        if ahead and ahead.count and self._says("the", Role.ORDER):
            self._read(1, Role.ORDER)
            return self._ranking(ahead.count)
        return Query(Intent.FIGURE, estimate=self._says("expected"), measures=self._measures())

    def _measures(self) -> tuple[Expression, ...]:
        found = [self._share()]
        while self._says("and", Role.FUNCTION):
            found.append(self._share())
        return tuple(found)

    def _ranking(self, most: int) -> Query:
        kinds = self._one_of({one: kind for kind, one in KINDS.items()}, Role.PART)
        if kinds is None:
            self._must("one", Role.ORDER)
        self._must("that have the" if most > 1 else "has the", Role.ORDER)
        descending = ENDS.get(self._one_of({one: one for one in ENDS}, Role.ORDER) or "")
        if descending is None:
            raise _NotSo
        by = self._share(bare=True)
        return Query(Intent.RANKING, (by,), order=Order(by, descending, most), part=Part(kinds) if kinds else None)

    def _condition(self) -> Comparison:
        left = self._share()
        self._must("is", Role.COMPARATOR)
        comparator = self._one_of(COMPARATORS, Role.COMPARATOR)
        if comparator is None:
            raise _NotSo
        against = self._one_of(AGAINST, Role.COMPARATOR)
        right: Expression | Against = against or self._share()
        grown = isinstance(left, OverTime) and left.function in RATES
        if isinstance(right, Number) and grown:
            self._must("%")
            right = Number(right.value / HUNDRED)
        return Comparison(left, comparator, right)

    # Expressions

    def _share(self, *, bare: bool = False) -> Expression:
        of = self._sum(bare=bare)
        if not self._says(SHARE):
            return of
        return Share(of, of) if self._says(PER_WHOLE) else Share(of, self._sum())

    def _sum(self, *, bare: bool = False) -> Expression:
        """One sign; of several the order must be bracketed, or be that of terms added up or taken off."""
        left, before = self._term(bare=bare), None
        for _ in range(MOST_TERMS):
            sign = self._one_of(SIGNS)
            if sign is None:
                return left
            if before and not {before, sign} <= {*list(SIGNS)[:2]}:
                raise _NotSo
            left, before = Binary(sign, left, self._term()), sign
        raise _NotSo

    def _term(self, *, bare: bool = False) -> Expression:
        self.depth += 1
        if self.depth > DEEPEST:
            raise _NotSo
        one = self._function(bare=bare) or self._bracketed(self._share) or self._leaf()
        self.depth -= 1
        if self._says(DEFINED):
            name = label(one)
            formula = self._bracketed(self._share)
            if formula is None:
                raise _NotSo
            one = Stated(name, formula)
        return self._at(one)

    def _function(self, *, bare: bool) -> Expression | None:
        """bare: its article is told before it: "has the most growth of"."""
        told = {one: phrase.removeprefix("the ") if bare else phrase for one, phrase in OVER_TIME.items()}
        if self._says("size of" if bare else "the size of"):
            of = self._term()
            return Call(CallFunction.ABSOLUTE, (of,))
        for function in CallFunction:
            if self._says(f"{'' if bare else 'the '}{function.value} of ("):
                return self._of_several(function)
        over = self._one_of(told)
        if over is None:
            return None
        of = self._term()
        return OverTime(over, of, self._length())

    def _of_several(self, function: CallFunction) -> Expression:
        """ "The average of (A and B)" is of one period, "the average of (A plus B)" over several."""
        found = self._measures()
        self._must(")")
        if len(found) > 1:
            return Call(function, found)
        over = next((one for one in OVER_TIME if one.value == function.value and "of" in OVER_TIME[one]), None)
        if over is None:
            raise _NotSo
        return OverTime(over, self._at(found[0]), self._length())

    def _length(self) -> int | None:
        if self.at + 2 < len(self.words) and self.words[self.at].key == "over":
            years = self.words[self.at + 1].count
            if years and self.words[self.at + 2].key == "year":
                self._read(3, Role.PERIOD)
                return years
        return None

    def _bracketed(self, inner: Callable[[], Expression]) -> Expression | None:
        if not self._says("("):
            return None
        found = inner()
        self._must(")")
        return found

    def _leaf(self) -> Expression:
        """A name, a line in quotes, a number; of an earlier period where it says so."""
        one = self._quoted() or self._number() or self._named()
        if isinstance(one, Item | Row):
            if self._says("of the period before", Role.PERIOD):
                return replace(one, lag=1)
            count = self.words[self.at + 1].count if self.at + 1 < len(self.words) else None
            keys = ("of", self.words[self.at + 1].key if count else "", *keys_of("periods before"))
            if count and self._says_keys(keys, Role.PERIOD):
                return replace(one, lag=count)
        return one

    def _quoted(self) -> Expression | None:
        if self._ended or QUOTES.get(self.words[self.at].text, self.words[self.at].text) != QUOTE:
            return None
        inside = range(self.at + 1, len(self.words))
        close = next((at for at in inside if QUOTES.get(self.words[at].text, self.words[at].text) == QUOTE), 0)
        if close <= self.at + 1:
            raise _NotSo
        name = self._cut(self.at + 1, close)
        self._read(close + 1 - self.at, Role.MEASURE)
        known = next((one for one in lexicon().entries if (one.kind, one.name) == ("row", name)), None)
        return leaf(of_entry(known)) if known else Row(name)

    def _number(self) -> Expression | None:
        word = None if self._ended else self.words[self.at]
        if word is None or not word.is_number:
            return None
        self._read(1, Role.MEASURE)
        return Number(Decimal(word.text.replace(",", "")))

    def _named(self) -> Expression:
        """By its name, else by the longest phrase of the lexicon that calls it so and nothing else."""
        keys = tuple(word.key for word in self.words[self.at :])
        most = max((len(name) for name in names() if keys[: len(name)] == name), default=0)
        match = None if self._ended else lexicon().longest(self.words, self.at, len(self.words))
        known = [one for one in match.entries if one.kind in MEASURES] if match else []
        if match and len(known) == len(match.entries) == 1 and match.end - self.at > most:
            self._read(match.end - self.at, Role.MEASURE)
            return leaf(of_entry(known[0]))
        if not most:
            raise _NotSo
        self._read(most, Role.MEASURE)
        return names()[keys[:most]]

    def _at(self, one: Expression) -> Expression:
        """ "(region Europe, fiscal 2022)" behind an operand: of whom, when and of which part it is."""
        if self._ended or self.words[self.at].text != "(":
            return one
        close, deep = self.at, 0
        for close in range(self.at, len(self.words)):
            deep += {"(": 1, ")": -1}.get(self.words[close].text, 0)
            if not deep:
                break
        if deep or close == self.at + 1:
            raise _NotSo
        inside = list(self._split(self.at + 1, close))
        filers, inside = self._filers(inside)
        part, inside = self._part_before(inside)
        periods, inside = self._periods(inside)
        several = max(len(filers), len(periods.listed)) > 1 or any(not isinstance(filer, Filer) for filer in filers)
        if inside or several:
            raise _NotSo
        for place in (self.at, close):
            self.roles[place] = Role.FUNCTION
        self.at = close + 1
        named = next((filer for filer in filers if isinstance(filer, Filer)), None)
        return At(one, named, next(iter(periods.listed), None), part)

    # What stands between commas

    def _pieces(self) -> Iterator[tuple[int, int]]:
        if self._ended:
            return
        self._must(",")
        yield from self._split(self.at, len(self.words))

    def _split(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Places of words between commas; a mark that parts them says nothing."""
        first, deep = start, 0
        for place in range(start, end):
            deep += {"(": 1, ")": -1}.get(self.words[place].text, 0)
            if self.words[place].text == "," and not deep:
                self.roles[place] = Role.FUNCTION
                yield first, place
                first = place + 1
        if first < end:
            yield first, end

    def _filers(
        self, pieces: Sequence[tuple[int, int]]
    ) -> tuple[tuple[Filer | UnresolvedFiler | Peers, ...], list[tuple[int, int]]]:
        """Names of filers at the front, joined by "and"; a name may hold a comma."""
        found: list[Filer | UnresolvedFiler | Peers] = []
        rest = list(pieces)
        place = rest[0][0] if rest else len(self.words)
        while place < len(self.words) and (named := self._filer(place)):
            filer, end = named
            found.append(filer)
            self._mark(place, end, Role.FILER)
            place = end
            if place < len(self.words) and self.words[place].key == "and":
                self._mark(place, place + 1, Role.FUNCTION)
                place += 1
                continue
            break
        if not found:
            return (), rest
        left = [(start, end) for start, end in rest if end > place]
        if left and left[0][0] < place:  # the name ends within a piece
            raise _NotSo
        return tuple(found), left

    def _filer(self, place: int) -> tuple[Filer | UnresolvedFiler | Peers, int] | None:
        if [word.key for word in self.words[place : place + 2]] == ["its", "peer"]:
            return Peers(), place + 2
        start = self.words[place].start
        mention = next((one for one in self.mentions if one.start == start), None)
        if mention is None:
            return None
        if len(mention.filers) != 1:
            return UnresolvedFiler(mention.text, mention.filers), self._behind(place, mention.end)
        name = mention.filers[0].name
        whole = self.text[start : start + len(name)].casefold() == name.casefold()
        return mention.filers[0], self._behind(place, start + len(name) if whole else mention.end)

    def _behind(self, place: int, end: int) -> int:
        return next((at for at in range(place, len(self.words)) if self.words[at].start >= end), len(self.words))

    def _mark(self, start: int, end: int, role: Role) -> None:
        for place in range(start, end):
            self.roles[place] = role if self.words[place].text[0].isalnum() else Role.FUNCTION

    def _part_before(self, pieces: list[tuple[int, int]]) -> tuple[Part | None, list[tuple[int, int]]]:
        """What stands before periods and form; a member's name may hold commas."""
        count = next((at for at in range(len(pieces)) if self._tells_when_or_how(pieces[at:])), len(pieces))
        if not count:
            return None, pieces
        start, end = pieces[0][0], pieces[count - 1][1]
        if spans(self.words[start:end]) or not self.words[start].text[0].isalnum() or self._says_more(start, end):
            raise _NotSo
        self._mark(start, end, Role.PART)
        keys = [word.key for word in self.words[start:end]]
        if keys[0] == "by" and " ".join(keys[1:]) in KINDS:
            return Part(KINDS[" ".join(keys[1:])]), pieces[count:]
        kind = KINDS.get(keys[0]) if len(keys) > 1 else None
        told = start + (kind is not None)
        cut = next((at for at in range(told + 1, end - 1) if self.words[at].key == "within"), end)
        member, within = self._cut(told, cut), self._cut(cut + 1, end) or None
        return Part(kind or Dimension.ANY, member, self._cut(start, end), within), pieces[count:]

    def _says_more(self, start: int, end: int) -> bool:
        """Whether a company or words that work on measures stand where a part should."""
        first, last = self.words[start].start, self.words[end - 1].end
        if any(one.start < last and first < one.end for one in self.mentions):
            return True
        matches = [match for at in range(start, end) if (match := lexicon().longest(self.words, at, end))]
        every = [entry.kind for match in matches for entry in match.entries]
        ending = {entry.kind for match in matches if match.end == end for entry in match.entries}
        several = every.count("member") > 1 and not self._is_kind(start)  # "Europe and Asia" are two
        qualifies = {word.key for word in self.words[start:end]} <= ADJUSTED
        return bool(ending & WORKING) or several or qualifies or bool(SIGNING & set(every))

    def _is_kind(self, at: int) -> bool:
        return self.words[at].key in KINDS

    def _tells_when_or_how(self, pieces: Sequence[tuple[int, int]]) -> bool:
        return self._when(pieces) is not None or self._shown(*pieces[0]) is not None

    def _periods(self, pieces: list[tuple[int, int]]) -> tuple[Periods, list[tuple[int, int]]]:
        found = self._when(pieces) if pieces else None
        if found is None:
            return Periods(), pieces
        periods, count = found
        self.dated = True
        self._mark(pieces[0][0], pieces[count - 1][1], Role.PERIOD)
        return periods, pieces[count:]

    def _when(self, pieces: Sequence[tuple[int, int]]) -> tuple[Periods, int] | None:
        """The periods that the first pieces are, and how many pieces: a day holds a comma."""
        for count in range(len(pieces), 0, -1):
            start, end = pieces[0][0], pieces[count - 1][1]
            inside = self.words[start:end]
            if self._cut(start, end).casefold() == HELD_LATEST:
                return Periods(), count
            found = spans(inside)
            whole = len(found) == 1 and (found[0].start, found[0].end) == (0, len(inside)) and found[0].periods
            if whole and not found[0].years:
                return found[0].asked, count
        return None

    def _shown(self, start: int, end: int) -> Form | None:
        told = self._cut(start, end)
        return _forms().get(told.casefold()) or _decimals(told) or _currency(told)

    def _form(self, form: Form, start: int, end: int) -> Form:
        more = self._shown(start, end)
        if more is None:
            raise _NotSo
        self._mark(start, end, Role.FORM)
        plain = Form()
        told = {name: value for name in Form.__slots__ if (value := getattr(more, name)) != getattr(plain, name)}
        return replace(form, **told)


@cache
def _forms() -> Mapping[str, Form]:
    shown = {f"in {one.value}": Form(one) for one in Shown if one not in (Shown.AS_STATED, Shown.MONEY)}
    scaled = {f"in {name}": Form(scale=scale) for scale, name in SCALES.items()}
    return {**shown, **scaled, "as a table": Form(table=True), "in one sentence": Form(sentence=True)}


def _decimals(told: str) -> Form | None:
    count, _, unit = told.partition(" ")
    return (
        Form(decimals=int(count)) if count.isdecimal() and len(count) == 1 and unit in ("decimal", "decimals") else None
    )


def _currency(told: str) -> Form | None:
    sign = told.removeprefix("in ")
    return Form(currency=sign) if sign in CURRENCIES and sign != told else None

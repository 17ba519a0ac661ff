"""Reading a formula as people write it: "365 * (average accounts payable between FY2021 and FY2022) / FY2022 COGS".

A phrase between operators names a statement item in the words of questions, with its period before, after or implied.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise

from apps.answers.calculator.formula import (
    Binary,
    Call,
    Formula,
    FormulaError,
    Function,
    Item,
    Negative,
    Number,
    Operator,
)
from apps.statements.mentions import mentions, named
from apps.statements.ontology import Statement, concept_of, concepts

MAX_LENGTH = 600
MAX_DEPTH = 30
SIGN_WORDS = "divided by|times|multiplied by|plus|minus|less"
TOKEN = re.compile(
    r"\s*(?:(?P<number>\d[\d,]*(?:\.\d+)?%?(?![\w-])|\.\d+)"
    rf"|(?P<operator>[-+*/^×÷−–]|\b(?:{SIGN_WORDS})\b)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<comma>[,;])|(?P<word>[^\s()\[\]{}+*/^×÷,;−]+))",
    re.IGNORECASE,
)
OPERATORS = {
    **dict.fromkeys(("+", "plus"), Operator.ADD),
    **dict.fromkeys(("-", "−", "–", "minus", "less"), Operator.SUBTRACT),
    **dict.fromkeys(("*", "×", "times", "multiplied by"), Operator.MULTIPLY),
    **dict.fromkeys(("/", "÷", "divided by"), Operator.DIVIDE),
    "^": Operator.POWER,
}
PRECEDENCE = {Operator.ADD: 1, Operator.SUBTRACT: 1, Operator.MULTIPLY: 2, Operator.DIVIDE: 2, Operator.POWER: 3}
YEAR = re.compile(r"\b(?:FY|fiscal(?: year)?)?\s*'?((?:19|20)\d\d)\b|\bFY\s*'?(\d\d)\b", re.IGNORECASE)
PRIOR = re.compile(
    r"\b(?:prior|previous|last|preceding)(?:[- ](?:fiscal )?year)?(?:['’]s)?\b|\b(?:beginning|opening)\b", re.IGNORECASE
)
FUNCTION = re.compile(
    r"^\s*(?:the\s+)?(?P<average>average|avg\.?|mean)\b"
    r"|^\s*(?:the\s+)?(?P<change>(?:year[- ]over[- ]year\s+)?(?:change|increase|difference))s?\s+(?:in|of)\b"
    r"|^\s*(?:the\s+)?(?P<growth>growth)\s+(?:in|of)\b|^\s*(?:the\s+)?(?P<sum>sum|total)\s+of\b",
    re.IGNORECASE,
)
# What moves a balance is none: "additions to property and equipment", "proceeds from long-term debt".
MOVES = re.compile(
    r"\b(?:additions? to|purchases? of|acquisitions? of|investments? in|spending on|payments? (?:for|of|on)"
    r"|proceeds from|issuances? of|repayments? of|sales? of|disposals? of|expenditures? (?:for|on))\b",
    re.IGNORECASE,
)
UNTOLD = re.compile(r"\b(?:the|a|an|unadjusted|here|its|year)\b|[\"'“”]")
LISTED = re.compile(  # words between signs with commas among them
    rf"(?<!\w)(?:(?!\b(?:{SIGN_WORDS})\b)[^()\[\]{{}}+*/^×÷;−]){{1,200}},(?:(?!\b(?:{SIGN_WORDS})\b)[^()\[\]{{}}+*/^×÷;−])+",
    re.IGNORECASE,
)
SIGN_FOLLOWS = re.compile(rf"\s*(?:{SIGN_WORDS})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str


@dataclass(slots=True)
class Reader:
    """Precedence climbing over the tokens of one formula."""

    tokens: list[Token]
    names: Mapping[str, Formula]
    place: int = 0
    depth: int = field(default=0)

    def peek(self) -> Token | None:
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def take(self) -> Token:
        token = self.peek()
        if token is None:
            raise FormulaError("The formula ends too early.")
        self.place += 1
        return token

    def expression(self, least: int = 1) -> Formula:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise FormulaError("The formula is nested too deeply.")
        left = self.operand()
        while (token := self.peek()) and token.kind == "operator" and PRECEDENCE[OPERATORS[token.text]] >= least:
            operator = OPERATORS[self.take().text]
            left = Binary(operator, left, self.expression(PRECEDENCE[operator] + 1))
        self.depth -= 1
        return left

    def operand(self) -> Formula:
        token = self.take()
        if token.kind == "operator" and OPERATORS[token.text] is Operator.SUBTRACT:
            return Negative(self.operand())
        if token.kind == "number":
            return _number(token.text)
        if token.kind == "phrase":
            return self.phrase(token.text)
        if token.kind == "open":
            inner = self.expression()
            self.close()
            return inner
        raise FormulaError(f"“{token.text}” stands where a figure is expected.")

    def close(self) -> None:
        token = self.peek()
        if token is None:
            return  # people forget the last bracket
        if token.kind != "close":
            raise FormulaError(f"A closing bracket is missing before “{token.text}”.")
        self.place += 1

    def phrase(self, text: str) -> Formula:
        """An item, or a function word with its arguments in brackets: average(a, b)."""
        following = self.peek()
        if following and following.kind == "open" and text.strip().lower() in set(Function):
            self.take()
            return Call(Function(text.strip().lower()), self.arguments())
        return self.names.get(bare_name(text)) or read_phrase(text)

    def arguments(self) -> tuple[Formula, ...]:
        found = [self.expression()]
        while (token := self.peek()) and token.kind == "comma":
            self.take()
            found.append(self.expression())
        self.close()
        return tuple(found)


def bare_name(text: str) -> str:
    """A name as it is looked up: lower case, without years, articles and qualifiers that change nothing."""
    return " ".join(UNTOLD.sub(" ", YEAR.sub(" ", text.lower())).split())


def read_formula(text: str, names: Mapping[str, Formula] | None = None) -> Formula:
    """The formula that `text` states; `names` are what other definitions beside it define, by `bare_name`.

    Raises:
        FormulaError: it is too long or too deep, has a stray sign, or a phrase in it names no statement item.
    """
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"The formula is longer than {MAX_LENGTH} characters.")
    reader = Reader(_tokens(text), names or {})
    formula = reader.expression()
    if (rest := reader.peek()) is not None:
        raise FormulaError(f"The formula does not end at “{rest.text}”.")
    return formula


def read_phrase(text: str) -> Formula:
    """The item that a phrase names with its years: one item, or a function over two periods of it."""
    match = FUNCTION.match(text)
    concept = (_concept(text[match.end() :]) if match else None) or _concept(text)
    if concept is None or "=" in text or _names_two(text):
        raise FormulaError(f"“{text.strip()}” is no statement item that is known here.")
    years = [int(year) if year else 2000 + int(short) for year, short in YEAR.findall(text)]
    function = Function(match.lastgroup) if match and match.lastgroup else None
    if function is None:
        return Item(concept, years[0] if years else None, -1 if PRIOR.search(text) and not years else 0)
    if len(years) >= 2:
        return Call(function, tuple(Item(concept, year) for year in _span(min(years), max(years), function)))
    year = years[0] if years else None
    earlier = Item(concept, year - 1) if year else Item(concept, None, -1)
    return Call(function, (earlier, Item(concept, year)))


def _names_two(text: str) -> bool:
    """Whether words between two items join them in a way that is no sign: "operating income over interest expense"."""
    found = mentions(text)
    between = [text[one.end : other.start].lower() for one, other in pairwise(found)]
    return any(re.search(r"\b(?:over|per|to|against|versus|by)\b", words) for words in between)


def _concept(text: str) -> str | None:
    """A concept's key as the catalogue writes it, else what the words name."""
    word = text.split()[-1] if text.strip() else ""
    found = word if word in concepts() else named(text)
    if MOVES.search(text) and (found is None or concepts()[found].statement is Statement.BALANCE):
        flow = concept_of(bare_name(text), Statement.CASH_FLOW)
        return flow[0] if flow else None
    return found


def _span(first: int, last: int, function: Function) -> list[int]:
    """An average or sum over a stretch takes every year in it; a change only its ends."""
    return list(range(first, last + 1)) if function in {Function.AVERAGE, Function.SUM} else [first, last]


def _number(text: str) -> Number:
    value = Decimal(text.rstrip("%").replace(",", ""))
    return Number(value / 100 if text.endswith("%") else value)


def _tokens(text: str) -> list[Token]:
    """Tokens, with the words between signs joined into phrases (a hyphen inside a word is no sign)."""
    tokens: list[Token] = []
    place = 0
    text = LISTED.sub(_as_one_item, text.strip().rstrip("."))
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None or match.end() == place:
            break
        place = match.end()
        kind = match.lastgroup or ""
        word = match[kind]
        if kind == "word" or (kind == "number" and _inside_phrase(tokens, text, place)):
            _append_word(tokens, word)
        else:
            tokens.append(Token(kind, word.lower() if kind == "operator" else word))
    return tokens


def _as_one_item(match: re.Match[str]) -> str:
    """A list that names one item, without its commas: "purchases of land, buildings and equipment"."""
    plain = match[0].replace(",", "")
    one = any(name.start == 0 and name.end == len(match[0].strip()) for name in mentions(match[0].strip()))
    return plain if one or concept_of(bare_name(plain), Statement.CASH_FLOW) else match[0]


def _inside_phrase(tokens: list[Token], text: str, place: int) -> bool:
    """A year belongs to the words around it: "2022 revenue", "between 2021 and 2022"."""
    previous = tokens[-1].kind if tokens else ""
    following = re.match(r"\s*[A-Za-z&]", text[place:])
    return previous == "phrase" or bool(following and not SIGN_FOLLOWS.match(text, place))


def _append_word(tokens: list[Token], word: str) -> None:
    if tokens and tokens[-1].kind == "phrase":
        tokens[-1] = Token("phrase", f"{tokens[-1].text} {word}")
    else:
        tokens.append(Token("phrase", word))

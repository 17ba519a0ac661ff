"""The formula language over keys of concepts and ratios: "365 * average accounts_payable / cost_of_revenue".

`average x` is that of two ends, `change in x` the end less the beginning, `prior x` what stood a year before;
abs, min, max, sum and average take arguments in brackets. A line that no concept covers stands in quotes, as it is
printed: "'Net sales' - 'Costs of sales'".
"""

from collections.abc import Collection
from decimal import Decimal
from functools import cache

from lark import Lark, ParseTree, Token, Transformer, Tree, v_args
from lark.exceptions import LarkError, VisitError

from apps.questions.expressions import Binary, Call, CallFunction, Expression, Item, Number, Operator, Ratio, Row
from apps.questions.outside import OUTSIDE
from apps.statements.ontology import concepts

MAX_LENGTH = 600
MAX_DEPTH = 40
GRAMMAR = r"""
?sum: product | sum "+" product -> add | sum "-" product -> subtract
?product: power | product "*" power -> multiply | product "/" power -> divide
?power: signed | signed "^" power -> raised
?signed: atom | "-" signed -> negative
?atom: NUMBER -> number | NUMBER "%" -> percent | "(" sum ")" | line -> named
     | _AVERAGE line -> averaged | _CHANGE line -> changed | _PRIOR line -> before
     | FUNCTION "(" sum ("," sum)* ")" -> called | _AVERAGE "(" sum ("," sum)+ ")" -> average
line: KEY | LABEL
FUNCTION.2: /(abs|min|max|sum)(?=\s*\()/
_AVERAGE.2: /average\b/
_CHANGE.2: /change\s+in\b/
_PRIOR.2: /prior\b/
KEY: /[a-z][a-z0-9_]*/
LABEL: /"[^"]{1,160}"|'[^']{1,160}'/
NUMBER: /\d+(\.\d+)?|\.\d+/
%ignore /\s+/
"""
FUNCTIONS = {
    "abs": CallFunction.ABSOLUTE,
    "min": CallFunction.MINIMUM,
    "max": CallFunction.MAXIMUM,
    "sum": CallFunction.SUM,
}


class FormulaError(ValueError):
    """A formula that cannot be read. str() is one sentence for the user."""


def parse(text: str, ratios: Collection[str] = (), names: Collection[str] = ()) -> Expression:
    """The expression that `text` writes; names are keys of concepts, or of `ratios`, which win.

    names: what else may be named, as an `Item`: ids of cells.

    Raises:
        FormulaError: too long, nested too deep, a name that is unknown, or no formula.
    """
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"The formula is longer than {MAX_LENGTH} characters.")
    try:
        tree = _parser().parse(text)
        if _deeper_than(MAX_DEPTH, tree):
            raise FormulaError(f"The formula is nested deeper than {MAX_DEPTH} steps.")
        found: Expression = _Builder(frozenset(ratios), frozenset(names)).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    except LarkError:
        raise FormulaError(f"“{text}” is no formula that can be read.") from None
    return found


def _deeper_than(most: int, tree: ParseTree) -> bool:
    """Told level by level, because what nests deep also overflows a recursion."""
    level: list[object] = [tree]
    for _ in range(most):
        level = [child for one in level if isinstance(one, Tree) for child in one.children]
    return any(isinstance(one, Tree) for one in level)


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, start="sum", parser="lalr")


@v_args(inline=True)
class _Builder(Transformer[Token, Expression]):
    def __init__(self, ratios: frozenset[str], names: frozenset[str]) -> None:
        super().__init__()
        self.ratios, self.names = ratios, names

    def number(self, digits: Token) -> Expression:
        return Number(Decimal(digits))

    def percent(self, digits: Token) -> Expression:
        return Number(Decimal(digits) / 100)

    def line(self, name: Token) -> Token:
        return name

    def named(self, key: Token) -> Expression:
        return Ratio(str(key)) if key in self.ratios else self._item(key)

    def averaged(self, key: Token) -> Expression:
        return Call(CallFunction.AVERAGE, (self._item(key, lag=1), self._item(key)))

    def changed(self, key: Token) -> Expression:
        return Binary(Operator.SUBTRACT, self._item(key), self._item(key, lag=1))

    def before(self, key: Token) -> Expression:
        return self._item(key, lag=1)

    def _item(self, key: Token, lag: int = 0) -> Item | Row:
        if key.type == "LABEL":
            return Row(" ".join(key[1:-1].split()), lag=lag)
        if key not in concepts() and key not in OUTSIDE and key not in self.names:
            raise FormulaError(f"“{key}” is no statement item that is known here.")
        return Item(str(key), lag)

    def negative(self, inner: Expression) -> Expression:
        return Binary(Operator.SUBTRACT, Number(Decimal(0)), inner)

    def called(self, function: Token, *arguments: Expression) -> Expression:
        return Call(FUNCTIONS[str(function)], arguments)

    def average(self, *arguments: Expression) -> Expression:
        return Call(CallFunction.AVERAGE, arguments)

    def add(self, left: Expression, right: Expression) -> Expression:
        return Binary(Operator.ADD, left, right)

    def subtract(self, left: Expression, right: Expression) -> Expression:
        return Binary(Operator.SUBTRACT, left, right)

    def multiply(self, left: Expression, right: Expression) -> Expression:
        return Binary(Operator.MULTIPLY, left, right)

    def divide(self, left: Expression, right: Expression) -> Expression:
        return Binary(Operator.DIVIDE, left, right)

    def raised(self, base: Expression, exponent: Expression) -> Expression:
        return Binary(Operator.POWER, base, exponent)

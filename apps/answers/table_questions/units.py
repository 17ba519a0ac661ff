"""What a cell of a stored table counts: money, shares, a percentage or things, and in which scale."""

import re
from dataclasses import dataclass
from decimal import Decimal

from apps.answers.table_questions.scales import spelled
from apps.answers.table_questions.table import AskedTable, Cell
from apps.statements.ontology import Unit
from apps.statements.values.units import counts_shares, is_per_share, parse_units

ONE = Decimal(1)
SIZES = {"thousand": Decimal(10) ** 3, "million": Decimal(10) ** 6, "billion": Decimal(10) ** 9}
OF_SHARES = re.compile(
    r"\b(?:number|outstanding|weighted|issued|granted|vested|unvested|authorized|treasury|repurchased)\b",
    re.I,
)
THINGS = re.compile(
    r"\b(?:number|customers?|members?|memberships?|subscribers?|subscriptions?|employees|headcount|stores|restaurants"
    r"|locations|rooms|hotels|square (?:feet|foot|footage|meters)|acres|barrels|tons|tonnes|ounces|gallons|miles|claims"
    r"|units (?:sold|shipped|delivered)|deliveries|shipments|vehicles|aircraft|prescriptions|patients|additions"
    r"|cards?(?:-in-force)?)\b",
    re.IGNORECASE,
)
THINGS_AT_ALL = re.compile(
    r"\b(?:stores?|restaurants?|openings?|opened|clos(?:ings?|ures?)|locations?|outlets?|branch(?:es)?|hotels?|rooms?|homes?"
    r"|employees|headcount|customers?|members?|memberships?|subscribers?|users?|passengers?|aircraft|vehicles?|wells?|rigs?"
    r"|beds?|patients?|acres|square (?:feet|foot|met(?:er|re)s)|barrels|tons|tonnes|ounces|gallons|units"
    r"|cards?)\b",
    re.IGNORECASE,
)
OF_MONEY = re.compile(
    r"[$€£¥]|\b(?:usd|dollars?|euros?|money|revenues?|sales|turnover|income|profits?|loss(?:es)?|earnings|ebitda|costs?|cash"
    r"|expens\w+|expenditures?|capex|spen[dt]\w*|paid|pays?|payments?|payables?|receivables?|values?|price|assets|liabilit\w+"
    r"|equity|debt|deposits?|goodwill|inventor\w+|fees?|charges?|tax(?:es)?|interest|margins?|amounts?|compensation"
    r"|depreciation|impairment\w*|dividends?|millions?|billions?|thousands?)\b",
    re.IGNORECASE,
)
SIDE = re.compile(r"\b(?:by|to|from|with) (?:\w+ )?$", re.IGNORECASE)  # "Net sales by customer" counts no customers
PER_UNIT = re.compile(
    r"\bper (?:(?:average|paying|paid|available|occupied|active|gross|selling) )*"
    r"(?:room|membership|member|subscriber|customer|user|account|square (?:foot|met(?:er|re))|store|employee|barrel|ton"
    r"|tonne|ounce|gallon|unit|passenger|seat|mile)\b"
    r"|\baverage (?:daily|room|selling|realized|monthly) (?:rates?|prices?|revenue per)\b|\brevpar\b",
    re.IGNORECASE,
)
HOW_MANY = re.compile(
    r"\bhow many\b(?! (?:us |u\.s\. )?(?:dollars|euros|pounds|millions?|billions?|percent|points|basis))", re.IGNORECASE
)
# Of these none are told in thousands, whatever the table says of its money.
SINGLY = re.compile(
    r"^(?:total )?number of (?:[\w-]+ ){0,2}(?:stores|restaurants|hotels|casinos|resorts|branches|warehouses|clinics"
    r"|plants|locations|theat(?:er|re)s|aircraft|ships|vessels|mines|rigs)\b",
    re.IGNORECASE,
)
IN_DAYS = re.compile(r"\bhow many days\b|\bdays? (?:of|worth)\b|\b[a-z]+ days\b(?! (?:ended|ending))", re.IGNORECASE)
OF_THINGS = re.compile(r"[\s:*†]*(?:$|\(|,|(?:at|as|of|in|served|sold|end|per|by)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Counted:
    """currency: ISO 4217 for money, else "". scale: of a printed unit; percentages are as printed."""

    unit: Unit
    currency: str
    scale: Decimal


def of_things(text: str) -> bool:
    """Whether a label or header counts things: "Customers served", and not "Convenience stores and foodservice"."""
    found = (match for match in THINGS.finditer(text) if not SIDE.search(text[: match.start()]))
    return any(OF_THINGS.match(text, match.end()) or match[0].lower() == "number" for match in found)


def asks_things(question: str) -> bool:
    """Whether a question asks how many of something there are."""
    return bool(THINGS.search(question) or HOW_MANY.search(question))


def may_answer(unit: Unit, question: str, label: str) -> bool:
    """Whether a figure of this unit can be what the question asks.

    Things are counted only where it is asked how many there are. Money is no number of days and says nothing of how
    many, and a line without a sign of its own that names things is money only where the question speaks of money: "New
    store openings".
    """
    if unit is Unit.COUNT:
        return asks_things(question)
    if unit is Unit.MONEY and IN_DAYS.search(question):
        return False
    if unit is not Unit.MONEY:
        return unit is Unit.SHARES or not HOW_MANY.search(question)
    return not HOW_MANY.search(question) and not (THINGS_AT_ALL.search(label) and not OF_MONEY.search(question))


def per_unit(table: AskedTable, cell: Cell) -> bool:
    """Whether a figure is money for one of something: no scale that is declared for the table's other money is its."""
    return bool(PER_UNIT.search(table.line_of(cell).label)) and bool(_currency(table, cell)) and not cell.amount.percent


def counted(table: AskedTable, cell: Cell) -> Counted | None:
    """None where the table does not say it: no sign of money anywhere, or things in a table of scaled money."""
    line, header = table.line_of(cell), table.header_of(cell)
    said = f"{line.label} {header}"
    named = table.scale_of(cell)
    if named == "percent":
        return Counted(Unit.PERCENT, "", ONE)
    currency = _currency(table, cell)
    if is_per_share(f"{said} {line.section}"):
        return Counted(Unit.PER_SHARE, currency, ONE) if currency else None
    if per_unit(table, cell):
        return Counted(Unit.MONEY, currency, ONE)
    scale = SIZES.get(named, ONE)
    if counts_shares(line.label) and OF_SHARES.search(line.label) and not cell.amount.currency:
        return Counted(Unit.SHARES, "", scale)
    if (
        (of_things(line.label) or of_things(header) or of_things(line.section)) or not currency
    ) and not cell.amount.currency:
        if SINGLY.search(line.label) and not cell.amount.value % 1:
            return Counted(Unit.COUNT, "", ONE)
        own = parse_units(spelled(f"{said} {line.section}")).declared
        about_things = THINGS.search(f"{said} {line.section} {table.caption}")
        return Counted(Unit.COUNT, "", scale) if about_things and (own or not currency) else None
    return Counted(Unit.MONEY, currency, scale) if currency else None


def _currency(table: AskedTable, cell: Cell) -> str:
    """Its own sign; else that printed in its column, declared with the units, or printed anywhere in the table."""
    own = cell.amount.currency or parse_units(table.header_of(cell)).currency
    column = (other.amount.currency for other in table.cells if other.column == cell.column)
    anywhere = (other.amount.currency for other in table.cells)
    declared = parse_units(table.units).currency
    return own or next(filter(None, column), "") or declared or next(filter(None, anywhere), "")

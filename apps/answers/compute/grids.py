"""A stored table as lines and columns: what stands over and beside each number, its period, and what it counts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Any

from django.db.models import Count

from apps.answers.compute.books import Book, moved, near
from apps.answers.compute.labels import names_line, spoken, words_of
from apps.answers.sources.candidate import Candidate, CandidateKind, Place, Quantity, Span
from apps.documents.models import Fact, Table
from apps.questions.labels import bare, words
from apps.questions.query import Shown
from apps.questions.ratios import RatioDefinition, conventions
from apps.retrieval.filings import Filing
from apps.statements.ontology import Statement, Unit, concept_of
from apps.statements.values.amounts import Amount, parse_amount
from apps.statements.values.periods import DATE, DAY, MONTH_SPAN, QUARTER, YEAR, Period, parse_period
from apps.statements.values.units import SCALE_WORD, Units, counts_shares, is_per_share, own_units, parse_units

ONE, ROUNDING = Decimal(1), Decimal("0.6")  # by how much a printed part may be off
BALANCES = frozenset(("balance", "ending", "closing", "carrying", "amount", "value", "net"))
SUMMED = frozenset(("total", "net", "all"))
ENDING = frozenset(("end", "ending", "closing"))
YEAR_ALONE = re.compile(r"(?:FY\s*)?(?:19|20)\d\d(?:E|\s*\(\w{1,2}\))?[*†]?", re.IGNORECASE)
PERCENT = re.compile(r"%|\bper ?cent(?:age)?s?\b", re.IGNORECASE)
THINGS = re.compile(
    r"\bnumber of\b|\b(?:stores?|restaurants?|locations?|branches|hotels?|rooms|employees|headcount|customers"
    r"|members(?:hips)?|subscri(?:bers|ptions)|users|passengers|aircraft|vehicles|deliveries|patients"
    r"|square (?:feet|meters)|acres|barrels|tons|tonnes|gallons|units|volumes?)\b(?! sales| revenues?)",
    re.IGNORECASE,
)
COUNTED_THINGS = frozenset(("share", "unit", "option", "award"))  # over a column of equity awards
BESIDE_COUNTS = frozenset(
    ("number", "outstanding", "granted", "vested", "exercisable", "restricted", "stock", "performance")
)
ONE_THING = frozenset(("store", "restaurant", "location", "hotel"))  # in a table of money a name, not a count
UNITS_ALONE = re.compile(
    r"\W*(?:u\.?s\.? )?(?:dollars |amounts )?in (?:thousands|millions|billions)\b.*", re.IGNORECASE
)
TIMES = re.compile(
    r"\b(?:for|as of|as at|at|the|fiscal|years?|quarters?|months?|weeks?|three|six|nine|twelve|ended|ending|end|Q[1-4]"
    r"|first|second|third|fourth|in|and|unaudited|audited)\b|[(),$€£]|\b\d{1,2}\b",
    re.IGNORECASE,
)
AS_OF = re.compile(r"\bas (?:of|at)\b", re.IGNORECASE)
IN_TIME = re.compile(r"\((?:in )?(?:years|months|days)\)|\bin (?:years|months|days)$", re.IGNORECASE)
EPS = re.compile(r"\bEPS\b|\b(?:earnings|income|loss) per\b", re.IGNORECASE)
STATEMENTS = (Statement.INCOME, Statement.BALANCE, Statement.CASH_FLOW)
AVERAGED = frozenset(("average", "rate", "price", "per", "adr", "revpar"))  # money of one thing, which is not scaled
RELATING = frozenset(("through", "from", "for", "in", "on", "by", "to", "under"))  # what follows is another thing
MOST_SCALED = (
    999_999  # a larger figure of a table without units is printed in full, unless the statements say otherwise
)
FEW_WORDS = 2  # of a column between labels and numbers that tells parts apart
TWO_LETTERS, OF_A_NOTE = re.compile(r"[A-Za-z]\.?[A-Za-z]"), re.compile(r"\W*(?:see )?notes?\b", re.IGNORECASE)
ONLY_DASHES = re.compile(r"[-–—\s]+|n/?[am]\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of the body. stored: the cell as the store holds it."""

    row: int
    column: int
    amount: Amount
    stored: Mapping[str, Any]

    @property
    def printed(self) -> str:
        return str(self.stored["text"])


@dataclass(frozen=True, slots=True)
class Line:
    """A row with numbers. above: the headings over it, outermost first; headers: by column, all levels joined.

    beside: words between its label and its first number, in a column of their own: they narrow it ("Int’l.").
    """

    index: int
    label: str
    above: tuple[str, ...]
    headers: Mapping[int, str]
    cells: Mapping[int, Cell]
    beside: str = ""

    @property
    def ratio(self) -> RatioDefinition | None:
        """The ratio that it states: what the table counts in says nothing of it."""
        return conventions().get(words(bare(self.label)))


@dataclass(frozen=True)
class ReadTable:
    """section: the titles under which it stands; intro: the words that lead to it."""

    table: Table
    filing: Filing
    book: Book
    lines: tuple[Line, ...]
    said: tuple[str, ...]  # header texts and what stands over the labels
    section: tuple[str, ...] = ()
    intro: str = ""
    of_some: frozenset[str] = frozenset()  # units that stand over a group of columns alone
    corner: str = ""  # what stands at the head of the column of labels: "Backlog", "Three months ended June 30,"

    @cached_property
    def heads(self) -> frozenset[str]:
        return words_of([self.corner])

    @cached_property
    def about(self) -> frozenset[str]:
        """Words of the caption, of what leads to the table, and of the titles over it."""
        return frozenset[str]().union(*(spoken(text) for text in (self.caption, self.intro, *self.section)))

    @cached_property
    def caption(self) -> str:
        return self.table.headed.caption or self.table.caption

    @cached_property
    def units(self) -> Units:
        """The units that its line of units, its header or its caption declares."""
        whole = (self.table.units, self.table.headed.units, *self.said, self.caption)
        texts = [text for text in whole if text not in self.of_some]
        found = [parse_units(text) for text in texts if text]
        return next((units for units in found if units.declared), next((u for u in found if u.currency), Units()))

    @cached_property
    def currency(self) -> str:
        """That of its money, where a sign or its units say so."""
        signs = (cell.amount.currency for line in self.lines for cell in line.cells.values())
        return self.units.currency or next(filter(None, signs), "")

    @cached_property
    def title(self) -> str:
        return max(self.caption, self.intro, key=len) or (self.section[-1] if self.section else "")

    def header(self, line: Line, cell: Cell) -> str:
        return line.headers.get(cell.column, "")

    def name(self, line: Line, cell: Cell) -> str:
        """What stands over the cell besides period and units: the member whose column it is."""
        return _named(self.header(line, cell))

    def breaks_down(self, label: str, line: Line, cell: Cell) -> bool:
        """Whether the line is one of those that add up, in its column, to a line that is called so."""
        begun, parts = False, Decimal(0)
        for one in self.lines:
            beside = one.cells.get(cell.column)
            if beside is None or one.ratio:
                continue
            if names_line(label, one.label) in (0, 1):
                if begun and abs(parts - beside.amount.value) <= ROUNDING * len(self.lines):
                    return True
                begun, parts = False, Decimal(0)
                continue
            begun, parts = begun or one is line, parts + beside.amount.value
        return False

    def is_balance(self, line: Line) -> bool:
        """Whether a row is what there is on a day, in a table of how it changed: "Balance at December 31, 2022"."""
        return bool(DATE.search(line.label)) and _is_balance(line.label)

    def is_whole(self, line: Line) -> bool:
        """Whether a row only says that it is all of what its table is about: "Total", "Balance, end of year"."""
        if words(line.label) <= SUMMED and "total" in line.label.lower():
            return True
        return line.index in self.closing

    @cached_property
    def closing(self) -> frozenset[int]:
        """Rows of balances, but for those that a year's or a table's first one opens with."""
        found = [line for line in self.lines if _is_balance(line.label)]
        named = [
            one for one in found if DATE.search(one.label) or ENDING & set(one.label.lower().replace(",", " ").split())
        ]
        return frozenset(one.index for one in named or found[1:][-1:])

    def period(self, line: Line, cell: Cell) -> Period | None:
        """By the header over the cell, with the headings over its row and the caption for what that leaves open."""
        header = self.header(line, cell)
        heading = " ".join(line.above)
        for text in (header, f"{heading} {header}", f"{self.caption} {header}"):
            if period := parse_period(text.replace("\n", " ")):
                return self._completed(period, header)
        if DATE.search(line.label):  # "Balance as of June 30, 2022"
            return parse_period(line.label)
        return None

    def _completed(self, period: Period, header: str) -> Period:
        """ "Three months ended June 30," may stand in the caption, and the years alone over the columns."""
        if period.end or period.months or period.quarter:
            return period
        told = (parse_period(f"{text} {header}".replace("\n", " ")) for text in (self.caption, self.corner) if text)
        whole = [one for one in told if one and one.label_year == period.label_year]
        return next((one for one in whole if one.end or one.months), period)

    def is_of(self, line: Line, cell: Cell, span: Span) -> bool:
        """Whether the cell is of the period; a row of a day that its label names, of that day: "at January 1"."""
        period = self.period(line, cell)
        day = _day_named(line.label)
        dated = parse_period(f"{day}, {span.end.year}") if day and span.end else None
        on_its_day = dated is None or dated.end is None or span.end is None or near(dated.end, span.end)
        return period is not None and on_its_day and self.fits(period, self.header(line, cell), span)

    def fits(self, period: Period, header: str, span: Span) -> bool:
        """Whether what a header says is the period."""
        both = span.months is None and AS_OF.search(header)  # "As of / three months ended June 30"
        return ends_with(period, span, self.book) and bool(both or months_fit(period, span, self.book))

    def quantity(self, line: Line, cell: Cell) -> Quantity | None:
        """None where the table does not say what the number counts."""
        said = f"{line.label} {self.header(line, cell)}"
        section = line.above[-1] if line.above else ""
        value, own = cell.amount.value, parse_units(said)
        own = own if own.declared else own_units(line.label)
        if (ratio := line.ratio) and not cell.amount.currency:
            return Quantity(value, Unit.PERCENT if ratio.shown is Shown.PERCENT else Unit.COUNT)
        if IN_TIME.search(f"{said} {section}") and not cell.amount.currency:
            return Quantity(value, Unit.COUNT)
        if self._is_rate(line, cell, f"{said} {section}"):
            return Quantity(value, Unit.PERCENT)
        currency = cell.amount.currency or self.currency
        if is_per_share(f"{said} {section}") or EPS.search(said):
            return Quantity(value, Unit.PER_SHARE, currency)
        head = words(self.name(line, cell))
        counted = bool(head & COUNTED_THINGS) and head <= COUNTED_THINGS | BESIDE_COUNTS and not self._pays(cell.column)
        if (counts_shares(line.label) or counted) and not cell.amount.currency:
            scale = own.scale if own.declared else self._share_scale(line)
            return Quantity(value * scale, Unit.SHARES, "", scale)
        counts = f"{said} {section}" if self.currency else f"{said} {section} {self.caption}"
        things = [] if concept_of(section, Statement.INCOME) else THINGS.findall(counts)  # revenue of rooms
        named = self.currency and {one.lower() for one in things} <= ONE_THING and "count" not in words(line.label)
        if things and not named and not self._tells_money(line, cell):
            scale = own.scale if own.declared else ONE if self.currency else self.units.scale
            declared = ONE if own.declared or scale != ONE else self.units.scale
            return Quantity(value * scale, Unit.COUNT, "", scale, declared)
        over = ONE if self.units.excepts(f"{line.label} {section}") else self.units.scale
        scale = own.scale if own.declared else over if self.units.declared else self._usual_scale(line)
        return Quantity(value * scale, Unit.MONEY, currency, scale) if currency or self.units.declared else None

    def _usual_scale(self, line: Line) -> Decimal:
        """Of a table that does not say in what it counts money: as its filing's statements, unless it prints cents,
        averages, or figures that would be larger than any of those."""
        printed = [abs(cell.amount.value) for cell in line.cells.values()]
        cents = any(value.normalize().as_tuple().exponent < -1 for value in printed)  # type: ignore[operator]
        if cents or _of_one_thing(line.label) or (max(printed) > MOST_SCALED and not self._tells_statements()):
            return ONE
        return self.counted_in if max(printed) * self.counted_in <= max(self._stated, default=Decimal(0)) else ONE

    def _tells_statements(self) -> bool:
        """Whether one of its larger figures, so scaled, is one of the filing's statements."""
        told = (abs(cell.amount.value) for line in self.lines for cell in line.cells.values())
        return any(value * self.counted_in in self._stated for value in told if value > MOST_SCALED)

    @cached_property
    def _stated(self) -> frozenset[Decimal]:
        """The amounts of the filing's statements."""
        kept, version = self.book.kept["amounts stated"], self.filing.version
        if version not in kept:
            facts = Fact.objects.filter(version=version, dimension="", statement__in=STATEMENTS)
            kept[version] = frozenset(map(abs, facts.filter(unit=Unit.MONEY).values_list("value", flat=True)))
        told: frozenset[Decimal] = kept[version]
        return told

    @cached_property
    def counted_in(self) -> Decimal:
        """The scale of most facts of the filing's statements; 1 where it has none."""
        kept, version = self.book.kept["usual scale"], self.filing.version
        if version not in kept:
            facts = Fact.objects.filter(version=version, dimension="", statement__in=STATEMENTS)
            scales = facts.filter(scale__gt=1).order_by().values_list("scale").annotate(count=Count("pk"))
            kept[version] = max(scales, key=lambda one: one[1], default=(ONE, 0))[0]
        told: Decimal = kept[version]
        return told

    def _tells_money(self, line: Line, cell: Cell) -> bool:
        """By a currency in its column, where that says of itself what it counts, else in its row."""
        if "number of" in self.header(line, cell).lower():
            return self._pays(cell.column)
        return any(one.amount.currency for one in line.cells.values())

    def _pays(self, column: int) -> bool:
        """Whether a column tells money."""
        return any(line.cells[column].amount.currency for line in self.lines if column in line.cells)

    def _is_rate(self, line: Line, cell: Cell, said: str) -> bool:
        if cell.amount.percent or (PERCENT.search(said) and not cell.amount.currency):
            return True
        beside = [other.amount for other in line.cells.values()]
        over = [other.cells[cell.column].amount for other in self.lines if cell.column in other.cells]
        if any(one.currency for one in over) or self.units.declared:
            return sum(one.percent for one in beside) * 2 > len(beside) and not cell.amount.currency
        return any(one.percent for one in (*beside, *over))

    def _share_scale(self, line: Line) -> Decimal:
        if self.units.share_scale is not None:
            return self.units.share_scale
        largest = max(abs(cell.amount.value) for cell in line.cells.values())
        return ONE if largest >= 1_000_000 else self.units.scale

    def place(self, cell: Cell) -> Place:
        stored, table = cell.stored, self.table
        spans, box = ((stored["start"], stored["end"]),), tuple(stored.get("box") or ())
        return Place(self.filing.uid, self.filing.version, table.page, spans, box, table.pk, cell.row, cell.column)

    def candidate(self, line: Line, cell: Cell, span: Span | None) -> Candidate:
        return Candidate(
            kind=CandidateKind.CELL,
            text=cell.printed,
            label=bare(line.label),
            above=tuple(filter(None, (*self.section[-1:], self.caption, *line.above))),
            header=self.name(line, cell),
            quantity=self.quantity(line, cell),
            period=span,
            filer=self.book.filer,
            place=self.place(cell),
            source=self.filing.name,
        )


def _of_one_thing(label: str) -> bool:
    """ "Average daily rate", "Price per ton"; but "Removal costs recoverable through rates" are no rate."""
    told = label.lower().split()
    names = next((at for at, word in enumerate(told) if word in RELATING), len(told))
    return bool(words(" ".join(told[:names])) & AVERAGED) or "per" in told


def ends_with(period: Period, span: Span, book: Book) -> bool:
    """Whether it ends on the same day; a year or a quarter may be named without it."""
    end = period.end
    if end is None and period.label_year is not None:
        end = moved(book.year_end(period.label_year), -3 * (4 - (period.quarter or 4)))
    return end is not None and span.end is not None and near(end, span.end)


def months_fit(period: Period, span: Span, book: Book) -> bool:
    """A header that names no months is of a day or of a year."""
    at_year_end = bool(span.year and span.end and near(book.year_end(span.year), span.end))
    if period.months is None:
        return span.months is None or (span.months == 12 and at_year_end)
    return period.months == (span.months or (12 if at_year_end else None))


def read(table: Table, filing: Filing, book: Book, section: Sequence[str] = (), intro: str = "") -> ReadTable:
    """The table as the store holds it; a part that continues another has the header of the first."""
    reader = _Reader()
    if table.headed.pk != table.pk:
        reader.take_headers(table.headed.grid[: table.headed.header_rows])
    for index, row in enumerate(table.grid):
        reader.take(index, row, header=index < table.header_rows)
    said, corner = tuple(reader.said), " ".join(reader.heads)
    of_some = frozenset(reader.of_some)
    return ReadTable(table, filing, book, tuple(reader.lines), said, tuple(section), intro, of_some, corner)


class _Reader:
    """Goes down the rows; `levels` are the header rows that hold below."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.said: list[str] = []
        self.heads: list[str] = []
        self.levels: list[dict[int, str]] = []
        self.groups: dict[int, int] = {}  # of the header row before: place and width of each
        self.of_some: set[str] = set()
        self.above: tuple[str, ...] = ()
        self.after_header = True
        self.after_heading = False

    def take_headers(self, rows: Sequence[Sequence[dict[str, Any] | None]]) -> None:
        for row in rows:
            self._header(row)

    def take(self, index: int, row: Sequence[dict[str, Any] | None], *, header: bool) -> None:
        texts = [" ".join(cell["text"].split()) if cell else "" for cell in row]
        if header or _is_header(texts, begun=bool(self.lines)):
            self._header(row)
            return
        self.after_header = False
        cells = _cells(index, row)
        if cells:
            joined = {
                column: " ".join(filter(None, (level.get(column, "") for level in self.levels))) for column in cells
            }
            label = texts[0] if texts else ""
            self.lines.append(Line(index, label, self.above, joined, cells, _beside(texts[1 : min(cells)])))
            self.after_heading = False
        elif texts and texts[0]:
            self._begin_anew(texts[0])
            kept = self.above if self.after_heading else self.above[:-1]
            self.above = (*kept[-1:], texts[0])
            self.after_heading = True

    def _begin_anew(self, heading: str) -> None:
        """Below a line of units, and below a period, the periods over the columns so far hold no longer."""
        period = parse_period(heading)
        if UNITS_ALONE.fullmatch(heading) or (period and period.months and period.end):
            timeless = ({at: text for at, text in level.items() if not parse_period(text)} for level in self.levels)
            self.levels = [level for level in timeless if level]

    def _header(self, row: Sequence[dict[str, Any] | None]) -> None:
        level: dict[int, str] = {}
        for place, cell in enumerate(row):
            text = " ".join(cell["text"].split()) if cell else ""
            if cell and text:
                self.said.append(text)
                if UNITS_ALONE.fullmatch(text):
                    if not 1 < (cell.get("column_span") or 1) == self.groups.get(place, 0) < len(row) - 1:
                        continue
                    self.of_some.add(text)
                self.heads += [] if place else [text]
                for column in range(max(place, 1), place + (cell.get("column_span") or 1)):
                    level.setdefault(column, text)
        if (
            len(set(level.values())) == 1 and level and parse_period(next(iter(level.values())))
        ):  # a period over all columns
            level = dict.fromkeys(range(1, len(row)), next(iter(level.values())))
        if not self.after_header:
            self.levels, self.above = [], ()
        self.levels.append(_over_groups(level, len(row) - 1))
        self.groups = {place: cell.get("column_span") or 1 for place, cell in enumerate(row) if cell and cell["text"]}
        self.after_header = True


def _over_groups(level: dict[int, str], columns: int) -> dict[int, str]:
    """Headers, periods among them, above the middle of as many groups of columns hold for each of their group."""
    places = sorted(level)
    if len(places) < 2 or columns % len(places) or len(places) == columns:
        return level
    size = columns // len(places)
    groups = [range(1 + size * number, 1 + size * (number + 1)) for number in range(len(places))]
    held = all(place in group for place, group in zip(places, groups, strict=True))
    if not held or not any(parse_period(text) or QUARTER.search(text) for text in level.values()):
        return level
    return {column: level[place] for place, group in zip(places, groups, strict=True) for column in group}


def _is_header(texts: Sequence[str], *, begun: bool) -> bool:
    """Whether a row names columns: no figure stands in it but years. Below figures, only without a label."""
    rest = [text for text in texts[1:] if text]
    if not rest or all(ONLY_DASHES.fullmatch(text) for text in rest):
        return False
    if any(parse_amount(text) is not None and not YEAR_ALONE.fullmatch(text) for text in rest):
        return False
    return not begun or not texts[0] or bool(SCALE_WORD.search(texts[0])) or parse_period(" ".join(rest)) is not None


def _beside(texts: Sequence[str]) -> str:
    """Short ones alone: no descriptions, references to notes, signs and marks."""
    told = (text for text in texts if TWO_LETTERS.search(text) and not OF_A_NOTE.match(text))
    return " ".join(text for text in told if len(text.split()) <= FEW_WORDS)


def _cells(index: int, row: Sequence[dict[str, Any] | None]) -> dict[int, Cell]:
    found = {}
    for column, cell in enumerate(row):
        if column and cell and (parsed := parse_amount(cell["text"])):
            found[column] = Cell(index, column, parsed, cell)
    return found


@lru_cache(maxsize=20_000)
def _named(header: str) -> str:
    """What a header says besides period and units."""
    bare_header = SCALE_WORD.sub(" ", header)
    for pattern in (DATE, DAY, MONTH_SPAN, QUARTER, YEAR, TIMES):
        bare_header = pattern.sub(" ", bare_header)
    told = " ".join(bare_header.split()).strip(" ,.:-–—*/")
    return told if re.search(r"[A-Za-z]{2}", told) else ""


@lru_cache(maxsize=20_000)
def _day_named(label: str) -> str:
    """ "December 31" of a label that names no year with it."""
    named = None if DATE.search(label) else DAY.search(label)
    return named.group() if named else ""


def _is_balance(label: str) -> bool:
    """ "Balance at December 31, 2022", "Balance, end of year": nothing else than that it is one, and of when."""
    bare_label = label
    for pattern in (DATE, DAY, YEAR, TIMES):
        bare_label = pattern.sub(" ", bare_label)
    return bool(words(label)) and words(bare_label) <= BALANCES


def without_days(label: str) -> str:
    """ "Tax benefits at December 31" without the day, which `is_of` reads."""
    return DAY.sub(" ", DATE.sub(" ", label))

"""Lines as rows of segments: what a line could be in a table."""

import re
from dataclasses import dataclass, field
from enum import Enum

from apps.reading.layout.lines import Line
from apps.reading.layout.segments import Kind, Segment, split

ITEM_MARK = re.compile(
    r"^(?:[•●○◦▪■□·‣➢✓–—-]|\*+|[†‡§]+|\(?[a-zA-Z]\)|\(?[ivx]{1,5}\)|\(?\d{1,2}\)|\d{1,2}\.|[a-z]\.)$"
)
NOTE_MARK = re.compile(r"^(?:\(?\d{1,2}\)|\([a-z]{1,2}\)|\*+|[†‡§#]+|\d(?=\s)|N/?M\b|Note:|Notes:|NM\b|n/m\b)")
ACCOMPANYING = re.compile(r"^\(?(?:see|the|refer to) (?:the )?accompanying|^see notes? to|^the notes ", re.IGNORECASE)
LABEL_ZONE = 0.3  # of the width of the flow: a figure that starts here at the beginning of a line is a label
PROSE_WORDS = 8


class Role(Enum):
    """DATA holds figures beside or below labels; YEARS figures that are all years; MULTI several texts; SINGLE one."""

    DATA = "data"
    YEARS = "years"
    MULTI = "multi"
    SINGLE = "single"


@dataclass(slots=True)
class Strip:
    """A line and its segments. `values` are the segments that stand where figures stand."""

    line: Line
    segments: list[Segment]
    left: float
    width: float
    values: list[Segment] = field(init=False)
    role: Role = field(init=False)

    def __post_init__(self) -> None:
        self.values = self._values()
        self.role = self._role()

    @property
    def label(self) -> Segment | None:
        """The segment at the start of the line that is no value."""
        first = self.segments[0]
        return None if any(first is value for value in self.values) else first

    @property
    def words(self) -> int:
        return len(self.line.words)

    def _values(self) -> list[Segment]:
        first = self.segments[0]
        labelled = not first.is_value or (first.x0 < self.left + LABEL_ZONE * self.width and self._begins_row(first))
        return [segment for segment in (self.segments[1:] if labelled else self.segments) if segment.is_value]

    def _begins_row(self, first: Segment) -> bool:
        """A figure at the left end is a label when others follow it, or when it stands at the very edge."""
        return first.x0 < self.left + 0.12 * self.width or (len(self.segments) > 1 and first.kind is Kind.YEAR)

    def _role(self) -> Role:
        kinds = {value.kind for value in self.values}
        if Kind.NUMBER in kinds or Kind.NIL in kinds:
            return Role.DATA
        if Kind.YEAR in kinds:
            return Role.YEARS
        return Role.MULTI if len(self.segments) > 1 else Role.SINGLE


def strip(line: Line, left: float, width: float) -> Strip:
    """The line in segments, a list or footnote mark at its start joined with the text after it."""
    parts = split(line)
    if len(parts) > 1 and ITEM_MARK.match(parts[0].text) and parts[1].kind is Kind.TEXT:
        parts[:2] = [Segment(parts[0].words + parts[1].words)]
    return Strip(line, parts, left, width)

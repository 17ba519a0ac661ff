"""What the layout step works on: words with their baselines, thin rules, and the page they stand on."""

from dataclasses import dataclass, field

from apps.reading.parsed import Rectangle

ASCENT = 0.78  # of the font size, above the baseline
DESCENT = 0.22
RULE_JOINT = 0.5  # points between pieces of one rule


@dataclass(slots=True)
class Word:
    """Characters without white space, `base` being their baseline; in points, origin at the top left."""

    text: str
    x0: float
    x1: float
    base: float
    size: float
    bold: bool = False
    italic: bool = False
    glued: bool = False  # written on to the word before it, without a space

    @property
    def top(self) -> float:
        return self.base - ASCENT * self.size

    @property
    def bottom(self) -> float:
        return self.base + DESCENT * self.size


@dataclass(frozen=True, slots=True)
class Rule:
    """A thin horizontal stroke: an underline, a border of a cell."""

    x0: float
    x1: float
    y: float


@dataclass(slots=True)
class RawPage:
    """A page before layout, in the frame in which its text runs from left to right.

    turn: how far the page as displayed was turned clockwise to get there (0, 90, 180 or 270); `width` and `height`
    are those of the displayed page. `asides` are words that run in another direction than the rest.
    """

    number: int
    width: float
    height: float
    words: list[Word] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    asides: list[Word] = field(default_factory=list)
    turn: int = 0
    images: list[Rectangle] = field(default_factory=list)

    @property
    def frame(self) -> tuple[float, float]:
        """Width and height of the frame in which the words stand."""
        return (self.height, self.width) if self.turn in (90, 270) else (self.width, self.height)

    def displayed(self, box: Rectangle) -> Rectangle:
        """A box of this frame on the page as it is displayed, rounded to a hundredth of a point."""
        x0, y0, x1, y1 = box
        if self.turn == 90:
            x0, y0, x1, y1 = y0, self.height - x1, y1, self.height - x0
        elif self.turn == 180:
            x0, y0, x1, y1 = self.width - x1, self.height - y1, self.width - x0, self.height - y0
        elif self.turn == 270:
            x0, y0, x1, y1 = self.width - y1, x0, self.width - y0, x1
        return round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2)


def joined_rules(rules: list[Rule]) -> list[Rule]:
    """Strokes on one height that touch or overlap as one: borders of cells are drawn piece by piece."""
    joined: list[Rule] = []
    for rule in sorted(rules, key=lambda item: (round(item.y), item.x0)):
        last = joined[-1] if joined else None
        if last and round(last.y) == round(rule.y) and rule.x0 <= last.x1 + RULE_JOINT:
            joined[-1] = Rule(last.x0, max(last.x1, rule.x1), last.y)
        else:
            joined.append(rule)
    return joined


def bounds(words: list[Word]) -> Rectangle:
    """The rectangle around words; there must be at least one."""
    return (
        min(word.x0 for word in words),
        min(word.top for word in words),
        max(word.x1 for word in words),
        max(word.bottom for word in words),
    )

"""From a PDF page's own space to the frame in which its text runs from left to right."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from apps.reading.layout.glyphs import RULE_THICKNESS, Box, Drawn, Glyphs, Point
from apps.reading.layout.words import RawPage, Rule, Word, joined_rules

LOOSE_HEIGHT = 1.11  # PDFium's loose character box is this much higher than the font size


class Frame:
    """Maps points of a page to the page as displayed (its /Rotate and visible box applied), origin at the top left."""

    def __init__(self, rotation: int, visible: Box, width: float, height: float) -> None:
        self.rotation, self.width, self.height = rotation, width, height
        self.left, self.bottom = visible[0], visible[1]

    def point(self, point: Point) -> Point:
        x, y = point[0] - self.left, point[1] - self.bottom
        if self.rotation == 90:
            return y, x
        if self.rotation == 180:
            return self.width - x, y
        if self.rotation == 270:
            return self.width - y, self.height - x
        return x, self.height - y


def direction(start: Point, end: Point) -> int | None:
    """Where a word runs on the displayed page: 0 right, 90 down, 180 left, 270 up; None for a single letter."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if max(abs(dx), abs(dy)) < 0.5:
        return None
    if abs(dx) >= abs(dy):
        return 0 if dx > 0 else 180
    return 90 if dy > 0 else 270


def turned(point: Point, turn: int, width: float, height: float) -> Point:
    """A point of the displayed page after turning the page clockwise by `turn` degrees."""
    x, y = point
    if turn == 90:
        return height - y, x
    if turn == 180:
        return width - x, height - y
    if turn == 270:
        return y, width - x
    return x, y


@dataclass(frozen=True, slots=True)
class Mapping:
    """An affine map of points, found from where it takes three of them."""

    x: tuple[float, float, float]
    y: tuple[float, float, float]

    @classmethod
    def of(cls, function: Callable[[Point], Point]) -> "Mapping":
        (ox, oy), (ax, ay), (bx, by) = function((0.0, 0.0)), function((1.0, 0.0)), function((0.0, 1.0))
        return cls((ax - ox, bx - ox, ox), (ay - oy, by - oy, oy))

    def point(self, x: float, y: float) -> Point:
        a, b, c = self.x
        d, e, f = self.y
        return a * x + b * y + c, d * x + e * y + f

    def box(self, box: Box) -> Box:
        ax, ay = self.point(box[0], box[1])
        bx, by = self.point(box[2], box[3])
        return (ax if ax < bx else bx, ay if ay < by else by, bx if ax < bx else ax, by if ay < by else ay)


def raw_page(number: int, frame: Frame, glyphs: list[Glyphs], drawn: Drawn) -> RawPage:
    """Words, rules and images in the frame of the direction that most letters take; other words become asides."""
    runs = [direction(frame.point(glyph.start), frame.point(glyph.end)) for glyph in glyphs]
    weights: Counter[int] = Counter()
    for glyph, run in zip(glyphs, runs, strict=True):
        if run is not None:
            weights[run] += len(glyph.text)
    main = weights.most_common(1)[0][0] if weights else 0
    page = RawPage(number, frame.width, frame.height, turn=(360 - main) % 360)
    mapping = Mapping.of(lambda point: turned(frame.point(point), page.turn, page.width, page.height))
    for glyph, run in zip(glyphs, runs, strict=True):
        _add_word(page, mapping, glyph, run is None or run == main)
    page.rules = joined_rules([rule for box in drawn.rules if (rule := _rule(mapping.box(box)))])
    page.images = [mapping.box(box) for box in drawn.images]
    return page


def _add_word(page: RawPage, mapping: Mapping, glyph: Glyphs, along: bool) -> None:
    """Words outside the visible page are not read: nobody sees them."""
    x0, y0, x1, y1 = mapping.box(glyph.box)
    width, height = page.frame
    if x1 <= 0 or y1 <= 0 or x0 >= width or y0 >= height or y1 - y0 < 0.1:
        return
    base = mapping.point(*glyph.start)[1] if along else y1
    word = Word(glyph.text, x0, x1, base, (y1 - y0) / LOOSE_HEIGHT, glyph.bold, glyph.italic, glyph.glued)
    (page.words if along else page.asides).append(word)


def _rule(box: Box) -> Rule | None:
    x0, y0, x1, y1 = box
    if y1 - y0 > RULE_THICKNESS or x1 - x0 < 2 * RULE_THICKNESS:
        return None
    return Rule(x0, x1, (y0 + y1) / 2)

"""Facts tagged in a filing (inline XBRL 1.1): figures for cross-checks, and what the cover page says about the filing.

They are what the filer told the regulator, apart from layout: name, context, unit, scale and sign come from the tags.
"""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from lxml import etree

from apps.reading.html_walk import shown_text
from apps.reading.markup import tag_of
from apps.reading.normal import normalize, one_line

NIL_FORMATS = ("zerodash", "fixed-zero", "numdash", "fixed-empty")
COMMA_FORMATS = ("num-comma-decimal", "numcommadecimal", "numdotcomma", "numspacecomma")
MOST_SCALE = 24


@dataclass(frozen=True, slots=True)
class Context:
    """Of whom and when. An instant has `start` None. dimensions: (axis, member) pairs, none for the whole filer."""

    entity: str
    start: dt.date | None
    end: dt.date | None
    dimensions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class NumericFact:
    """value: as scaled and signed by the tag, in `unit` (`iso4217:USD`, `xbrli:shares`, `iso4217:USD/xbrli:shares`);
    None for a figure declared nil or not readable. text: as printed. scale: the power of ten that the tag applies."""

    name: str
    context: Context
    unit: str
    value: Decimal | None
    scale: int
    negative: bool
    text: str


@dataclass(frozen=True, slots=True)
class TextFact:
    """A tagged text, such as `dei:DocumentType`."""

    name: str
    context: Context
    text: str


@dataclass(frozen=True, slots=True)
class TaggedFacts:
    numbers: tuple[NumericFact, ...]
    texts: tuple[TextFact, ...]

    def text(self, name: str) -> str:
        """The first text tagged `name`, in any letter case; "" when there is none."""
        return next((fact.text for fact in self.texts if fact.name.lower() == name.lower()), "")


NOWHERE = Context("", None, None)


def tagged_facts(root: etree._Element) -> TaggedFacts:
    """Every fact of a page that `markup.parse_html` read, hidden ones too; empty for HTML without inline XBRL."""
    contexts = {e.get("id", ""): _context(e) for e in _tagged(root, "context")}
    units = {e.get("id", ""): _unit(e) for e in _tagged(root, "unit")}
    numbers = tuple(_number(e, contexts, units) for e in _tagged(root, "nonfraction"))
    texts = tuple(_text(e, contexts) for e in _tagged(root, "nonnumeric"))
    return TaggedFacts(numbers, texts)


def _tagged(root: etree._Element, name: str) -> Iterator[etree._Element]:
    """Elements of that local name, whatever prefix the filer's software chose."""
    return (e for e in root.iter(etree.Element) if tag_of(e).rpartition(":")[2] == name)


def _attribute(element: etree._Element, name: str) -> str:
    """HTML parsing lowers the names of attributes, XML parsing keeps them."""
    return element.get(name) or element.get(name.lower()) or ""


def _first(element: etree._Element, name: str) -> str:
    return next((one_line(shown_text(e)) for e in _tagged(element, name)), "")


def _context(element: etree._Element) -> Context:
    members = (*_tagged(element, "explicitmember"), *_tagged(element, "typedmember"))
    dimensions = tuple((_attribute(e, "dimension"), one_line(shown_text(e))) for e in members)
    start, end = _date(_first(element, "startdate")), _date(_first(element, "enddate") or _first(element, "instant"))
    return Context(_first(element, "identifier"), start, end, dimensions)


def _date(text: str) -> dt.date | None:
    found = re.match(r"\d{4}-\d\d-\d\d", text)
    try:
        return dt.date.fromisoformat(found.group()) if found else None
    except ValueError:
        return None


def _unit(element: etree._Element) -> str:
    return "/".join(one_line(shown_text(measure)) for measure in _tagged(element, "measure"))


def _number(element: etree._Element, contexts: dict[str, Context], units: dict[str, str]) -> NumericFact:
    text = one_line(shown_text(element))
    scale = _scale(_attribute(element, "scale"))
    negative = _attribute(element, "sign") == "-"
    value = _value(text, _attribute(element, "format").lower(), scale, negative)
    context = contexts.get(_attribute(element, "contextRef"), NOWHERE)
    return NumericFact(
        _attribute(element, "name"),
        context,
        units.get(_attribute(element, "unitRef"), ""),
        value,
        scale,
        negative,
        text,
    )


def _scale(text: str) -> int:
    return int(text) if re.fullmatch(r"-?\d{1,2}", text) and abs(int(text)) <= MOST_SCALE else 0


def _value(text: str, form: str, scale: int, negative: bool) -> Decimal | None:
    if form.endswith(NIL_FORMATS) or text in ("—", "–", "-"):
        return Decimal(0)
    digits = re.sub(r"[\s$€£¥()]", "", text)
    plain = digits.replace(".", "").replace(",", ".") if form.endswith(COMMA_FORMATS) else digits.replace(",", "")
    try:
        value = Decimal(plain).scaleb(scale)
    except InvalidOperation:
        return None
    return -value if negative else value


def _text(element: etree._Element, contexts: dict[str, Context]) -> TextFact:
    context = contexts.get(_attribute(element, "contextRef"), NOWHERE)
    return TextFact(_attribute(element, "name"), context, normalize(shown_text(element)))

"""Which figure a question wants: a stated formula, a ratio of the catalogue, items, or two of them together (R2)."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from apps.answers.calculator.catalogue import Ratio, Shown, ratio_asked
from apps.answers.calculator.formula import Binary, Formula, Item, Operator
from apps.answers.calculator.periods import at_ends
from apps.answers.figures.asked import Wanted
from apps.answers.figures.definitions import Definitions
from apps.statements.mentions import Mention, mentions
from apps.statements.ontology import Statement, Unit, concepts

ABBREVIATED = 5  # letters of "DPO" and the like
# What may stand between two items beside the words that relate them: the filer's name, the year, "expenses".
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
AT_END = re.compile(
    r"\b(?:using|with|(?:based )?on)(?: the| its)? "
    r"(?:year[- ]end|ending|closing|end[- ]of[- ](?:the[- ])?(?:year|period))\b",
    re.IGNORECASE,
)
BESIDE = (
    r"[\s,;'’\"()-]|\b(?:expenses?|costs?|paid|of|for|at|in|during|the|fiscal|year|FY)\b"
    r"|(?-i:\b[A-Z][\w&.’']*)|\b(?:FY)?(?:19|20)?\d\d\b"
)
FILLER = rf"(?:{BESIDE})*+"
WHOSE = rf"(?:{BESIDE}|\b(?:its|total|net|their)\b)*+"
OF_MIDDLE = re.compile(
    rf"^{FILLER}(?:represents?|was|were|is|expressed|stated|measured)?\W*(?:as an?|in|to|as|what|which)?\s*"
    rf"(?:%|percent(?:age)?|share|proportion|portion|fraction|part|ratio)(?: of| to){WHOSE}$",
    re.IGNORECASE,
)
TO_MIDDLE = re.compile(rf"^{FILLER}(?:(?:to|over|divided by)\b|/){WHOSE}$", re.IGNORECASE)
TO_EQUITY = re.compile(r"[- ]to[- ](?:total )?(?:(?:share|stock)holders['’]? )?equity\b|\s*/\s*equity\b", re.IGNORECASE)
PART_OF = re.compile(
    r"(?:%|\bpercent(?:age)?|(?<!per )\bshare|\b(?:pro)?portion|\bfraction|\bhow much) of\W+(?:[\w&.’'-]+\s+){0,6}$",
    re.IGNORECASE,
)
WENT_TO = re.compile(r"^[^.?!;]*\b(?:was|were|is|are|went|goes|did|does|do|has|have|had)\b[^.?!;]*$", re.IGNORECASE)
IN_PERCENT = re.compile(r"percent|%|share|portion|fraction", re.IGNORECASE)
SIGN_MIDDLE = re.compile(r"^\s*(?P<sign>[+\-−–]|plus|minus|less)\s*(?:the |its |unadjusted )*$", re.IGNORECASE)
ASIDE = re.compile(r"\([^()]*\)")
EXPENSE = re.compile(r"^\s*(?:expenses?|costs?|amounts?)\b", re.IGNORECASE)
MARGIN = re.compile(r"^\s*(?:\([^()]*\)\s*)?(?:%|percent(?:age)?)?\s*margins?\b", re.IGNORECASE)


def wanted_in(asked: str, definitions: Definitions) -> tuple[Wanted, ...]:
    """A formula that the question states wins over the catalogue, and a ratio over the items inside its name."""
    if definitions.formulas and (stated := _stated(asked, definitions)):
        return (stated,)
    bare = asked if ratio_asked(asked) else " ".join(ASIDE.sub(" ", asked).split())
    ratio = ratio_asked(bare)
    named = mentions(bare)
    if ratio and not _wider(named, ratio):
        wanted = of_ratio(ratio[0])
        return (replace(wanted, formulas=tuple(map(at_ends, wanted.formulas))) if AT_END.search(asked) else wanted,)
    named = mentions(asked)
    every = tuple(of_item(key) for key in dict.fromkeys(one.concept for one in named))
    return _margin(bare) or _combined(asked, named) or every


def _margin(asked: str) -> tuple[Wanted, ...]:
    """The part of revenue that an item is: "restructuring costs % margin"."""
    for one in mentions(asked):
        concept = concepts()[one.concept]
        flow = concept.statement is not Statement.BALANCE and concept.unit is Unit.MONEY
        if flow and one.concept != "revenue" and MARGIN.match(EXPENSE.sub("", asked[one.end :])):
            formula = Binary(Operator.DIVIDE, Item(one.concept), Item("revenue"))
            return (Wanted(f"{concept.name} margin", (formula,), Shown.PERCENT),)
    return ()


def _stated(asked: str, definitions: Definitions) -> Wanted | None:
    """What the question defines, or what it builds upon that ("X % margin" where only X is defined).

    Percentages are given where they are asked for: a definition by itself gives a plain number. None where the question
    asks for something else that the catalogue knows.
    """
    found = [one for formulas in definitions.alternatives if (one := _of_these(asked, formulas))]
    every = dict.fromkeys(formula for one in found for formula in one.formulas)
    return replace(found[0], formulas=tuple(every)) if found else None


def _of_these(asked: str, formulas: Mapping[str, Formula]) -> Wanted | None:
    for name, formula in formulas.items():
        if match := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", asked, re.IGNORECASE):
            after = asked[match.end() :]
            return _over_another(name, formula, after, formulas) or _built(name, formula, after)
    if ratio_asked(asked) and not any(ratio_asked(name) for name in formulas):
        return None
    name, formula = next(iter(formulas.items()))
    return _of_definition(name, formula)


def _over_another(name: str, formula: Formula, after: str, formulas: Mapping[str, Formula]) -> Wanted | None:
    """One defined amount over another: "debt-to-equity" where the question says what debt and equity are."""
    for other, below in formulas.items():
        if other != name and re.match(
            rf"(?:[- ]to[- ]|\s*/\s*|\s+(?:over|divided by)\s+){re.escape(other)}\b", after, re.I
        ):
            whole = Binary(Operator.DIVIDE, formula, below)
            return Wanted(f"{name[:1].upper()}{name[1:]} to {other}", (whole,), Shown.RATIO, stated=True)
    return None


def _built(name: str, formula: Formula, after: str) -> Wanted:
    """`after`: what the question says right behind the defined name."""
    if MARGIN.match(after):
        return Wanted(
            f"{name[:1].upper()}{name[1:]} margin",
            (Binary(Operator.DIVIDE, formula, Item("revenue")),),
            Shown.PERCENT,
            stated=True,
        )
    if TO_EQUITY.match(after):
        whole = Binary(Operator.DIVIDE, formula, Item("total_equity"))
        return Wanted(f"{name[:1].upper()}{name[1:]} to equity", (whole,), Shown.RATIO, stated=True)
    following = next(iter(mentions(after)), None)
    between = after[: following.start] if following else ""
    if following and OF_MIDDLE.match(between):
        whole = Binary(Operator.DIVIDE, formula, Item(following.concept))
        return Wanted(f"{name} to {concepts()[following.concept].name}", (whole,), Shown.PERCENT, stated=True)
    if following and TO_MIDDLE.match(between):
        whole = Binary(Operator.DIVIDE, formula, Item(following.concept))
        return Wanted(f"{name} to {concepts()[following.concept].name}", (whole,), Shown.RATIO, stated=True)
    if following and (sign := SIGN_MIDDLE.match(between)):
        adds = sign["sign"].lower() in {"+", "plus"}
        operator, word = (Operator.ADD, "plus") if adds else (Operator.SUBTRACT, "less")
        whole = Binary(operator, formula, Item(following.concept))
        return Wanted(f"{name} {word} {concepts()[following.concept].name}", (whole,), stated=True)
    return _of_definition(name, formula)


def _of_definition(name: str, formula: Formula) -> Wanted:
    ratio = ratio_asked(name)
    in_days = ratio is not None and ratio[0].shown is Shown.DAYS
    called_so = ratio is not None and (len(name) <= ABBREVIATED or ratio[0].name.lower() in name)
    title = ratio[0].name if ratio and called_so else f"{name[:1].upper()}{name[1:]}"
    return Wanted(title, (formula,), Shown.DAYS if in_days else None, stated=True)


def _wider(named: list[Mention], ratio: tuple[Ratio, int, int]) -> bool:
    """An item's name that holds the ratio's: "net cash conversion" is not there for "cash"."""
    _, start, end = ratio
    return any(one.start <= start and one.end >= end and one.end - one.start > end - start for one in named)


def of_ratio(ratio: Ratio) -> Wanted:
    return Wanted(ratio.name, ratio.formulas, ratio.shown)


def of_item(key: str) -> Wanted:
    concept = concepts()[key]
    shown = {Unit.MONEY: Shown.MONEY, Unit.PER_SHARE: Shown.PER_SHARE, Unit.SHARES: Shown.SHARES}
    return Wanted(concept.name, (Item(key),), shown.get(concept.unit))


def _combined(asked: str, named: list[Mention]) -> tuple[Wanted, ...]:
    """Two items with a sign or "as a percentage of" between them are one figure; "what part of A went to B" too."""
    for left, right in pairwise(named):
        between = asked[left.end : right.start]
        if len(set(YEAR.findall(asked))) > 1 and YEAR.search(between):
            continue  # of two years, one each
        if PART_OF.search(asked[: left.start]) and WENT_TO.match(between):
            return (_pair(right, left, Operator.DIVIDE, "to", Shown.PERCENT),)
        if OF_MIDDLE.match(between) or TO_MIDDLE.match(between):
            shown = Shown.PERCENT if IN_PERCENT.search(between) else Shown.RATIO
            return (_pair(left, right, Operator.DIVIDE, "to", shown),)
        if sign := SIGN_MIDDLE.match(between):
            adds = sign["sign"].lower() in {"+", "plus"}
            operator, word = (Operator.ADD, "plus") if adds else (Operator.SUBTRACT, "less")
            return (_pair(left, right, operator, word, None),)
    return ()


def _pair(left: Mention, right: Mention, operator: Operator, word: str, shown: Shown | None) -> Wanted:
    names = [concepts()[one.concept].name for one in (left, right)]
    formula = Binary(operator, Item(left.concept), Item(right.concept))
    return Wanted(f"{names[0]} {word} {names[1][0].lower()}{names[1][1:]}", (formula,), shown)

"""Reading the figures that a question asks for (R2). No model."""

import re
from dataclasses import replace

from apps.answers.calculator.catalogue import others_asked, ratio_asked, ratios
from apps.answers.figures.asked import FigureQuestion, Interim, Relation, Wanted
from apps.answers.figures.definitions import read_definitions
from apps.answers.figures.form import read_form
from apps.answers.figures.judgements import judgement_asked
from apps.answers.figures.relations import (
    MOST_YEARS,
    direction_of,
    extreme_of,
    in_prose,
    other_figures,
    part_asked,
    relation_of,
    span_asked,
)
from apps.answers.figures.wanted import of_item, of_ratio, wanted_in
from apps.answers.figures.year_before import with_year_before
from apps.retrieval.periods import read_periods
from apps.retrieval.wording import word

CONDITION = re.compile(r"\bif [^.?]{3,80} (?:is|are) not [^.?]*[.?]?", re.IGNORECASE)
ROUNDING = re.compile(r"[,(]?\s*(?:and\s+)?(?:please\s+)?\bround(?:ed|ing)?\b[^.?!;]*", re.IGNORECASE)
WEEKS = re.compile(
    r"\b(?:(?P<m6>26|twenty[- ]six)|(?P<m9>39|thirty[- ]nine)|(?P<m3>13|thirteen))[- ]weeks?\b", re.IGNORECASE
)
PROFITABLE = re.compile(r"\b(?:un)?profitable\b|\b(?:make|made) a (?:profit|loss)\b", re.IGNORECASE)


def read_figures(question: str, core: str) -> FigureQuestion:
    """core: the question without what only says how to answer it. Never fails; nothing asked is `Relation.TEXT`."""
    question, core = with_year_before(question), with_year_before(core)
    definitions = read_definitions(question)
    asked = CONDITION.sub(" ", word(definitions.rest).core if definitions.formulas else core)
    asked = ROUNDING.sub(" ", asked)
    if part := part_asked(asked):
        return of_periods(FigureQuestion(Relation.LARGEST, asked=asked, part=part), question)
    wanted = wanted_in(asked, definitions)
    if not wanted and PROFITABLE.search(asked):
        wanted = (of_item("net_income"),)
    if not wanted and not in_prose(asked) and (judged := judgement_asked(asked)):
        of_catalogue = tuple(of_ratio(ratios()[key]) for key in judged[0].ratios)
        return of_periods(FigureQuestion(Relation.JUDGEMENT, of_catalogue, asked=asked, says=judged[0].says), question)
    if not wanted or in_prose(asked):
        return FigureQuestion(Relation.TEXT, wanted)
    relation = relation_of(asked, wanted, read_form(question))
    figures = FigureQuestion(
        relation, wanted, asked, span=span_asked(asked), direction=direction_of(asked), also=_also(asked, wanted)
    )
    return of_periods(figures, question)


def _also(asked: str, wanted: tuple[Wanted, ...]) -> tuple[str, ...]:
    """The ratios that a question asks for besides: one is computed, and the others are told to be left."""
    ratio = ratio_asked(asked)
    if ratio is None or len(wanted) != 1 or wanted[0].name != ratio[0].name:
        return ()
    return tuple(other.name for other in others_asked(asked, ratio[0].key))


def _months_of_weeks(question: str) -> int | None:
    """Parts of a year of 52 weeks: "the 26 weeks ended July 29" are six months."""
    match = WEEKS.search(question)
    return next(int(name[1:]) for name, said in match.groupdict().items() if said) if match else None


def of_periods(figures: FigureQuestion, question: str) -> FigureQuestion:
    """With what every relation has: periods, the form of the answer, and what holds it back."""
    asked, whole = read_periods(figures.asked), read_periods(question)
    weeks = _months_of_weeks(question) or 0
    months = asked.months or weeks or None
    quarter = asked.quarter or (weeks // 3 if weeks > 3 else None)
    return replace(
        figures,
        years=asked.years or whole.years,
        quarter=Interim(quarter, months or 3) if quarter else None,
        dates=asked.dates if asked.years else whole.dates,
        months=months,
        last=min(asked.last, MOST_YEARS) if asked.last else None,
        form=read_form(question),
        extreme=extreme_of(figures.asked),
        held_back=other_figures(figures.asked),
    )

"""What a candidate must meet before anybody asks whether it answers: filer, period, part, and the slot asked for.

Hard rules: a sentence of another filer or another year is no answer however well it reads. That a candidate breaks none
does not say that it answers, but for a figure: a sentence that names the measure, the period and the part in full and
states a single number answers by itself.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from apps.answers.judge.judge import Judged
from apps.answers.judge.slots import figures_in, fills, years_in
from apps.answers.sources.candidate import Candidate
from apps.answers.sources.passages import Told
from apps.questions.expressions import Binary, Call, OverTime, Ratio, Share
from apps.questions.labels import TURNS
from apps.questions.lexicon import lexicon
from apps.questions.periods import spans
from apps.questions.query import Intent, Query, Role, Shown
from apps.questions.ratios import ratios
from apps.questions.slots import Dimension, Filer, Period, PeriodKind
from apps.questions.tokens import words_of
from apps.retrieval.stems import stems

STATED = 0.9  # the probability given to a sentence that states the figure in full
COUNTING = stems("number count total how many")

LOOSE = frozenset({Dimension.ANY, Dimension.SEGMENT})  # called otherwise than printed: "rigid containers"

PARTS_OF_A_YEAR = frozenset({PeriodKind.QUARTER, PeriodKind.HALF, PeriodKind.NINE_MONTHS})

Rule = Callable[[Query, Candidate], str]


def of_the_filer(query: Query, candidate: Candidate) -> str:
    """The filing's filer is one of those asked about."""
    asked = {one.uid for one in query.filers if isinstance(one, Filer)}
    if not asked or candidate.filer is None or candidate.filer.uid in asked:
        return ""
    return f"It is of {candidate.filer.name}."


def of_the_period(query: Query, candidate: Candidate) -> str:
    """A period that it names is one asked for, or it names none and its filing is of that period."""
    asked = _asked(query)
    if not asked:
        return ""
    said = _said(candidate)
    if (said and not said & asked) or of_another_stretch(query, candidate):
        return "It speaks of another period."
    if said:
        return ""
    own = candidate.period.year if candidate.period else None
    near = {year + later for year in asked for later in (0, 1)}  # a report speaks of its own year and the one before
    return "" if own is None or own in near else "Its filing is of another period."


def of_another_stretch(query: Query, candidate: Candidate) -> bool:
    """Whether it, or its heading, names parts of a year where another one is asked for: six months for a quarter."""
    asked = {one.kind for one in query.periods.listed}
    if not asked or not asked <= PARTS_OF_A_YEAR:
        return False
    texts = (candidate.text, candidate.above[-1] if candidate.above else "")
    told = next((found for text in texts if (found := list(_stretches(text)))), [])
    return bool(told) and not any(_same_stretch(one, other) for one in told for other in query.periods.listed)


def _same_stretch(one: Period, other: Period) -> bool:
    numbers = {one.number, other.number}
    return one.kind is other.kind and (len(numbers) == 1 or None in numbers)


def _stretches(text: str) -> Iterator[Period]:
    """The parts of a year that are named; not those that share words with others ("three and six months")."""
    words = words_of(text)
    for span in spans(words):
        if not span.start or words[span.start - 1].key != "and":
            yield from (one for one in span.periods if one.kind in PARTS_OF_A_YEAR)


def speaks_first_of_the_period(query: Query, candidate: Candidate) -> bool:
    """Whether the latest year that the sentence names is asked for: "2022 compared to 2021" tells of 2022."""
    asked, said = _asked(query), _said(candidate)
    return not asked or not said or max(said) in asked


def _said(candidate: Candidate) -> frozenset[int]:
    """The years of the sentence; where it names none, those of its heading ("2016 compared with 2015").

    Of what it only compares with it does not speak: "the rate fell to 39.3%, compared to 40.4% in fiscal 2022".
    """
    own = candidate.text.partition("compared")[0]
    return years_in(own) or years_in(candidate.above[-1] if candidate.above else "")


def _asked(query: Query) -> set[int]:
    """The years asked for, with those between where a whole range is."""
    asked = {year for one in query.periods.listed if (year := _year(one))}
    return set(range(min(asked), max(asked) + 1)) if asked and query.periods.whole else asked


def of_the_part(query: Query, candidate: Candidate) -> str:
    """The member that is asked about is named in the sentence or above it; of a loose name, a word of it."""
    if query.part is None or query.part.member is None:
        return ""
    wanted = stems(f"{query.part.member} {query.part.within or ''}")
    held = stems(" ".join([candidate.text, candidate.part, *candidate.above]))
    named = bool(wanted & held) if query.part.dimension in LOOSE else wanted <= held
    return "" if named else f"It does not name {query.part.member}."


def of_the_slot(query: Query, candidate: Candidate) -> str:
    """A question for a figure, a name or a date is not answered by words that hold none."""
    return fills(query, candidate)


def of_more_than_a_lead(query: Query, candidate: Candidate) -> str:
    """Words that end with a colon say that something follows, not what."""
    return "It only leads to what follows." if candidate.text.rstrip().endswith(":") else ""


def names_what_is_asked(query: Query, candidate: Candidate) -> bool:
    """Whether the sentence names the measure and the part that are asked for: else its figure is of something else."""
    said = _named(query) - COUNTING
    return bool(said) and said <= stems(candidate.text)


def states_in_full(query: Query, candidate: Candidate) -> bool:
    """Whether the sentence says all that the question does: its measure, its period, and one number that is no year."""
    said = _named(query)
    asked = {year for one in query.periods.listed if (year := _year(one))}
    one_figure = query.intent is Intent.FIGURE and len(query.measures) == 1 and not query.unread
    if not one_figure or not said or len(asked) != 1 or not asked <= years_in(candidate.text):
        return False
    figures = figures_in(candidate.text)
    in_full = said - COUNTING <= stems(candidate.text) and not _turned(said, candidate.text)
    return in_full and len(figures) == 1 and of_one_kind(query, candidate.text)


def _turned(said: set[str], text: str) -> bool:
    """ "Accumulated impairment losses" are none of a year: a word right before what is named makes another figure."""
    keys = [word.key for word in words_of(text) if word.is_word]
    return any(one in TURNS and not stems(one) & said and stems(after) & said for one, after in pairwise(keys))


def of_one_kind(query: Query, text: str) -> bool:
    """Whether what a sentence states is an amount, a share or a change as the query asks for one.

    What a line grew by is neither the line nor its share of another; what is computed of several lines is none of them.
    """
    asked = query.measures[0]
    if isinstance(asked, Binary | Call):
        return False
    known = ratios().get(asked.key) if isinstance(asked, Ratio) else None
    percent = isinstance(asked, Share) or (known is not None and known.shown is Shown.PERCENT)
    changes = isinstance(asked, OverTime)
    return tells_change(text) is changes and (changes or ("%" in text or "percent" in text) is percent)


def tells_change(text: str) -> bool:
    """Whether a word of it says that something moved."""
    words = words_of(text)
    found = (lexicon().longest(words, place, len(words)) for place in range(len(words)))
    return any(match is not None and match.of("move") is not None for match in found)


def _named(query: Query) -> set[str]:
    return {stem for token in query.tokens if token.role in {Role.MEASURE, Role.PART} for stem in stems(token.text)}


def _year(period: Period) -> int | None:
    if period.kind is PeriodKind.ANY:
        return None
    return period.year or (period.end.year if period.end else None)


RULES: tuple[Rule, ...] = (of_the_filer, of_the_period, of_the_part, of_the_slot, of_more_than_a_lead)


def refusal(query: Query, candidate: Candidate) -> str:
    """Why it cannot answer, by the first rule that it breaks; "" where it breaks none."""
    return next((why for rule in RULES if (why := rule(query, candidate))), "")


def judged_by_rules(query: Query, told: Sequence[Told]) -> list[Judged]:
    """Refused by the first rule that is broken; accepted what states a single figure in full; the rest left open."""
    return [_judged(query, one.candidate) for one in told]


def _judged(query: Query, candidate: Candidate) -> Judged:
    if refused := refusal(query, candidate):
        return Judged(candidate, refused=refused)
    return Judged(candidate, STATED if states_in_full(query, candidate) else None)

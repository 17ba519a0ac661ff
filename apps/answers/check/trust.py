"""How far an answer may be trusted, by explicit rules in one table (A8). What kind of answer it is says its status."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from apps.answers.check.figures import Match
from apps.answers.check.findings import Finding, Grounded
from apps.answers.check.measures import Measures
from apps.answers.models import Trust

SHORT = 90  # characters of a sentence by which a reason names it
QUOTED = "This is quoted word for word; whether it answers the question was not judged."
LIKELY = "The quotation answers with a probability of {:.0%}: read it before you rely on it."
ORDER = tuple(Trust)  # from the highest down


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Below these shares of G, or this probability, an answer is of less trust or must be reviewed."""

    grounded_medium: float = 0.90
    grounded_low: float = 0.75
    grounded_review: float = 0.50
    judged_high: float = 0.985  # least probability by which a trained judge accepts a quotation
    computed_high: float = 0.9  # and figures that the rules computed


@dataclass(frozen=True, slots=True)
class Readings:
    """How surely the question was read. unread: words whose meaning nobody placed; others: other sensible readings;
    taken: what was taken for a line that is printed a little otherwise, a sentence each.
    """

    unread: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


SURELY = Readings()  # every word read, in one way


@dataclass(frozen=True, slots=True)
class Case:
    """What the rules look at. The sentences of the fields that hold such go to the reader as they are.

    contradicted: another filing of the same company and period states a figure otherwise.
    missing: what of the question is not answered. closest: nothing found states what was asked. unsure: a figure stands
    in a statement that fails a self-check. quoted: the answer is quoted, and nobody judged whether it answers.
    judged: how likely it does by a trained judge, None where none was asked.
    """

    measures: Measures
    checked: tuple[Grounded, ...]
    thresholds: Thresholds
    contradicted: tuple[str, ...] = ()
    restated: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    suspicious: tuple[str, ...] = ()
    rejected: int = 0
    closest: bool = False
    unsure: bool = False
    quoted: bool = False
    judged: float | None = None
    readings: Readings = SURELY


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule that applied, and what it says of this answer."""

    rule: str
    trust: Trust
    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """told: one sentence for each time the rule applies to a case; none when it does not."""

    name: str
    trust: Trust
    told: Callable[[Case], Sequence[str]]


def _found(*kinds: Finding) -> Callable[[Case], Sequence[str]]:
    """What concerns a whole sentence names it: a reader of the reasons does not see which it is."""
    return lambda case: list(
        dict.fromkeys(
            found.why if found.at else f"{found.why} “{_short(one.sentence.text)}”"
            for one in case.checked
            for found in one.found
            if found.finding in kinds
        )
    )


def _short(text: str) -> str:
    return text if len(text) <= SHORT else f"{text[:SHORT].rsplit(' ', 1)[0]} …"


def _rounded(case: Case) -> list[str]:
    texts = [hit.token.text for one in case.checked for hit in one.hits if hit.match is Match.ROUNDED]
    return [f"{text} is rounded; the source prints more digits." for text in dict.fromkeys(texts)]


def _unresolved(case: Case) -> list[str]:
    share = case.measures.resolution
    return [] if share == 1 else [f"{1 - share:.0%} of the citations lead to no place in the store."]


def _rejected(case: Case) -> list[str]:
    told = "A statement was" if case.rejected == 1 else f"{case.rejected} statements were"
    return [f"{told} left out: the cited page does not say so."] if case.rejected else []


def _grounded_below(name: str, above: str = "") -> Callable[[Case], Sequence[str]]:
    """Applies where G lies below the threshold `name` and not below the harder one `above`, which tells it then."""

    def told(case: Case) -> list[str]:
        share, limits = case.measures.grounded, case.thresholds
        if share >= getattr(limits, name) or (above and share < getattr(limits, above)):
            return []
        return [f"{share:.0%} of the answer's words and figures stand in the cited places."]

    return told


def _likely(case: Case) -> list[str]:
    if case.judged is None or case.judged >= case.thresholds.judged_high:
        return []
    return [LIKELY.format(case.judged)]


def _unread(case: Case) -> list[str]:
    words = case.readings.unread
    return [f"These words of the question were not understood: {', '.join(words)}."] if words else []


RULES = (
    Rule("figure without a source", Trust.CRITICAL, _found(Finding.FIGURE)),
    Rule("another period", Trust.CRITICAL, _found(Finding.PERIOD)),
    Rule("another filer", Trust.CRITICAL, _found(Finding.FILER)),
    Rule("the other sign", Trust.CRITICAL, _found(Finding.SIGN)),
    Rule("another line", Trust.CRITICAL, _found(Finding.LINE)),
    Rule("unresolved citation", Trust.CRITICAL, _unresolved),
    Rule("date or code without a source", Trust.REVIEW, _found(Finding.TOKEN)),
    Rule("sentence without a source", Trust.REVIEW, _found(Finding.UNCITED)),
    Rule("name without a source", Trust.REVIEW, _found(Finding.NAME)),
    Rule("words without a source", Trust.REVIEW, _found(Finding.WORDS)),
    Rule("another filing states otherwise", Trust.REVIEW, lambda case: case.contradicted),
    Rule("instructions in a source", Trust.REVIEW, lambda case: case.suspicious),
    Rule("hardly grounded", Trust.REVIEW, _grounded_below("grounded_review")),
    Rule(
        "a self-check fails",
        Trust.REVIEW,
        lambda case: ["A statement behind a figure does not add up as it was read."] if case.unsure else [],
    ),
    Rule(
        "not in form",
        Trust.REVIEW,
        lambda case: [] if case.measures.in_form else ["The reply had not the form asked for."],
    ),
    Rule(
        "closest passages",
        Trust.LOW,
        lambda case: ["Nothing found states what was asked; this comes closest."] if case.closest else [],
    ),
    Rule("weakly grounded", Trust.LOW, _grounded_below("grounded_low", "grounded_review")),
    Rule("not all words read", Trust.MEDIUM, _unread),
    Rule(
        "another reading", Trust.MEDIUM, lambda case: [f"It may also be read as: {one}" for one in case.readings.others]
    ),
    Rule("placed nearly", Trust.MEDIUM, lambda case: case.readings.taken),
    Rule("quoted", Trust.MEDIUM, lambda case: [QUOTED] if case.quoted else []),
    Rule("judged likely", Trust.MEDIUM, _likely),
    Rule("rounded", Trust.MEDIUM, _rounded),
    Rule("restated", Trust.MEDIUM, lambda case: case.restated),
    Rule("incomplete", Trust.MEDIUM, lambda case: case.missing),
    Rule("left out", Trust.MEDIUM, _rejected),
    Rule("partly grounded", Trust.MEDIUM, _grounded_below("grounded_medium", "grounded_low")),
)


def judge(case: Case) -> tuple[Trust, tuple[Reason, ...]]:
    """The lowest trust of any rule that applies, with all reasons, worst first; High when none does."""
    reasons = [Reason(rule.name, rule.trust, text) for rule in RULES for text in rule.told(case)]
    trust = max((reason.trust for reason in reasons), key=ORDER.index, default=Trust.HIGH)
    return trust, tuple(reasons)

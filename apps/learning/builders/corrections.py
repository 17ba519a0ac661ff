"""Readings that their askers changed, as phrases of measures: the words that were asked, and what they were to mean."""

from collections.abc import Iterator, Sequence

from apps.answers.models import Answer
from apps.answers.run.reading import query_of
from apps.learning.training.phrases import MEASURES, Phrase, known_phrases
from apps.learning.usage import Correction, corrections
from apps.questions.expressions import Expression, Item, Ratio, Row
from apps.questions.lexicon import lexicon
from apps.questions.query import Query, Role
from apps.questions.sentence import label

WRITER = 0  # nobody of those who wrote phrases
SAYING = frozenset({Role.MEASURE, Role.TOPIC, Role.UNREAD})
BETWEEN = SAYING | {Role.FUNCTION, Role.OPERATOR}
LONGEST = 8  # words; more are a sentence, and no phrase


def phrases(written: Sequence[Phrase]) -> list[Phrase]:
    """Each once. None that the lexicon knows or somebody wrote (it may be held out), and none with two meanings."""
    known = known_phrases() | {one.phrase.lower() for one in written}
    measures = {entry.name for entry in lexicon().entries if entry.kind in MEASURES}
    meanings: dict[str, set[str]] = {}
    for one in _told():
        if one.measure in measures:
            meanings.setdefault(one.phrase, set()).add(one.measure)
    return [
        Phrase(meant.pop(), phrase, writer=WRITER)
        for phrase, meant in sorted(meanings.items())
        if len(meant) == 1 and phrase not in known
    ]


def _told() -> Iterator[Phrase]:
    for one in corrections():
        after = query_of(one.after)
        if after and (found := _taken(after) or _asked(one, after)):
            yield found


def _taken(query: Query) -> Phrase | None:
    """Of a reading that was offered: the phrase that it was offered for."""
    taken = [one for one in query.taken if one.meaning]
    measures = {label(one): name for one in query.measures if (name := _name(one))}
    if len(taken) == 1 and taken[0].label in measures:
        return Phrase(measures[taken[0].label], taken[0].asked.lower())
    return None


def _asked(one: Correction, after: Query) -> Phrase | None:
    """Of a reading in words: what stood in the question for its one measure, as it was read first."""
    more = after.unread or after.left_open or after.also
    name = _name(after.measures[0]) if len(after.measures) == 1 and not more else ""
    words = _words(one.before)
    return Phrase(name, words) if name and words else None


def _name(measure: Expression) -> str:
    """The lexicon's key of a measure that stands alone; "" of anything that is computed or narrowed."""
    match measure:
        case Item(concept=concept, lag=0):
            return concept
        case Ratio(key=key):
            return key
        case Row(label=named, lag=0):
            return named
    return ""


def _words(answer: Answer) -> str:
    """What the question says of a measure, in small letters; "" where filers, periods or other words stand between."""
    before = query_of(answer)
    tokens = before.tokens if before else ()
    places = [at for at, token in enumerate(tokens) if token.role in SAYING]
    within = tokens[places[0] : places[-1] + 1] if places else ()
    if not within or len(within) > LONGEST or any(token.role not in BETWEEN for token in within):
        return ""
    return " ".join(answer.question[within[0].start : within[-1].end].lower().split())

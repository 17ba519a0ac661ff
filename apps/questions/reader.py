"""`read`: a question to its readings. The one way from words to a query."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apps.questions.account import account
from apps.questions.alternatives import beside_its_profit, others
from apps.questions.answer_type import words_answer
from apps.questions.assemble import Assembled, assembled, with_assumed, with_carried
from apps.questions.drafts import Draft, drafted
from apps.questions.expressions import Item, Row, walk
from apps.questions.follow_ups import Shared, completed
from apps.questions.labels import Labels, NoLabels
from apps.questions.meanings import Meanings, NoMeanings, meant, offered
from apps.questions.names import Register
from apps.questions.placing import Placement, Placer, placer_of
from apps.questions.query import Alternative, Query, Reading, Role
from apps.questions.respelled import respelled
from apps.questions.second_asks import asked_twice
from apps.questions.written import written

FOR_FIGURES = "as a question for figures, with words left unread"


def read(
    text: str,
    register: Register,
    *,
    earlier: Reading | Query | None = None,
    labels: Labels | None = None,
    meanings: Meanings | None = None,
) -> Reading:
    """Every sensible reading of the question, the most literal first. Never raises, whatever the text.

    earlier: what was asked before in the same conversation; a follow-up takes from it what it does not say itself.
    labels: what the filings print, by which words are placed that no lexicon knows. meanings: a model of phrases,
    for what is not printed either.
    """
    so_written = written(text, register, labels or NoLabels())
    if so_written and so_written.filers:  # else it may lean on what was asked before
        return Reading(text, (Alternative(so_written),))
    reader = Reader(register, labels or NoLabels(), meanings or NoMeanings())
    whole = reader.once(text, earlier)
    return reader.for_words(asked_twice(whole, reader.once) if earlier is None else whole)


@dataclass(frozen=True, slots=True)
class Reader:
    register: Register
    labels: Labels
    meanings: Meanings

    def once(self, text: str, earlier: Reading | Query | None = None) -> Reading:
        """As one ask."""
        plain = self._headed(text) or drafted(text, self.register)
        first = assembled(plain)
        placer = placer_of(plain, first.query, self.labels)
        draft, made = self._placed(plain, placer) or self._respelled(plain, placer) or (plain, first)
        before = earlier.query if isinstance(earlier, Reading) else earlier
        carried = completed(made.query, draft.words, before, made.function, share=made.share)
        query = with_carried(carried.query, made) if carried.what else carried.query
        if made.share is not Shared.NONE and not carried.what:  # a share of what was told before, and nothing was
            query = replace(query, tokens=account(draft.words, draft.chunks, draft.built.unplaced, query.intent, text))
        query, assumed = with_assumed(beside_its_profit(query, draft), made)
        more = () if carried.what or not query.unread or placer is None else self._meant(placer, made)
        alternatives = (Alternative(query, assumed), *others(query, draft, made), *more)
        return Reading(text, alternatives, carried.what, carried.unclear)

    def for_words(self, whole: Reading) -> Reading:
        """A question that only names a line, "what is its tax dispute about": as one for words, which come first."""
        if whole.carried or not words_answer(whole.query):
            return whole
        draft = self._headed(whole.question) or drafted(whole.question, self.register)
        made = assembled(draft, for_words=True)
        if made.function or made.share is not Shared.NONE or made.signals.before_measure("much"):
            return whole
        query = replace(made.query, measures=(), condition=None, order=None)  # a figure would be of what was not read
        first, *others = whole.alternatives
        figures = Alternative(_leaving_open(first.query), FOR_FIGURES)
        return replace(whole, alternatives=(Alternative(query), figures, *others))

    def _headed(self, text: str) -> Draft | None:
        """ "Lanterns: how far did revenue fall?": what stands before a colon is asked about where filings print it."""
        if ":" not in text:
            return None
        draft = drafted(text, self.register, headed=True)
        last = max((at for at, word in enumerate(draft.words) if word.text == ":"), default=0)
        placer = placer_of(draft, assembled(draft).query, self.labels)
        return draft if placer and any(at < last for at in placer.unread - placer.strange) else None

    def _placed(self, draft: Draft, placer: Placer | None) -> tuple[Draft, Assembled] | None:
        """The draft with what was left unread placed by labels, else by meaning, where that leaves nothing unread."""
        if placer is None:
            return None
        by_labels = self._with(draft, placer.chosen())
        return by_labels if by_labels or placer.supposes else self._with(draft, meant(placer, self.meanings, sure=True))

    def _with(self, draft: Draft, placements: Sequence[Placement]) -> tuple[Draft, Assembled] | None:
        """None where the words are not all read then, or nothing is measured."""
        if not placements:
            return None
        chunks = [chunk for placement in placements for chunk in placement.chunks]
        again = drafted(draft.text, self.register, chunks, draft.words, headed=draft.headed)
        anew = assembled(again)
        if anew.query.unread or not anew.query.measures:
            return None
        taken = tuple(placement.taken for placement in placements if placement.taken)
        if not {one.label for one in taken if not one.meaning} <= _named(
            anew.query
        ):  # placed where it is only told, and so not asked
            return None
        return again, replace(anew, query=replace(anew.query, taken=taken))

    def _respelled(self, draft: Draft, placer: Placer | None) -> tuple[Draft, Assembled] | None:
        """With words put right that neither lexicon nor labels know, where that leaves nothing unread."""
        words, taken = respelled(draft.words, placer.strange) if placer else (draft.words, ())
        if placer is None or not taken:
            return None
        again = drafted(draft.text, self.register, words=words, headed=draft.headed)
        plain = assembled(again)
        again, anew = self._placed(again, placer_of(again, plain.query, self.labels)) or (again, plain)
        left = Placer(again, anew.query)
        if left.unread or left.free & placer.strange or not anew.query.measures:
            return None
        return again, replace(anew, query=replace(anew.query, taken=(*taken, *anew.query.taken)))

    def _meant(self, placer: Placer, made: Assembled) -> Iterator[Alternative]:
        """What words may mean that were not understood, as another reading."""
        placements = meant(placer, self.meanings, sure=False)
        again = self._with(placer.draft, placements)
        if again and again[1].query.measures != made.query.measures:
            yield Alternative(again[1].query, "; ".join(offered(placements)))


def _leaving_open(query: Query) -> Query:
    """Its unread words left open: who chooses it wants the figure, and the answer says what it leaves."""
    tokens = (replace(one, role=Role.OPEN) if one.role is Role.UNREAD else one for one in query.tokens)
    return replace(query, tokens=tuple(tokens))


def _named(query: Query) -> frozenset[str]:
    """The lines and parts of a query, as they are called."""
    nodes = [node for measure in query.measures for node in walk(measure)]
    lines = (node.label if isinstance(node, Row) else node.concept for node in nodes if isinstance(node, Row | Item))
    return frozenset((*lines, *(name for part in query.parts for name in (part.member, part.within) if name)))

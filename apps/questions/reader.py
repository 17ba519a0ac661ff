"""`read`: a question to its readings. The one way from words to a query."""

from dataclasses import replace

from apps.questions.alternatives import others
from apps.questions.assemble import Assembled, assembled, with_assumed, with_carried
from apps.questions.drafts import Draft, drafted
from apps.questions.follow_ups import completed
from apps.questions.labels import Labels, NoLabels
from apps.questions.names import Register
from apps.questions.placing import placed
from apps.questions.query import Alternative, Query, Reading


def read(
    text: str, register: Register, *, earlier: Reading | Query | None = None, labels: Labels | None = None
) -> Reading:
    """Every sensible reading of the question, the most literal first. Never raises, whatever the text.

    earlier: what was asked before in the same conversation; a follow-up takes from it what it does not say itself.
    labels: what the filings print, by which words are placed that no lexicon knows.
    """
    draft, made = _by_labels(drafted(text, register), register, labels or NoLabels())
    before = earlier.query if isinstance(earlier, Reading) else earlier
    carried = completed(made.query, draft.words, before, made.function)
    query = with_carried(carried.query, made) if carried.what else carried.query
    query, assumed = with_assumed(query, made)
    alternatives = (Alternative(query, assumed), *others(query, draft, made))
    return Reading(text, alternatives, carried.what, carried.unclear)


def _by_labels(draft: Draft, register: Register, labels: Labels) -> tuple[Draft, Assembled]:
    """The draft with what was left unread placed by labels, where that leaves nothing unread."""
    made = assembled(draft)
    placements = placed(draft, made.query, labels)
    if not placements:
        return draft, made
    chunks = [chunk for placement in placements for chunk in placement.chunks]
    again = drafted(draft.text, register, chunks)
    anew = assembled(again)
    if anew.query.unread or not anew.query.measures:
        return draft, made
    taken = tuple(placement.taken for placement in placements if placement.taken)
    return again, replace(anew, query=replace(anew.query, taken=taken))

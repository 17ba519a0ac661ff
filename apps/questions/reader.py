"""`read`: a question to its readings. The one way from words to a query."""

from apps.questions.alternatives import others
from apps.questions.assemble import Assembled, assembled, with_assumed, with_carried
from apps.questions.drafts import drafted
from apps.questions.follow_ups import completed
from apps.questions.names import Register
from apps.questions.query import Alternative, Query, Reading


def read(text: str, register: Register, *, earlier: Reading | Query | None = None) -> Reading:
    """Every sensible reading of the question, the most literal first. Never raises, whatever the text.

    earlier: what was asked before in the same conversation; a follow-up takes from it what it does not say itself.
    """
    draft = drafted(text, register)
    made: Assembled = assembled(draft)
    before = earlier.query if isinstance(earlier, Reading) else earlier
    carried = completed(made.query, draft.words, before, made.function)
    query = with_carried(carried.query, made) if carried.what else carried.query
    query, assumed = with_assumed(query, made)
    alternatives = (Alternative(query, assumed), *others(query, draft, made))
    return Reading(text, alternatives, carried.what, carried.unclear)

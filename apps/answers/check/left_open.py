"""What a model says it did not find: its own words, which no source can bear out, so that they may state no figure."""

from apps.answers.sources.tokens import Kind, Token, tokens
from apps.retrieval.sentences import whole_sentences

SAYS = "A language model says of what is missing: {told}"
PART = "A language model found no answer to a part of the question."
NAMED = frozenset({Kind.WORD, Kind.YEAR, Kind.QUARTER, Kind.DATE, Kind.COUNT})  # periods, and how many were looked at
LONGEST_FORM = 5  # characters of "10-kt"


def left_open(told: str) -> str:
    """`told` without the sentences that state a figure or an address, as words of a model; "" for none."""
    kept = [one for one in whole_sentences(told.strip()) if one and all(map(_states_nothing, tokens(one)))]
    return SAYS.format(told=" ".join(kept)) if kept else PART if told.strip() else ""


def _states_nothing(token: Token) -> bool:
    form = token.kind is Kind.CODE and token.key[:1].isdigit() and "-" in token.key and len(token.key) <= LONGEST_FORM
    return token.kind in NAMED or form

"""The account: every word of the question with the one role that it plays."""

from collections.abc import Iterable, Sequence

from apps.questions.chunks import Chunk
from apps.questions.query import WORDS_TELL, Intent, Role, Token
from apps.questions.tokens import Word

TOPICS = frozenset(("risk", "outlook", "event", "what", "explain"))  # cues that are themselves what a text is about


def account(
    words: Sequence[Word], chunks: Sequence[Chunk], unplaced: Iterable[Chunk], intent: Intent, text: str
) -> tuple[Token, ...]:
    """One token per word, in order. Content words that nothing placed are topics where words answer, else unread."""
    roles = [Role.UNREAD] * len(words)
    refused = {(chunk.start, chunk.end) for chunk in unplaced}
    for chunk in chunks:
        unknown = chunk.kind in TOPICS | {"dimension"} or (chunk.start, chunk.end) in refused
        role = Role.UNREAD if unknown else chunk.role
        for place in range(chunk.start, chunk.end):
            roles[place] = role
    tokens = [
        Token(word.text, word.start, word.end, _told(role, word, intent))
        for word, role in zip(words, roles, strict=True)
    ]
    return (*tokens, *_beyond(words, text))


def _told(role: Role, word: Word, intent: Intent) -> Role:
    if role is not Role.UNREAD:
        return role
    if not word.text[0].isalnum():
        adds = word.key == "+" and intent in WORDS_TELL  # "reasons + offsets"
        return Role.FUNCTION if adds or word.key in "'\"()-,.?!:;&/" else Role.UNREAD
    return Role.TOPIC if intent in WORDS_TELL else Role.UNREAD


def _beyond(words: Sequence[Word], text: str) -> tuple[Token, ...]:
    """What lies behind the longest question that is read: one token that nothing placed."""
    end = words[-1].end if words else 0
    rest = text[end:]
    if not rest.strip():
        return ()
    start = end + len(rest) - len(rest.lstrip())
    return (Token(text[start:].rstrip(), start, start + len(text[start:].rstrip()), Role.UNREAD),)

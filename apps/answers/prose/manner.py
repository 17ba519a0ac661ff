"""How a sentence speaks: of what might be, as a contract does, as a heading, or as a piece of a sentence."""

from apps.answers.prose.language import pattern

END, SHORT = frozenset(".!?)”\"’'"), 80  # characters: what is shorter and has no end is a heading


def speaks_of_might(text: str) -> bool:
    """Of what might be, not of what is."""
    return bool(pattern("might").search(text))


def is_ruling(text: str) -> bool:
    """Of a contract or of by-laws: what holds in general, not what was agreed or happened."""
    return bool(pattern("ruling").search(text))


def asks_for_rules(core: str) -> bool:
    return bool(pattern("asks_ruling").search(core))


def is_furniture(text: str) -> bool:
    """A signature, a heading, a pointer elsewhere: nothing to quote."""
    return (not _ends(text) and len(text) < SHORT) or bool(pattern("furniture").search(text))


def is_fragment(text: str) -> bool:
    """Without its beginning or its end: a page or a passage ends within it, or it is one of a list."""
    first = next((character for character in text if character.isalnum()), "")
    return not _ends(text) or first.islower()


def _ends(text: str) -> bool:
    return text.rstrip()[-1:] in END

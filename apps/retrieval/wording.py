"""The words of a query that passages are ranked by: what only frames it goes, what filings print instead comes in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apps.questions.query import Intent, Query, Role, Token
from apps.questions.slots import UnresolvedFiler
from apps.retrieval.stems import stems
from apps.retrieval.topics import Topics
from apps.statements.ontology import concepts

FRAMING = frozenset({Role.FRAME, Role.FORM})
SAYS_LITTLE = FRAMING | {Role.FUNCTION, Role.FILER, Role.PERIOD}
PROSE = frozenset({Intent.TEXT, Intent.BRIEF})
SHORTEST = 20  # characters of a core that can stand for the question


@dataclass(frozen=True, slots=True)
class Wording:
    """core: the question without its frame, for the dense path; words and expansion: for the lexical path."""

    core: str
    words: str
    expansion: str


def word(query: Query, question: str, topics: Topics, keys: Sequence[str]) -> Wording:
    """keys: concepts asked for; filings print their names."""
    framing = _framing(query)
    core = _text(query.tokens, framing)
    core = core if len(core) >= min(SHORTEST, len(question)) else question
    printed = [concepts()[key].name for key in keys] if topics.titles or len(keys) <= 2 else []
    return Wording(
        core, _text(query.tokens, _unsearched(query, framing)) or core, " ".join([*topics.printed, *printed])
    )


def _framing(query: Query) -> frozenset[Role]:
    """What goes: the frame, unless it holds most of what is told."""
    return FRAMING - {Role.FRAME} if in_its_frame(query) else FRAMING


def in_its_frame(query: Query) -> bool:
    """Of a question for words that tells a scene first ("A sold its plants. What will it do with the money?") most of
    what it says is read as its frame.
    """
    if query.intent not in PROSE:
        return False
    framed = stems(" ".join(one.text for one in query.tokens if one.role is Role.FRAME))
    left = stems(" ".join(one.text for one in query.tokens if one.role not in SAYS_LITTLE))
    return len(framed) > len(left)


def _unsearched(query: Query, framing: frozenset[Role]) -> frozenset[Role]:
    """Inside a filer's own filings its name says nothing; one that is not held may be a product's or a rival's."""
    held = not query.filers or any(not isinstance(one, UnresolvedFiler) or one.candidates for one in query.filers)
    return framing | ({Role.FUNCTION, Role.FILER} if held else {Role.FUNCTION})


def _text(tokens: Iterable[Token], without: frozenset[Role]) -> str:
    """The words as they were written: what stood together, such as "R&D", stays together."""
    text, end = "", -1
    for token in tokens:
        if token.role not in without:
            text += token.text if token.start == end or not text else f" {token.text}"
            end = token.end
    return text

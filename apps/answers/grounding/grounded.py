"""One sentence against its sources, token by token (A8): critical tokens exactly, other words nearly."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from apps.answers.grounding.agreement import other_period, says_less, strangers, years_of
from apps.answers.grounding.figures import Hit, Match, hits, manner
from apps.answers.grounding.sources import Ready, Sentence
from apps.answers.grounding.tokens import Figure, Kind, Token, plain_text, tokens

NEAR = 0.85  # likeness of two stems that are taken for the same word
SHORTEST, LONGEST = 5, 40  # characters of stems that are compared so; others must be equal
LEAST_WORDS = 0.5  # of a sentence's words that its sources must hold for it to count as borne out


class Finding(StrEnum):
    """What is wrong with a sentence."""

    UNCITED = "uncited"
    FIGURE = "figure"
    TOKEN = "token"  # noqa: S105 - a date, a year or a code, not a secret
    PERIOD = "period"
    FILER = "filer"
    SIGN = "sign"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Found:
    """A finding, at which words of the sentence (empty: at all of it), and why as a sentence."""

    finding: Finding
    at: str
    why: str


@dataclass(frozen=True, slots=True)
class TokenHit:
    token: Token
    match: Match


@dataclass(frozen=True, slots=True)
class Grounded:
    """A sentence that was checked. `supported` is whether its sources bear it out in every critical token."""

    sentence: Sentence
    hits: tuple[TokenHit, ...]
    found: tuple[Found, ...]

    @property
    def supported(self) -> bool:
        return not self.found


def ground(sentence: Sentence, sources: Sequence[Ready], filers: Mapping[str, Sequence[str]]) -> Grounded:
    """Check `sentence` against the `sources` that it cites. filers: those that may be named, with what they go by."""
    text = without_figures_in_names(plain_text(sentence.text), sources)
    said = tuple(token for token in tokens(text) if token.critical or not sentence.own)
    checked, found = [], []
    for token in said:
        if token.figure:
            match, problem = _number(token, token.figure, text, said, sources, verbatim=sentence.verbatim)
        else:
            match, problem = _other(token, sources)
        checked.append(TokenHit(token, match))
        found += [problem] if problem else []
    if not sources and said:
        found = [Found(Finding.UNCITED, "", "No source is named for it."), *found]
    if not sentence.verbatim and not sentence.own and sources:
        found += [
            Found(Finding.FILER, filer, f"It speaks of {filer}, but cites a filing of another company.")
            for filer in strangers(text, sources, filers)
        ]
        found += _few_words(checked)
    return Grounded(sentence, tuple(checked), tuple(found))


def without_figures_in_names(text: str, sources: Iterable[Ready]) -> str:
    """The same with blanks in place of names of filers, filings and rows that hold a digit: they are no figures."""
    names = {plain_text(name) for ready in sources for name in (*ready.source.names, *ready.source.lines)}
    for name in sorted((one for one in names if any(map(str.isdigit, one))), key=len, reverse=True):
        text = text.replace(name, " " * len(name))
    return text


def _number(
    token: Token, figure: Figure, text: str, said: Sequence[Token], sources: Sequence[Ready], *, verbatim: bool
) -> tuple[Match, Found | None]:
    places = hits(figure, sources, manner(text, token))
    if not places:
        return Match.ABSENT, Found(Finding.FIGURE, token.text, f"{token.text} stands in no source that it cites.")
    best = [hit for hit in places if hit.match is places[0].match]
    return places[0].match, None if verbatim else _disagreement(token, figure, text, said, best)


def _disagreement(
    token: Token, figure: Figure, text: str, said: Sequence[Token], places: Sequence[Hit]
) -> Found | None:
    quarterly = any(one.kind is Kind.QUARTER for one in said)
    if period := other_period(places, years_of(text, said, token), quarterly):
        return Found(Finding.PERIOD, token.text, f"{token.text} stands there for {period}.")
    if all(hit.opposite for hit in places) and not says_less(text):
        return Found(Finding.SIGN, token.text, f"{token.text} stands there with the other sign.")
    return None


def _other(token: Token, sources: Sequence[Ready]) -> tuple[Match, Found | None]:
    if any((token.kind, token.key) in ready.keys for ready in sources):
        return Match.EXACT, None
    if token.kind is Kind.WORD:
        return (Match.FUZZY if _near(token.key, sources) else Match.ABSENT), None
    why = f"{token.text} stands neither in a source that it cites nor beside it."
    return Match.ABSENT, Found(Finding.TOKEN, token.text, why) if sources else None


def _near(stem: str, sources: Iterable[Ready]) -> bool:
    if not SHORTEST <= len(stem) <= LONGEST:
        return False
    matcher = SequenceMatcher(b=stem, autojunk=False)
    for word in (word for ready in sources for word in ready.words if word[0] == stem[0] and len(word) <= LONGEST):
        matcher.set_seq1(word)
        if matcher.real_quick_ratio() >= NEAR and matcher.quick_ratio() >= NEAR and matcher.ratio() >= NEAR:
            return True
    return False


def _few_words(checked: Sequence[TokenHit]) -> list[Found]:
    words = [hit for hit in checked if hit.token.kind is Kind.WORD]
    borne = sum(1 for hit in words if hit.match is not Match.ABSENT)
    if not words or borne >= LEAST_WORDS * len(words):
        return []
    return [Found(Finding.WORDS, "", f"Only {borne} of its {len(words)} words stand in the sources that it cites.")]

"""One sentence against its sources, token by token (A8): critical tokens exactly, other words nearly."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from apps.answers.check.bounds import bounds
from apps.answers.check.copied import changed
from apps.answers.check.figures import Hit, Match, counted, hits, manner
from apps.answers.check.filers import strangers
from apps.answers.check.findings import Finding, Found, Grounded, TokenHit
from apps.answers.check.lines import of_other_lines
from apps.answers.check.named import lists, names
from apps.answers.check.periods import months_of, other_period, other_year, years_of
from apps.answers.check.signs import made_a_loss, other_way, says_less
from apps.answers.check.sources import Ready, Sentence
from apps.answers.check.ways import contradicts_itself, denied, verdict_of
from apps.answers.sources.tokens import Figure, Kind, Token, plain_text, tokens

NEAR = 0.85  # likeness of two stems that are taken for the same word
BEFORE = 40  # characters before a figure whose words may carry its minus
SHORTEST, LONGEST = 5, 40  # characters of stems that are compared so; others must be equal
FEWEST = 3  # words of a sentence by which it can be judged: "Yes." has none
LEAST_WORDS = 0.5  # of a sentence's words that its sources must hold for it to count as borne out
NAME = re.compile(r"[A-Z][a-z]{3,}[\w-]*")
BEGINS = re.compile(r"(?:^|[.!?:;•“\"(])\s*$")
CALCULATOR = 0  # the label of what was computed
OF_CHANGE = {
    Kind.WORD: Finding.SIGN,
    Kind.NUMBER: Finding.FIGURE,
    Kind.YEAR: Finding.PERIOD,
    Kind.DATE: Finding.PERIOD,
    Kind.QUARTER: Finding.PERIOD,
}


def ground(sentence: Sentence, sources: Sequence[Ready], filers: Mapping[str, Sequence[str]]) -> Grounded:
    """Check `sentence` against the `sources` that it cites. filers: those that may be named, with what they go by."""
    text = without_figures_in_names(plain_text(sentence.text), sources)
    said = tokens(text)
    checked, found = [], []
    for token in said:
        if token.figure:
            match, problem = _number(token, token.figure, text, said, sources)
        else:
            match, problem = _other(token, text, sources)
        checked.append(TokenHit(token, match))
        found += [problem] if problem else []
    if not sources and said:
        found = [Found(Finding.UNCITED, "", "No source is named for it."), *found]
    if sources:
        found += [*_whole(text, said, sources, filers), *_strange_names(text, checked), *_few_words(checked)]
    return Grounded(sentence, tuple(checked), tuple(found))


def _whole(
    text: str, said: Sequence[Token], sources: Sequence[Ready], filers: Mapping[str, Sequence[str]]
) -> Iterator[Found]:
    """What is wrong with a sentence in other words though each token of it stands somewhere."""
    for filer in strangers(text, sources, filers):
        yield Found(Finding.FILER, filer, f"It speaks of {filer}, but cites a filing of another company.")
    if (verdict := verdict_of(text)) and any(denied(verdict, ready.text) for ready in sources):
        yield Found(Finding.SIGN, "", f"The calculation says the opposite of {verdict}.")
    if token := contradicts_itself(text, said):
        yield Found(Finding.SIGN, token.text, f"{token.text} lies the other way than the sentence says.")
    for token, other in of_other_lines(said, sources):
        yield Found(Finding.LINE, token.text, f"{token.text} stands there for {other}.")
    if copy := changed(text, said, (ready.source.passage or ready.source.text for ready in sources)):
        yield Found(
            OF_CHANGE.get(copy.kind, Finding.TOKEN),
            copy.said,
            f"The source says {copy.stands} where the sentence says {copy.said}.",
        )


def without_figures_in_names(text: str, sources: Iterable[Ready]) -> str:
    """The same with blanks in place of names of filers, filings, rows and spans that hold a digit: no figures."""
    names = {plain_text(name) for ready in sources for name in (*ready.source.names, *ready.source.lines)}
    names |= {f"{cell.months} months" for ready in sources for cell in ready.source.figures if cell.months}
    for name in sorted((one for one in names if any(map(str.isdigit, one))), key=len, reverse=True):
        text = text.replace(name, " " * len(name))
    return text


def _number(
    token: Token, figure: Figure, text: str, said: Sequence[Token], sources: Sequence[Ready]
) -> tuple[Match, Found | None]:
    places = hits(figure, sources, manner(text, token))
    plain = not (figure.currency or figure.scale or figure.percent)
    if not places and plain and (counted(figure, sources) or names(token, text, sources) or lists(token, text)):
        return Match.EXACT, None
    if not places and bounds(token, text, said, sources):
        return Match.EXACT, None
    if not places:
        return Match.ABSENT, Found(Finding.FIGURE, token.text, f"{token.text} stands in no source that it cites.")
    best = [hit for hit in places if hit.match is places[0].match]
    return places[0].match, _disagreement(token, figure, text, said, best)


def _disagreement(
    token: Token, figure: Figure, text: str, said: Sequence[Token], places: Sequence[Hit]
) -> Found | None:
    period = other_period(places, years_of(text, said, token), months_of(text, said))
    period = period or other_year(text, said, token, places)
    if period:
        return Found(Finding.PERIOD, token.text, f"{token.text} stands there for {period}.")
    if (all(hit.opposite for hit in places) and not _minus_told(figure, text, places)) or made_a_loss(text, places):
        return Found(Finding.SIGN, token.text, f"{token.text} stands there with the other sign.")
    if way := other_way(text, token, places):
        return Found(Finding.SIGN, token.text, f"The source says {way} of {token.text}.")
    return None


def _minus_told(figure: Figure, text: str, places: Sequence[Hit]) -> bool:
    """Whether words carry the minus that the figure itself has on one side only: of the sentence, or of the source.

    What was computed is in the sign that is meant.
    """
    if figure.value >= 0:
        return says_less(text, surely=any(hit.ready.source.label == CALCULATOR for hit in places))
    return any(says_less(_beside(hit), surely=True) for hit in places)


def _beside(hit: Hit) -> str:
    """The label of the figure's row, or the words before it."""
    if hit.at is None:
        return hit.cell.label if hit.cell else ""
    return hit.ready.text[max(0, hit.at.start - BEFORE) : hit.at.start]


def _other(token: Token, text: str, sources: Sequence[Ready]) -> tuple[Match, Found | None]:
    if token.kind is Kind.COUNT and sources and lists(token, text):
        return Match.EXACT, None
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


def _strange_names(text: str, checked: Sequence[TokenHit]) -> Iterator[Found]:
    """Names that no source has. A capital begins every sentence, so that its first word alone is none."""
    words = [hit.token for hit in checked if hit.match is Match.ABSENT and NAME.fullmatch(hit.token.text)]
    for place, token in enumerate(words):
        follows = words[place + 1 : place + 2]
        double = bool(follows) and text[token.end : follows[0].start].isspace()
        if double or not BEGINS.search(text[: token.start]):
            yield Found(Finding.NAME, token.text, f"{token.text} is named in no source that it cites.")


def _few_words(checked: Sequence[TokenHit]) -> list[Found]:
    """Figures and dates that stand there bear a sentence out, too: of one that is little else few words can do it."""
    words = [hit for hit in checked if hit.token.kind is Kind.WORD]
    borne = sum(1 for hit in words if hit.match is not Match.ABSENT)
    standing = sum(1 for hit in checked if hit.match is not Match.ABSENT)
    if len(words) < FEWEST or standing >= LEAST_WORDS * len(checked):
        return []
    return [Found(Finding.WORDS, "", f"Only {borne} of its {len(words)} words stand in the sources that it cites.")]

"""Which number of a sentence answers a question for a figure: a trained model reads each of them, marked (A8).

What no table prints stands in sentences, often several numbers in one: of two years, of the whole and a part. A model
that scores a whole sentence cannot tell which of them is meant; so the sentence is scored once for each number, with
this one marked. Text in, text out; who scores is told from outside.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.answers.judge.judge import Judged
from apps.answers.judge.pair_model import PairJudge, worded
from apps.answers.judge.signs import Signs, logit
from apps.answers.sources.candidate import Candidate
from apps.answers.sources.passages import Told
from apps.answers.sources.tokens import Kind, Token, plain_text, tokens

OPENS, CLOSES = "«", "»"
BEFORE, BEHIND = 260, 180  # characters around a number that are read with it
LEAST = 10  # a smaller bare number is mostly one of a list, a note or a page
MOST = 12  # numbers of a sentence; one with more is a table without lines
SCORED = 40  # numbers of a question


@dataclass(frozen=True, slots=True)
class Marked:
    """A number of a sentence. text: the sentence as a model reads it, the number marked."""

    number: Token
    text: str


def numbers_in(text: str) -> Iterator[Token]:
    """The amounts of a text in digits, in order: no dates, years, codes, and no small bare numbers.

    text: with single blanks; places of tokens are in it.
    """
    if len(plain_text(text)) != len(text):
        return
    for token in tokens(text):
        figure = token.figure
        if token.kind is not Kind.NUMBER or figure is None or not any(one.isdigit() for one in token.text):
            continue
        if figure.currency or figure.percent or figure.scale is not None or abs(figure.value) >= LEAST:
            yield token


def marked(text: str, number: Token) -> str:
    """The words around a number, which stands in marks."""
    start, end = number.start, number.end
    while text[start : start + 1].isspace():
        start += 1
    while text[end - 1 : end].isspace():
        end -= 1
    ahead, behind = text[max(0, start - BEFORE) : start], text[end : end + BEHIND]
    return " ".join(f"{ahead} {OPENS} {text[start:end]} {CLOSES} {behind}".split())


def marked_numbers(candidate: Candidate) -> list[Marked]:
    """Of a sentence each number, as a model reads it: of which filer and period, under which heading."""
    text = " ".join(candidate.text.split())
    found = list(numbers_in(text))
    filer = candidate.filer.name if candidate.filer else ""
    period = candidate.period.label if candidate.period else ""
    heading = candidate.above[-1] if candidate.above else ""
    known: Sequence[Token] = found if len(found) <= MOST else ()
    return [Marked(one, worded(filer, period, heading, marked(text, one))) for one in known]


def judged_by_numbers(judge: PairJudge, question: str, told: Sequence[Told]) -> list[tuple[Told, Judged]]:
    """Of the first sentences, as far as SCORED numbers go: how likely the likeliest of its numbers answers.

    Empty where the judge's model has not learned to read numbers.
    """
    if judge.numbers is None:
        return []
    pairs = [(at, each.text) for at, one in enumerate(told) for each in marked_numbers(one.candidate)][:SCORED]
    best: dict[int, float] = {}
    for (at, _), score in zip(pairs, judge.scorer.score(question, [text for _, text in pairs]), strict=True):
        best[at] = max(best.get(at, 0.0), judge.numbers.probability(Signs(logit(score))))
    return [(told[at], Judged(told[at].candidate, answers, by=judge.name)) for at, answers in best.items()]

"""Which number of a sentence answers a question for a figure: a trained model reads each of them, marked (A8).

What no table prints stands in sentences, often several numbers in one: of two years, of the whole and a part. A model
that scores a whole sentence cannot tell which of them is meant; so the sentence is scored once for each number, with
this one marked. Text in, text out; who scores is told from outside.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.answers.judge.judge import Judged
from apps.answers.judge.pair_model import PairJudge, worded
from apps.answers.judge.signs import Signs, logit
from apps.answers.judge.slots import FIGURES_ASKED
from apps.answers.sources.candidate import Candidate
from apps.answers.sources.passages import Told
from apps.answers.sources.tokens import Kind, Token, plain_text, tokens
from apps.inference.pair_scoring import PairScorer
from apps.questions.operations import Operation, operations_of
from apps.questions.query import Query

OPENS, CLOSES = "«", "»"
BEFORE, BEHIND = 260, 180  # characters around a number that are read with it
LEAST = 10  # a smaller bare number is mostly one of a list, a note or a page
MOST = 12  # numbers of a sentence; one with more is a table without lines
SCORED = 12  # numbers of a question
USUAL_LEAD, LONGEST_LEAD = 1.5, 4.0  # logits; of one without another amount beside it; a longer one says no more
LEAST_LIKELY = 0.1  # that a question asks for what is printed, and for nothing that is computed
Amount = tuple[Decimal, bool]


@dataclass(frozen=True, slots=True)
class Marked:
    """A number of a sentence. text: the sentence as a model reads it, the number marked."""

    number: Token
    text: str

    @property
    def amount(self) -> Amount:
        return amount(self.number)


def amount(number: Token) -> Amount:
    """By which two numbers say the same: without sign and currency, in whole units or in percent."""
    figure = number.figure
    return (abs(figure.full), figure.percent) if figure else (Decimal(0), False)


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


def signs_of(scorer: PairScorer, question: str, numbers: Sequence[Marked]) -> list[Signs]:
    """Of each its score, and its lead over the best that tells another amount; in their order."""
    scores = [logit(one) for one in scorer.score(question, [one.text for one in numbers])] if numbers else []
    best: dict[Amount, float] = {}
    for one, score in zip(numbers, scores, strict=True):
        best[one.amount] = max(best.get(one.amount, score), score)
    found = []
    for one, score in zip(numbers, scores, strict=True):
        ahead = max((other for told, other in best.items() if told != one.amount), default=None)
        found.append(Signs(score, USUAL_LEAD if ahead is None else min(score - ahead, LONGEST_LEAD)))
    return found


def numbers_of(told: Sequence[Told]) -> list[tuple[int, Marked]]:
    """Of the first sentences, as far as SCORED numbers go: each number, with the place of its sentence among them."""
    return [(at, each) for at, one in enumerate(told) for each in marked_numbers(one.candidate)][:SCORED]


def judged_by_numbers(judge: PairJudge, question: str, told: Sequence[Told]) -> list[tuple[Told, Judged]]:
    """How likely the likeliest number of each sentence answers; nothing where the judge's model reads no numbers."""
    if judge.numbers is None:
        return []
    read = numbers_of(told)
    best: dict[int, float] = {}
    for (at, _), signs in zip(read, signs_of(judge.scorer, question, [each for _, each in read]), strict=True):
        best[at] = max(best.get(at, 0.0), judge.numbers.probability(signs))
    return [(told[at], Judged(told[at].candidate, answers, by=judge.name)) for at, answers in best.items()]


def asks_a_number(query: Query) -> bool:
    """Whether a number as it is told may answer, and not only what is computed of several."""
    return query.intent in FIGURES_ASKED and operations_of(query)[Operation.VALUE] >= LEAST_LIKELY

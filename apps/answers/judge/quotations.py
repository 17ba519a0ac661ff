"""What a trained judge is asked about: of each of the first passages the sentence that says most, with its neighbors.

What a question asks is mostly told in several sentences: what happened, then why and what came of it. So a sentence is
only what a quotation is found by; whether it answers is judged of all its words.
"""

from collections.abc import Sequence

from apps.answers.judge.judge import Judged
from apps.answers.judge.numbers import asks_a_number, judged_by_numbers
from apps.answers.judge.pair_model import PairJudge, tells
from apps.answers.judge.rules import judged_by_rules, of_the_period, speaks_first_of_the_period
from apps.answers.sources.passages import Told, overlap
from apps.questions.query import Query

REACH = 3  # sentences on either side


def judged(
    judge: PairJudge | None,
    question: str,
    query: Query,
    told: Sequence[Told],
    passages: Sequence[int],
    most: int,
    number: float,
) -> tuple[list[Told], list[Judged]]:
    """Quotations with how likely they answer, then the sentences that none holds, as the rules leave or refuse them.

    passages: in the order of the search; at most `most` of them are quoted for the judge. Without a trained judge
    nothing is quoted. What the rules accept of themselves stays a sentence, and so does one with a number that answers
    a question for figures with the probability `number`.
    """
    verdicts = judged_by_rules(query, told)
    pairs = list(zip(told, verdicts, strict=True))
    if judge is None:
        return list(told), verdicts
    open_ = [one for one, verdict in pairs if not verdict.refused and verdict.answers is None]
    if asks_a_number(query):
        telling = [one for one in open_ if tells(query, one.candidate)]
        stated = [one for one in judged_by_numbers(judge, question, telling) if (one[1].answers or 0) >= number]
        if stated:
            rest = [(one, verdict) for one, verdict in pairs if all(one is not each for each, _ in stated)]
            return [one for one, _ in (*stated, *rest)], [verdict for _, verdict in (*stated, *rest)]
    quoted = quotations(query, open_, passages, most)
    said = judge.judge(question, quoted)
    rest = [(one, verdict) for one, verdict in pairs if not any(overlap(one, other) for other in quoted)]
    return [*quoted, *(one for one, _ in rest)], [*said, *(verdict for _, verdict in rest)]


def quotations(query: Query, told: Sequence[Told], passages: Sequence[int], most: int) -> list[Told]:
    """One of each passage, in their order; none shares words with another."""
    kept = list[Told]()
    for passage in passages:
        own = sorted((one for one in told if one.chunk == passage and tells(query, one.candidate)), key=_says)
        wide = (widened(one, query) for one in own)
        kept += [one for one in wide if not any(overlap(one, other) for other in kept)][:1]
        if len(kept) == most:
            break
    return kept


def _says(one: Told) -> float:
    return -one.covers


def widened(one: Told, query: Query) -> Told:
    """With its neighbors, as far as they speak of no other period than the one asked about."""
    return one.wider(
        lambda beside: not of_the_period(query, beside) and speaks_first_of_the_period(query, beside), REACH
    )

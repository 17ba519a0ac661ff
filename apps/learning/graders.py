"""Who grades a sentence without being a person: the trained judge, or a language model in the two-line form (V11)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from apps.answers.judge.pair_model import PairJudge
from apps.answers.judge.signs import Standing
from apps.answers.run.budget import budget_of_answer
from apps.inference.language import Budget, CallFailed, LanguageModel, Message, Prompt, data_block
from apps.inference.language import system as told_to
from apps.inference.language import user as given
from apps.learning.groups import Grade

PROMPTS = Path(__file__).parent / "prompts"
STEPS = ((0.6, Grade.ANSWERS), (0.4, Grade.SUPPORTS), (0.2, Grade.TOPIC))  # least probability of each grade
FIRST_LINES = {
    "direct match": Grade.ANSWERS,
    "contextual support": Grade.SUPPORTS,
    "other period": Grade.TOPIC,
    "not relevant": Grade.OFF_TOPIC,
}
TRIES = 2
AGAIN = f"Reply with exactly two lines: one of {', '.join(FIRST_LINES)}; then the reason."
REPLY_TOKENS = 120


class Grader(Protocol):
    """Grades texts of one question, in their order; None where it could not tell."""

    def grades(self, question: str, texts: Sequence[str]) -> list[Grade | None]: ...


@dataclass(frozen=True, slots=True)
class ByJudge:
    judge: PairJudge

    def grades(self, question: str, texts: Sequence[str]) -> list[Grade | None]:
        return list(map(grade_of, self.judge.probabilities(question, texts, [Standing()] * len(texts))))


@dataclass(frozen=True, slots=True)
class ByModel:
    """Asked of each text by itself."""

    model: LanguageModel

    def grades(self, question: str, texts: Sequence[str]) -> list[Grade | None]:
        budget = budget_of_answer()
        return [self._grade(question, text, budget) for text in texts]

    def _grade(self, question: str, text: str, budget: Budget) -> Grade | None:
        """None for a model that fails, or that does not keep to the form when told again."""
        asked: list[Message] = [
            told_to(Prompt.load(PROMPTS, "annotate").text),
            given(f"{data_block('question', question)}\n\n{data_block('sentence', text)}"),
        ]
        for _ in range(TRIES):
            try:
                said = self.model.write(asked, budget, most=REPLY_TOKENS).value
            except CallFailed:
                return None
            if (grade := of_two_lines(said)) is not None:
                return grade
            asked += [Message("assistant", said), given(AGAIN)]
        return None


def grade_of(probability: float) -> Grade:
    """What a probability of answering comes to."""
    return next((grade for least, grade in STEPS if probability >= least), Grade.OFF_TOPIC)


def of_two_lines(said: str) -> Grade | None:
    """The grade of a reply: two lines, the first of which is one of four. None for anything else."""
    lines = [line.strip() for line in said.strip().splitlines() if line.strip()]
    return FIRST_LINES.get(lines[0].lower().rstrip(".")) if len(lines) == 2 else None

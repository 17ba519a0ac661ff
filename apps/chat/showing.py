"""An answer prepared for its page: text pieces and rows with the citations behind them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, Citation
from apps.answers.presentation import visible_citations
from apps.chat.progress import Step, steps_of


@dataclass(frozen=True, slots=True)
class Shown:
    """cited: citations by label, only those that the viewer may see now."""

    answer: Answer
    steps: tuple[Step, ...]
    citations: tuple[Citation, ...]
    parts: tuple[tuple[str, Citation | None], ...]
    rows: tuple[tuple[dict[str, Any], Citation | None], ...]

    @property
    def pending(self) -> bool:
        return self.answer.state in {AnswerState.QUEUED, AnswerState.WORKING}

    @property
    def withheld(self) -> bool:
        """Whether a source of the answer is no longer there for the viewer."""
        return any(citation is None for _, citation in self.rows) or any(
            citation is None and piece["citation"]
            for piece, (_, citation) in zip(self.answer.result.get("parts", []), self.parts, strict=True)
        )


def shown(answer: Answer, viewer: User) -> Shown:
    return shown_all([answer], viewer)[0]


def shown_all(answers: Sequence[Answer], viewer: User) -> list[Shown]:
    """Each answer as its page shows it, in three queries however many they are."""
    citations, steps = visible_citations(answers, viewer), steps_of(answers)
    return [_shown(answer, citations.get(answer.pk, []), steps.get(answer.pk, ())) for answer in answers]


def _shown(answer: Answer, citations: list[Citation], steps: tuple[Step, ...]) -> Shown:
    by_label = {citation.label: citation for citation in citations}
    result = answer.result
    return Shown(
        answer=answer,
        steps=steps,
        citations=tuple(citations),
        parts=tuple((piece["text"], by_label.get(piece["citation"])) for piece in result.get("parts", [])),
        rows=tuple((row, by_label.get(row["citation"])) for row in result.get("rows", [])),
    )

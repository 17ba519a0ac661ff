"""An answer prepared for its page: text pieces and rows with the citations behind them."""

from dataclasses import dataclass
from typing import Any

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, Citation
from apps.answers.presentation import visible_citations
from apps.chat.progress import Step, progress_of


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
    citations = visible_citations(answer, viewer)
    by_label = {citation.label: citation for citation in citations}
    result = answer.result
    return Shown(
        answer=answer,
        steps=progress_of(answer.uid).steps,
        citations=tuple(citations),
        parts=tuple((piece["text"], by_label.get(piece["citation"])) for piece in result.get("parts", [])),
        rows=tuple((row, by_label.get(row["citation"])) for row in result.get("rows", [])),
    )

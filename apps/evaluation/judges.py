"""Words judged by three readers who know what is expected, and the majority of them (M10); figures need no reader.

Each reader asks another thing of the answer. Where no two agree nobody has judged it, and a person is asked.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from apps.answers.run.budget import budget_of_answer
from apps.evaluation.models import Expected, Run, RunAnswer, Verdict
from apps.evaluation.runs import ENDED, by_program, majority
from apps.inference.language import CallFailed, LanguageModel, Prompt, Role, data_block, language_model
from apps.inference.language import system as told_to
from apps.inference.language import user as given

PROMPTS = Path(__file__).parent / "prompts"
READERS = ("facts", "contradictions", "use")  # a prompt each
ROLES = (Role.JUDGE, Role.CURATOR, Role.WRITER)  # models that judge, in turn, as far as they are set up
VERDICTS = {"correct": Verdict.RIGHT, "incorrect": Verdict.WRONG, "failed": Verdict.DECLINED}
MOST = 6000  # characters of an answer


class Judgement(BaseModel):
    """correct: it says what is expected. failed: it answers nothing, or says that it cannot. incorrect: all else."""

    model_config = ConfigDict(extra="forbid")
    reason: str = Field(max_length=300)
    verdict: str = Field(pattern="^(correct|incorrect|failed)$")


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of answers that a person and the judges judged: how many, and of how many the verdict is the same."""

    both: int
    same: int


def judge(run: Run) -> int:
    """Every ended answer in words that has not three judgements yet; how many were judged. Raises ValueError without
    a model.
    """
    models = [model for role in ROLES if (model := language_model(role))]
    if not models:
        raise ValueError("No language model is set up that could judge (FINRAG_LLM_URL, FINRAG_LLM_MODEL).")
    rows = [row for row in run.answers.select_related("expected", "answer") if _waits(row)]
    for row in rows:
        row.judges = [_asked(reader, models[at % len(models)], row) for at, reader in enumerate(READERS)]
        row.save(update_fields=["judges"])
    return len(rows)


def _waits(row: RunAnswer) -> bool:
    """What the program can tell needs no reader."""
    ended = row.answer is not None and row.answer.state in ENDED
    return bool(ended and row.answer and not row.judges and not by_program(row.expected, row.answer))


def _asked(reader: str, model: LanguageModel, row: RunAnswer) -> dict[str, Any]:
    answer = str(row.answer.result.get("answer", "")) if row.answer else ""
    blocks = (
        data_block("question", row.expected.question),
        data_block("expected", told(row.expected)),
        data_block("answer", answer[:MOST]),
    )
    messages = [told_to(Prompt.load(PROMPTS, f"judge_{reader}").text), given("\n\n".join(blocks))]
    try:
        said = model.ask(Judgement, messages, budget_of_answer()).value
    except CallFailed as failure:
        return {"reader": reader, "model": model.name, "verdict": "", "reason": failure.told}
    return {"reader": reader, "model": model.name, "verdict": VERDICTS[said.verdict].value, "reason": said.reason}


def told(expected: Expected) -> str:
    value = f"{expected.value.normalize():f} {expected.unit}".strip() if expected.value is not None else ""
    return " ".join(filter(None, (expected.answer, value)))


def agreement(rows: Iterable[RunAnswer]) -> Agreement:
    pairs = [(row.verdict, majority(row.judges)) for row in rows if row.verdict and majority(row.judges)]
    return Agreement(len(pairs), sum(person == judges for person, judges in pairs))

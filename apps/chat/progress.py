"""How far an answer is: the stages of its latest attempt, as they are streamed and shown."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, Stage, StageName

NOTHING_CHOSEN, NOT_NEEDED = "nothing fits", "not needed: computed from the statements"
FINISHED = frozenset({AnswerState.DONE, AnswerState.FAILED, AnswerState.STOPPED})


@dataclass(frozen=True, slots=True)
class Step:
    """A stage as a reader sees it. `told` is one line about what it saw; while it works what it has written."""

    id: int
    name: str
    title: str
    told: str
    seconds: float | None

    @property
    def ended(self) -> bool:
        return self.seconds is not None


@dataclass(frozen=True, slots=True)
class Progress:
    state: str
    steps: tuple[Step, ...]

    @property
    def finished(self) -> bool:
        return self.state in FINISHED


def progress_of(answer_uid: uuid.UUID, since: int = 0, *, mine: bool) -> Progress:
    """The stages with an id of at least `since`. mine: whether the reader asked. Raises Answer.DoesNotExist."""
    answer = Answer.objects.only("state", "attempts").get(uid=answer_uid)
    rows = list(Stage.objects.filter(answer=answer, attempt=answer.attempts))
    return Progress(answer.state, tuple(step for step in _steps(rows, mine=mine) if step.id >= since))


def steps_of(answers: Iterable[Answer], viewer: User) -> dict[int, tuple[Step, ...]]:
    """The stages of the latest attempt at each answer, in one query."""
    known = {answer.pk: answer for answer in answers}
    rows: dict[int, list[Stage]] = {}
    for row in Stage.objects.filter(answer__in=known):
        if row.attempt == known[row.answer_id].attempts:
            rows.setdefault(row.answer_id, []).append(row)
    return {key: tuple(_steps(found, mine=known[key].asker_id == viewer.pk)) for key, found in rows.items()}


def _steps(stages: Iterable[Stage], *, mine: bool) -> Iterator[Step]:
    """Of the stages of one attempt, all of them. A figure that was computed needs no passage to be chosen for it."""
    computed = False
    for stage in stages:
        computed = computed or bool(stage.detail.get("computed"))
        yield _step(stage, NOT_NEEDED if computed else NOTHING_CHOSEN, mine=mine)


def _step(stage: Stage, none_chosen: str, *, mine: bool) -> Step:
    """What a stage saw, and what it is writing, may come from documents of the asker alone: others get its name."""
    seconds = round((stage.ended - stage.started).total_seconds(), 3) if stage.ended else None
    told = (_told(stage) or none_chosen * (stage.name == StageName.CURATE and bool(stage.ended))) if mine else ""
    return Step(stage.pk, stage.name, StageName(stage.name).label, told, seconds)


def _told(stage: Stage) -> str:
    told = TOLD[StageName(stage.name)](stage.detail) if stage.ended else _draft(stage.detail)
    return "; ".join(filter(None, [told, _model(stage.detail.get("model"))]))


def _draft(detail: dict[str, Any]) -> str:
    """What is being written, as far as it is."""
    return f"Not checked yet: {detail['draft']}" if detail.get("draft") else ""


def _model(spent: dict[str, Any] | None) -> str:
    """What the models of a stage took (V13)."""
    if not spent:
        return ""
    tokens = spent["tokens_in"] + spent["tokens_out"]
    cost = f", ${spent['cost']}" if float(spent["cost"]) else ""
    problem = f"; {spent['problem']}" if spent["problem"] else ""
    return f"{', '.join(spent['names'])}: {tokens:,} tokens, {spent['seconds']} s{cost}{problem}"


def _intent(detail: dict[str, Any]) -> str:
    unread = ", ".join(detail.get("unread", []))
    return "; ".join(filter(None, [detail.get("read_as", ""), f"not understood: {unread}" if unread else ""]))


def _plan(detail: dict[str, Any]) -> str:
    """How many questions; and what a model proposed that the program did not take, with the reason."""
    asked = len(detail.get("questions", []))
    left_out = (f"left out: {one}" for one in detail.get("left_out", []))
    return "; ".join([_counted(asked, "question") if asked > 1 else "one question", *left_out])


def _gather(detail: dict[str, Any]) -> str:
    found, searched = detail["found"], len(detail["documents"])
    return f"{_counted(found, 'passage') or 'no passage'} of {_counted(searched, 'document') or 'no document'}"


def _calculate(detail: dict[str, Any]) -> str:
    computed = _counted(len(detail.get("computed", [])), "result")
    figures = _counted(detail.get("figures", 0), "cited figure")
    missing = [str(sentence) for sentence in detail.get("missing", [])]
    told = f"{computed} from {figures}" if computed and figures else ""
    return "; ".join(filter(None, [told, *missing])) or "no figure to compute"


def _curate(detail: dict[str, Any]) -> str:
    looked, refused = detail.get("sentences", 0), detail.get("refused", 0)
    told = [_counted(looked, "sentence") and f"{_counted(looked, 'sentence')} looked at"]
    told += [f"{refused} ruled out"] if refused else []
    told += [f"{detail['accepted']} judged to answer"] if detail.get("accepted") else []
    return ", ".join(filter(None, told))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}" if number else ""


def _write(detail: dict[str, Any]) -> str:
    return str(detail.get("status", ""))


def _validate(detail: dict[str, Any]) -> str:
    rejected = len(detail.get("rejected", []))
    checked = _counted(detail.get("citations", 0), "citation") or "no citation"
    return f"{checked} verified{f', {rejected} taken out' if rejected else ''}"


def _loop(detail: dict[str, Any]) -> str:
    """What the tools did in one turn."""
    return "; ".join(str(step) for step in detail.get("steps", []))


TOLD = {
    StageName.INTENT: _intent,
    StageName.PLAN: _plan,
    StageName.GATHER: _gather,
    StageName.CALCULATE: _calculate,
    StageName.CURATE: _curate,
    StageName.LOOP: _loop,
    StageName.WRITE: _write,
    StageName.VALIDATE: _validate,
}
if set(TOLD) != set(StageName):
    raise RuntimeError("every stage needs a line about what it saw")

"""How far an answer's derivation holds, step by step, each by rule: a figure may be right and its way to it unsure."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypedDict

from apps.answers.check.findings import Finding
from apps.answers.check.trust import Case


class Step(StrEnum):
    """What an answer is derived by, in the order in which an analyst would go through it."""

    ENTITY = "entity"
    SOURCE = "source"
    PERIOD = "period"
    DEFINITION = "definition"
    FORMULA = "formula"
    RESULT = "result"


class ShownDerivation(TypedDict):
    """score: how many of `of` steps hold; open: the others by name."""

    score: int
    of: int
    open: list[str]


HOLDS: dict[Step, Callable[[Case], bool]] = {
    Step.ENTITY: lambda case: not _found(case) & {Finding.FILER, Finding.NAME},
    Step.SOURCE: lambda case: case.measures.resolution == 1 and not _found(case) & {Finding.UNCITED},
    Step.PERIOD: lambda case: not _found(case) & {Finding.PERIOD},
    Step.DEFINITION: lambda case: not (case.readings.unread or case.readings.others or case.readings.taken),
    Step.FORMULA: lambda case: not (case.rejected or case.unsure or _found(case) & {Finding.SIGN, Finding.LINE}),
    Step.RESULT: lambda case: not (_found(case) & {Finding.FIGURE, Finding.TOKEN} or case.conflicts or case.missing),
}
if set(HOLDS) != set(Step):
    raise RuntimeError("every step needs its rule")


def derivation(case: Case) -> ShownDerivation:
    left = [step.value for step, holds in HOLDS.items() if not holds(case)]
    return ShownDerivation(score=len(HOLDS) - len(left), of=len(HOLDS), open=left)


def _found(case: Case) -> set[Finding]:
    return {one.finding for checked in case.checked for one in checked.found}

"""The plan stage (M3, V7): which questions go to which sources. Without a model: the question itself, to the search."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from apps.answers.intent import Intent
from apps.answers.pipeline import PipelineSettings
from apps.answers.tools.registry import ToolCall
from apps.answers.tools.road import ToolPlan
from apps.retrieval.found import Scope


class Source(StrEnum):
    """Where the evidence comes from: filings are searched; the conversation holds what was found before (M8)."""

    FILINGS = "filings"
    CONVERSATION = "conversation"


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """A question that stands by itself. program: a formula that a model proposes for it, in our language, or ""."""

    question: str
    program: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """`question` as it is answered; `parts`: what it was split into, none where it is one question.

    program: of the question itself. left_out: what a model proposed and was not taken, and why. tools: what tools are
    to give (V12); asked: the calls that a model proposed.
    """

    question: str
    scope: Scope
    settings: PipelineSettings
    routes: tuple[str, ...] = ("retrieval", "tables")
    parts: tuple[SubQuestion, ...] = ()
    program: str = ""
    source: Source = Source.FILINGS
    left_out: tuple[str, ...] = ()
    tools: ToolPlan = field(default_factory=ToolPlan)
    asked: tuple[ToolCall, ...] = ()

    def seen(self) -> dict[str, Any]:
        return {
            "questions": [self.question, *(part.question for part in self.parts)],
            "programs": [part.program for part in (SubQuestion("", self.program), *self.parts) if part.program],
            "source": self.source,
            "left_out": list(self.left_out),
            "routes": [*self.routes, *(["tools"] if self.tools.calls or self.tools.events else [])],
            "tools": self.tools.seen(),
            "scope": {"documents": len(self.scope.documents), "companies": len(self.scope.companies)},
            "settings": self.settings.digest(),
        }


def make_plan(intent: Intent, scope: Scope, settings: PipelineSettings) -> Plan:
    return Plan(" ".join(intent.question.split()), scope, settings)

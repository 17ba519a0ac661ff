"""The plan stage (M3): which questions go to which sources. Without a model: the question itself, to the search."""

from dataclasses import dataclass
from typing import Any

from apps.answers.intent import Intent
from apps.answers.pipeline import PipelineSettings
from apps.retrieval.found import Scope


@dataclass(frozen=True, slots=True)
class Plan:
    question: str
    scope: Scope
    settings: PipelineSettings
    routes: tuple[str, ...] = ("retrieval", "tables")

    def seen(self) -> dict[str, Any]:
        return {
            "questions": [self.question],
            "routes": list(self.routes),
            "scope": {"documents": len(self.scope.documents), "companies": len(self.scope.companies)},
            "settings": self.settings.digest(),
        }


def make_plan(intent: Intent, scope: Scope, settings: PipelineSettings) -> Plan:
    return Plan(" ".join(intent.question.split()), scope, settings)

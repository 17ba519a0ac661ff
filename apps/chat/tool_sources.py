"""Results of tools behind an answer (V12), as its page and its exports name them beside the places in filings."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class ToolSource:
    """label: T1, T2, ... kind: "Market data". told: the figures in words. fetched: in UTC."""

    label: str
    kind: str
    told: str
    source: str
    fetched: datetime

    @property
    def time(self) -> str:
        return f"{self.fetched:%Y-%m-%d %H:%M} UTC"

    @property
    def sentence(self) -> str:
        """On one line, as exports and copies print it."""
        return f"[{self.label}] {self.kind}: {self.told}, {self.source}, fetched {self.time}"


def tool_sources(result: dict[str, Any]) -> tuple[ToolSource, ...]:
    """Those of `Answer.result`, as far as its reader may see it; answers made before there were tools have none."""
    return tuple(
        ToolSource(
            label=one["label"],
            kind=one["kind"],
            told=one["told"],
            source=one["source"],
            fetched=datetime.fromisoformat(one["fetched"]).astimezone(UTC),
        )
        for one in result.get("tools", [])
    )

"""A model that replies by what it is asked for, and the replies."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from tests.inference.language.server import Said

Reply = dict[str, Any] | str | Said
By = dict[str, Reply | Sequence[Reply]]


def by_shape(**replies: Reply | Sequence[Reply]) -> Callable[[dict[str, Any]], Said]:
    """plan, curate, write, judge: the reply to each kind of request, several in turn, the last again and again."""
    left = {kind: list(one) if isinstance(one, list) else [one] for kind, one in replies.items()}
    kinds = {"PlanReply": "plan", "CurationReply": "curate", "AnswerReply": "write", "JudgeReply": "judge"}

    def script(body: dict[str, Any]) -> Said:
        kind = kinds[body["response_format"]["json_schema"]["name"].removeprefix("Short").removeprefix("Worded")]
        said = left[kind].pop(0) if len(left[kind]) > 1 else left[kind][0]
        return said if isinstance(said, Said) else Said(said if isinstance(said, str) else json.dumps(said))

    return script


def plan(*questions: str | tuple[str, str], source: str = "filings") -> dict[str, Any]:
    """Questions, each alone or with its program."""
    told = [question if isinstance(question, tuple) else (question, "") for question in questions]
    return {"source": source, "questions": [{"question": words, "program": program} for words, program in told]}


def curation(*relevant: int, question: str = "") -> dict[str, Any]:
    """Answerable unless it asks a complementary question."""
    missing = "something" if question else ""
    return {"relevant": list(relevant), "answerable": not question, "missing": missing, "question": question}


def answer(summary: str, *insights: str, answerable: bool = True) -> dict[str, Any]:
    return {
        "answerable": answerable,
        "summary": summary,
        "insights": list(insights),
        "signals": [],
        "citations": [],
        "numbers": [],
    }


def short_answer(text: str, *sources: int) -> dict[str, Any]:
    """One sentence, as asked for where replies must be short."""
    return {"answerable": True, "sentences": [{"text": text, "sources": list(sources)}]}


def verdict(*doubts: tuple[int, str], answers: bool = True) -> dict[str, Any]:
    """Doubts as the number of a sentence and what may be wrong with it."""
    return {"doubts": [{"sentence": number, "why": why} for number, why in doubts], "answers": answers}

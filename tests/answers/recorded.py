"""Questions over the sample filings as a careful reader answered the prompts by hand, and what came of it.

Keys of filings and tables differ from store to store; they are kept as f<NAME> and t<NAME ORDINAL>. Where the prompts
have changed so far that a reply fits no more, it is written anew: FINRAG_RECORD_AT names an endpoint at which somebody
reads the prompts and replies to them, and the recordings are made again.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.test import override_settings

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerRecord
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.answers.run.records import content_of
from apps.documents.models import DocumentVersion, Table
from tests.inference.language.server import configured, endpoint_settings

RECORDINGS = sorted((Path(__file__).parent / "recordings").glob("*.json"))
RECORD_AT = os.environ.get("FINRAG_RECORD_AT", "")
NAMED = re.compile(r"([ft])<([\w.-]{1,80})(?: (\d{1,4}))?>")
KEYED = re.compile(r"\b([ft])(\d{1,9})(?![0-9A-Za-z])")


def differs(file: Path, asker: User) -> str:
    """The question of a recording asked again, its replies given in turn: "" where the same comes of it."""
    told = json.loads(file.read_text(encoding="utf-8"))
    with _endpoint(told) as asked:
        answer = ask(asker, told["question"], way=told["road"])
        workflow.answer(answer.pk)
    answer.refresh_from_db()
    if RECORD_AT:
        file.write_text(json.dumps(told | _came(answer), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return ""
    now = {name: value for name, value in _came(answer).items() if name != "calls"}
    was = {name: told[name] for name in now}
    left = len(told["calls"]) - asked()
    return "" if now == was and not left else f"{file.stem}: {left} calls are left; {now} instead of {was}"


@contextmanager
def _endpoint(told: dict[str, Any]) -> Iterator[Callable[[], int]]:
    """What replies, and how often it was asked."""
    if RECORD_AT:
        patient: dict[str, Any] = {"LLM_TIMEOUT_SECONDS": 3000, "LLM_BUDGET_SECONDS": 0, "LLM_RETRIES": 0}
        with override_settings(**endpoint_settings(RECORD_AT, 32_768, **patient)):
            yield lambda: 0
        return
    replies = [NAMED.sub(_keyed, reply) for call in told["calls"] for reply in call["replies"]]
    with configured(replies) as server:
        yield lambda: len(server.requests)


def _came(answer: Answer) -> dict[str, Any]:
    result, calls = answer.result, content_of(AnswerRecord.objects.get(answer=answer))["calls"]
    kept = [{name: call[name] for name in ("stage", "prompt", "replies")} for call in calls]
    quotes = sorted(one.quote for one in answer.citations.all())
    trust = (result.get("validation") or {}).get("trust")
    came = {"status": answer.status, "trust": trust, "answer": result["answer"], "quotes": quotes, "calls": kept}
    read: dict[str, Any] = json.loads(KEYED.sub(_named, json.dumps(came, ensure_ascii=False)))
    return read


def _named(match: re.Match[str]) -> str:
    kind, key = match.groups()
    if kind == "f":
        version = DocumentVersion.objects.filter(pk=key).select_related("document").first()
        return f"f<{version.document.name}>" if version else match[0]
    table = Table.objects.filter(pk=key).select_related("version__document").first()
    return f"t<{table.version.document.name} {table.ordinal}>" if table else match[0]


def _keyed(match: re.Match[str]) -> str:
    kind, name, ordinal = match.groups()
    if kind == "f":
        return f"f{DocumentVersion.objects.get(document__name=name).pk}"
    return f"t{Table.objects.get(version__document__name=name, ordinal=ordinal).pk}"

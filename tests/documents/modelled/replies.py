"""What a model might say, as JSON, and readers that hear it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from apps.documents.modelled.reader import Reader
from apps.inference.language import Role
from tests.inference.language.server import ModelServer, Said, Script, configured

CARD: dict[str, Any] = {
    "topic": "revenue",
    "section": "discussion",
    "entities": [],
    "metrics": [],
    "numbers": [],
    "periods": [],
    "summary": "",
    "triples": [],
    "evidence": [],
    "boilerplate": False,
}
ENRICHMENT: dict[str, Any] = {
    "entities": [],
    "tickers": [],
    "sentiment": "neutral",
    "sentiment_confidence": 0.5,
    "topics": [],
}
METADATA: dict[str, Any] = {
    "company": None,
    "ticker": None,
    "form": "other",
    "fiscal_year": None,
    "fiscal_period": None,
    "period_end": None,
    "filed": None,
    "keywords": [],
    "summary": "",
}


def said(base: dict[str, Any], **fields: Any) -> str:
    return json.dumps(base | fields)


def always(text: str) -> Script:
    return lambda _: Said(text)


def when(condition: Callable[[str], bool], then: Script, otherwise: Script) -> Script:
    """One script or another, by the words of the last message that is asked."""

    def script(body: dict[str, Any]) -> Said:
        return (then if condition(str(body["messages"])) else otherwise)(body)

    return script


@contextmanager
def reading(script: Script | list[Said | str], **settings: Any) -> Iterator[tuple[Reader, ModelServer]]:
    """A reader whose model says what the script has."""
    with configured(script, READING_MODEL=True, **settings) as server:
        reader = Reader.configured(Role.READER)
        assert reader is not None
        yield reader, server

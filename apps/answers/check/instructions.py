"""Passages that speak to a model and not to a reader: what they say is shown, but never trusted unread."""

import re
from collections.abc import Iterable

from apps.answers.check.evidence import Cited
from apps.answers.sources.tokens import plain_text

MODEL = r"(?:AI|language model|LLM|assistant|chat\s?bot|model|GPT)"
SPEAKS_TO_MODELS = re.compile(
    rf"""\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{{0,40}}\b(?:instructions?|prompts?|rules|context|above|guidelines)\b
    |\b(?:system|developer)\s?(?:prompt|message|override|instruction)|\bnew\sinstructions?\b|\bprompt\sinjection\b
    |<\|?\s*/?\s*(?:im_start|im_end|system|assistant|user|endoftext|instructions?)\b|\[/?(?:INST|SYSTEM)\]|<<\s*/?SYS
    |^\s*(?:\#{{1,4}}\s*)?(?:system|assistant|developer|user|human)\s*:
    |<<<\s*(?:END|DATA)\b|\byou\sare\s(?:now\s)?(?:an?\s)?{MODEL}\b|\bas\san?\s{MODEL}\b
    |\b(?:dear|attention|note\sto(?:\sthe)?|to\sthe)\s{MODEL}\b|\b{MODEL}\s(?:must|should|shall|will\snow)\b
    |\b(?:do\snot|don't|never)\s(?:cite|mention|reveal|tell\sthe\s(?:user|reader))\b
    |\b(?:reveal|print|repeat|output|list)\b[^.\n]{{0,40}}\b(?:other\s(?:documents?|users?|filings?)|prompt|secrets?|passwords?)\b
    |\b(?:reply|respond|answer)\s(?:only\s)?(?:with|that)\b|"(?:role|tool_calls?|function_call|answer|citations)"\s*:""",
    re.IGNORECASE | re.VERBOSE | re.MULTILINE,
)


def speaks_to_models(text: str) -> bool:
    """Whether `text` holds what only a model would be told. Says nothing of the truth of it."""
    return bool(SPEAKS_TO_MODELS.search(plain_text(text)))


def suspicious(quoted: Iterable[Cited]) -> tuple[str, ...]:
    """One sentence for each cited place that does."""
    return tuple(
        f"Source {one.label} holds words that speak to a language model; read it before you rely on it."
        for one in quoted
        if speaks_to_models(one.quote)
    )

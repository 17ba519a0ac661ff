"""What a tool gave, as an answer shows and keeps it: the shape of an entry of `Answer.result["tools"]`."""

from typing import TypedDict


class ShownTool(TypedDict):
    """What a tool gave (V12), as a source of its own. label: T1, T2, ...; fetched: when it was asked, ISO 8601 in UTC.

    told: its figures in words, made by the program of numbers and days. digest: SHA-256 of what the source sent.
    """

    label: str
    kind: str
    source: str
    told: str
    fetched: str
    figures: list[dict[str, str]]
    digest: str

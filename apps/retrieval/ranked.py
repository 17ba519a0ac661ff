"""A place in one path's ranking; and primary keys as every path gives them to the database."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage with its rank (from 1) and that path's own score (higher is better)."""

    chunk: int
    rank: int
    score: float


def ranked(rows: list[tuple[int, float]]) -> list[Ranked]:
    """Rows (passage, score), best first, with their ranks."""
    return [Ranked(chunk, rank, float(score)) for rank, (chunk, score) in enumerate(rows, start=1)]


def keys(of: Iterable[int]) -> str:
    """An array of them as PostgreSQL reads it: the driver would quote ten thousand numbers one by one."""
    return "{" + ",".join(map(str, of)) + "}"

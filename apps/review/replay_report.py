"""A batch of replays as a report to read: what a change of models, settings or store does to answers on record."""

from collections import Counter
from collections.abc import Callable, Sequence

from apps.answers.run.replay import Came, Replay
from apps.review.replaying import Variant

LONGEST = 400  # characters of an answer
SEEN: dict[str, Callable[[Came], str]] = {
    "status": lambda came: came.status or "none",
    "trust": lambda came: came.trust or "none",
}


def as_markdown(done: Sequence[Replay], variant: Variant | None) -> str:
    """First how many changed and how, then each answer that did, side by side."""
    what = "from the record" if variant is None else f"again today, {variant.words or 'as configured'}"
    changed = [one for one in done if one.then.words != one.now.words or one.problem]
    lines = [f"# Replay of {len(done)} answers {what}", "", *_counts(done, len(changed))]
    for name, seen in SEEN.items():
        lines += ["", *_moves(name, seen, done)]
    for one in changed:
        lines += ["", *_beside(one)]
    return "\n".join(lines) + "\n"


def _counts(done: Sequence[Replay], changed: int) -> list[str]:
    figures = sum(one.then.value != one.now.value for one in done)
    spent = [sum(getattr(came, name) for came in side) for side in _sides(done) for name in ("seconds", "tokens")]
    return [
        "| | |",
        "|---|---|",
        f"| the same, bit for bit | {sum(one.same for one in done)} |",
        f"| other words | {changed} |",
        f"| another figure | {figures} |",
        f"| not walked to the end | {sum(bool(one.problem) for one in done)} |",
        f"| seconds, then and now | {spent[0]:.1f}, {spent[2]:.1f} |",
        f"| tokens, then and now | {spent[1]:,}, {spent[3]:,} |",
    ]


def _sides(done: Sequence[Replay]) -> tuple[list[Came], list[Came]]:
    return [one.then for one in done], [one.now for one in done]


def _moves(name: str, seen: Callable[[Came], str], done: Sequence[Replay]) -> list[str]:
    moves = Counter((seen(one.then), seen(one.now)) for one in done)
    rows = [f"| {then} | {now} | {count} |" for (then, now), count in sorted(moves.items())]
    return [f"| {name} then | now | answers |", "|---|---|---|", *rows]


def _beside(one: Replay) -> list[str]:
    first = f" It differs from {one.first.name.label.lower()} on." if one.first else ""
    rows = [f"| {_told(came)} | {_cell(came.words)} |" for came in (one.then, one.now)]
    return [
        f"## {_cell(one.record.answer.question)}",
        "",
        f"{one.record.answer.uid}.{first} {one.problem}".rstrip(),
        "",
        "| | |",
        "|---|---|",
        *rows,
    ]


def _told(came: Came) -> str:
    return ", ".join(filter(None, (came.status, came.trust, came.value)))


def _cell(text: str) -> str:
    """On one line of a table."""
    return " ".join(text.replace("|", "\\|").split())[:LONGEST]

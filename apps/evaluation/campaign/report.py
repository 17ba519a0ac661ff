"""What came of a campaign, in lines, as a table and as JSON."""

import json
from collections import Counter, defaultdict
from collections.abc import Sequence

from apps.evaluation.campaign.campaign import Result


def line(result: Result) -> str:
    one = result.injection
    told = result.ending if result.good else f"NOT SURVIVED ({result.ending}): {'; '.join(result.wrong)[-600:]}"
    return f"{one.subject}, {one.words}, {one.fault}: {told} ({result.seconds:.1f} s)"


def table(results: Sequence[Result]) -> str:
    """By stage and fault: how many were survived, and how the work ended."""
    rows: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        rows[result.injection.subject, result.injection.fault].append(result)
    lines = ["| stage | fault | survived | ended |", "|---|---|---|---|"]
    for (subject, fault), found in rows.items():
        endings = Counter(one.ending or "not at all" for one in found)
        told = ", ".join(f"{count} {ending}" for ending, count in endings.items())
        lines.append(f"| {subject} | {fault} | {sum(one.good for one in found)} of {len(found)} | {told} |")
    return "\n".join([*lines, f"{sum(one.good for one in results)} of {len(results)} injections were survived."])


def as_json(results: Sequence[Result]) -> str:
    rows = [
        {"stage": one.injection.subject, "place": one.injection.words, "fault": one.injection.fault}
        | {"ending": one.ending, "wrong": one.wrong, "killed": one.died, "seconds": round(one.seconds, 1)}
        for one in results
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1)

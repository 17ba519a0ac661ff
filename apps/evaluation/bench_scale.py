"""`manage.py bench scale`: stores of synthetic passages, one after the other, and charts of what they take."""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from apps.accounts.models import User
from apps.evaluation.scale.charts import chart
from apps.evaluation.scale.filling import filled
from apps.evaluation.scale.measuring import WARMING, choosing, latencies, narrowings, recall, sizes
from apps.evaluation.scale.memory import memory
from apps.evaluation.scale.own_database import own_database
from apps.evaluation.scale.synthetic import Synthetic
from apps.evaluation.tables import table

DATABASE = "finrag_bench_scale"
TIMED, COMPARED = 60, 20  # questions timed; of those compared with exact search, which looks at everything
LIMIT_MS = 400  # for the candidate stage at a million passages
MB = 2**20
Say = Callable[[str], object]
Figures = dict[str, Any]


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--chunks", type=int, nargs="+", default=[], metavar="N", help="passages of each store")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="where figures and charts are written"
    )
    parser.add_argument(
        "--keep", action="store_true", help="leave the stores, and measure those left by an earlier run as they are"
    )


def run(chunks: Sequence[int], out: Path, say: Say, *, keep: bool = False) -> list[Figures]:
    """Measure each size in a database of its own, and write what is there after each. Raises ValueError, OSError.

    Figures of other sizes from earlier runs in the same folder stay, so that the large ones may be run by themselves.
    """
    out.mkdir(parents=True, exist_ok=True)
    path = out / "scale.json"
    known: dict[int, Figures] = {one["chunks"]: one for one in _earlier(path)}
    for count in chunks:
        say(f"{count:,} passages")
        found = measure(count, say, keep=keep)
        known[found["chunks"]] = found
        rows = [known[size] for size in sorted(known)]
        path.write_text(json.dumps(rows, indent=1), encoding="utf-8")
        draw(rows, out)
    return rows


def _earlier(path: Path) -> list[Figures]:
    return list(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else []


def measure(chunks: int, say: Say, *, keep: bool = False) -> Figures:
    """All figures of one store, which is gone afterwards, or with `keep` is filled once and stays."""
    store = Synthetic(chunks)
    with own_database(f"{DATABASE}_{store.chunks}" if keep else DATABASE, keep=keep):
        built = filled(store, say)
        queries = store.queries(WARMING + TIMED)
        within = narrowings(store, built.versions)
        spread = [latencies(one, queries) for one in within]
        say(json.dumps(spread))
        walked = {one.name: recall(one, queries[:COMPARED]) for one in within[:2]}
        return {
            "chunks": store.chunks,
            "filings": store.filings,
            "build_seconds": built.seconds,
            "latency": spread,
            "recall": walked,
            "choosing": choosing(User.objects.get(), store),
            "bytes": sizes(),
            "peak_megabytes": {"filling": built.peak_megabytes, "asking": memory()},
        }


def draw(rows: Sequence[Figures], out: Path) -> None:
    """latency.svg, recall.svg, size.svg and build.svg."""
    charts = {
        "latency": chart("Candidate stage, 95th percentile", "ms", _latencies(rows), limit=LIMIT_MS),
        "recall": chart("Of the exact first 100, found by the index", "", _recalls(rows), zero=True),
        "size": chart("Size on disk", "MB", _sizes(rows)),
        "build": chart("Time to build", "s", _builds(rows)),
    }
    for name, drawn in charts.items():
        (out / f"{name}.svg").write_text(drawn, encoding="utf-8")


def _latencies(rows: Sequence[Figures]) -> dict[str, list[tuple[float, float]]]:
    names = [one["within"] for one in rows[0]["latency"]]
    return {
        name: [(row["chunks"], row["latency"][place]["candidates"]["seconds_p95"] * 1000) for row in rows]
        for place, name in enumerate(names)
    }


def _recalls(rows: Sequence[Figures]) -> dict[str, list[tuple[float, float]]]:
    return {name: [(row["chunks"], row["recall"][name]) for row in rows] for name in rows[0]["recall"]}


def _sizes(rows: Sequence[Figures]) -> dict[str, list[tuple[float, float]]]:
    kinds = {"hnsw": "vector index", "gin": "lexical index", "places": "places of lexemes"}
    kinds |= {"vectors": "vectors", "chunks": "passages"}
    return {label: [(row["chunks"], row["bytes"][kind] / MB) for row in rows] for kind, label in kinds.items()}


def _builds(rows: Sequence[Figures]) -> dict[str, list[tuple[float, float]]]:
    def of(row: Figures, kind: str) -> float:
        taken = [float(seconds) for name, seconds in row["build_seconds"].items() if name.startswith(kind)]
        return max(sum(taken), 0.1)  # a logarithmic axis has no 0

    kinds = {"hnsw": "vector index", "gin": "lexical index", "lexemes": "lexemes", "rows": "rows"}
    return {label: [(row["chunks"], of(row, kind)) for row in rows] for kind, label in kinds.items()}


def as_text(rows: Sequence[Figures]) -> str:
    """The figures for a terminal."""
    spread = [
        [row["chunks"], one["within"], one["passages"], *_milliseconds(one), row["recall"].get(one["within"], "-")]
        for row in rows
        for one in row["latency"]
    ]
    head = ["chunks", "within", "passages"]
    head += [f"{path} {point}" for path in ("dense", "lexical", "both") for point in ("p50", "p95")]
    costs = [[row["chunks"], *_costs(row)] for row in rows]
    cost_head = ["chunks", "hnsw MB", "gin MB", "places MB", "vectors MB", "passages MB", "build s", "of it hnsw s"]
    return table([*head, "recall"], spread) + "\n\n" + table(cost_head, costs)


def _milliseconds(one: Figures) -> list[str]:
    paths = ("dense", "lexical", "candidates")
    return [f"{one[path][f'seconds_{point}'] * 1000:.0f}" for path in paths for point in ("p50", "p95")]


def _costs(row: Figures) -> list[int]:
    on_disk = [round(row["bytes"][kind] / MB) for kind in ("hnsw", "gin", "places", "vectors", "chunks")]
    return [*on_disk, round(sum(row["build_seconds"].values())), round(row["build_seconds"].get("hnsw", 0))]

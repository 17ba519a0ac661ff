"""`manage.py bench scale --filings N`: filings of real layouts through the product's own steps, one by one."""

import os
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any

import numpy as np
from django.db import connection
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.documents import life_cycle, planner_statistics
from apps.documents.models import Company, Document, DocumentVersion, State, Visibility
from apps.documents.normalize import save_parsed
from apps.evaluation.asked import answered_here
from apps.evaluation.metrics import percentiles
from apps.evaluation.scale.copies import fill_with_copies
from apps.evaluation.scale.filings import another
from apps.evaluation.scale.measuring import sizes
from apps.evaluation.scale.memory import memory
from apps.evaluation.scale.own_database import own_database
from apps.reading.parsed import ParsedDocument
from apps.reading.pdf import read_pdf
from apps.retrieval.found import Scope
from apps.retrieval.search import search_text
from finrag_site.garbage import keep_what_is_loaded

DATABASE = "finrag_bench_filings"
SAMPLES = sorted((Path(__file__).resolve().parents[2] / "samples").glob("*_10K.pdf"))
YEAR = 1990
OWNER, FILER = "scale", "Synthetic filer"
COPIED, COPIED_SEED = 20, 100_000  # filings that all others beside are copied from, and of whose figures
ASKED = ("net sales", "risks of the business", "legal proceedings", "dividends", "liquidity", "employees")
WARMING = ("cost of sales", "competition", "litigation", "share repurchases", "capital resources", "workforce")
QUESTIONS = (
    "What was the operating income of {filer} in fiscal 1991?",
    "What were the total assets of {filer} at the end of fiscal 1991?",
    "What risks does {filer} see in its supply?",
    "Why did the net sales of {filer} change in 1991?",
)
UNNAMED = ("Which risks of supply are described?", "How is segment operating income measured?")
STEPS = {State.NORMALIZED: "analyze", State.ANALYZED: "embed", State.INDEXED: "publish"}
Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Taken:
    """What one filing cost, in seconds by step."""

    pages: int
    seconds: dict[str, float]

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--filings", type=int, default=0, metavar="N", help="take in so many filings of real layouts")
    parser.add_argument("--filers", type=int, default=1, help="companies that these are of (default: %(default)s)")
    parser.add_argument(
        "--like", type=Path, nargs="+", default=SAMPLES, metavar="PDF", help="filings whose layouts they have"
    )
    parser.add_argument(
        "--beside", type=int, default=0, metavar="N", help="in a store that holds so many other filings already"
    )
    parser.add_argument("--pages", type=int, default=0, metavar="N", help="of each layout the first N pages alone")


@dataclass(frozen=True, slots=True)
class Load:
    """What is taken in. beside: filings that are there before; pages: the first so many of each layout, 0 for all."""

    filings: int
    filers: int = 1
    like: Sequence[Path] = tuple(SAMPLES)
    pages: int = 0
    beside: int = 0


def run(load: Load, say: Say) -> dict[str, Any]:
    """In a database of its own, which is gone afterwards. Raises FileRefused, OSError."""
    layouts = [_layout(path, load.pages) for path in load.like]
    with own_database(DATABASE):
        before = _others(load, layouts, say) if load.beside else {}
        taken = []
        for number in range(load.filings):
            taken.append(_take(number, load.filers, layouts[number % len(layouts)]))
            planner_statistics.refresh_when_due()
            if (number + 1) % max(1, load.filings // 20) == 0:
                say(f"{number + 1} of {load.filings}: {taken[-1].seconds}")
        asked = {"search": searched(load.filers), "answer": answered(load.filers, say)}
        return before | figures(taken) | asked | {"bytes": sizes(), "peak_megabytes": memory(), "load": os.getloadavg()}


def _others(load: Load, layouts: Sequence[ParsedDocument], say: Say) -> dict[str, Any]:
    """The filings that are there before: some through the product's own steps, the rest copied from these."""
    for number in range(COPIED):
        _take(number, COPIED, layouts[number % len(layouts)], name="Copied filer", seed=COPIED_SEED)
    copied = DocumentVersion.objects.order_by("pk").values_list("pk", flat=True)
    seconds = fill_with_copies(load.beside, list(copied), User.objects.get(username=OWNER), say)
    return {"beside": load.beside, "beside_seconds": seconds}


def _layout(path: Path, pages: int) -> ParsedDocument:
    read = read_pdf(path, lambda done, total: None)
    return ParsedDocument(read.pages[:pages] if pages else read.pages, read.parser, read.title)


def _take(number: int, filers: int, layout: ParsedDocument, *, name: str = FILER, seed: int = 0) -> Taken:
    """Saved as if it had been read from a file; then each step as a worker does it."""
    version = _version(number, filers, name)
    save_parsed(version, another(layout, seed + number, number // filers))
    seconds = {}
    for state, name in STEPS.items():
        began = perf_counter()
        life_cycle.advance(version.pk, {state})
        seconds[name] = round(perf_counter() - began, 3)
    if DocumentVersion.objects.get(pk=version.pk).state != State.READY:
        raise ValueError(f"filing {number} did not become Ready")
    return Taken(len(layout.pages), seconds)


def _version(number: int, filers: int, name: str) -> DocumentVersion:
    owner, _ = User.objects.get_or_create(username=OWNER, defaults={"role": Role.ANALYST})
    company, _ = Company.objects.get_or_create(name=f"{name} {number % filers}")
    year = YEAR + number // filers
    document = Document.objects.create(
        name=f"{name} {year}",
        company=company,
        fiscal_year=year,
        period_end=date(year, 12, 31),
        metadata={"edited": ["company", "fiscal_year", "period_end"]},
        owner=owner,
        visibility=Visibility.EVERYONE,
    )
    return DocumentVersion.objects.create(
        document=document, sha256=f"{number:064}", file_name=f"synthetic-{number}.pdf", media_type="application/pdf",
        size=0, state=State.NORMALIZED, waiting_since=timezone.now(),
    )  # fmt: skip


def figures(taken: Sequence[Taken]) -> dict[str, Any]:
    """ratio: seconds of the last tenth to those of the first; of each step, and of a filing as a whole."""
    tenth = max(1, len(taken) // 10)
    names = [*STEPS.values(), "total"]
    by_step = {name: [one.total if name == "total" else one.seconds[name] for one in taken] for name in names}
    pages, seconds = sum(one.pages for one in taken), sum(by_step["total"])
    return {
        "filings": len(taken),
        "pages": pages,
        "pages_a_second": round(pages / seconds, 2),
        "seconds": {name: round(mean(each), 3) for name, each in by_step.items()},
        "seconds_p95": {name: round(float(np.percentile(each, 95)), 3) for name, each in by_step.items()},
        "ratio": {name: round(mean(each[-tenth:]) / mean(each[:tenth]), 2) for name, each in by_step.items()},
    }


def searched(filers: int) -> dict[str, float]:
    """Milliseconds of a search, after a dozen others that bring the store into memory."""
    viewer = User.objects.get(username=OWNER)
    named = [f" of {FILER} {number}" for number in range(min(filers, 5))]
    questions = [f"{words}{of}" for of in (*named, "") for words in ASKED]
    for words in (f"{words}{of}" for of in (named[0], "") for words in WARMING):
        search_text(words, viewer=viewer)
    keep_what_is_loaded()  # as every process of the product does after its first work
    took = []
    for question in questions:
        began = perf_counter()
        search_text(question, viewer=viewer)
        took.append((perf_counter() - began) * 1000)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM documents_chunk")
        (passages,) = cursor.fetchone()
    p50, p95 = (round(float(np.percentile(took, share))) for share in (50, 95))
    return {"p50_ms": p50, "p95_ms": p95, "passages": passages}


def answered(filers: int, say: Say) -> dict[str, float]:
    """Seconds of an answer from the question to its record, made in this process, after two that warm up."""
    viewer, took = User.objects.get(username=OWNER), []
    asked = [each.format(filer=f"{FILER} {number}") for number in range(min(filers, 5)) for each in QUESTIONS]
    for question in [*asked[:2], *asked, *UNNAMED]:
        began = perf_counter()
        row = answered_here(question, viewer, Scope())
        took.append(perf_counter() - began)
        say(f"{took[-1]:.2f} s: {question} {row.state}")
    return percentiles(took[2:])

"""How well filings are read, against a folder's list of who filed what (layout of FinanceBench).

Works without a database: every PDF is read by the product's own reader in processes of this machine.
"""

import json
import pickle
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from apps.documents.metadata import Metadata, extract
from apps.documents.models import Form
from apps.documents.statement_rows import Statements, read_statements
from apps.reading.media import MediaType
from apps.reading.parsed import ParsedDocument
from apps.reading.reader import read
from apps.statements.facts import StatementFact
from apps.statements.ontology import Statement
from apps.statements.outcomes import Check, Outcome

PRIMARY = frozenset({Statement.INCOME, Statement.BALANCE, Statement.CASH_FLOW})
SILENT = "file.pdf"  # the name of a file that tells nothing of its content
FLOORS = {"company": 97.0, "form": 97.0, "period": 97.0, "statements": 95.0, "balance": 95.0}
FORMS = {
    "10k": {Form.TEN_K},
    "10q": {Form.TEN_Q},
    "8k": {Form.EIGHT_K},
    "earnings": {Form.EARNINGS},
    "10k_annualreport": {Form.ANNUAL_REPORT, Form.TEN_K},
}
QUARTER = re.compile(r"(?:19|20)\d\d(Q[1-4])", re.IGNORECASE)
BALANCES = frozenset({Check.BALANCE, Check.BALANCE_PARTS, Check.BALANCE_ITEMS})


@dataclass(frozen=True, slots=True)
class Listed:
    """A filing as the list has it. quarter: as its name has it, "" for others."""

    name: str
    company: str
    form: str
    year: int

    @property
    def quarter(self) -> str:
        found = QUARTER.search(self.name)
        return found[1].upper() if found else ""


@dataclass(frozen=True, slots=True)
class FilingRead:
    """What was read in a filing. seconds: of one core to read the file, None where its pages came from the cache.

    unnamed: the metadata read under a file name that tells nothing.
    """

    listed: Listed
    pages: int
    seconds: float | None
    metadata: Metadata
    unnamed: Metadata
    statements: Statements


def listed_filings(folder: Path) -> list[Listed]:
    """Raises OSError and ValueError for a folder that is not one."""
    lines = (folder / "documents.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [Listed(row["doc_name"], row["company"], row["doc_type"].lower(), int(row["doc_period"])) for row in rows]


def read_filings(folder: Path, parsed: Path | None = None, processes: int = 2) -> Iterator[FilingRead]:
    """Every filing of the list, in its order. parsed: a folder of pickled pages, filled by the first run."""
    if parsed:
        parsed.mkdir(parents=True, exist_ok=True)
    filings = listed_filings(folder)
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_read, filings, [folder] * len(filings), [parsed] * len(filings))


def _read(listed: Listed, folder: Path, parsed: Path | None) -> FilingRead:
    document, seconds = _document(folder / "pdfs" / f"{listed.name}.pdf", parsed)
    metadata = extract(document.pages, f"{listed.name}.pdf")
    year, end = metadata.fiscal_year, metadata.period_end
    period = metadata.fiscal_period.value if metadata.fiscal_period else ""
    statements = read_statements(document.pages, year.value if year else None, end.value if end else None, period)
    return FilingRead(listed, len(document.pages), seconds, metadata, extract(document.pages, SILENT), statements)


def _document(path: Path, parsed: Path | None) -> tuple[ParsedDocument, float | None]:
    """The pages of a PDF and the seconds that it took; from the operator's own cache where it has them."""
    kept = parsed / f"{path.stem}.pkl" if parsed else None
    if kept and kept.exists():
        return pickle.loads(kept.read_bytes()), None  # noqa: S301 (written by this command, for its operator)
    began = process_time()
    document = read(path, MediaType.PDF, lambda done, total: None)
    seconds = process_time() - began
    if kept:
        kept.write_bytes(pickle.dumps(document))
    return document, seconds


def measured(filings: Sequence[FilingRead]) -> dict[str, Any]:
    """Every figure of the benchmark, and by name the filings that miss one."""
    right = right_metadata([(filing.listed, filing.metadata) for filing in filings])
    unnamed = right_metadata([(filing.listed, filing.unnamed) for filing in filings])
    annual = [filing for filing in filings if filing.listed.form.startswith("10k")]
    complete = [filing for filing in annual if _found(filing) >= PRIMARY]
    checked = [filing for filing in annual if _balances(filing)]
    holding = [filing for filing in checked if all(outcome.passed for outcome in _balances(filing))]
    seconds = [filing for filing in filings if filing.seconds is not None]
    return {
        "floors": FLOORS,
        "filings": len(filings),
        "pages": sum(filing.pages for filing in filings),
        "pages_per_second_of_one_core": _speed(seconds),
        "metadata": {key: percent(found, filings) for key, found in right.items()},
        "metadata_unnamed": {key: percent(found, filings) for key, found in unnamed.items()},
        "annual": len(annual),
        "statements": percent(complete, annual),
        "balance_checked": len(checked),
        "balance": percent(holding, checked),
        "facts": sum(len(filing.statements.facts) for filing in filings),
        "named_facts": sum(fact.concept is not None for filing in filings for fact in filing.statements.facts),
        "checks": _checks(filings),
        "misses": {
            "metadata": _unlisted(filings, right["all three"]),
            "metadata_unnamed": _unlisted(filings, unnamed["all three"]),
            "label": _unlisted(filings, right["period as the filer labels it"]),
            "statements": _others(annual, complete),
            "balance_unchecked": _others(annual, checked),
            "balance": _others(checked, holding),
            "checks": _failed(filings),
        },
    }


def right_metadata(read: Sequence[tuple[Listed, Metadata]]) -> dict[str, list[Listed]]:
    """Of filings as listed and as read, those of which each field is right."""
    names = _names_by_number(metadata for _, metadata in read)
    right = {
        "company": [listed for listed, metadata in read if same_company(listed, metadata, names)],
        "form": [listed for listed, metadata in read if metadata.form.value in FORMS.get(listed.form, set())],
        "period": [listed for listed, metadata in read if right_period(listed, metadata, strict=False)],
        "period as the filer labels it": [
            listed for listed, metadata in read if right_period(listed, metadata, strict=True)
        ],
    }
    asked = ("company", "form", "period")
    return right | {"all three": [listed for listed, _ in read if all(listed in right[key] for key in asked)]}


def sample(filings: Iterable[FilingRead], size: int, seed: int) -> list[dict[str, Any]]:
    """Facts drawn at random from all facts of all filings, as they are compared with the pages by eye."""
    facts = [(filing, fact) for filing in filings for fact in filing.statements.facts]
    drawn = Random(seed).sample(facts, min(size, len(facts)))  # noqa: S311 (has to be repeatable)
    return [_as_json(filing.listed.name, fact) for filing, fact in drawn]


def _as_json(filing: str, fact: StatementFact) -> dict[str, Any]:
    return {
        "filing": filing,
        "page": fact.page + 1,
        "statement": fact.statement,
        "concept": fact.concept,
        "dimension": fact.dimension,
        "label": fact.label,
        "period_end": fact.period.end.isoformat() if fact.period.end else None,
        "months": fact.period.months,
        "label_year": fact.period.label_year,
        "value": f"{fact.value:f}",
        "unit": fact.unit,
        "scale": f"{fact.scale:f}",
        "box": list(fact.cell.box or ()),
        "printed": fact.cell.text,
    }


def percent(part: Sequence[object], whole: Sequence[object]) -> float:
    return round(100 * len(part) / len(whole), 2) if whole else 0.0


def _speed(filings: Sequence[FilingRead]) -> float | None:
    spent = sum(filing.seconds or 0.0 for filing in filings)
    return round(sum(filing.pages for filing in filings) / spent, 2) if spent else None


def _others(filings: Iterable[FilingRead], right: Sequence[FilingRead]) -> list[str]:
    return [filing.listed.name for filing in filings if filing not in right]


def _unlisted(filings: Iterable[FilingRead], right: Sequence[Listed]) -> list[str]:
    return [filing.listed.name for filing in filings if filing.listed not in right]


def _found(filing: FilingRead) -> set[Statement]:
    return {fact.statement for fact in filing.statements.facts}


def _balances(filing: FilingRead) -> list[Outcome]:
    """Checks of the balance sheet's two sides. None of them compares a figure with itself."""
    return [outcome for outcome in filing.statements.outcomes if outcome.check in BALANCES]


def _checks(filings: Iterable[FilingRead]) -> dict[str, list[int]]:
    """For each self-check how many times it held, and how many it did not."""
    counted = Counter((outcome.check, outcome.passed) for filing in filings for outcome in filing.statements.outcomes)
    return {
        check: [counted[check, True], counted[check, False]]
        for check in Check
        if counted[check, True] + counted[check, False]
    }


def _failed(filings: Iterable[FilingRead]) -> list[str]:
    return [
        f"{filing.listed.name}: {outcome.check}, {outcome.period.end or outcome.period.label_year}, "
        f"off by {outcome.difference:,f}"
        for filing in filings
        for outcome in filing.statements.outcomes
        if not outcome.passed
    ]


def right_period(listed: Listed, metadata: Metadata, *, strict: bool) -> bool:
    """strict: the year as the filer labels it; otherwise any year by which the filing is known. With its quarter."""
    label = metadata.fiscal_year.value if metadata.fiscal_year else None
    quarter = metadata.fiscal_period.value if metadata.fiscal_period else ""
    year_right = label == listed.year if strict else listed.year in metadata.years
    return year_right and (not listed.quarter or quarter == listed.quarter)


def same_company(listed: Listed, metadata: Metadata, names: dict[str, set[str]]) -> bool:
    """The name on the filing, or one that another filing with the same number has, begins with the listed one."""
    own = {metadata.company.value} if metadata.company else set()
    known = own.union(*(names[number] for number in metadata.numbers))
    wanted = _letters(listed.company)
    return any(_letters(name).startswith(wanted) for name in known)


def _names_by_number(filings: Iterable[Metadata]) -> dict[str, set[str]]:
    """As the register does: filings with one employer's or file number are one company's, whatever it was called."""
    names: dict[str, set[str]] = {}
    for metadata in filings:
        for number in metadata.numbers:
            names.setdefault(number, set()).update([metadata.company.value] if metadata.company else [])
    return names


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", re.sub(r"^the\s+", "", name.lower()))

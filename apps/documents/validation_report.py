"""What was read in a filing and what of it could be checked: one report for each version (R1)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from apps.documents.cards.card import Card, CardRefused, from_json, problems, verbatim
from apps.documents.models import Chunk, DocumentVersion
from apps.statements.elsewhere import statements_elsewhere
from apps.statements.ontology import Statement

PRIMARY = (Statement.INCOME, Statement.BALANCE, Statement.CASH_FLOW)
LISTED = 20  # invalid cards that are named


def validation_report(version: DocumentVersion) -> dict[str, Any]:
    """The stored report of a version, or one made now where there is none.

    pages, sections, facts: counts. tables: {all, with_units, with_header}. checks: {all, failed}. chunks: {all, text,
    table, figure, with_section, with_period, duplicates, boilerplate}. elsewhere: {sentence, page} of a filing without
    statements that says where they are, else null. cards: {valid, invalid, placeholder, missing,
    by_maker, issues: [{chunk, problems}]}, at most 20 issues. numbers, spans: {all, verbatim} of all cards.
    """
    return version.report or make_report(version)


def store_report(version: DocumentVersion) -> None:
    """Make the report and keep it. Runs in the caller's transaction."""
    DocumentVersion.objects.filter(pk=version.pk).update(report=make_report(version))


def make_report(version: DocumentVersion) -> dict[str, Any]:
    """The report as the store is now."""
    chunks = version.chunks.order_by("ordinal").only(
        "ordinal", "kind", "text", "card", "section_id", "duplicate_of_id", "boilerplate", "version_id"
    )
    cards = _Cards()
    counts: Counter[str] = Counter()
    for chunk in chunks.iterator(500):
        counts.update(_marks(chunk))
        cards.take(chunk)
    return _counted(version) | {"chunks": _named(counts), "elsewhere": _elsewhere(version)} | cards.as_json()


def kept_elsewhere(versions: Iterable[int]) -> list[str]:
    """What filings without statements say of where these are, by the reports of the versions: sentences as printed."""
    reports = DocumentVersion.objects.filter(pk__in=list(versions)).order_by("pk").values_list("report", flat=True)
    told = (report.get("elsewhere") for report in reports if report)
    return [where["sentence"] for where in told if where]


def _elsewhere(version: DocumentVersion) -> dict[str, Any] | None:
    if version.facts.filter(statement__in=PRIMARY).exists():
        return None
    where = statements_elsewhere(list(version.pages.order_by("number").values_list("text", flat=True)))
    return asdict(where) if where else None


def _marks(chunk: Chunk) -> Iterable[str]:
    yield "all"
    yield chunk.kind
    marks = {
        "with_period": chunk.card.get("periods"),
        "with_section": chunk.section_id,
        "duplicates": chunk.duplicate_of_id,
        "boilerplate": chunk.boilerplate,
    }
    yield from (name for name, mark in marks.items() if mark)


def _named(counts: Counter[str]) -> dict[str, int]:
    names = ("all", "text", "table", "figure", "with_section", "with_period", "duplicates", "boilerplate")
    return {name: counts[name] for name in names}


def _counted(version: DocumentVersion) -> dict[str, Any]:
    tables, checks = version.tables, version.checks
    return {
        "pages": version.pages.count(),
        "sections": version.sections.count(),
        "tables": {
            "all": tables.count(),
            "with_units": tables.exclude(units="").count(),
            "with_header": tables.filter(header_rows__gt=0).count(),
        },
        "facts": version.facts.count(),
        "checks": {"all": checks.count(), "failed": checks.filter(passed=False).count()},
    }


class _Cards:
    """Counts cards as they come."""

    def __init__(self) -> None:
        self.states: Counter[str] = Counter()
        self.makers: Counter[str] = Counter()
        self.cited: Counter[str] = Counter()
        self.issues: list[dict[str, Any]] = []

    def take(self, chunk: Chunk) -> None:
        if not chunk.card:
            self.states["missing"] += 1
            return
        try:
            card = from_json(chunk.card)
        except CardRefused as refused:
            self._invalid(chunk, [str(refused)])
            return
        self._count(card, chunk.text)
        if wrong := problems(card, chunk.text):
            self._invalid(chunk, wrong)
        else:
            self.states["placeholder" if card.placeholder else "valid"] += 1

    def _invalid(self, chunk: Chunk, wrong: list[str]) -> None:
        self.states["invalid"] += 1
        if len(self.issues) < LISTED:
            self.issues.append({"chunk": chunk.ordinal, "problems": wrong})

    def _count(self, card: Card, text: str) -> None:
        self.makers[card.maker] += 1
        for name, parts in (("numbers", card.numbers), ("spans", card.spans)):
            self.cited[name] += len(parts)
            self.cited[f"{name} verbatim"] += sum(verbatim(part, text) for part in parts)

    def as_json(self) -> dict[str, Any]:
        states = {name: self.states[name] for name in ("valid", "invalid", "placeholder", "missing")}
        return {
            "cards": states | {"by_maker": dict(self.makers), "issues": self.issues},
            **{
                name: {"all": self.cited[name], "verbatim": self.cited[f"{name} verbatim"]}
                for name in ("numbers", "spans")
            },
        }

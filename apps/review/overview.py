"""What answers came to, day by day (V13): counted over records, each count with the filters that lead to its rows."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django.db.models import Aggregate, Avg, Count, F, FloatField, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone

from apps.answers.models import Ending, StageName, Status, Trust
from apps.review.models import ErrorRate
from apps.review.outlines import RecordOutline

DAYS = (7, 30, 90)
LABELS = {name.value: name.label for name in StageName}
Days = Any  # records, each with its `day`


@dataclass(frozen=True, slots=True)
class Bar:
    """value: of one day and series. query: the filters that lead to its rows, "" where there are none."""

    day: date
    series: str
    value: float
    query: str


@dataclass(frozen=True, slots=True)
class Chart:
    """stacked: the series of a day add up; else they are lines of their own."""

    title: str
    unit: str
    days: tuple[date, ...]
    series: tuple[str, ...]
    bars: tuple[Bar, ...]
    stacked: bool = True

    @property
    def empty(self) -> bool:
        return not any(bar.value for bar in self.bars)


def charts(days: int) -> list[Chart]:
    """Of the last `days` days, today included."""
    today = timezone.now().date()
    span = tuple(today - timedelta(days=back) for back in range(days - 1, -1, -1))
    records = RecordOutline.objects.filter(kept__date__gte=span[0]).order_by().annotate(day=TruncDate("kept"))
    done = records.filter(ending=Ending.DONE)
    return [
        _counted("Answers by ending", records, span, "ending", "state", dict(Ending.choices)),
        _counted("Answers by status", done, span, "status", "status", dict(Status.choices)),
        _counted("Answers by trust", done.exclude(trust=""), span, "trust", "trust", dict(Trust.choices)),
        _declined(done, span),
        _grounded(done, span),
        _latency(done, span),
        _stages(done, span),
        *_spent(records, span),
        _summed("Tokens", "tokens", records, span, "tokens"),
        _summed("Cost", "dollars", records, span, "cost"),
        _errors(span),
    ]


def _link(day: date, **more: str) -> str:
    return urlencode({"since": day.isoformat(), "until": day.isoformat()} | more)


def _counted(title: str, rows: Days, span: tuple[date, ...], field: str, name: str, labels: dict[Any, str]) -> Chart:
    counts = rows.values("day", field).annotate(count=Count("pk"))
    bars = [
        Bar(one["day"], labels.get(one[field], "none"), one["count"], _link(one["day"], **{name: one[field]}))
        for one in counts
    ]
    return _chart(title, "answers", span, bars, tuple(labels.values()))


def _declined(rows: Days, span: tuple[date, ...]) -> Chart:
    """The share of answers that state nothing."""
    counts = rows.values("day", "status").annotate(count=Count("pk"))
    total: dict[date, int] = defaultdict(int)
    declined: dict[date, int] = defaultdict(int)
    for one in counts:
        total[one["day"]] += one["count"]
        declined[one["day"]] += one["count"] if one["status"] == Status.NOT_FOUND else 0
    link = {"status": Status.NOT_FOUND.value}
    bars = [Bar(day, "declined", 100 * declined[day] / total[day], _link(day, **link)) for day in total]
    return _chart("Declined", "% of answers", span, bars, ("declined",))


def _grounded(rows: Days, span: tuple[date, ...]) -> Chart:
    means = rows.exclude(grounded=None).values("day").annotate(mean=Avg("grounded"))
    bars = [Bar(one["day"], "groundedness", 100 * one["mean"], _link(one["day"])) for one in means]
    return _chart("Groundedness", "% of tokens, mean", span, bars, ("groundedness",))


class Percentile(Aggregate):
    """percentile_cont of a number."""

    function = "percentile_cont"
    template = "%(function)s(%(share)s) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


def _latency(rows: Days, span: tuple[date, ...]) -> Chart:
    shares = {"median": 0.5, "95 %": 0.95}
    found = rows.values("day").annotate(
        median=Percentile(F("seconds"), share=0.5), slow=Percentile(F("seconds"), share=0.95)
    )
    bars = [
        Bar(one["day"], name, one[field], _link(one["day"]))
        for one in found
        for name, field in (("median", "median"), ("95 %", "slow"))
    ]
    return _chart("Seconds to an answer", "seconds", span, bars, tuple(shares), stacked=False)


def _stages(rows: Days, span: tuple[date, ...]) -> Chart:
    """Mean seconds of each stage."""
    sums: dict[tuple[date, str], float] = defaultdict(float)
    counts: dict[date, int] = defaultdict(int)
    for day, stages in rows.values_list("day", "stages").iterator():
        counts[day] += 1
        for name, seconds in stages.items():
            sums[day, name] += seconds
    bars = [Bar(day, LABELS.get(name, name), total / counts[day], _link(day)) for (day, name), total in sums.items()]
    return _chart("Seconds of each stage", "seconds, mean", span, bars, tuple(LABELS.values()))


def _spent(rows: Days, span: tuple[date, ...]) -> tuple[Chart, Chart]:
    """What models took in each stage, of attempts that failed too: tokens and dollars."""
    sums: dict[tuple[date, str], list[Decimal]] = defaultdict(lambda: [Decimal(0), Decimal(0)])
    for day, spent in rows.exclude(spent={}).values_list("day", "spent").iterator():
        for name, took in spent.items():
            tokens, dollars = sums[day, name]
            sums[day, name] = [tokens + took["tokens"], dollars + Decimal(took["cost"])]
    series = tuple(LABELS.values())
    return (
        _chart("Tokens of each stage", "tokens", span, _by_stage(sums, 0), series),
        _chart("Cost of each stage", "dollars", span, _by_stage(sums, 1), series),
    )


def _by_stage(sums: dict[tuple[date, str], list[Decimal]], which: int) -> list[Bar]:
    return [
        Bar(day, LABELS.get(name, name), float(took[which]), _link(day, stage=name))
        for (day, name), took in sums.items()
    ]


def _summed(title: str, unit: str, rows: Days, span: tuple[date, ...], field: str) -> Chart:
    sums = rows.values("day", asker=F("answer__asker__username")).annotate(total=Sum(field))
    names = _most(sums)
    bars = [
        Bar(one["day"], one["asker"], float(one["total"] or 0), _link(one["day"], who=one["asker"]))
        for one in sums
        if one["asker"] in names
    ]
    return _chart(f"{title} by person", unit, span, bars, names)


def _most(sums: Iterable[dict[str, Any]], most: int = 6) -> tuple[str, ...]:
    totals: dict[str, float] = defaultdict(float)
    for one in sums:
        totals[one["asker"]] += float(one["total"] or 0)
    return tuple(sorted(totals, key=lambda name: -totals[name])[:most])


def _errors(span: tuple[date, ...]) -> Chart:
    """The standing error rate: of planted errors, the share that the checks caught."""
    rows = ErrorRate.objects.filter(day__gte=span[0])
    share: Callable[[int, int], float] = lambda caught, planted: 100 * caught / planted if planted else 0.0  # noqa: E731
    kinds = sorted({kind for row in rows for kind in row.by_kind})
    bars = [Bar(row.day, kind, share(*row.by_kind[kind]), _link(row.day)) for row in rows for kind in row.by_kind]
    return _chart("Planted errors caught", "% of planted", span, bars, tuple(kinds), stacked=False)


def _chart(
    title: str, unit: str, span: tuple[date, ...], bars: Iterable[Bar], series: tuple[str, ...], *, stacked: bool = True
) -> Chart:
    kept = tuple(bars)
    used = {bar.series for bar in kept}
    return Chart(title, unit, span, tuple(name for name in series if name in used), kept, stacked)

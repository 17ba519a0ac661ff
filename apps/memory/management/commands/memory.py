"""`manage.py memory`: load the shipped questions, fill companies, calibrate and measure the look-up."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.accounts.models import User
from apps.documents.models import Company
from apps.memory import calibration, measuring, shipped, work
from apps.memory.circles import ALL
from apps.memory.grids import CannotFillError, company_years, fill_bank
from apps.memory.matching import Thresholds
from apps.memory.slots import PeriodSlot


class Command(BaseCommand):
    help = "Works on the memory bank: load, fill."

    def add_arguments(self, parser: ArgumentParser) -> None:
        does = parser.add_subparsers(dest="does", required=True)
        does.add_parser("load", help="bring the shipped questions into the store")
        fill = does.add_parser("fill", help="fill the shipped questions of companies, from filings that everyone sees")
        fill.add_argument("company", nargs="+")
        fill.add_argument("--years", type=int, nargs="*", default=[])
        fill.add_argument("--user", required=True, help="in whose name")
        fill.add_argument("--wait", action="store_true", help="until the workers are done")

        measure = does.add_parser("measure", help="how long a look-up takes among many cells; nothing is kept")
        measure.add_argument("--cells", type=int, default=100_000)
        calibrate = does.add_parser(
            "calibrate", help="set the thresholds of the look-up on generated questions, and report"
        )
        calibrate.add_argument("--precision", type=float, default=0.995)

    def handle(self, *args: Any, **options: Any) -> None:
        getattr(self, f"_{options['does']}")(**options)

    def _load(self, **options: Any) -> None:
        self.stdout.write(f"{shipped.load()} questions are new or changed.")

    def _measure(self, cells: int, **options: Any) -> None:
        user = User.objects.order_by("pk").first()
        if user is None:
            raise CommandError("There is no user.")
        for name, told in zip(
            ("as the application", "bound by no policy"), measuring.measure(user, cells), strict=False
        ):
            self.stdout.write(
                f"{name}: {told.cells:,} cells, {len(told.seconds)} questions, {told.found} answered: "
                f"p50 {told.at(0.5):.1f} ms, p95 {told.at(0.95):.1f} ms"
            )

    def _calibrate(self, precision: float, **options: Any) -> None:
        bank = calibration.Bank()
        learnt, held_out = calibration.halves(bank)
        tau, _ = calibration.calibrated(bank, learnt, precision)
        self.stdout.write(f"chosen on {len(learnt):,} questions: {tau}")
        for name, used in (("chosen", tau), ("in use", Thresholds())):
            told = calibration.tally(bank, held_out, used)
            self.stdout.write(
                f"{name}: precision {told.precision:.4f}, recall {told.recall:.4f} on {told.asked:,} held out "
                f"({told.answerable:,} answerable), {told.crossed} cross company or period; "
                f"missed {dict(told.missed)}; wrong {told.wrong}"
            )
            self.stdout.writelines(told.mistaken[:20])

    def _fill(self, company: list[str], years: list[int], user: str, wait: bool, **options: Any) -> None:
        who = User.objects.filter(username=user).first()
        found = [Company.objects.filter(name__iexact=name).first() for name in company]
        companies = [one for one in found if one]
        if who is None or len(companies) < len(company):
            raise CommandError("There is no such user, or no such company.")
        chosen = years or company_years(ALL, companies)
        started = time.monotonic()
        try:
            grid = fill_bank(who, companies, [PeriodSlot("year", year) for year in sorted(chosen)[::-1]], ALL)
        except CannotFillError as error:
            raise CommandError(str(error)) from None
        while wait and work.progress(grid)["waiting"]:
            time.sleep(1)
        self.stdout.write(f"{work.progress(grid)} after {time.monotonic() - started:.0f} s")

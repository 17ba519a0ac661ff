"""manage.py train: a re-ranker, a judge, an embedder or a decoder; or one of the shipped models, made again."""

from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.accounts.models import User
from apps.answers.compute.books import shelf as shelf_of
from apps.answers.judge.configured import trained_judge
from apps.inference.embedding import embedder
from apps.inference.errors import ModelUnavailable
from apps.inference.minilm import MiniLM
from apps.inference.packed_pairs import Card
from apps.inference.phrase_model import phrase_model
from apps.learning import decoders, embedders, measuring
from apps.learning.abstraction import abstracted, register
from apps.learning.builders import cells, corrections, numbers, quotations, readers
from apps.learning.builders.filed import filers_by_filing, filings
from apps.learning.building import HELD_OUT, frozen
from apps.learning.candidates import Training, entered, loaded
from apps.learning.exporting import export
from apps.learning.groups import Group, read
from apps.learning.models import TrainedModel
from apps.learning.ordering import walk as ordering
from apps.learning.shipping import proof, recipe
from apps.learning.shipping.sets import Sources
from apps.learning.training import answer_type, figures, numbered, phrases, programs, quoted, semantic_parser
from apps.learning.training.settings import ANSWER, LOSSES, DecoderSettings, EmbedderSettings, TrainingSettings
from apps.retrieval.found import Scope

NUMBERS = {"minutes": float, "rate": float, "length": int, "epochs": int, "seed": int}
OF_DECODERS = {"rate": float, "length": int, "epochs": int, "steps": int, "texts": int, "rank": int, "seed": int}
OF_EMBEDDERS = {**NUMBERS, "steps": int, "questions": int, "at_once": int, "negatives": int, "mined": int}


class Command(BaseCommand):
    help = "Train a re-ranker or an embedder, calibrate a judge, or make one of the shipped models again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="what", required=True)
        for what, told in (("reranker", "a cross-encoder from a set"), ("judge", "only calibrate and measure one")):
            pairs = actions.add_parser(what, help=told)
            _of_a_set(pairs, "finrag-pairs")
            _numbers(pairs, TrainingSettings(""), NUMBERS)
            if what == "reranker":
                pairs.add_argument("--loss", choices=LOSSES, default=ANSWER, help="lambda: by the order of all grades")
        tuned = actions.add_parser("embedder", help="the bi-encoder, tuned on a set")
        _of_a_set(tuned, "finrag-embedder")
        _numbers(tuned, EmbedderSettings(""), OF_EMBEDDERS)
        adapted = actions.add_parser("decoder", help="a LoRA adapter for a decoder re-ranker")
        _of_a_set(adapted, "finrag-decoder", DecoderSettings().base)
        adapted.add_argument("--adapter", default="", help="folder of an adapter to go on from, as stage company does")
        _numbers(adapted, DecoderSettings(), OF_DECODERS)
        shipped = actions.add_parser("shipped", help="all stages of a recipe, resumed where they were broken off")
        shipped.add_argument("--recipe", type=Path, default=recipe.SHIPPED)
        shipped.add_argument("--readers", type=Path, default=readers.WRITTEN)
        shipped.add_argument("--public", type=Path, help="a folder of public files; learned without where it is not")
        shipped.add_argument("--as", dest="viewer", help="a user who reads all filings: measured on whole roads, too")
        shipped.add_argument("--out", type=Path, required=True)
        asked = actions.add_parser("figures", help="what chooses programs over tables and judges what rules compute")
        asked.add_argument("--written", type=Path, default=programs.WRITTEN)
        asked.add_argument("--as", dest="viewer", required=True, help="a user who reads all filings")
        asked.add_argument("--limit", type=int, default=0, help="only so many of the questions; 0 for all")
        asked.add_argument("--out", type=Path, required=True, help="a folder")
        for what, told in (
            ("quotations", "the judge at work on graded quotations"),
            ("numbers", "numbers of sentences"),
        ):
            calibrated = actions.add_parser(what, help=f"calibrate {told}")
            calibrated.add_argument("--as", dest="viewer", required=True, help="a user who reads all filings")
            calibrated.add_argument("--recipe", type=Path, default=recipe.SHIPPED, help="names the filers held out")
            calibrated.add_argument("--limit", type=int, default=0, help="only so many of the questions; 0 for all")
            calibrated.add_argument("--out", type=Path, required=True, help="the folder of the model with its card")
        types = actions.add_parser("types", help="whether words or figures answer a question")
        types.add_argument("--written", type=Path, default=programs.WRITTEN)
        types.add_argument("--as", dest="viewer", required=True, help="a user who reads all filings")
        types.add_argument("--out", type=Path, required=True, help="a folder")
        whole = actions.add_parser("parser", help="the semantic parser: questions to the sentences of their readings")
        whole.add_argument("--written", type=Path, default=semantic_parser.WRITTEN)
        whole.add_argument("--without", nargs="*", default=semantic_parser.HELD_OUT, help="companies to measure on")
        whole.add_argument("--epochs", type=int, default=semantic_parser.ParserSettings().epochs)
        whole.add_argument("--base", type=Path, help="the folder of a parser to go on from")
        whole.add_argument("--out", type=Path, required=True, help="a folder")
        layer = actions.add_parser("phrases", help="the layer over the embedded model that knows what phrases mean")
        layer.add_argument("--written", type=Path, default=phrases.WRITTEN)
        layer.add_argument("--use", action="store_true", help="with readings that were changed (FINRAG_LEARN_FROM_USE)")
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
        except ImportError as problem:
            raise CommandError(f"{problem}. Training needs requirements-gpu.txt.") from None
        except (ModelUnavailable, OSError, ValueError) as problem:
            raise CommandError(str(problem)) from None

    def _reranker(self, options: dict[str, Any]) -> str:
        from apps.learning.training.cross_encoder import train

        groups, out, told = list(read(options["data"])), options["out"], _settings(options)
        run = train(groups, told, out / "checkpoint", resume=options["resume"], tell=self.stdout.write)
        export(run.network, out, options["name"])
        settings = {"stage": options["stage"], **asdict(told)}
        return _told(_entered(options, groups, Training(_named(options), settings, run.seconds, run.losses)))

    def _parser(self, options: dict[str, Any]) -> str:
        settings = semantic_parser.ParserSettings(epochs=options["epochs"], base=options["base"])
        return semantic_parser.made(
            semantic_parser.read(options["written"]), options["without"], settings, options["out"], self.stdout.write
        )

    def _judge(self, options: dict[str, Any]) -> str:
        groups = list(read(options["data"]))
        return _told(_entered(options, groups, Training(_named(options), {"stage": options["stage"]})))

    def _embedder(self, options: dict[str, Any]) -> str:
        from apps.learning.training.cross_encoder import encoder
        from apps.learning.training.embedder import train

        groups, name = list(read(options["data"])), options["name"]
        told = EmbedderSettings(options["base"] or encoder(), **_given(options, OF_EMBEDDERS))
        held = _held(options)
        made = train(groups, told, options["out"], name, resume=options["resume"], tell=self.stdout.write)
        training = Training(_named(options), {"stage": options["stage"], **asdict(told)}, made.seconds, made.curve)
        row = embedders.entered(made, name, frozen(options["data"], groups), held, training)
        return "\n".join([*measuring.told(row.figures), str(made.folder), _told(row)])

    def _decoder(self, options: dict[str, Any]) -> str:
        from apps.learning.training.decoder import train

        groups, name, held = list(read(options["data"])), options["name"], _held(options)
        abstract, base = options["stage"] == "general", options["base"] or DecoderSettings().base
        told = DecoderSettings(base, options["adapter"], abstract, **_given(options, OF_DECODERS))
        known = register(groups)
        learned = [abstracted(group, known) for group in groups] if abstract else groups
        before = decoders.ranks(base, told.adapter, held)
        made = train(learned, told, options["out"], name, resume=options["resume"], tell=self.stdout.write)
        training = Training(base, {"stage": options["stage"], **asdict(told)}, made.seconds, made.curve)
        row = decoders.entered(made, name, frozen(options["data"], groups), held, before, training)
        return "\n".join([*measuring.told(row.figures), str(made.folder), _told(row)])

    def _shipped(self, options: dict[str, Any]) -> str:
        from apps.learning.shipping.walk import walk
        from apps.learning.training.cross_encoder import encoder

        made, out, viewer = recipe.read(options["recipe"]), options["out"], _viewer(options["viewer"])

        @cache
        def sources() -> Sources:
            filed = [one for one in filings() if one.name and one.said]
            graded = [one for one in quotations.read() if not one.later]
            written, asked = list(readers.read(options["readers"])), list(numbers.read())
            shelf = shelf_of(viewer, Scope()) if viewer else None
            return Sources(filed, written, options["public"], graded, asked, list(cells.read()), shelf)

        walked = walk(made, sources, encoder(), out, self.stdout.write)
        data = frozen(walked.data, list(read(walked.data)))
        training = Training(told={"recipe": options["recipe"].name}, seconds=walked.seconds, curve=walked.curve)
        row = entered(out, made.name, data, list(read(out / HELD_OUT)), training)
        if viewer:
            roads = proof.walked(made, sources(), viewer, out / proof.ROADS)
            for line in proof.proved(roads, loaded(out), out):
                self.stdout.write(line)
            self.stdout.write(self._numbers({**options, "limit": 0}))
        return f"{_told(row)}\n{walked.told()}"

    def _figures(self, options: dict[str, Any]) -> str:
        viewer, out = _named_viewer(options["viewer"]), options["out"]
        every, settings = programs.written(options["written"]), programs.ProgramSettings()
        drawn = programs.drawn(every, options["limit"])
        asked = list(programs.told(figures.asked(drawn, viewer), len(drawn), self.stdout.write))
        walked = [one.walked for one in asked if one.walked]
        words = programs.worded(every, viewer)
        standing = programs.standing(walked, words, settings)
        seen = figures.seen(asked, standing)
        out.mkdir(parents=True, exist_ok=True)
        made = programs.learned(standing, settings)
        programs.write(made, out / "operations.json.xz", out / "programs.json", out / "programs.npz")
        figures.write(figures.learned(seen), out / "figures.npz")
        chosen = programs.measured(programs.crossed(walked, words, settings))
        return f"Programs: {chosen}\nFigures: {programs.measured(figures.crossed(seen))}"

    def _quotations(self, options: dict[str, Any]) -> str:
        viewer, out, filers = _named_viewer(options["viewer"]), options["out"], filers_by_filing()
        if (card := Card.of(out)).shown != (judge := trained_judge()).name:
            raise ValueError(f"{out} holds {card.shown}, and the judge at work is {judge.name}")
        unlearned = quoted.unlearned(quotations.read(), filers, recipe.read(options["recipe"]))
        drawn = programs.drawn(unlearned, options["limit"])
        walked = programs.told(quoted.quoted(drawn, filers, viewer), len(drawn), self.stdout.write)
        seen = list(chain.from_iterable(walked))
        told = programs.measured(quoted.crossed(seen), quoted.LEAST)
        proof.calibrate(out, quoted.learned(seen))
        return f"Quotations: {told}"

    def _numbers(self, options: dict[str, Any]) -> str:
        viewer, out = _named_viewer(options["viewer"]), options["out"]
        filed = {one.sha256: one for one in filings()}
        asked = numbered.held_out(numbers.read(), filed, recipe.read(options["recipe"]))
        drawn = programs.drawn(asked, options["limit"])
        walked = programs.told(numbered.numbered(drawn, filed, viewer, loaded(out)), len(drawn), self.stdout.write)
        seen = list(chain.from_iterable(walked))
        told = programs.measured(numbered.crossed(seen), numbered.LEAST)
        proof.calibrate_numbers(out, numbered.learned(seen))
        return f"Numbers: {told}"

    def _types(self, options: dict[str, Any]) -> str:
        told = answer_type.told(programs.written(options["written"]), _named_viewer(options["viewer"]))
        options["out"].mkdir(parents=True, exist_ok=True)
        answer_type.write(answer_type.learned(told), options["out"] / "answer_type.json.xz")
        return answer_type.measured(answer_type.crossed(told))

    def _phrases(self, options: dict[str, Any]) -> str:
        model = embedder()
        if not isinstance(model, MiniLM):
            raise ModelUnavailable("The layer lies over the embedded model, which is not the one in use.")
        known = phrases.written(options["written"])
        used = corrections.phrases(known) if options["use"] else []
        layer = phrases.train([*known, *used], model, phrases.PhraseSettings())
        digest = phrases.write(layer, options["out"])
        at_work = phrase_model()
        before = f"at work now: {phrases.measured(at_work, known).told()}\n" if at_work else ""
        return f"{len(used)} phrases from use\n{phrases.measured(layer, known).told()}\n{before}sha256 {digest}"

    def _order(self, options: dict[str, Any]) -> str:
        sets = ordering.Sets(options["readers"], options["questions"], options["by_rule"])
        viewer = _named_viewer(options["viewer"])
        for line in ordering.walk(sets, recipe.read(options["recipe"]), viewer, options["out"]):
            self.stdout.write(line)
        return f"The weights are in {options['out'] / ordering.LEARNED}"


def _viewer(name: str | None) -> User | None:
    """Raises ValueError where nobody has the name."""
    found = User.objects.filter(username=name).first() if name else None
    if name and found is None:
        raise ValueError(f"There is no user {name}")
    return found


def _named_viewer(name: str | None) -> User:
    """Raises ValueError where nobody is named, or nobody has the name."""
    if (viewer := _viewer(name)) is None:
        raise ValueError("It is learned from what a user may read: name one with --as")
    return viewer


def _of_a_set(parser: ArgumentParser, name: str, base: str = "all-MiniLM-L6-v2") -> None:
    parser.add_argument("--stage", choices=("general", "company"), default="general")
    parser.add_argument("--data", type=Path, required=True, help="a set of training_data build")
    parser.add_argument("--held-out", type=Path, help=f"default: {HELD_OUT} beside the data")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default=name)
    parser.add_argument("--base", default="", help=f"folder of the network to start from; default: {base}")
    parser.add_argument("--resume", action="store_true")


def _numbers(
    parser: ArgumentParser, usual: TrainingSettings | EmbedderSettings | DecoderSettings, numbers: dict[str, type]
) -> None:
    for name, kind in numbers.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, default=getattr(usual, name))


def _given(options: dict[str, Any], numbers: dict[str, type]) -> dict[str, Any]:
    return {name: options[name] for name in numbers}


def _held(options: dict[str, Any]) -> list[Group]:
    """What is only measured on. Raises ValueError where no question of it has an answer: asked before training."""
    held = list(read(options["held_out"] or options["data"].with_name(HELD_OUT)))
    if not any(group.answered() for group in held):
        raise ValueError("no question that is held out has an answer to measure by")
    return held


def _entered(options: dict[str, Any], groups: list[Group], training: Training) -> TrainedModel:
    held = list(read(options["held_out"] or options["data"].with_name(HELD_OUT)))
    return entered(options["out"], options["name"], frozen(options["data"], groups), held, training)


def _settings(options: dict[str, Any]) -> TrainingSettings:
    from apps.learning.training.cross_encoder import encoder

    return TrainingSettings(options["base"] or encoder(), loss=options["loss"], **_given(options, NUMBERS))


def _named(options: dict[str, Any]) -> str:
    return str(options["base"]) or "all-MiniLM-L6-v2"


def _told(row: TrainedModel) -> str:
    return f"{row}: {row.gate['told']}"

"""The options of `manage.py bench`, one group for each kind of measurement."""

from argparse import ArgumentParser, BooleanOptionalAction
from pathlib import Path

from django.core.management.base import CommandParser

from apps.evaluation import bench_ingest, bench_retrieval, bench_scale
from apps.evaluation.financebench import Setting


def add_to(parser: CommandParser) -> None:
    """Every kind of measurement as a command of its own: kind, data and out say what is measured, of what, where to."""
    kinds = parser.add_subparsers(dest="kind", required=True)
    predict = kinds.add_parser("financebench", help="predictions, one JSON line a question, for the folder's scorer")
    _folder(predict)
    predict.add_argument("--setting", type=Setting, choices=list(Setting), default=Setting.SHARED)
    predict.add_argument(
        "--ingest", action=BooleanOptionalAction, default=True, help="first take in the filings that are missing"
    )
    predict.add_argument("--search-only", action="store_true", help="rank pages, answer nothing")
    finding = kinds.add_parser("retrieval", help="figures of the search, path by path and stage by stage, and of peers")
    _folder(finding)
    bench_retrieval.add_arguments(finding)
    speed = kinds.add_parser("speed", help="pages per second, memory, seconds to evidence and answer")
    _folder(speed)
    speed.add_argument("--files", nargs="+", required=True, metavar="FILE", help="PDF files, in the folder or by path")
    _model_options(kinds.add_parser("model", help="the workflow with a model: validity, tokens, seconds"))
    _answers_options(kinds.add_parser("answers", help="what must hold of every answer, over the questions"))
    scale = kinds.add_parser("scale", help="latency, recall and size over synthetic passages; or taking filings in")
    bench_scale.add_arguments(scale)
    bench_ingest.add_arguments(scale)
    _reading_options(kinds.add_parser("reading", help="metadata, statements and self-checks against the list"))


def _reading_options(parser: ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the benchmark's folder")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the figures or the sample are written")
    parser.add_argument(
        "--parsed", type=Path, metavar="FOLDER", help="a cache of read pages; fills it, or reads from it"
    )
    parser.add_argument("--misses", action="store_true", help="name the filings that miss a figure")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="instead draw N facts to check by eye")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the sample")


def _model_options(parser: ArgumentParser) -> None:
    """FINRAG_LLM_URL and FINRAG_LLM_MODEL name the model; only questions whose filing is in the store are asked."""
    _folder(parser)
    parser.add_argument("--limit", type=int, default=10, metavar="N", help="only the first N questions")
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="questions side by side (1)")


def _answers_options(parser: ArgumentParser) -> None:
    """Asks in this process, by the rules alone unless FINRAG_LLM_URL names a model; the filings are in the store."""
    _folder(parser)
    parser.add_argument("--setting", type=Setting, choices=list(Setting), default=Setting.SHARED)
    parser.add_argument("--mutate", action="store_true", help="also how many wrong sentences the checks catch")


def _folder(parser: ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the benchmark's folder")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the figures are written")

"""`manage.py audit replay|dossier|record|hold|expire`: records of answers, for operators and auditors."""

import json
import uuid
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from apps.answers.models import Answer, AnswerRecord
from apps.answers.run.canonical import plain
from apps.answers.run.records import RecordDamaged, body_of
from apps.answers.run.replay import CannotReplay, Replay, StageCompared
from apps.answers.run.settings import RoadKind, SettingsError
from apps.audit.further import CHECKS, Further, Line, Refused, adds
from apps.review import retention, vouched
from apps.review.completeness import counted
from apps.review.dossier.build import NoDossier, dossier_of, main_record
from apps.review.dossier.sealed import NotSealed
from apps.review.replay_report import as_markdown
from apps.review.replaying import Variant, replayed


def _record(answer: uuid.UUID) -> AnswerRecord:
    found = Answer.objects.filter(uid=answer).first()
    record = main_record(found) if found else None
    if record is None:
        raise Refused(f"There is no record of an answer {answer}.")
    return record


def _replay_arguments(parser: CommandParser) -> None:
    parser.add_argument("answer", nargs="*", type=uuid.UUID)
    parser.add_argument("--last", type=int, help="the last N answers on record, as a batch")
    parser.add_argument("--today", action="store_true", help="with the present store, settings and models")
    parser.add_argument("--model", default="", help="today: ask for this model at the configured endpoint")
    parser.add_argument("--way", choices=list(RoadKind), default="", help="today: by this road")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="today: a setting, text.accept=0.9"
    )
    parser.add_argument("--report", type=Path, help="write the batch to this file: FILE.md to read, FILE.json whole")


def _variant(options: dict[str, Any]) -> Variant | None:
    changes = dict(one.partition("=")[::2] for one in options["set"])
    asked = Variant(options["model"], options["way"], changes)
    return asked if options["today"] or asked.words else None


def _replay(options: dict[str, Any], tell: Line) -> None:
    records = [_record(uid) for uid in options["answer"]]
    if options["last"]:
        records += list(AnswerRecord.objects.filter(ending="done").order_by("-id")[: options["last"]])
    if not records:
        raise Refused("Name an answer, or --last N.")
    variant = _variant(options)
    done, failed = _each(records, variant, tell)
    same = sum(one.same for one in done)
    tell(f"{same} of {len(records)} the same, stage by stage; {failed} could not be replayed.")
    if options["report"]:
        options["report"].write_text(_reported(done, variant, options["report"].suffix), encoding="utf-8")
    if (same < len(done) or failed) and variant is None:
        raise Refused(_difference(done, failed))


def _difference(done: list[Replay], failed: int) -> str:
    """What comes out otherwise, and of how much of it that can be due to this release."""
    other = [one for one in done if not one.same]
    by_code = sum(one.otherwise for one in other)
    counted = f"{len(other) - by_code + failed} answers are not what their record says"
    told = f"{by_code} come out otherwise by other code, words or prompts than they were made with"
    return f"{counted}; {told}." if by_code else f"{counted}."


def _reported(done: list[Replay], variant: Variant | None, suffix: str) -> str:
    if suffix == ".md":
        return as_markdown(done, variant)
    return json.dumps([as_json(one) for one in done], ensure_ascii=False, indent=1)


def _each(records: list[AnswerRecord], today: Variant | None, tell: Line) -> tuple[list[Replay], int]:
    done: list[Replay] = []
    failed = 0
    for record in records:
        try:
            done.append(replayed(record, actor=None, today=today))
        except SettingsError as error:
            raise Refused(str(error)) from error
        except (CannotReplay, RecordDamaged) as error:
            failed += 1
            tell(f"{record.answer.uid}: {error}")
            continue
        for line in told(done[-1]):
            tell(line)
    return done, failed


def told(one: Replay) -> list[str]:
    if one.same:
        return [f"{one.record.answer.uid}: the same", *(f"  {line}" for line in one.apart)]
    stage = one.first.name if one.first else "the beginning"
    lines = [f"{one.record.answer.uid}: differs from {stage} on. {one.problem}"]
    for passed in one.stages:
        lines += [f"  {passed.name} {at.path}: {at.was} -> {at.now}" for at in passed.differences[:5]]
    lines += [f"  {line}" for line in one.apart]
    return lines + [f"  made with {at.path}: {at.was} -> {at.now}" for at in one.beside[:5]]


def as_json(one: Replay) -> dict[str, Any]:
    kept = {"answer": one.record.answer.uid, "record": one.record.digest, "today": one.today, "same": one.same}
    words = {"was": one.was, "now": one.answer, "problem": one.problem, "apart": one.apart}
    found: dict[str, Any] = plain(kept | words | {"then": asdict(one.then), "came": asdict(one.now)})
    found["stages"] = [_stage(stage) for stage in one.stages]
    found["made_with"] = [asdict(at) for at in one.beside]
    return found


def _stage(one: StageCompared) -> dict[str, Any]:
    return {"stage": one.name.value, "same": one.same, "differences": [asdict(at) for at in one.differences]}


def _dossier_arguments(parser: CommandParser) -> None:
    parser.add_argument("answer", type=uuid.UUID)
    parser.add_argument("--out", type=Path, help="file, by default its own name here")


def _dossier(options: dict[str, Any], tell: Line) -> None:
    try:
        made = dossier_of(_record(options["answer"]).answer, None)
    except (NoDossier, NotSealed, RecordDamaged) as error:
        raise Refused(str(error)) from error
    path = options["out"] or Path(made.name)
    path.write_bytes(made.content)
    tell(str(path))


def _record_arguments(parser: CommandParser) -> None:
    parser.add_argument("answer", type=uuid.UUID)


def _show(options: dict[str, Any], tell: Line) -> None:
    tell(body_of(_record(options["answer"])).decode())


def _hold_arguments(parser: CommandParser) -> None:
    parser.add_argument("answer", nargs="?", type=uuid.UUID, help="left out: all records")
    parser.add_argument("--reason", default="")
    parser.add_argument("--by", required=True, help="who decided it")
    parser.add_argument("--lift", action="store_true", help="lift the holds instead")


def _hold(options: dict[str, Any], tell: Line) -> None:
    answer = _record(options["answer"]).answer if options["answer"] else None
    if options["lift"]:
        tell(f"{retention.lift(answer, options['by'])} holds lifted.")
        return
    if not options["reason"]:
        raise Refused("Give a --reason.")
    retention.hold(answer, options["reason"], options["by"])
    tell("Held until it is lifted.")


def _expire(options: dict[str, Any], tell: Line) -> None:
    tell(f"{retention.expire()} expired records removed.")


def _complete_arguments(parser: CommandParser) -> None:
    parser.add_argument("--last", type=int, default=200)


def _complete(options: dict[str, Any], tell: Line) -> None:
    found = counted(options["last"])
    for line in found.lines:
        tell(line)
    if found.problems:
        raise Refused(f"{len(found.problems)} problems: {'; '.join(found.problems[:5])}")


CHECKS.append(vouched.check)
adds("replay", Further("walk recorded answers again; exit 1 where one differs", _replay_arguments, _replay))
adds("dossier", Further("write the dossier of an answer for a stranger", _dossier_arguments, _dossier))
adds("record", Further("print the record of an answer", _record_arguments, _show))
adds("hold", Further("keep records whatever their age, or --lift that", _hold_arguments, _hold))
adds("expire", Further("remove records that have expired and nothing holds", lambda _: None, _expire))
adds("complete", Further("count that the last answers' records are whole and resolve", _complete_arguments, _complete))

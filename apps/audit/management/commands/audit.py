"""`manage.py audit seal|verify|prove|check|witness|erase|bench`: the trail's log, for operators and auditors.

Apps above add further kinds: see `apps.audit.further`.
"""

import json
import sys
import time
import uuid
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx2
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from apps.audit import further, keys
from apps.audit.bench import measure
from apps.audit.commitments import PERSONAL
from apps.audit.delivery import deliver
from apps.audit.erasure import ErasureRefused, erase
from apps.audit.log.merkle import ProofRefused
from apps.audit.log.notes import NoteRefused, Verifier
from apps.audit.log.proofs import Proof
from apps.audit.log.sealing import SealingRefused, refuse, sealer
from apps.audit.log.tiles import Folder, TileRefused
from apps.audit.models import AuditEvent, WitnessedLog
from apps.audit.ordered import carry_out
from apps.audit.proving import proof_of, proven
from apps.audit.verification import outside_checkpoints, verify
from apps.audit.witnessing import WitnessRefused, cosign

REFUSALS = (
    SealingRefused,
    NoteRefused,
    ProofRefused,
    TileRefused,
    ErasureRefused,
    WitnessRefused,
    OSError,
    DatabaseError,
    httpx2.HTTPError,
    further.Refused,
)


class Command(BaseCommand):
    help = "Seals, verifies and proves the audit trail; docs/audit.md tells how."

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = parser.add_subparsers(dest="kind", required=True)
        seal = kinds.add_parser("seal", help="seal what is new and send the checkpoint out")
        seal.add_argument("--every", type=float, help="seconds: go on for ever, as a process of its own")
        _add_verify(kinds.add_parser("verify", help="check every event against the log; exit 1 where anything differs"))
        prove = kinds.add_parser("prove", help="write the proof of an event for a stranger")
        prove.add_argument("event", type=uuid.UUID)
        prove.add_argument("--out", type=Path, help="file, by default EVENT.tlog-proof")
        prove.add_argument("--hide", action="append", default=[], metavar="FIELD", help="keep a field to ourselves")
        check = kinds.add_parser("check", help="check a proof, and show what it proves; needs no trail")
        check.add_argument("proof", type=Path)
        check.add_argument("--vkey", help="the log's public key")
        witness = kinds.add_parser("witness", help="show what is witnessed here, or answer a request from a file")
        witness.add_argument("request", nargs="?", help="a file with an add-checkpoint request, - for standard input")
        _add_erase(kinds.add_parser("erase", help="erase personal content for good; the table's owner may"))
        bench = kinds.add_parser("bench", help="measure recording, sealing and verifying; adds nothing to the trail")
        bench.add_argument("--events", type=int, default=10_000)
        kinds.add_parser("vkey", help="print the log's public key")
        for name, one in further.KINDS.items():
            one.arguments(kinds.add_parser(name, help=one.help))

    def handle(self, *, kind: str, **options: Any) -> None:
        try:
            if kind in further.KINDS:
                further.KINDS[kind].run(options, self.stdout.write)
                return
            getattr(self, f"_{kind}")(**options)
        except REFUSALS as error:
            raise CommandError(" ".join(str(error).split()) or type(error).__name__) from error

    def _vkey(self, **_: Any) -> None:
        self.stdout.write(keys.log_verifier().vkey)

    def _seal(self, *, every: float | None, **_: Any) -> None:
        while every is not None:
            try:
                self._seal_once()
            except (SealingRefused, NoteRefused, OSError, DatabaseError) as error:
                self.stderr.write(str(error))
            time.sleep(every)
        self._seal_once()

    def _seal_once(self) -> None:
        log = sealer()
        try:
            sealed = log.seal()
        except SealingRefused as error:
            refuse(str(error))
            raise
        refuse("")
        newest = log.checkpoint()
        taken = deliver(log)
        self.stdout.write(f"{sealed} events sealed, {newest.size if newest else 0} in all; {taken} places served.")

    def _verify(self, *, log: Path, vkey: str | None, checkpoint: list[Path], **options: Any) -> None:
        verifier = Verifier.parse(vkey) if vkey else keys.log_verifier()
        folders = [Path(place) for place in settings.AUDIT_PLACES if Path(place).is_dir()]
        report = verify(Folder(log), verifier, outside_checkpoints([*checkpoint, *folders]))
        compared = [] if options["trail_only"] else [one(report) for one in further.CHECKS]
        if options["as_json"]:
            self.stdout.write(json.dumps(asdict(report), indent=1))
        else:
            self._tell(report.size, report.erased, report.outside, report.seconds)
            self.stdout.write("\n".join(compared))
            for told in (*report.clock, *report.findings):
                self.stdout.write(str(told))
        if report.findings:
            raise CommandError(f"{len(report.findings)} findings: the trail is not as it was sealed.")

    def _tell(self, size: int, erased: int, outside: int, seconds: float) -> None:
        with_erased = f" (personal content of {erased} erased)" if erased else ""
        self.stdout.write(f"{size} events{with_erased} checked in {seconds:.1f} s.")
        if outside:
            self.stdout.write(f"Compared with {outside} checkpoints from elsewhere.")
        else:
            self.stdout.write("No checkpoint from elsewhere: who has the key could have made the whole log anew.")

    def _prove(self, *, event: uuid.UUID, out: Path | None, hide: list[str], **_: Any) -> None:
        path = out or Path(f"{event}.tlog-proof")
        path.write_text(proof_of(Folder(settings.AUDIT_LOG_DIR), keys.log_verifier(), event, hide).text)
        self.stdout.write(str(path))

    def _check(self, *, proof: Path, vkey: str | None, **_: Any) -> None:
        verifier = Verifier.parse(vkey) if vkey else keys.log_verifier()
        shown = proven(Proof.parse(proof.read_text()), verifier)
        self.stdout.write(json.dumps(asdict(shown), indent=1, ensure_ascii=False))

    def _witness(self, *, request: str | None, **_: Any) -> None:
        if request:
            text = sys.stdin.read() if request == "-" else Path(request).read_text()
            self.stdout.write(cosign(text), ending="")
            return
        self.stdout.write(keys.witness_signer().verifier.vkey)
        for known in WitnessedLog.objects.order_by("origin"):
            self.stdout.write(f"{known.origin}: {known.size} entries")

    def _erase(self, *, event: list[uuid.UUID], person: uuid.UUID | None, ordered: bool, **options: Any) -> None:
        if ordered:
            self.stdout.write(f"{carry_out()} events erased, as ordered.")
            return
        if not (options["reason"] and options["by"]):
            raise CommandError("An erasure needs --reason and --by.")
        found = set(event)
        if person:
            found |= set(AuditEvent.objects.filter(actor_uid=person).values_list("uid", flat=True))
        made = erase(found, options["field"] or PERSONAL, reason=options["reason"], by=options["by"])
        self.stdout.write(f"{len(found)} events erased; event {made.uid} says so.")

    def _bench(self, *, events: int, **_: Any) -> None:
        for line in measure(events):
            self.stdout.write(line)


def _add_verify(parser: CommandParser) -> None:
    parser.add_argument("--log", type=Path, default=settings.AUDIT_LOG_DIR, help="folder of the log")
    parser.add_argument("--vkey", help="the log's public key, by default FINRAG_AUDIT_VKEY or that of our own key")
    parser.add_argument("--checkpoint", type=Path, action="append", default=[], help="from elsewhere: file or folder")
    parser.add_argument("--trail-only", action="store_true", help="leave out what the events vouch for")
    parser.add_argument("--json", action="store_true", dest="as_json")


def _add_erase(parser: CommandParser) -> None:
    parser.add_argument("event", nargs="*", type=uuid.UUID)
    parser.add_argument("--person", type=uuid.UUID, help="all events of this actor")
    parser.add_argument("--field", action="append", choices=sorted(PERSONAL), help="by default all of them")
    parser.add_argument("--ordered", action="store_true", help="what was deleted for good, and nothing else")
    parser.add_argument("--reason")
    parser.add_argument("--by", help="who decided it")

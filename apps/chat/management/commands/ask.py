"""`manage.py ask "QUESTION"`: the main road from the command line, with or without running workers."""

import json
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.models import Role, User
from apps.answers.models import Answer, AnswerState
from apps.answers.presentation import as_json
from apps.answers.run import workflow
from apps.answers.run.asking import CannotAskError, ask
from apps.chat.exporting.markdown import as_markdown
from apps.chat.exporting.report import Report, entry_of
from apps.chat.showing import shown
from apps.documents.models import Document
from apps.retrieval.found import Scope

PATIENCE, PAUSE = 120.0, 0.1


class Command(BaseCommand):
    help = "Answer a question from the library, with citations. Exit 0 when answered or honestly not found."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("question")
        parser.add_argument(
            "--document", action="append", default=[], metavar="NAME", help="look only in this document"
        )
        parser.add_argument("--user", metavar="NAME", help="ask as this user (default: an administrator)")
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        asker = _asker(options["user"])
        try:
            answer = ask(asker, options["question"], _scope(asker, options["document"]))
        except CannotAskError as refusal:
            raise CommandError(str(refusal)) from refusal
        _finish(answer)
        if options["json"]:
            self.stdout.write(json.dumps(as_json(answer, asker), indent=2, ensure_ascii=False))
        else:
            self.stdout.write(_printed(answer, asker))
        if answer.state != AnswerState.DONE:
            raise CommandError(answer.error or f"The answer was {answer.state}.")


def _asker(name: str | None) -> User:
    users = User.objects.filter(is_active=True)
    if name:
        if user := users.filter(username=name).first():
            return user
        raise CommandError(f"There is no active user {name}.")
    user = users.filter(role=Role.ADMINISTRATOR).order_by("pk").first() or users.order_by("pk").first()
    if user is None:
        raise CommandError("There is no user yet: run make up, or manage.py createsuperuser, or manage.py ingest.")
    return user


def _scope(asker: User, names: list[str]) -> Scope:
    found = {document.name: document.uid for document in Document.objects.visible_to(asker).filter(name__in=names)}
    if missing := [name for name in names if name not in found]:
        raise CommandError(f"There is no document named {', '.join(missing)}.")
    return Scope(documents=tuple(found.values()))


def _printed(answer: Answer, asker: User) -> str:
    """As its page is exported. Control characters of a filing never reach the terminal."""
    seconds = answer.result.get("seconds")
    took = "Not answered" if seconds is None else f"Answered in {seconds} s"
    report = Report(" ".join(answer.question.split()), took, (entry_of(shown(answer, asker), base=""),))
    text = as_markdown(report).decode()
    return "".join(one for one in text if one == "\n" or one.isprintable())


def _finish(answer: Answer) -> None:
    """Answer in this process, or wait for the worker that was faster."""
    deadline = time.monotonic() + PATIENCE
    while not workflow.answer(answer.pk):
        answer.refresh_from_db()
        if answer.state not in workflow.UNFINISHED:
            break
        if time.monotonic() > deadline:
            raise CommandError(f"A worker has held this question for {PATIENCE:.0f} seconds; its id is {answer.uid}.")
        time.sleep(PAUSE)
    answer.refresh_from_db()

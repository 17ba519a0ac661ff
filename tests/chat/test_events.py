"""The stream of stages: what comes, resuming, and a listener that survives a lost connection."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import AsyncClient, RequestFactory

from apps.answers.models import Answer
from apps.answers.run import workflow
from apps.answers.run.asking import ask, stop
from apps.chat import events
from apps.chat.announcements import announcements
from apps.chat.events import follow, last_event_id
from tests.answers.asked import MAIN_ROAD
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db(transaction=True)
FIGURE = "What was Quillmark's operating income in fiscal 2023?"
PATIENCE = 300  # seconds


def work(answer: Answer) -> None:
    """A worker of its own, on its own connection."""
    try:
        workflow.answer(answer.pk)
    finally:
        connection.close()


def parse(text: str) -> list[tuple[str, int, dict[str, Any]]]:
    """(event, id, data) of each event; comments and the retry line are left out."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and not line.startswith(":"))
        if "event" in fields:
            found.append((fields["event"], int(fields.get("id", 0)), json.loads(fields["data"])))
    return found


async def collect(stream: AsyncIterator[str]) -> str:
    async with asyncio.timeout(PATIENCE):
        return "".join([part async for part in stream])


def test_a_finished_answer_is_told_at_once(people: People) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)
    workflow.answer(answer.pk)
    told = parse(asyncio.run(collect(follow(answer.uid))))

    assert [data["name"] for event, _, data in told if event == "stage"] == MAIN_ROAD
    assert told[-1] == ("done", 0, {"state": "done"})


def test_resuming_leaves_out_what_was_seen(people: People) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)
    workflow.answer(answer.pk)
    third = answer.stages.all()[2]
    told = parse(asyncio.run(collect(follow(answer.uid, third.pk))))

    assert [data["name"] for event, _, data in told if event == "stage"] == MAIN_ROAD[2:]


def test_stages_come_while_the_work_is_done(people: People) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)

    async def both() -> str:
        stream = asyncio.create_task(collect(follow(answer.uid)))
        await asyncio.sleep(0.2)
        await sync_to_async(work, thread_sensitive=False)(answer)
        return await stream

    told = parse(asyncio.run(both()))
    begun = [data["name"] for event, _, data in told if event == "stage" and data["seconds"] is None]
    ended = [data["name"] for event, _, data in told if event == "stage" and data["seconds"] is not None]
    assert begun and ended == MAIN_ROAD
    assert (told[0][0], told[-1][0]) == ("state", "done")


def test_stopping_ends_the_stream(people: People) -> None:
    answer = ask(people.owner, FIGURE)

    def stop_it() -> None:
        try:
            stop(answer, people.owner)
        finally:
            connection.close()

    async def both() -> str:
        stream = asyncio.create_task(collect(follow(answer.uid)))
        await asyncio.sleep(1)
        await sync_to_async(stop_it, thread_sensitive=False)()
        return await stream

    told = parse(asyncio.run(both()))
    assert told[0] == ("state", 0, {"state": "queued", "label": "Queued"})  # nobody works: who waits knows it at once
    assert told[1:] == [("done", 0, {"state": "stopped"})]


def test_a_stream_ends_with_its_web_process(people: People) -> None:
    answer = ask(people.owner, FIGURE)

    async def both() -> str:
        stream = asyncio.create_task(collect(follow(answer.uid)))
        await asyncio.sleep(0.2)
        announcements().close()
        return await asyncio.wait_for(stream, 60)

    assert "done" not in [event for event, _, _ in parse(asyncio.run(both()))]


def test_a_quiet_stream_still_breathes(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = ask(people.owner, FIGURE)
    monkeypatch.setattr(events, "HEARTBEAT_SECONDS", 0.05)

    async def first_comment() -> str:
        async for part in follow(answer.uid):
            if part.startswith(":"):
                return part
        return ""

    assert asyncio.run(first_comment()) == ": still here\n\n"


def kill_listeners() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity"
            " where query ilike 'LISTEN%%' and datname = current_database() and pid <> pg_backend_pid()"
        )
        killed = int(cursor.fetchone()[0])
    connection.close()
    return killed


def test_the_listener_comes_back_after_its_connection_is_lost(people: People) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)

    async def through_a_restart() -> str:
        stream = asyncio.create_task(collect(follow(answer.uid)))
        async with asyncio.timeout(PATIENCE):
            while not await sync_to_async(kill_listeners, thread_sensitive=False)():
                await asyncio.sleep(0.05)
        await sync_to_async(work, thread_sensitive=False)(answer)
        return await stream

    assert parse(asyncio.run(through_a_restart()))[-1] == ("done", 0, {"state": "done"})


def test_many_followers_share_one_connection(people: People) -> None:
    answers = [ask(people.owner, FIGURE) for _ in range(5)]

    def listeners() -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "select count(*) from pg_stat_activity where query ilike 'LISTEN%%' and datname = current_database()"
            )
            count = int(cursor.fetchone()[0])
        connection.close()
        return count

    async def count() -> int:
        streams = [asyncio.create_task(collect(follow(answer.uid))) for answer in answers for _ in range(3)]
        async with asyncio.timeout(PATIENCE):
            while not await sync_to_async(listeners, thread_sensitive=False)():
                await asyncio.sleep(0.05)
        found = await sync_to_async(listeners, thread_sensitive=False)()
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        assert not announcements()._followers
        return found

    assert asyncio.run(count()) == 1


def test_the_view_streams_to_its_asker(people: People) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)
    workflow.answer(answer.pk)

    async def browse() -> tuple[str, str]:
        client = AsyncClient()
        await client.aforce_login(people.owner)
        response = await client.get(f"/answers/{answer.uid}/events")
        parts = [part.decode() async for part in response.streaming_content]  # type: ignore[attr-defined]
        return response.headers["Content-Type"], "".join(parts)

    kind, text = asyncio.run(browse())
    assert kind == "text/event-stream"
    assert parse(text)[-1][0] == "done"


@pytest.mark.parametrize(("header", "since"), [("12", 12), ("", 0), ("-1", 0), ("x", 0), ("9" * 30, 0), ("²", 0)])
def test_last_event_id(header: str, since: int) -> None:
    request = RequestFactory().get("/", headers={"Last-Event-ID": header})

    assert last_event_id(request) == since

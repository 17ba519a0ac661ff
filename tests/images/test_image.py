"""The image itself, without Docker: its Dockerfile carried out in an empty root, then compose.yaml's services in it.

Left out unless FINRAG_EMPTY_ROOT names a folder that `debootstrap --variant=minbase bookworm` filled; as root. Packages
come from FINRAG_WHEELS, where that names a folder of `pip download`. FINRAG_CADDY names a caddy, to be in front.
FINRAG_BUILT names a root that is there already.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from finrag_site.embedded.paths import BASE
from scripts.rootfs import Build, Image
from tests.images.composed import Composed, wait_for

EMPTY = os.environ.get("FINRAG_EMPTY_ROOT", "")
pytestmark = [
    pytest.mark.image,
    pytest.mark.skipif(not EMPTY or os.geteuid() != 0, reason="needs root, and FINRAG_EMPTY_ROOT"),
]
SAMPLE = "samples/zephyrwick_2024_10K.pdf"
QUESTION = "What was the operating income in fiscal 2024?"
TOKEN = """
from apps.accounts.models import ApiToken, User
print("token", ApiToken.objects.make(User.objects.get(username="analyst"), "trial")[1])
"""
ASK = """
import json, sys, time, httpx2
token, sample, question = sys.argv[1:]
head = {"Authorization": f"Bearer {token}", "Host": "localhost"}
def client(port): return httpx2.Client(base_url=f"http://127.0.0.1:{port}/api/v1", headers=head, timeout=60)
first, second = client(8000), client(8001)
with open(sample, "rb") as file:
    taken = first.post("/documents", files={"file": (sample.rsplit("/", 1)[-1], file)}).json()
uid, started = taken["id"], time.monotonic()
while (state := second.get(f"/documents/{uid}/state").json()["state"]) not in ("ready", "error"):
    assert time.monotonic() - started < 300, state
    time.sleep(0.5)
ready = time.monotonic() - started
answer = second.post("/questions", json={"question": question, "wait": 20}).json()
while answer["state"] not in ("done", "failed"):
    answer = second.get("/answers/" + answer["id"]).json()
    time.sleep(0.2)
print("told", json.dumps({"state": state, "ready": ready, "answer": answer}))
"""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    wheels = os.environ.get("FINRAG_WHEELS")
    build = Build(
        Path(EMPTY), tmp_path_factory.mktemp("roots"), Path(sys.base_prefix), Path(wheels) if wheels else None
    )
    if built := os.environ.get("FINRAG_BUILT"):
        return build.described(BASE / "docker" / "Dockerfile", Path(built))
    return build.carry_out(BASE / "docker" / "Dockerfile")


@pytest.fixture(scope="module")
def composed(image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composed]:
    with Composed(image, tmp_path_factory.mktemp("composed"), FINRAG_DEMO_USERS="1") as running:
        running.servers()
        prepared = running.product("prepare", "prepare")
        assert prepared.returncode == 0, prepared.stderr
        running.start("web")
        running.start("web", PORT="8001")
        for service in ("parse", "gpu", "answer", "audit", "beat"):
            running.start(service)
        yield running


def test_the_image_is_closed(composed: Composed) -> None:
    code = (
        "import os, importlib.util as found; print(os.getuid(), found.find_spec('torch')); open('/opt/finrag/x', 'w')"
    )
    done = composed.run("web", "python", "-c", code)
    assert done.stdout == "10001 None\n"
    assert "Read-only file system" in done.stderr


def test_its_configuration_is_sound(composed: Composed) -> None:
    done = composed.product("prepare", "manage", "check", "--database", "default", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("service", ["web", "parse", "gpu", "answer", "audit", "beat"])
def test_every_service_becomes_healthy(composed: Composed, service: str) -> None:
    wait_for(lambda: composed.healthy(service), f"{service}: {composed.log(service)[-2000:]}")


def test_a_filing_is_read_and_asked_about_through_another_web_process(composed: Composed) -> None:
    wait_for(lambda: composed.healthy("web", PORT="8001"), "the second web process")
    token = composed.product("web", "manage", "shell", "-c", TOKEN).stdout.split("token ")[-1].strip()
    done = composed.run("web", "python", "-c", ASK, token, SAMPLE, QUESTION)
    assert "told" in done.stdout, done.stdout + done.stderr
    told = json.loads(done.stdout.split("told ")[-1])
    print(f"Ready after {told['ready']:.1f} s: {told['answer']['answer']}")
    assert told["state"] == "ready"
    assert told["answer"]["citations"] and "million" in told["answer"]["answer"]


def test_browsers_come_in_by_tls(composed: Composed) -> None:
    caddy = os.environ.get("FINRAG_CADDY")
    if not caddy:
        pytest.skip("FINRAG_CADDY names no caddy")
    told = {"FINRAG_UPSTREAM": "127.0.0.1:8000 127.0.0.1:8001", "XDG_DATA_HOME": str(composed.folder / "caddy")}
    inside = ["ip", "netns", "exec", composed.network]
    command = [*inside, caddy, "run", "--config", BASE / "docker" / "Caddyfile", "--adapter", "caddyfile"]
    with (composed.folder / "caddy.log").open("wb") as log:
        composed.running["caddy"] = subprocess.Popen(command, env=os.environ | told, stdout=log, stderr=log)
    code = """
import httpx2
page = httpx2.get("https://localhost/accounts/login/", verify=False)
print(page.status_code, "strict-transport-security" in page.headers, "secure" in page.headers["set-cookie"].lower())
"""
    wait_for(
        lambda: composed.run("web", "python", "-c", code).stdout == "200 True True\n", composed.log("caddy")[-2000:]
    )

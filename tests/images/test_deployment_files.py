"""The files of docker/ hold what the documentation promises: pins, users, limits, health, and no secret in the open."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from finrag_site import container
from finrag_site.embedded.paths import BASE

DOCKER = BASE / "docker"
COMPOSE = yaml.safe_load((DOCKER / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if "finrag" in service["image"]}
ENDING = {"prepare", "train"}  # these end by themselves
PINNED = re.compile(r"[\w./-]{1,80}:v?\d+\.\d+[\w.-]{0,40}|\$\{FINRAG_(GPU_)?IMAGE:-finrag(-gpu)?:\d+\.\d+\.\d+\}")

OBJECTS = [
    thing for file in sorted((DOCKER / "kubernetes").glob("*.yaml")) for thing in yaml.safe_load_all(file.read_text())
]
SECRET_WORDS = ("PASSWORD", "SECRET", "KEY", "URL", "TOKEN")


def test_the_linter_of_dockerfiles_finds_nothing() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    names = [DOCKER / "Dockerfile", DOCKER / "Dockerfile.gpu"]
    done = subprocess.run([linter, "--no-color", *names], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("name", ["Dockerfile", "Dockerfile.gpu"])
def test_an_image_does_not_run_as_root(name: str) -> None:
    lines = (DOCKER / name).read_text().splitlines()
    assert [line for line in lines if line.startswith("USER")][-1] == "USER 10001:10001"
    bases = [line.split()[1] for line in lines if line.startswith("FROM")]
    assert all(PINNED.fullmatch(base) or base == "${FINRAG_IMAGE}" for base in bases)


def test_the_plain_image_has_no_torch() -> None:
    """The pin of torch brings CUDA on most machines: it must come with the GPU image alone."""
    lock = (BASE / "requirements.lock").read_text()
    assert not re.search(r"^(torch|torchvision|nvidia[\w-]{0,40}|triton)==", lock, re.M)
    assert "requirements-gpu" not in (DOCKER / "Dockerfile").read_text()


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_pinned_limited_and_watched(name: str) -> None:
    service = SERVICES[name]
    assert PINNED.fullmatch(service["image"]), service["image"]
    limits = service["deploy"]["resources"]["limits"]
    assert {"cpus", "memory", "pids"} <= limits.keys()
    assert "test" in service["healthcheck"] or name in ENDING
    assert "ALL" in service["cap_drop"] and "no-new-privileges:true" in service["security_opt"]
    assert "logging" in service


@pytest.mark.parametrize("name", OURS)
def test_what_is_ours_runs_closed(name: str) -> None:
    service = OURS[name]
    assert (service["read_only"], service["user"], service["init"]) == (True, "10001:10001", True)
    assert service["tmpfs"] and "state:/var/lib/finrag" in service["volumes"]
    assert service["command"][0] in {*container.WORKERS, *container.ROLES}
    health = service["healthcheck"].get("test", [])
    assert not health or health[-2:] == ["health", service["command"][0]]


def test_only_what_makes_tables_knows_their_owner() -> None:
    knowing = {name for name, service in SERVICES.items() if "database_owner_url" in service.get("secrets", [])}
    assert knowing == {"prepare"}


@pytest.mark.parametrize("name", SERVICES)
def test_secrets_are_files(name: str) -> None:
    for variable, value in (SERVICES[name].get("environment") or {}).items():
        if any(word in variable for word in SECRET_WORDS):
            assert variable.endswith("_FILE") and str(value).startswith("/run/secrets/"), variable
    used = set(SERVICES[name].get("secrets", []))
    assert used <= COMPOSE["secrets"].keys()
    named = {str(value).removeprefix("/run/secrets/") for value in (SERVICES[name].get("environment") or {}).values()}
    assert {word for word in named if word in COMPOSE["secrets"]} <= used


def test_every_queue_has_a_worker() -> None:
    queues = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert queues <= {service["command"][0] for service in SERVICES.values() if "command" in service}


def test_the_database_is_reached_by_nobody_outside() -> None:
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert SERVICES["postgres"]["networks"] == SERVICES["valkey"]["networks"] == ["inside"]
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"caddy"}


def test_secrets_are_made_once_and_fit_each_other(tmp_path: Path) -> None:
    script = DOCKER / "make_secrets.py"
    for _ in range(2):
        subprocess.run([sys.executable, script, tmp_path / "secrets"], check=True)
    made = {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}
    assert {Path(secret["file"]).name for secret in COMPOSE["secrets"].values()} <= made.keys()
    assert made["database_password"] in made["database_url"] and made["queue_password"] in made["queue_conf"]
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    assert made["database_url"] != made["database_owner_url"]


def test_a_gpu_is_asked_for_by_what_uses_it() -> None:
    services = yaml.safe_load((DOCKER / "compose.gpu.yaml").read_text())["services"]
    assert services.keys() <= SERVICES.keys()
    reserving = {
        name
        for name, service in services.items()
        if "devices" in service.get("deploy", {}).get("resources", {}).get("reservations", {})
    }
    assert reserving == {"gpu", "layout", "train"}


def pods() -> list[tuple[str, dict[str, Any]]]:
    made = [
        (thing["metadata"]["name"], thing["spec"]["template"]["spec"])
        for thing in OBJECTS
        if "template" in thing.get("spec", {})
    ]
    assert len(made) > 6
    return made


@pytest.mark.parametrize(("name", "pod"), pods() if OBJECTS else [])
def test_a_pod_is_pinned_limited_and_closed(name: str, pod: dict[str, Any]) -> None:
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["automountServiceAccountToken"] is False
    for one in pod["containers"]:
        assert PINNED.fullmatch(one["image"])
        assert one["securityContext"]["readOnlyRootFilesystem"] is True
        assert one["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        assert {"cpu", "memory"} <= one["resources"]["limits"].keys()
        for variable in one.get("env", []):
            assert not any(word in variable["name"] for word in SECRET_WORDS) or variable["name"].endswith("_FILE")


def test_kubernetes_runs_what_compose_runs() -> None:
    """Every role of ours has a pod, and none is started with a role that the product does not have."""
    roles = {one["args"][0] for _, pod in pods() for one in pod["containers"] if "finrag" in one["image"]}
    assert roles == {service["command"][0] for service in OURS.values() if "profiles" not in service}


@pytest.mark.parametrize("role", ["web", "parse"])
def test_a_role_that_lives_nowhere_is_unwell(role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9")
    assert container.main(["health", role]) == 1


def test_a_role_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert container.main(["coffee"]) == 2
    assert "parse" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("allowed", "host"),
    [("localhost,finrag.example", "localhost"), (".finrag.example", "finrag.example"), ("*", "localhost")],
)
def test_the_web_process_is_asked_under_a_name_that_it_lets_in(
    allowed: str, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FINRAG_ALLOWED_HOSTS", allowed)
    assert container._host() == host

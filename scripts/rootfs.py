"""Carry out a Dockerfile without Docker, in an empty root: its own steps, by chroot. As root, on Linux.

    debootstrap --variant=minbase bookworm EMPTY
    python3 scripts/rootfs.py docker/Dockerfile --base EMPTY --python PREFIX --out OUT [--wheels FOLDER]

OUT/image is then what the image would hold, and `Image.command` starts a process in it as a container would: as its
user, the root read-only, volumes and a temporary folder apart. Layers, the base image's digest and the container
runtime itself are not tried by this. PREFIX is an installed Python 3.11.5 or newer, which stands in /usr/local for the
one of the base image. What is understood: FROM, ARG, COPY, RUN, ENV, WORKDIR, USER, ENTRYPOINT, CMD.
With --wheels packages come from that folder alone, filled by `pip download`; without, from pip's index.
"""

import argparse
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent
LIBRARIES = "libssl3 libffi8 libsqlite3-0 zlib1g libbz2-1.0 liblzma5 libreadline8 libuuid1 libexpat1"  # Python's
IGNORED = {"VOLUME", "EXPOSE", "HEALTHCHECK", "ARG"}
FIRST_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass
class Image:
    """A root that was made, and how a container of it starts."""

    root: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": FIRST_PATH})
    workdir: str = "/"
    user: str = "0:0"
    entrypoint: list[str] = field(default_factory=list)
    cmd: list[str] = field(default_factory=list)

    def command(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        mounts: Mapping[str, Path],
        entrypoint: Sequence[str] | None = None,
    ) -> list[str]:
        """A command line that starts a process as a container with `read_only` does. mounts: path inside, folder."""
        program = self.entrypoint if entrypoint is None else entrypoint
        steps = [f"mount --bind {self._quoted()} {self._quoted()}", f"mount -o remount,bind,ro {self._quoted()}"]
        steps += [f"mount -t proc proc {self._quoted('proc')}", f"mount --bind /dev {self._quoted('dev')}"]
        steps += [f"mount -t tmpfs -o mode=1777,size=1g tmpfs {self._quoted('tmp')}"]
        steps += [f"mount --bind {shlex.quote(str(own))} {self._quoted(inside)}" for inside, own in mounts.items()]
        given = self.environment | environment
        told = " ".join(shlex.quote(f"{name}={value}") for name, value in given.items())
        started = shlex.join(["sh", "-c", f'cd {self.workdir} && exec "$@"', "sh", *program, *arguments])
        steps += [f"exec chroot --userspec={self.user} --groups= {self._quoted()} /usr/bin/env -i {told} {started}"]
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", " && ".join(steps)]

    def make_place(self, inside: str, *, folder: bool = True) -> None:
        """Something to mount on, as Docker makes it by itself."""
        place = self.root / inside.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.parent.chmod(0o755)  # whatever our own mask is
        place.mkdir(exist_ok=True) if folder else place.touch()

    def _quoted(self, inside: str = "") -> str:
        return shlex.quote(str(self.root / inside.lstrip("/")))


@dataclass
class Build:
    """The roots made so far, by the names of their stages."""

    base: Path
    out: Path
    python: Path | None = None
    wheels: Path | None = None
    stages: dict[str, Image] = field(default_factory=dict)

    def carry_out(self, dockerfile: Path) -> Image:
        image = Image(self.out)
        for instruction, rest in instructions(dockerfile.read_text()):
            print(f"{instruction} {rest}", flush=True)
            if instruction == "FROM":
                image = self._begin(rest)
            else:
                self._step(image, instruction, rest)
        return image

    def described(self, dockerfile: Path, root: Path) -> Image:
        """What `carry_out` gave for a root that is there already."""
        image = Image(root)
        for instruction, rest in instructions(dockerfile.read_text()):
            if instruction == "FROM":
                image = Image(root)
            elif instruction not in ("COPY", "RUN"):
                self._step(image, instruction, rest)
        return image

    def _begin(self, rest: str) -> Image:
        """Every stage begins with the empty root, whatever its base is called."""
        name = rest.split()[-1] if " AS " in rest else "image"
        root = self.out / name
        subprocess.run(["cp", "-a", "--reflink=auto", self.base, root], check=True)
        shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
        image = self.stages[name] = Image(root)
        if self.python:
            self._add_python(image, self.python)
        return image

    def _add_python(self, image: Image, prefix: Path) -> None:
        local, not_ours = image.root / "usr" / "local", shutil.ignore_patterns("site-packages", "test", "__pycache__")
        for part in ("bin", "lib"):
            shutil.copytree(prefix / part, local / part, symlinks=True, dirs_exist_ok=True, ignore=not_ours)
        self._run(image, f"apt-get update -q && apt-get install -q -y --no-install-recommends {LIBRARIES} && ldconfig")

    def _step(self, image: Image, instruction: str, rest: str) -> None:
        match instruction:
            case "COPY":
                self._copy(image, rest)
            case "RUN":
                self._run(image, rest)
            case "ENV":
                image.environment |= dict(pair.split("=", 1) for pair in shlex.split(rest))
            case "WORKDIR":
                image.workdir = rest
                (image.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "USER":
                image.user = rest
            case "ENTRYPOINT":
                image.entrypoint = json.loads(rest)
            case "CMD":
                image.cmd = json.loads(rest)
            case _ if instruction not in IGNORED:
                raise ValueError(f"{instruction} is not understood")

    def _copy(self, image: Image, rest: str) -> None:
        words = rest.split()
        source = self.stages[words.pop(0).removeprefix("--from=")].root if words[0].startswith("--from=") else BASE
        *names, target = words
        place = image.root / (target if target.startswith("/") else f"{image.workdir}/{target}").lstrip("/")
        for name in names:
            found = source / name.lstrip("/")
            to = place / found.name if target.endswith("/") else place
            to.parent.mkdir(parents=True, exist_ok=True)
            if found.is_dir():
                shutil.copytree(found, to, symlinks=True, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.pyc"))
            else:
                shutil.copy2(found, to)

    def _run(self, image: Image, rest: str) -> None:
        root, environment = image.root, dict(image.environment)
        mounts = [f"mount -t proc proc {root}/proc", f"mount --bind /dev {root}/dev"]
        if self.wheels:
            (root / "wheels").mkdir(exist_ok=True)
            mounts.append(f"mount --bind {self.wheels} {root}/wheels")
            environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels"}
        told = shlex.join(f"{name}={value}" for name, value in environment.items())
        inside = f"chroot {root} /usr/bin/env -i {told} {shlex.join(['sh', '-ec', f'cd {image.workdir} && {rest}'])}"
        command = ["unshare", "--mount", "--fork", "sh", "-ec", " && ".join([*mounts, inside])]
        subprocess.run(command, check=True)


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """(instruction, rest) of each, continued lines joined; a variable of ARG stands as it is."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s{0,40}", " ", "\n".join(lines)).splitlines():
        if line.strip():
            instruction, _, rest = line.strip().partition(" ")
            yield instruction.upper(), rest.strip()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("dockerfile", type=Path)
    options.add_argument("--base", type=Path, required=True)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--python", type=Path)
    options.add_argument("--wheels", type=Path)
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    image = Build(given.base.resolve(), given.out.resolve(), given.python, given.wheels).carry_out(given.dockerfile)
    print(f"Made {image.root}: user {image.user}, {shlex.join([*image.entrypoint, *image.cmd])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

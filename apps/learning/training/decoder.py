"""Training a decoder re-ranker with LoRA (V10), in FlagEmbedding's way: a question, one text that answers, and others.

Needs FlagEmbedding (requirements-gpu.txt), and for a base of the paper's size a GPU.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import file_digest
from pathlib import Path
from typing import Any

from apps.learning import formats
from apps.learning.groups import Grade, Group
from apps.learning.training.settings import DecoderSettings

CHECKPOINTS, DATA, CACHE = "checkpoint", "train.jsonl", "cache"
WEIGHTS = "adapter_model.safetensors"
DIGEST = 8  # characters of it in a folder's name


@dataclass(frozen=True, slots=True)
class Adapter:
    """folder: what `FINRAG_DECODER_ADAPTER` may name. rows: how many questions were learned from."""

    folder: Path
    digest: str
    rows: int
    seconds: float
    curve: list[tuple[int, float]]


def train(
    groups: Sequence[Group],
    settings: DecoderSettings,
    out: Path,
    name: str,
    *,
    resume: bool,
    tell: Callable[[str], None],
) -> Adapter:
    """Learn from `groups`, and write the adapter below `out`, into a folder named by its digest.

    resume: go on where an earlier run into `out` stopped. Raises ImportError; ValueError where no question has both an
    answer and texts that do not answer; OSError where the base is not there.
    """
    from apps.learning.training.progress import Progress, curve, last, watched

    out.mkdir(parents=True, exist_ok=True)
    rows = formats.export(map(_told_apart, groups), out / DATA, "flagembedding")
    if not rows:
        raise ValueError("a decoder learns from questions that one text answers and others do not")
    run, progress = runner(settings, out), Progress(tell)
    watched(run.trainer, progress)
    tell(f"{rows} questions with an answer and texts that do not answer")
    run.trainer.train(resume_from_checkpoint=last(out / CHECKPOINTS, resume))
    folder, digest = _kept(run.model, out, name)
    return Adapter(folder, digest, rows, progress.seconds, curve(run.trainer))


def _told_apart(group: Group) -> Group:
    """Without what supports the answer: that is neither the answer nor wrong."""
    kept = [(text, grade) for text, grade in zip(group.texts, group.grades, strict=True) if grade != Grade.SUPPORTS]
    return replace(group, texts=tuple(text for text, _ in kept), grades=tuple(grade for _, grade in kept))


def _kept(model: Any, out: Path, name: str) -> tuple[Path, str]:
    fresh = out / f"{name}.new"
    model.save(str(fresh))
    with (fresh / WEIGHTS).open("rb") as content:
        digest = file_digest(content, "sha256").hexdigest()
    folder = out / f"{name}-{digest[:DIGEST]}"
    folder.mkdir(exist_ok=True)
    for file in fresh.iterdir():
        file.replace(folder / file.name)
    fresh.rmdir()
    return folder, digest


def runner(settings: DecoderSettings, out: Path) -> Any:
    """FlagEmbedding's runner over the rows in `out`."""
    from FlagEmbedding.abc.finetune.reranker import AbsRerankerDataArguments
    from FlagEmbedding.finetune.reranker.decoder_only.base import RerankerModelArguments

    from apps.learning.training.yes_no import YesNoRunner

    model = RerankerModelArguments(
        model_name_or_path=settings.base,
        model_type="decoder",
        lora_rank=settings.rank,
        lora_alpha=settings.alpha,
        target_modules=list(settings.modules),
        from_peft=settings.adapter or None,
    )
    data = AbsRerankerDataArguments(
        train_data=[str(out / DATA)],
        cache_path=str(out / CACHE),
        train_group_size=settings.texts,
        query_max_len=settings.question,
        passage_max_len=settings.length - settings.question,
        query_instruction_for_rerank="A: ",
        passage_instruction_for_rerank="B: ",
    )
    return YesNoRunner(model, data, _arguments(settings, out / CHECKPOINTS))


def _arguments(settings: DecoderSettings, checkpoints: Path) -> Any:
    import torch
    from FlagEmbedding.abc.finetune.reranker import AbsRerankerTrainingArguments

    from apps.learning.training.progress import TOLD

    return AbsRerankerTrainingArguments(
        output_dir=str(checkpoints),
        num_train_epochs=settings.epochs,
        max_steps=settings.steps or -1,
        per_device_train_batch_size=1,
        gradient_accumulation_steps=settings.accumulated,
        gradient_checkpointing=True,
        gradient_checkpointing_kwargs={"use_reentrant": False},
        learning_rate=settings.rate,
        warmup_steps=settings.warm,  # a share, where it is below 1
        weight_decay=settings.decay,
        bf16=torch.cuda.is_available(),
        use_cpu=not torch.cuda.is_available(),
        seed=settings.seed,
        logging_steps=TOLD,
        save_steps=settings.checkpoint,
        save_total_limit=1,
        remove_unused_columns=False,
        disable_tqdm=True,
        report_to="none",
    )

"""Tuning the bi-encoder: questions near the texts that answer them, away from those that do not.

A contrastive loss over each question, its answer, its own negatives and all texts of the other questions of the step.
Needs sentence-transformers (requirements-gpu.txt), on any machine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from apps.inference.embedding import Vectors
from apps.inference.transformer import digest_of
from apps.learning.groups import Group
from apps.learning.training.negatives import Contrast, contrasts
from apps.learning.training.settings import EmbedderSettings

CHECKPOINTS = "checkpoint"
DIGEST = 8  # characters of it in a folder's name


@dataclass(frozen=True, slots=True)
class Tuned:
    """folder: what `FINRAG_EMBED_MODEL` may name. rows: how many contrasts were learned from."""

    folder: Path
    digest: str
    rows: int
    seconds: float
    curve: list[tuple[int, float]]


def train(
    groups: Sequence[Group],
    settings: EmbedderSettings,
    out: Path,
    name: str,
    *,
    resume: bool,
    tell: Callable[[str], None],
) -> Tuned:
    """Learn from `groups`, and write the model below `out`, into a folder named by its digest: vectors of two models
    must never go by one name.

    resume: go on where an earlier run into `out` stopped. tell: is told how far it is. Raises ImportError, ValueError.
    """
    from apps.learning.training.progress import Progress, curve, last

    model = _opened(settings)
    rows = contrasts(groups, lambda texts: _embedded(model, texts), settings)
    tell(f"{len(rows)} questions with an answer and {settings.negatives} texts that do not answer, each")
    progress = Progress(tell, settings.minutes)
    trainer = _trainer(model, rows, settings, out / CHECKPOINTS, progress)
    trainer.train(resume_from_checkpoint=last(out / CHECKPOINTS, resume))
    digest = digest_of(model)
    folder = out / f"{name}-{digest[:DIGEST]}"
    model.save_pretrained(str(folder), create_model_card=False)
    return Tuned(folder, digest, len(rows), progress.seconds, curve(trainer))


def _opened(settings: EmbedderSettings) -> Any:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(settings.base, local_files_only=Path(settings.base).is_dir())
    model.max_seq_length = settings.length
    model.model_card_data.local_files_only, model.model_card_data.generate_widget_examples = True, False
    return model


def _embedded(model: Any, texts: Sequence[str]) -> Vectors:
    made = model.encode(list(texts), batch_size=32, normalize_embeddings=True, show_progress_bar=False)
    return np.asarray(made, dtype=np.float32)


def _trainer(model: Any, rows: Sequence[Contrast], settings: EmbedderSettings, checkpoints: Path, progress: Any) -> Any:
    import torch
    from sentence_transformers import SentenceTransformerTrainer

    from apps.learning.training.progress import watched

    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=settings.decay)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: _rate(progress.done(step), settings.warm))
    trainer = SentenceTransformerTrainer(
        model=model,
        args=_arguments(settings, checkpoints),
        train_dataset=_columns(rows),
        loss=_loss(model, settings),
        optimizers=(optimizer, schedule),
    )
    watched(trainer, progress)
    return trainer


def _rate(done: float, warm: float) -> float:
    """The share of the highest rate: it rises over `warm` of the run, then falls to 0."""
    return min(done / warm if warm else 1.0, 1.0) * max(1 - done, 0.0)


def _arguments(settings: EmbedderSettings, checkpoints: Path) -> Any:
    """bf16 on a GPU alone: many processors only imitate it, slowly."""
    import torch
    from sentence_transformers import SentenceTransformerTrainingArguments
    from sentence_transformers.sentence_transformer.training_args import BatchSamplers

    from apps.learning.training.progress import TOLD

    return SentenceTransformerTrainingArguments(
        output_dir=str(checkpoints),
        num_train_epochs=settings.epochs,
        max_steps=settings.steps or -1,
        per_device_train_batch_size=settings.questions,
        batch_sampler=BatchSamplers.NO_DUPLICATES,  # else a text that answers two questions is a negative, too
        bf16=torch.cuda.is_available(),
        use_cpu=not torch.cuda.is_available(),
        seed=settings.seed,
        logging_steps=TOLD,
        save_steps=settings.checkpoint,
        save_total_limit=1,
        disable_tqdm=True,
        report_to="none",
    )


def _columns(rows: Sequence[Contrast]) -> Any:
    from datasets import Dataset

    told = {"anchor": [one.question for one in rows], "positive": [one.positive for one in rows]}
    for number in range(len(rows[0].negatives)):
        told[f"negative_{number + 1}"] = [one.negatives[number] for one in rows]
    return Dataset.from_dict(told)


def _loss(model: Any, settings: EmbedderSettings) -> Any:
    from sentence_transformers.sentence_transformer import losses

    if settings.at_once:
        return losses.CachedMultipleNegativesRankingLoss(model, scale=settings.scale, mini_batch_size=settings.at_once)
    return losses.MultipleNegativesRankingLoss(model, scale=settings.scale)

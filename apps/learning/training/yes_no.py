"""FlagEmbedding's training of decoders, for the score of the paper (V10).

FlagEmbedding raises the logit of "Yes" against that of the same word over other texts, and scores by it alone. The
paper scores sigma(z_yes - z_no), as `apps.inference.decoder` does: what is learned here is the difference. Needs
FlagEmbedding (requirements-gpu.txt).
"""

from typing import Any

from FlagEmbedding.finetune.reranker.decoder_only.base import DecoderOnlyRerankerRunner
from FlagEmbedding.finetune.reranker.decoder_only.base.modeling import CrossDecoderModel
from FlagEmbedding.finetune.reranker.decoder_only.base.trainer import DecoderOnlyRerankerTrainer
from peft import load_peft_weights, set_peft_model_state_dict


class YesNoModel(CrossDecoderModel):  # type: ignore[misc]  # the package has no types
    """Scores each pair by the difference of two logits at its last place."""

    def __init__(self, base: Any, tokenizer: Any, questions: int) -> None:
        super().__init__(base, tokenizer=tokenizer, train_batch_size=questions)
        self._yes, self._no = (tokenizer(word, add_special_tokens=False)["input_ids"][0] for word in ("Yes", "No"))
        if self._yes == self._no:
            raise ValueError("the base's tokenizer begins Yes and No alike: name another base")

    def encode(self, features: Any) -> Any:
        """Rows are padded on the left; a row's places are counted from its own first token, as at answering."""
        mask = features["attention_mask"]
        places = (mask.cumsum(1) - 1).clamp(min=0)
        ids = features["input_ids"]
        last = self.model(input_ids=ids, attention_mask=mask, position_ids=places, logits_to_keep=1).logits[:, -1]
        return (last[:, self._yes] - last[:, self._no]).contiguous()


class AdapterTrainer(DecoderOnlyRerankerTrainer):  # type: ignore[misc]
    """Goes on from a checkpoint, of which only the adapter was kept: Trainer looks for a whole model there."""

    def _load_from_checkpoint(self, resume_from_checkpoint: str, model: Any = None) -> None:
        set_peft_model_state_dict(self.model.model, load_peft_weights(resume_from_checkpoint, device="cpu"))


class YesNoRunner(DecoderOnlyRerankerRunner):  # type: ignore[misc]
    """FlagEmbedding's, with this model and trainer."""

    def load_tokenizer_and_model(self) -> tuple[Any, Any]:
        tokenizer, made = super().load_tokenizer_and_model()
        return tokenizer, YesNoModel(made.model, tokenizer, self.training_args.per_device_train_batch_size)

    def load_trainer(self) -> AdapterTrainer:
        return AdapterTrainer(
            model=self.model,
            args=self.training_args,
            train_dataset=self.train_dataset,
            data_collator=self.data_collator,
            processing_class=self.tokenizer,
        )

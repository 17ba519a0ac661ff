"""A decoder as re-ranker (V10): asked whether a passage answers a question, it scores sigma(z_yes - z_no).

Model, tokenizer and LoRA adapter are loaded by FlagEmbedding. It scores by the logit of "Yes" alone; the score here is
that of the paper, the difference of two logits, so the pass through the model is here too. Pairs are laid out as
FlagEmbedding trains them.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from apps.inference.errors import ModelUnavailable
from apps.inference.pair_scoring import TOKEN_LIMIT, short_name

if TYPE_CHECKING:
    from FlagEmbedding import FlagLLMReranker

PROMPT = (
    "Given a query A and a passage B, determine whether the passage contains an answer to the query by providing a "
    "prediction of either 'Yes' or 'No'."
)
QUESTION_TOKENS = 128


class Decoder:
    """A causal language model that says Yes or No."""

    def __init__(self, loaded: "FlagLLMReranker", name: str, batch: int) -> None:
        self._model, self._tokenizer = loaded.model.eval(), loaded.tokenizer
        self._batch = batch
        self.name = name
        self._end = self._ids(f"\n{PROMPT}")
        self._yes, self._no = self._ids("Yes")[0], self._ids("No")[0]

    @classmethod
    def load(cls, name: str, *, adapter: str, batch: int) -> "Decoder":
        """name: a model's name in the local cache, or its folder; adapter: folder of a LoRA adapter, or empty.

        Raises ModelUnavailable when it cannot be used.
        """
        decoder = cls(_open(name, adapter), short_name(name), batch)
        if decoder._yes == decoder._no:
            raise ModelUnavailable(
                f"FINRAG_DECODER_RERANKER names {name}, whose tokenizer begins Yes and No alike: name another model."
            )
        return decoder

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        return self.score_pairs([(question, passage) for passage in passages])

    def score_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        rows = [self._row(question, passage) for question, passage in pairs]
        scores = [0.0] * len(rows)
        for places in _batches([len(row) for row in rows], self._batch):
            for place, score in zip(places, self._scores([rows[place] for place in places]), strict=True):
                scores[place] = score
        return scores

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer(text, add_special_tokens=False)["input_ids"]
        return ids

    def _row(self, question: str, passage: str) -> list[int]:
        """A: question, B: passage, prompt. What is too long is cut off the passage."""
        first = self._tokenizer.bos_token_id
        asked = ([] if first is None else [first]) + self._ids(f"A: {question}")[:QUESTION_TOKENS]
        said = self._ids(f"\nB: {passage}")[: TOKEN_LIMIT - len(asked)]
        return [*asked, *said, *self._end]

    def _scores(self, rows: list[list[int]]) -> list[float]:
        """Padded on the left, so that the last place of each row is its own."""
        import torch

        width = max(map(len, rows))
        ids = torch.tensor([[0] * (width - len(row)) + row for row in rows], device=self._model.device)
        mask = torch.tensor([[0] * (width - len(row)) + [1] * len(row) for row in rows], device=self._model.device)
        places = (mask.cumsum(1) - 1).clamp(min=0)
        with torch.inference_mode():
            last = self._model(input_ids=ids, attention_mask=mask, position_ids=places).logits[:, -1, :].float()
        scores: list[float] = torch.sigmoid(last[:, self._yes] - last[:, self._no]).tolist()
        return scores


def _batches(lengths: list[int], size: int) -> Iterator[list[int]]:
    """Places of rows, longest first, rows of one length together."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True)
    for start in range(0, len(order), size):
        yield order[start : start + size]


def _open(name: str, adapter: str) -> "FlagLLMReranker":
    try:
        import torch
        from FlagEmbedding import FlagLLMReranker
    except ImportError as error:
        raise ModelUnavailable(
            "FINRAG_DECODER_RERANKER names a model, but FlagEmbedding is not installed or does not fit: "
            "pip install -r requirements-gpu.txt, or leave FINRAG_DECODER_RERANKER empty."
        ) from error
    device = "cuda:0" if torch.cuda.is_available() else "cpu"
    try:
        loaded = FlagLLMReranker(name, peft_path=adapter or None, use_bf16=device != "cpu", devices=[device])
    except (OSError, ValueError) as error:  # what the library raises for a folder or name that it cannot find
        raise ModelUnavailable(
            f"FINRAG_DECODER_RERANKER names {name}, which could not be loaded: "
            "download it with the Hugging Face command line, or name the folder that holds it."
        ) from error
    loaded.model.to(device)
    return loaded

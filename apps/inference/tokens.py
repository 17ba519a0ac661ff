"""The tokenizer of the embedded model."""

from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer

from apps.inference.pinned import checked

PATH = Path(__file__).parent / "data" / "all-MiniLM-L6-v2.tokenizer.json"
BEGIN, END = 101, 102  # [CLS] and [SEP]
SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"


class Tokens:
    """Counts and encodes. One for each way of cutting: a tokenizer's truncation is a state that threads would share."""

    def __init__(self, path: Path, limit: int) -> None:
        self._whole = Tokenizer.from_file(str(path))
        self._whole.no_truncation()
        self._whole.no_padding()
        self._cut = Tokenizer.from_file(str(path))
        self._cut.enable_truncation(limit)
        self._cut.no_padding()
        self._second_cut = Tokenizer.from_file(str(path))
        self._second_cut.enable_truncation(limit, strategy="only_second")
        self._second_cut.no_padding()

    @classmethod
    def load(cls, limit: int) -> "Tokens":
        """The pinned tokenizer, encoding at most `limit` tokens with the special ones. Raises ModelUnavailable."""
        return cls(checked(PATH, SHA256, "restore apps/inference/data from the repository"), limit)

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(encoding) for encoding in self._whole.encode_batch_fast(list(texts), add_special_tokens=False)]

    def of_words(self, words: Sequence[str]) -> list[list[int]]:
        """Token ids of each word by itself, without special ones."""
        return [one.ids for one in self._whole.encode_batch_fast(list(words), add_special_tokens=False)]

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids with [CLS] and [SEP], cut at the limit, not padded."""
        return [encoding.ids for encoding in self._cut.encode_batch_fast(list(texts))]

    def encode_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[list[int], list[int]]]:
        """Token ids of each question with its text, and which of the two each token is of; the text is cut."""
        return [(encoding.ids, encoding.type_ids) for encoding in self._second_cut.encode_batch_fast(list(pairs))]

"""Training the semantic parser: questions to the sentences that tell their readings.

The encoder goes on from the embedded model, its word embeddings stay; the decoder begins at random but for the names
of measures, which begin as the encoder has them, so that one seldom asked for is found too. A word that is copied may
stand at several places of the question: their chances add up. Needs torch and transformers (requirements-gpu.txt).
"""

import json
import math
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from apps.inference import semantic_parser as runtime
from apps.inference.packed_weights import write
from apps.inference.tokens import BEGIN, END, Tokens
from apps.learning import json_lines
from apps.learning.training.cross_encoder import encoder
from apps.learning.training.parser_pieces import phrases, pieces
from apps.questions.labels import NoLabels
from apps.questions.names import Mention, Register
from apps.questions.semantic import BETWEEN_ASKS, FILER, LETTERS, NAME, NO_FIGURE, Source, source
from apps.questions.tokens import Word
from apps.questions.written import written

if TYPE_CHECKING:
    import torch
    from torch import Tensor

WRITTEN = Path(__file__).parents[1] / "data" / "readings.jsonl.xz"
MARKERS = (FILER, "[P]", *(f"[P{letter}]" for letter in LETTERS))
UNSAID = ("thereafter", "365", "100", "1000")  # words that a reading may hold and the question not
MARK = "{company}"  # in the place of a name
PAD = "<pad>"
HELD_OUT = ("Adobe Systems Incorporated", "CVS Health Corporation")  # companies to measure on
MOST_ASKS = 3
LEAST = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)  # probabilities that are told of


@dataclass(frozen=True, slots=True)
class ParserSettings:
    epochs: int = 12
    questions: int = 16  # of a step
    rate: float = 8e-5  # of the encoder
    decoder_rate: float = 6e-4
    layers: int = 2  # of the decoder
    wide: int = 1024  # of its feed-forward part
    dropout: float = 0.2
    warm: int = 100  # steps
    base: Path | None = None  # the folder of a parser to go on from
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Read:
    """A question with what it asks for, nothing of one for words. company: which it is about, "" of an invented one."""

    question: str
    queries: tuple[str, ...]
    company: str


@dataclass(frozen=True, slots=True)
class Example:
    """ids: of tokens; first: of each word its first token. goal: by step a piece of the vocabulary or -1, and places
    of words to copy, the likeliest first."""

    of: Read
    ids: tuple[int, ...]
    first: tuple[int, ...]
    keys: tuple[str, ...]
    texts: tuple[str, ...]
    goal: tuple[tuple[int, tuple[int, ...]], ...]


def read(file: Path = WRITTEN) -> list[Read]:
    return [Read(row["question"], tuple(row["queries"]), row["company"]) for row in json_lines.read(file)]


class Unnamed:
    """Of questions in which a company is not named but marked."""

    def mentions(self, text: str) -> Sequence[Mention]:
        return [Mention(one.start(), one.end(), one[0]) for one in re.finditer(re.escape(MARK), text)]


def goals(of: Sequence[Read], register: Register | None = None) -> Iterator[tuple[Read, Source, list[str | Word]]]:
    """Those whose queries are of the parser's language, with the pieces of all their asks."""
    register = register or Unnamed()
    for one in of:
        asked = source(one.question, register)
        told: list[str | Word] | None = [] if one.queries else [NO_FIGURE]
        for text in one.queries[:MOST_ASKS]:
            query = written(text, register, NoLabels())
            more = pieces(query, asked) if query and not query.filers else None
            told = None if told is None or more is None else [*told, *([BETWEEN_ASKS] if told else []), *more]
        keys = {word.key for word in asked.words} | set(UNSAID)
        short = told and len(told) < runtime.MOST_PIECES
        if told and short and all(isinstance(piece, str) or piece.key in keys for piece in told):
            yield one, asked, told


def vocabulary(of: Sequence[tuple[Read, Source, list[str | Word]]]) -> tuple[str, ...]:
    """Every name of a measure, every piece that the examples hold, and the words that no question need have."""
    held = {piece for _, _, told in of for piece in told if isinstance(piece, str)}
    names = {piece for piece in phrases().values() if piece.startswith(NAME)}
    own = [f"{runtime.COPIED}{word}" for word in UNSAID]
    return (PAD, runtime.BEGIN, runtime.END, *sorted(held | names), *own)


def examples(of: Sequence[tuple[Read, Source, list[str | Word]]], known: Sequence[str]) -> list[Example]:
    tokens, number = Tokens.load(256), {piece: at for at, piece in enumerate(known)}
    return [_example(one, asked, told, tokens, number) for one, asked, told in of]


def _example(one: Read, asked: Source, told: list[str | Word], tokens: Tokens, number: dict[str, int]) -> Example:
    words = asked.words[: runtime.MOST_WORDS]
    ids, first = [BEGIN], list[int]()
    for word, own in zip(words, tokens.of_words([word.text for word in words]), strict=True):
        first.append(len(ids))
        marker = word.text in MARKERS
        ids += [MARKERS.index(word.text) + runtime.FIRST_MARKER] if marker else own[: runtime.OF_A_WORD]
    keys = tuple(word.key for word in words)
    goal, last = list[tuple[int, tuple[int, ...]]](), -2
    for piece in (*told, runtime.END):
        if isinstance(piece, str):
            goal.append((number[piece], ()))
            continue
        places = [at for at, key in enumerate(keys) if key == piece.key]
        places.sort(key=lambda at: (at != last + 1, at <= last, abs(at - last)))
        last = places[0] if places else last
        goal.append((number.get(f"{runtime.COPIED}{piece.key}", -1), tuple(places)))
    return Example(one, (*ids, END), tuple(first), keys, tuple(word.text for word in words), tuple(goal))


@dataclass(slots=True)
class Trained:
    network: Any
    vocabulary: tuple[str, ...]
    seconds: float


def made(
    of: Sequence[Read], without: Sequence[str], settings: ParserSettings, out: Path, tell: Callable[[str], None]
) -> str:
    """Learn from the questions about all companies but some, write the parser; says how it reads those about these."""
    told = list(goals(of))
    known = vocabulary(told)
    every = examples(told, known)
    held = [one for one in every if one.of.company in without]
    network = trained([one for one in every if one.of.company not in without], known, settings, tell)
    export(network, out)
    minutes = f"{network.seconds / 60:.0f} minutes for {len(every) - len(held)} questions of {len(of)}"
    return f"{minutes}\n{measured(exact(held, runtime.loaded(out)))}" if held else minutes


def trained(
    of: Sequence[Example], known: tuple[str, ...], settings: ParserSettings, tell: Callable[[str], None]
) -> Trained:
    """Raises ImportError where torch is not installed."""
    import torch
    from torch.nn.utils import clip_grad_norm_

    torch.manual_seed(settings.seed)
    chance = random.Random(settings.seed)  # noqa: S311 - an order of examples
    network = _network(known, settings)
    if settings.base:
        _go_on(network, known, runtime.loaded(settings.base))
    own = [one for name, one in network.named_parameters() if not name.startswith("enc.")]
    below = [one for name, one in network.named_parameters() if name.startswith("enc.") and "embeddings" not in name]
    network.enc.embeddings.word_embeddings.weight.requires_grad = False
    rates = (settings.decoder_rate, settings.rate)
    groups = [{"params": one, "lr": rate} for one, rate in zip((own, below), rates, strict=True)]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    steps, step, begun = settings.epochs * math.ceil(len(of) / settings.questions), 0, time.monotonic()
    network.train()
    for epoch in range(settings.epochs):
        losses = []
        for batch in _batches(of, settings.questions, chance):
            pace = min(1, step / settings.warm) * max(0.02, 1 - step / steps)
            for group, rate in zip(optimizer.param_groups, rates, strict=True):
                group["lr"] = rate * pace
            loss = network.loss(batch)
            optimizer.zero_grad()
            loss.backward()
            clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            losses.append(loss.item())
            step += 1
        seconds = time.monotonic() - begun
        left = seconds / (epoch + 1) * (settings.epochs - epoch - 1)
        tell(f"epoch {epoch + 1} of {settings.epochs}: loss {np.mean(losses):.3f}, {left / 60:.0f} minutes left")
    network.eval()
    return Trained(network, known, time.monotonic() - begun)


def _go_on(network: Any, known: Sequence[str], base: runtime.SemanticParser) -> None:
    """With the weights of a parser that has learned already; a piece that is new begins as it would in any other."""
    import torch

    held, before = network.state_dict(), {piece: at for at, piece in enumerate(base.vocabulary)}
    rows = [(at, before[piece]) for at, piece in enumerate(known) if piece in before]
    for name, weight in base.weights.items():
        if name in ("emb.weight", "bias"):
            new, old = zip(*rows, strict=True)
            held[name][list(new)] = torch.tensor(weight[list(old)])
        elif name in held:
            held[name].copy_(torch.tensor(weight))


def _batches(of: Sequence[Example], size: int, chance: random.Random) -> list[list[Example]]:
    """Questions of like length together, otherwise in any order."""
    order = sorted(of, key=lambda one: len(one.ids) + chance.random() * 12)
    made = [order[at : at + size] for at in range(0, len(order), size)]
    chance.shuffle(made)
    return made


def export(made: Trained, out: Path) -> None:
    """The folder that the parser is loaded from."""
    out.mkdir(parents=True, exist_ok=True)
    arrays = {
        name: np.asarray(value.detach().cpu().float().numpy(), dtype=np.float32)
        for name, value in made.network.state_dict().items()
        if not name.endswith(("position_ids", "word_embeddings.weight"))
    }
    write(out / runtime.LAYERS, arrays)
    with (out / runtime.LAYERS).open("rb") as content:
        digest = file_digest(content, "sha256").hexdigest()
    card = {"layers": digest, "markers": MARKERS, "vocabulary": made.vocabulary}
    (out / runtime.CARD).write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def exact(of: Sequence[Example], model: runtime.SemanticParser) -> list[tuple[float, bool]]:
    """Of each question how sure the parser is, and whether it writes just what it should; the surest first."""
    found = []
    for one in of:
        made = next(iter(model.parse(one.texts, one.keys)), None)
        told = [model.vocabulary[piece] if piece >= 0 and not places else places for piece, places in one.goal[:-1]]
        right = made is not None and len(made.pieces) == len(told)
        right = right and all(_says(wanted, piece) for wanted, piece in zip(told, made.pieces, strict=True))  # type: ignore[union-attr]
        found.append((made.probability if made else 0.0, right))
    return sorted(found, reverse=True)


def _says(wanted: str | tuple[int, ...], piece: str | int) -> bool:
    return piece in wanted if isinstance(wanted, tuple) else str(piece) == wanted.removeprefix(runtime.COPIED)


def measured(found: Sequence[tuple[float, bool]]) -> str:
    """How many are read exactly so, and of those that it is so sure of."""
    lines = [f"{sum(right for _, right in found)} of {len(found)} read exactly so"]
    for least in LEAST:
        sure = [right for chance, right in found if chance >= least]
        lines.append(f"from {least}: {sum(sure)} of {len(sure)}")
    return "\n".join(lines)


def _network(known: tuple[str, ...], settings: ParserSettings) -> Any:
    """Defined here so that nothing else needs torch. Its parameters are called as the runtime knows them."""
    import torch
    from torch import nn
    from transformers import AutoModel, AutoTokenizer

    class Network(nn.Module):  # type: ignore[misc]  # the package has no types here
        def __init__(self) -> None:
            super().__init__()
            self.enc = AutoModel.from_pretrained(encoder(), add_pooling_layer=False)
            width = self.enc.config.hidden_size
            self.emb, self.pos = nn.Embedding(len(known), width), nn.Embedding(runtime.MOST_PIECES + 6, width)
            nn.init.normal_(self.emb.weight, std=0.02)
            nn.init.normal_(self.pos.weight, std=0.02)
            self.cp, self.q, self.k, self.out = (nn.Linear(width, width) for _ in range(4))
            layer = nn.TransformerDecoderLayer(
                width, runtime.DECODER_HEADS, settings.wide, settings.dropout, "gelu", batch_first=True, norm_first=True
            )
            self.dec = nn.TransformerDecoder(layer, settings.layers, norm=nn.LayerNorm(width))
            self.bias = nn.Parameter(torch.zeros(len(known)))
            self.drop = nn.Dropout(settings.dropout)
            self._begin_with_names()

        @torch.no_grad()  # type: ignore[untyped-decorator]
        def _begin_with_names(self) -> None:
            tokenizer = AutoTokenizer.from_pretrained(encoder())
            self.enc.eval()
            for at, piece in enumerate(known):
                if piece.startswith((NAME, runtime.COPIED)):
                    states = self.enc(**tokenizer(piece[2:], return_tensors="pt")).last_hidden_state[0].mean(0)
                    self.emb.weight[at] = states / states.norm() * 0.4

        def loss(self, batch: Sequence[Example]) -> "Tensor":
            ids, first, goals = (_padded([getattr(one, name) for one in batch]) for name in ("ids", "first", "goal"))
            mask = torch.tensor([[at < len(one.ids) for at in range(ids.shape[1])] for one in batch])
            word = torch.tensor([[at < len(one.first) for at in range(first.shape[1])] for one in batch])
            with torch.autocast("cpu", dtype=torch.bfloat16):
                states = self.enc(input_ids=ids, attention_mask=mask.long()).last_hidden_state
                words = states.gather(1, first.unsqueeze(-1).expand(-1, -1, states.shape[-1]))
                chances = self._chances(batch, goals.shape[1], states, mask, words, word)
            right = torch.zeros_like(chances, dtype=torch.bool)
            live = torch.zeros(chances.shape[:2], dtype=torch.bool)
            for row, one in enumerate(batch):
                for step, (piece, places) in enumerate(one.goal):
                    live[row, step] = True
                    right[row, step, [*([piece] if piece >= 0 else []), *(len(known) + at for at in places)]] = True
            told = chances.log_softmax(-1).masked_fill(~right, float(runtime.MASKED)).logsumexp(-1)
            return -told[live].mean()

        def _chances(self, batch: Any, steps: int, states: Any, mask: Any, words: Any, word: Any) -> "Tensor":
            given = self.emb(_padded([[1, *(max(piece, 0) for piece, _ in one.goal[:-1])] for one in batch]))
            copied = _padded([[-1, *(places[0] if places else -1 for _, places in one.goal[:-1])] for one in batch], -1)
            taken = self.cp(words.gather(1, copied.clamp(min=0).unsqueeze(-1).expand(-1, -1, words.shape[-1])))
            inputs = torch.where((copied >= 0).unsqueeze(-1), taken, given) + self.pos(torch.arange(steps))
            ahead = torch.triu(torch.full((steps, steps), float("-inf")), 1)
            told = self.dec(self.drop(inputs), states, tgt_mask=ahead, memory_key_padding_mask=~mask)
            pieces_ = self.out(told) @ self.emb.weight.t() + self.bias
            places = self.q(told) @ self.k(words).transpose(1, 2) / math.sqrt(words.shape[-1])
            return torch.cat([pieces_, places.masked_fill(~word.unsqueeze(1), float(runtime.MASKED))], -1).float()

    def _padded(rows: Sequence[Sequence[Any]], filling: int = 0) -> "torch.Tensor":
        most = max(map(len, rows))
        plain = [[one if isinstance(one, int) else 0 for one in row] for row in rows]
        return torch.tensor([[*row, *[filling] * (most - len(row))] for row in plain])

    return Network()

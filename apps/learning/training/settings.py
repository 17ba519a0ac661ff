"""What a training run is made of; its digest and that of its data name the model that comes out."""

from dataclasses import asdict, dataclass
from hashlib import sha256
from json import dumps

ANSWER, LAMBDA = "answer", "lambda"  # the listwise part: the answer against the others, or the order of all grades
LOSSES = (ANSWER, LAMBDA)


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """base: a folder with the encoder that training starts from. length: tokens of question and text together.

    questions: groups in one step. rate: the highest learning rate; it rises over `warm` of the run, then falls to 0.
    positive: weight of an answer against a text that is none, in the binary part of the loss. listwise: weight of the
    other part, which sets the answer against its own negatives. minutes: where it ends at the latest, 0 for never;
    the rate falls by time too, so that a run cut short ends well. steps: how many at most, 0 for all of the epochs;
    epochs: 0 for as many as these steps take. window: groups that are sorted by length together. loss: one of LOSSES.
    dropout: of the network's layers while learning, the weights of attention aside.
    """

    base: str
    length: int = 160
    questions: int = 4
    rate: float = 1e-4
    warm: float = 0.05
    decay: float = 0.01
    positive: float = 3.0
    listwise: float = 1.0
    epochs: int = 1
    minutes: float = 0.0
    steps: int = 0
    window: int = 160
    seed: int = 7
    checkpoint: int = 100  # steps between two
    loss: str = ANSWER
    dropout: float = 0.0

    def digest(self) -> str:
        return sha256(dumps(asdict(self), sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class EmbedderSettings:
    """base: a folder of sentence-transformers. length: tokens of a text, while learning and afterwards.

    questions: in one step; the texts of each are negatives of all others. at_once: texts in one pass of the network,
    0 for all; less takes less memory and a third more time. negatives: of each question, beside those of others;
    mined: how many of them are looked for among the filer's texts rather than taken from the question's own. margin:
    a mined text must score below so much of the score of the text that answers. scale: of cosines in the loss.
    minutes, steps, epochs, warm: as of a re-ranker.
    """

    base: str
    length: int = 128
    questions: int = 32
    at_once: int = 0
    negatives: int = 2
    mined: int = 1
    margin: float = 0.95
    scale: float = 20.0
    rate: float = 2e-5
    warm: float = 0.1
    decay: float = 0.01
    epochs: int = 1
    minutes: float = 0.0
    steps: int = 0
    seed: int = 7
    checkpoint: int = 50  # steps between two


@dataclass(frozen=True, slots=True)
class DecoderSettings:
    """Of the paper (V10, appendix B), but for the number of epochs, which was 100 over few questions.

    base: a decoder's name in the local cache or its folder. adapter: the folder of a LoRA adapter to go on from, empty
    for none. texts: of each question, one of which answers. length: tokens of question and text together; question:
    of the question at most. accumulated: questions in one step, one after the other. steps: 0 for all of the epochs.
    abstract: names of filers and years become placeholders.
    """

    base: str = "BAAI/bge-reranker-v2-gemma"
    adapter: str = ""
    abstract: bool = True
    rank: int = 32
    alpha: int = 64
    modules: tuple[str, ...] = ("q_proj", "k_proj", "v_proj", "o_proj")
    rate: float = 1e-4
    warm: float = 0.1
    decay: float = 0.1
    texts: int = 8
    length: int = 512
    question: int = 128
    accumulated: int = 2
    epochs: int = 1
    steps: int = 0
    seed: int = 7
    checkpoint: int = 100  # steps between two

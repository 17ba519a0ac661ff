"""The tournament's three judgements by a model (R3), behind the signature of the rules."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

from django.conf import settings

from apps.accounts.acting import carried
from apps.answers.modelled.caller import Caller, Exact
from apps.answers.models import StageName
from apps.inference.errors import ModelUnavailable
from apps.inference.language import Role, data_block
from apps.retrieval.found import SearchSettings
from apps.retrieval.reranking.contenders import Contender
from apps.retrieval.reranking.judges import Judge
from apps.retrieval.reranking.referee import Pair

SHOWN_CHARACTERS = 1500  # of a passage
Item = TypeVar("Item")
Made = TypeVar("Made")
Shape = TypeVar("Shape", bound=Exact)


class Numbers(Exact):
    """Numbers of passages, from 1, best first."""

    numbers: list[int]


class Preference(Exact):
    """Which of two passages answers better."""

    better: Literal["first", "second", "neither"]


WON = {"first": 1.0, "second": 0.0, "neither": 0.5}


def referee_of(caller: Caller, settings: SearchSettings, intent: str = "") -> "ModelReferee | None":
    """The curator's model, where there is one and a tournament is wanted; None: the rules decide it.

    intent: how the program read the question, in words.
    """
    wanted = Judge.TOURNAMENT in settings.rerank and caller.may(Role.CURATOR)
    return ModelReferee(caller, intent) if wanted else None


class ModelReferee:
    """Asks the curator's model; the calls of one kind go out together. One that fails raises ModelUnavailable: a
    tournament is decided by one referee, or by the rules."""

    name = "the curator's model"

    def __init__(self, caller: Caller, intent: str = "") -> None:
        self._caller, self._intent = caller, intent

    def pick(self, question: str, batches: Sequence[Sequence[Contender]], most: int) -> list[list[int]]:
        return self._each(batches, lambda batch: self._pick(question, batch, most))

    def order(self, question: str, listed: Sequence[Contender]) -> list[int]:
        if not listed:
            return []
        every = set(range(1, len(listed) + 1))
        reply = self._ask(
            Numbers,
            "tournament_order",
            self._material(question, listed),
            lambda said: "" if len(said.numbers) == len(every) and set(said.numbers) == every else _every(len(every)),
        )
        return [number - 1 for number in reply.numbers]

    def compare(self, question: str, pairs: Sequence[Pair]) -> list[float]:
        return self._each(pairs, lambda pair: self._compare(question, pair))

    def _pick(self, question: str, batch: Sequence[Contender], most: int) -> list[int]:
        if not batch:
            return []
        reply = self._ask(
            Numbers,
            "tournament_pick",
            f"Choose at most {most}.\n{self._material(question, batch)}",
            lambda said: _wrong_choice(said.numbers, len(batch), most),
        )
        return [number - 1 for number in reply.numbers]

    def _compare(self, question: str, pair: Pair) -> float:
        return WON[self._ask(Preference, "tournament_compare", self._material(question, pair), None).better]

    def _ask(self, shape: type[Shape], prompt: str, material: str, check: Callable[[Shape], str] | None) -> Shape:
        reply = self._caller.ask(StageName.GATHER, Role.CURATOR, shape, prompt, material, check)
        if reply is None:
            raise ModelUnavailable(self._caller.problem or "the curator's model gave no judgement")
        return reply

    def _material(self, question: str, passages: Sequence[Contender]) -> str:
        """The question with its intent, and the numbered passages, each in a block of data."""
        asked = [data_block("question", question)]
        asked += [data_block("read by the program as", self._intent)] if self._intent else []
        return "\n\n".join([*asked, *(_passage(number, one) for number, one in enumerate(passages, start=1))])

    def _each(self, items: Sequence[Item], judge: Callable[[Item], Made]) -> list[Made]:
        with ThreadPoolExecutor(max_workers=settings.LLM_PARALLEL) as pool:
            return list(pool.map(carried(judge), items))


def _passage(number: int, one: Contender) -> str:
    head = f"{one.document}, page {one.page}{_card(one)}"
    return data_block(f"passage {number}", f"{head}\n{one.view[:SHOWN_CHARACTERS]}")


def _card(one: Contender) -> str:
    """In what its card meets the intent of the question, field by field."""
    met = [f"{field.field}: {', '.join(field.met)}" for field in one.met if field.met]
    return f"; its card meets what is asked in {'; '.join(met)}" if met else ""


def _every(count: int) -> str:
    return f"numbers must hold every number from 1 to {count} once"


def _wrong_choice(numbers: Sequence[int], held: int, most: int) -> str:
    if len(set(numbers)) != len(numbers) or not all(1 <= number <= held for number in numbers):
        return f"numbers must be different numbers from 1 to {held}"
    return f"at most {most} may be chosen" if len(numbers) > most else ""

"""The loop: the model asks for tools until it submits or must; each turn is a step on the page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apps.answers.check.left_open import left_open
from apps.answers.compose.draft import Draft
from apps.answers.loop.opening import opened
from apps.answers.loop.submitting import drafted, faults
from apps.answers.loop.turns import History, Turn
from apps.answers.modelled.writer import ALONE
from apps.answers.run.reading import chosen
from apps.answers.tools.beside import present
from apps.answers.tools.calls import called
from apps.answers.tools.desk import Desk, Given
from apps.answers.tools.shapes import ALL, READING, SUBMIT, Submit
from apps.inference.language import Message, Prompt, Role, Tool, ToolCall, system, user
from apps.inference.shapes import Misshapen, Shape

if TYPE_CHECKING:  # the road holds what is submitted here
    from apps.answers.run.road import Road

PROMPTS = Path(__file__).parent / "prompts"
AT_ONCE = 4  # calls of one reply
IDLE = 2  # replies without a call, after which nothing more is expected
ONWARD = user("Call a tool. To answer, call submit.")
UNFOUND = "A language model that looked with tools found no answer; this is what the rules found."
NOW = user("No further calls are left: submit now, with what you have. What is not borne out goes into missing.")


def told_for(offered: Sequence[Tool]) -> Prompt:
    """The prompt of a loop: a line that begins with "[tool] " is for those to whom this tool is offered."""
    whole, names = Prompt.load(PROMPTS, "loop"), {tool.name for tool in offered}
    lines = [
        (marked[1:], line) if marked.startswith("[") else ("", f"{marked}{mark}{line}")
        for marked, mark, line in (one.partition("] ") for one in whole.text.splitlines())
    ]
    return Prompt(whole.name, "\n".join(line for tool, line in lines if not tool or tool in names))


@dataclass
class Loop:
    """One attempt. `draft` is what was submitted, None without. told: why nothing came of it, for people."""

    road: "Road"
    desk: Desk
    history: History
    prompt: Prompt
    offered: tuple[Tool, ...] = ALL
    draft: Draft | None = None
    declined: str = ""
    told: str = ""
    calls: int = 0
    idle: int = 0
    sent_back: bool = False
    over: bool = False
    steps: list[str] = field(default_factory=list)

    @classmethod
    def begun(cls, road: "Road") -> "Loop":
        desk = Desk(road.asker, road.scope, calls=road.calls, chosen=chosen(road.reading))
        offered = (*READING, *present(desk, road.query), SUBMIT)
        prompt = told_for(offered)
        return cls(road, desk, History((system(prompt.text), user(opened(road, desk)))), prompt, offered)

    def turns(self) -> Iterator[Callable[[], dict[str, Any]]]:
        """Each turn as work for a stage; after the last one `draft`, `declined` or `told` says what came of it."""
        while not self.over:
            yield self._turn

    def _turn(self) -> dict[str, Any]:
        self.calls += 1
        last = self._last
        tools = (SUBMIT,) if last else self.offered
        messages = self.history.messages() + ([NOW] if last else [])
        said = self.road.caller.act(Role.WRITER, messages, tools, self.prompt)
        if said is None:
            self._end(self.road.caller.told)
            return {"steps": []}
        steps = self._done(said)
        self.steps += steps
        if last and not self.over:
            self._end("it did not submit an answer within its limits")
        return {"steps": steps}

    @property
    def _last(self) -> bool:
        """Whether this call must submit: the last one, or one that leaves little of the budget."""
        return self.calls >= self.road.settings.loop_calls or self.road.caller.nearly_spent

    def _end(self, told: str) -> None:
        self.over, self.told = True, told

    def _done(self, said: Message) -> list[str]:
        """What the tools give, kept as a turn."""
        asked = said.calls[:AT_ONCE]
        if not asked:
            self.idle += 1
            self.history.turns.append(Turn(Message(said.author, said.text or "..."), ()))
            self.history.turns.append(Turn(ONWARD, ()))
            if self.idle >= IDLE:
                self._end("it called no tools")
            return ["wrote without calling a tool"]
        given = tuple((call, self._given(call)) for call in asked)
        self.history.turns.append(Turn(Message(said.author, said.text, calls=asked), given))
        return [one.step for _, one in given]

    def _given(self, call: ToolCall) -> Given:
        if call.name == SUBMIT.name:
            return self._submitted(call)
        return called(self.desk, call.name, call.arguments, self.offered)

    def _submitted(self, call: ToolCall) -> Given:
        """What the checks find goes back once; then it is taken as it is, and marked."""
        try:
            said = Shape(Submit).read(call.arguments)
        except Misshapen as problem:
            return Given(f"The submission was refused: {problem}", "submitted in a wrong form")
        wrong = faults(self.desk, said, self.road.query)
        if wrong and not self.sent_back and self.calls < self.road.settings.loop_calls:
            self.sent_back = True
            return Given("\n".join(["The checks found:", *wrong, "Mend it and submit again."]), "submitted; sent back")
        self.over = True
        if said.answerable and said.sentences:
            self.draft = drafted(self.desk, said, self.road.query)
        self.declined = left_open(said.missing) if self.draft is None else ""
        return Given("taken", "submitted")


def looked(loop: Loop, by_rules: Draft) -> Draft:
    """The draft of a loop, with the rules' own behind it; where it came to nothing the rules' own, which says so."""
    if loop.draft is not None:
        return replace(loop.draft, otherwise=by_rules)
    if loop.told:
        return replace(by_rules, notes=(*by_rules.notes, ALONE.format(problem=loop.told)))
    told = f"{UNFOUND} {loop.declined}".strip()
    return replace(by_rules, notes=(*by_rules.notes, told))

"""What a filing states of its lines in sentences: "Rent expense was $5 million in 2023 and $4 million in 2022".

Pure text in, amounts out: each with the words that it is said of, its place, and the period that the sentence joins
to it. What is expected, and what a sentence only mentions beside something else, is left out.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path

from apps.questions.labels import stems
from apps.retrieval.sentences import Sentence
from apps.statements.ontology import Unit
from apps.statements.values.amounts import CURRENCIES
from apps.statements.values.periods import MONTH, YEAR, Period, PeriodKind, parse_period
from apps.statements.values.units import SCALES

RAW = tomllib.loads((Path(__file__).parent / "stated.toml").read_text(encoding="utf-8"))
LISTS, NEUTRAL = frozenset(RAW["lists"].split()), stems(RAW["neutral"])
FIGURE = re.compile(
    r"(?<![\w.,])(?:(?P<currency>[$€£])\s?(?P<money>\d[\d,]{0,20}(?:\.\d{1,6})?)"
    r"|(?P<rate>\d[\d,]{0,8}(?:\.\d{1,6})?)\s?(?:%|percent\b))(?!\s?\d)"
    r"(?:\s(?P<scale>thousand|million|billion|trillion)\b)?(?P<share>,? (?:per|a) (?:\w+ ){0,2}share\b)?"
)
WHEN = re.compile(
    r"(?:(?:(?:three|six|nine|twelve)[- ]months?|(?:[a-z-]{3,12}|\d\d)[- ]weeks?|(?:fiscal )?years?|quarters?) ended )?"
    rf"(?:{MONTH})\.? \d{{1,2}}\s?, ?(?:19|20)\d\d"
    rf"|(?:first|second|third|fourth) quarters? of (?:the )?(?:fiscal )?(?:year )?(?:19|20)\d\d"
    rf"|(?:(?:{MONTH})\.? (?:of )?|fiscal )?(?:years? )?{YEAR.pattern}",
    re.IGNORECASE,
)
MONTH_ALONE = re.compile(rf"(?:{MONTH})\.? (?:of )?(?:19|20)\d\d", re.IGNORECASE)
SAYS = re.compile(
    rf"\b(?:(?P<verb>{RAW['states']})|(?:{RAW['moves']})\b[^.;]{{0,60}}? to)\s+(?:(?:{RAW['about']})\s+)?$",
    re.IGNORECASE,
)
BEGINS = re.compile(rf"(?:[;:(]|\b(?:{RAW['begins']})\b)", re.IGNORECASE)
HAD = re.compile(rf"\b(?:{RAW['had']})\s+(?:(?:{RAW['about']})\s+)?$", re.IGNORECASE)
OF = re.compile(rf" (?:of|in) (?:our |the |total )?([a-z][A-Za-z ’'&-]{{2,80}}?)(?=[,.;]| (?:{RAW['ends']})\b)")
PRICE = re.compile(r"\.\d\d$")
COUNT = re.compile(
    rf"\b(?P<verb>{RAW['acts']})\s+(?:(?:{RAW['about']}|an additional)\s+)?"
    r"(?P<digits>\d{1,3}(?:,\d{3}){1,3}|(?!(?:19|20)\d\d\b)\d{1,4}(?:\.\d{1,3})?)"
    r"(?: (?P<scale>thousand|million|billion))?"
    rf" (?:new |net new )?(?!(?i:{MONTH})\b)"
    rf"(?P<things>[A-Za-z][\w-]*(?: (?!(?:{RAW['ends']}|of)\b)[A-Za-z][\w-]*){{0,3}})"
)
COMPARED = re.compile(r"\b(?:compared|versus|vs|from|than|against|over)\b", re.IGNORECASE)
RANGE = re.compile(r"(?:%|\d|percent)\s(?:to|and|-|–)\s$")
TIMES = frozenset(RAW["times"].split())
BESIDES = re.compile(r"\s*(?:In addition|Additionally|Also)\b")  # it is not all that was done
BY = re.compile(r"[,;:.()]|\b(?:and|which|that|in which)\b")
UP_TO = re.compile(r"[,;]")
ASIDE = re.compile(r", (?:which|including|net of|excluding)\b[^,]*,|\([^()]*\)")
ENUMERATES = re.compile(r", (?:which|including)\b")
EXPECTS = re.compile(rf"\b(?:{RAW['expects']})\b")
JOINED = re.compile(
    r"\s{0,3}(?:,\s{0,3})?(?:in|for|during|of|at|as of|at the end of|on)?\s{0,3}(?:the\s{1,3})?", re.IGNORECASE
)
TIMED = re.compile(r"\b(?:in|for|during|of|at|as of|on)(?: the)?\s*$", re.IGNORECASE)
SMALL = re.compile(
    r"^[\W_]+(?=\w)|(?:[\s,.]|\b(?:for|and|in|during|of|at|as|on|the|both|exiting|ending)){1,12}$"
    r"|^(?:our|the|its|and|also|a|an) ",
    re.IGNORECASE,
)
LEADS = re.compile(r"(?:in|on|to|at|by|for|with|from|of|than)\b", re.IGNORECASE)
WORD, DIGIT = re.compile(r"[A-Za-z]+"), re.compile(r"\d")
Match = re.Match[str]
KEPT = 5_000  # sentences of which the amounts are kept
LEAST = 1000  # from here on a list's last scale is not that of the others


@dataclass(frozen=True, slots=True)
class StatedAmount:
    """printed: its digits, characters [start, end) of a page. said_of: what it is called there.

    when: None where the sentence names no period. by: who did it, where that stands before the verb.
    share_of: of what a percentage is a share; it is said of nothing else then.
    value: in whole units, a percentage as printed.
    """

    value: Decimal
    unit: Unit
    currency: str
    scale: Decimal
    printed: str
    start: int
    end: int
    said_of: str
    when: Period | None
    by: str = ""
    share_of: str = ""

    @property
    def step(self) -> Decimal:
        """What one in the last printed place is worth."""
        return self.scale.scaleb(-len(self.printed.partition(".")[2]))

    @property
    def stems(self) -> frozenset[str]:
        return stems(f"{self.said_of} {self.by}") - NEUTRAL


@lru_cache(maxsize=KEPT)
def stated_in(sentence: Sentence) -> tuple[StatedAmount, ...]:
    """Those of a sentence, in its order. Kept by the sentence: a question asks the same ones again."""
    return tuple(_stated(sentence))


def _stated(sentence: Sentence) -> Iterator[StatedAmount]:
    if not DIGIT.search(sentence.text):
        return
    text = sentence.text.replace("\n", " ")
    figures, periods = list(FIGURE.finditer(text)), list(WHEN.finditer(text))
    periods = [one for one in periods if not any(figure.start() <= one.start() < figure.end() for figure in figures)]
    for run in _runs(text, figures, periods):
        said_of = _said_of(text[: run[0].start()], periods) or _had(text, run, periods)
        if (
            not said_of
            or EXPECTS.search(UP_TO.split(text[run[-1].end() :], maxsplit=1)[0])
            or EXPECTS.search(text[: run[0].start()])
        ):
            continue
        for figure, when in zip(run, _when(text, run, periods), strict=True):
            said = when is not None or len(run) == 1
            if said and not _unscaled(figure, run) and not (figure["rate"] and OF.match(text, figure.end())):
                yield _amount(figure, run, said_of, when and _period(when), sentence)
    yield from _counted(text, periods, sentence)
    yield from _shares(text, figures, periods, sentence)


def _runs(text: str, figures: Sequence[Match], periods: Sequence[Match]) -> Iterator[list[Match]]:
    """Figures between which nothing but periods and the words of a list stand."""
    run = list[Match]()
    for one in figures:
        alike = run and bool(run[-1]["rate"]) is bool(one["rate"])
        if run and not (alike and _lists(text, run[-1].end(), one.start(), periods)):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _lists(text: str, start: int, end: int, periods: Sequence[Match]) -> bool:
    between = _without(periods, text, start, end)
    return set(WORD.findall(between.lower())) <= LISTS and not re.search(r"[;:()]|\.\s", between)


def _without_a_list(subject: str) -> str:
    """ "Revenue, which comprises lamps, wicks, and oil, rose": without what stands between the outer commas."""
    opens, last = ENUMERATES.search(subject), subject.rfind(",")
    if opens is None or last <= opens.start():
        return subject
    return subject[: opens.start()] + " " * (last + 1 - opens.start()) + subject[last + 1 :]


def _without(periods: Sequence[Match], text: str, start: int, end: int) -> str:
    """text[start:end] without the periods in it."""
    inside = [one for one in periods if start <= one.start() and one.end() <= end]
    begins, ends = [start, *(one.end() for one in inside)], [*(one.start() for one in inside), end]
    return " ".join(text[first:last] for first, last in zip(begins, ends, strict=True))


def _said_of(before: str, periods: Sequence[Match]) -> str:
    """What an amount behind this text is said of; "" where it is said of nothing."""
    last = next((one for one in reversed(periods) if one.end() <= len(before)), None)
    if last and not before[last.end() :].strip(" ,"):  # "was, in 2023, $5 million"
        before = f"{TIMED.sub('', before[: last.start()]).rstrip(' ,')} "
    says = SAYS.search(before)
    if says is None:
        return ""
    subject = ASIDE.sub(lambda one: " " * len(one[0]), _without_a_list(before[: says.start()]))
    start = max((one.end() for one in BEGINS.finditer(subject)), default=0)
    own = [one for one in periods if start <= one.start() and one.end() <= len(subject)]
    if own and subject[own[-1].end() :].lstrip().startswith(","):  # "In 2023, rent expense was"
        start, own = own[-1].end() + 1, []
    told = SMALL.sub("", " ".join(_without(own, subject, start, len(subject)).split()))
    return "" if LEADS.match(told) else told


def _period(match: Match) -> Period | None:
    """Of a month alone, which is no year, nothing is known but that."""
    return Period(PeriodKind.DURATION, months=1) if MONTH_ALONE.match(match[0]) else parse_period(match[0])


def _had(text: str, run: Sequence[Match], periods: Sequence[Match]) -> str:
    """What stands behind a single amount of it: "we had $5 million of unrecognized cost"."""
    behind = OF.match(text, run[0].end())
    return behind[1] if len(run) == 1 and behind and HAD.search(text[: run[0].start()]) else ""


def _when(text: str, run: Sequence[Match], periods: Sequence[Match]) -> list[Match | None]:
    """The period of each: joined to it, or at its place in a list; of one alone the only one of the sentence."""
    ends = [*(other.start() for other in run[1:]), len(text)]
    found = [_joined(text, one, after, periods) for one, after in zip(run, ends, strict=True)]
    if len(run) == 1:
        return [found[0] or _alone(text, run[0], periods)]
    behind = _list(text, [one for one in periods if one.start() >= run[-1].end()])
    ahead = _list(text, [one for one in periods if one.end() <= run[0].start()][::-1])[::-1]
    if len(ahead) == 1 and found[0] is None:  # "Rent in 2023 was $5 million, up from $4 million in 2022"
        found[0] = ahead[0]
    return list(next((told for told in (behind, ahead) if len(told) == len(run)), found))


def _alone(text: str, figure: Match, periods: Sequence[Match]) -> Match | None:
    """The only period before a figure, else the only one of the sentence, else the next one of its clause."""
    ahead = [one for one in periods if one.end() <= figure.start()]
    periods = [one for one in periods if one in ahead or not COMPARED.search(text, figure.end(), one.start())]
    for listed in (ahead, periods):
        if listed and len({_period(one) for one in listed}) == 1:
            return listed[0]
    behind = next((one for one in periods if one.start() >= figure.end()), None)
    return behind if behind and not UP_TO.search(text, figure.end(), behind.start()) else None


def _joined(text: str, figure: Match, end: int, periods: Sequence[Match]) -> Match | None:
    near = [one for one in periods if figure.end() <= one.start() < end]
    return near[0] if len(near) == 1 and JOINED.fullmatch(text[figure.end() : near[0].start()]) else None


def _list(text: str, periods: Sequence[Match]) -> list[Match]:
    """The first of them and those that stand in one list with it."""
    listed = list(periods[:1])
    for one in periods[1:]:
        first, last = sorted((listed[-1], one), key=lambda each: each.start())
        gap = text[first.end() : last.start()]
        if not set(WORD.findall(gap.lower())) <= LISTS or FIGURE.search(gap):
            break
        listed.append(one)
    return listed


def _shares(
    text: str, figures: Sequence[Match], periods: Sequence[Match], sentence: Sentence
) -> Iterator[StatedAmount]:
    """Of what a percentage is a share: "we bought 65% of our lamps from Ferrow"."""
    for figure in figures if not EXPECTS.search(text) else ():
        of = OF.match(text, figure.end()) if figure["rate"] else None
        if of and not RANGE.search(text[: figure.start()]):
            timed = _joined(text, of, len(text), periods) or _alone(text, figure, periods)
            yield _amount(figure, [figure], "", timed and _period(timed), sentence, share_of=of[1])


def _unscaled(figure: Match, run: Sequence[Match]) -> bool:
    """ "$31.1 and $37.2" of a note in millions; with cents it is a price."""
    return (
        bool(figure["money"])
        and not run[-1]["scale"]
        and not PRICE.search(figure["money"])
        and len(figure["money"]) < 5
    )


def _counted(text: str, periods: Sequence[Match], sentence: Sentence) -> Iterator[StatedAmount]:
    """What was done to so many things: "we opened 47 new stores" is said of "stores opened"."""
    for match in () if BESIDES.match(text) else COUNT.finditer(text):
        end = UP_TO.split(text[match.end() :], maxsplit=1)[0]
        expected = EXPECTS.search(text[: match.start()]) or EXPECTS.search(end)
        if expected or not TIMES.isdisjoint(match["things"].lower().split()):
            continue
        timed = _joined(text, match, len(text), periods) or _alone(text, match, periods)
        scale = SCALES[match["scale"]] if match["scale"] else Decimal(1)
        yield StatedAmount(
            value=Decimal(match["digits"].replace(",", "")) * scale,
            unit=Unit.SHARES if "share" in match["things"].lower() else Unit.COUNT,
            currency="",
            scale=scale,
            printed=match["digits"],
            start=sentence.start + match.start("digits"),
            end=sentence.start + match.end("digits"),
            said_of=f"{match['things']} {match['verb']}",
            when=timed and _period(timed),
            by=" ".join(WORD.findall(BY.split(text[: match.start()])[-1])),
        )


def _amount(
    figure: Match, run: Sequence[Match], said_of: str, when: Period | None, sentence: Sentence, share_of: str = ""
) -> StatedAmount:
    digits = Decimal((figure["money"] or figure["rate"]).replace(",", ""))
    word = figure["scale"] or (run[-1]["scale"] if digits < LEAST and figure["money"] else None)
    scale = SCALES[word] if word else Decimal(1)
    unit = Unit.PERCENT if figure["rate"] else Unit.PER_SHARE if run[-1]["share"] else Unit.MONEY
    start, end = figure.span("money") if figure["money"] else (figure.start("rate"), figure.end())  # with its sign
    return StatedAmount(
        value=digits * scale,
        unit=unit,
        currency=CURRENCIES.get(figure["currency"] or "", figure["currency"] or ""),
        scale=scale,
        printed=figure["money"] or figure["rate"],
        start=sentence.start + start,
        end=sentence.start + end,
        said_of=said_of,
        when=when,
        share_of=share_of,
    )

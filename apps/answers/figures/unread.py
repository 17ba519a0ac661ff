"""Words of a question that no part of the reading accounts for: they may ask for something narrower than a total."""

import re

from apps.answers.calculator.catalogue import ratio_spans
from apps.answers.figures.judgements import judgement_asked
from apps.answers.wording import framing_stems, stems
from apps.statements.mentions import mentions

# Words beside a figure's name that do not change which figure is meant.
NEUTRAL = frozenset(
    stem
    for stem in stems(
        """
        unadjusted gaap generate generated earn earned make made book booked record recorded recognize recognized post
        posted spend spent pay paid pays payout distribute distributed overall full whole entire annual yearly level
        levels balance current standing position profile relevant useful metric ratio rate margin percentage percent
        proportion average mean change changed increase increased decrease decreased decline declined grow grew growth
        improve improved improving rise rose fall fell drop dropped higher lower difference compare compared comparison
        versus vs fiscal year cagr compound compounded yoy positive negative have had hold held close closing opening
        beginning shareholder shareholders stockholder stockholders common cash operations operating income formerly
        known previously worsen worsened cost costs expense expenses net gross basic diluted attributable data trend
        high low large largest highest lowest smallest biggest best worst greatest size big small nominal absolute
        number count latest recent recently last previous prior next following outflow inflow activity activities
        january february march april may june july august september october november december date
        business owner owners corporation management result results performance financial really actually plus minus
        less divided times
        develop developed evolve evolved profit loss liability liabilities asset assets multiplied over sum combined
        together cumulative cumulatively aggregate altogether total billion say says
        ended end ending months weeks half first second third fourth quarter
        return returned buy back bought
        repurchase repurchased issue issued incur incurred deliver delivered produce produced achieve achieved
        profitable intensive need needed sufficient enough pace quickly fast much long term short company's
        flow flows statement statements one two three four five six seven ten
        reasonably healthy liquidity strong weak good bad solid
        take taking account accounted address p&l
        share shares fraction proportion portion went goes carry carries roughly approximately sold measured money times
        look looking looked go goes going gone declare declared alone solely purely nine twelve thirteen twenty thirty
        day days point points direct directly explicit explicitly separate separately expressed
        """
    )
)


CODE = re.compile(r"\b(?!FY|Q\d|H\d|COVID)[A-Z]{1,4}-\d{1,4}[A-Z]?\b")  # "F-35": what a product is called
NAMED = "\0"  # stands where a figure is named; what other sentences say is how to answer
SENTENCE = re.compile(r"(?<=[.?!:;])\s+")
ASIDE = re.compile(r"\((?:formerly|previously|also|f/k/a|aka)\b[^()]*\)", re.IGNORECASE)


def unread_words(asked: str, names: tuple[str, ...], searched: str) -> tuple[str, ...]:
    """Stems of `asked` outside the names of items and ratios, of filers, and of words that only frame a question.

    names: of the filer; searched: the words that are looked for, so without those that named a filer.
    """
    bare = ASIDE.sub(lambda match: " " * len(match[0]), asked)
    spans = [(one.start, one.end) for one in mentions(asked)] + ratio_spans(asked)
    if judged := judgement_asked(asked):
        spans.append(judged[1])
    for start, end in spans:
        bare = f"{bare[:start]}{NAMED * (end - start)}{bare[end:]}"
    bare = " ".join(sentence for sentence in SENTENCE.split(bare) if NAMED in sentence).replace(NAMED, " ")
    known = framing_stems() | NEUTRAL | {stem for name in names for stem in stems(name)}
    known |= {stem for one in mentions(asked) for stem in stems(asked[one.start : one.end])}
    if code := CODE.search(bare):
        return (code[0],)
    left = (stem for stem in dict.fromkeys(stems(bare)) if stem not in known and len(stem) > 1)
    looked_for = set(stems(searched))
    return tuple(stem for stem in left if not stem[0].isdigit() and stem in looked_for)

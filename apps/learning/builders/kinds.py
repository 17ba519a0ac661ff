"""Kinds of sentence that answer a kind of question: how each is known, and how its question is asked."""

import re
from dataclasses import dataclass

CAUSE = (
    r"(?:due to|driven by|because of|as a result of|attributable to|reflecting|resulting from|the result of|caused by)"
)
MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
WE = r"(?:we|the Company|our company|the Corporation)"


@dataclass(frozen=True, slots=True)
class KindOfSentence:
    """pattern: with named groups that the questions use; {company} and {year} may be used besides.

    lacks: a sentence about the same that lacks this does not answer.
    """

    name: str
    pattern: re.Pattern[str]
    questions: tuple[str, ...]
    lacks: re.Pattern[str]


def _of(name: str, pattern: str, questions: str, lacks: str) -> KindOfSentence:
    asked = tuple(line.strip() for line in questions.strip().splitlines())
    return KindOfSentence(name, re.compile(pattern), asked, re.compile(lacks))


KINDS = (
    _of(
        "reason",
        rf"^(?:(?:For|In|During|Compared|As) [^,]{{3,60}}, )?(?P<subject>[A-Za-z][\w ,&'’()/-]{{2,70}}?) "
        rf"(?P<verb>increased|decreased|declined|rose|fell|grew|improved)\b.{{0,220}}?\b{CAUSE} (?P<why>.{{20,400}})",
        """
        {subject} {base} {year}: why?
        Why did {company}'s {subject} {base}?
        why did {subject} {base} at {company} in {year}
        What explains the {noun} in {company}'s {subject}?
        {company}: why {direction} {subject} in {year}?
        {company} {subject} {verb} - reasons
        Why did {subject} {base} in {year}?
        why {subject} {verb} {year} {company}
        What drove the change in {company}'s {subject} in {year}?
        {company}: reasons {subject} {verb}
        What explains that {subject} {verb} at {company}?
        {company} {subject} {year} drivers
        Why was {company}'s {subject} {direction} in fiscal {year}?
        What is behind the {noun} in {subject} at {company}?
        """,
        CAUSE,
    ),
    _of(
        "reason given",
        rf"^(?:The|This) (?P<noun>increase|decrease|decline|improvement|reduction|growth) in (?P<subject>[\w ,&'’()/-]"
        rf"{{3,70}}?) (?:was|were|is|reflects|resulted|in \d{{4}}).{{0,60}}?"
        rf"(?:{CAUSE}|from|reflects) (?P<why>.{{20,400}})",
        """
        Why was there {a_noun} in {subject}?
        What caused the {noun} in {company}'s {subject} in {year}?
        {company} {subject} {noun} why
        reason for {noun} of {subject} {year}
        What led to the {noun} in {subject} at {company}?
        """,
        CAUSE,
    ),
    _of(
        "reason under a heading",
        r"^(?:The|This) (?P<noun>increase|decrease|decline|improvement|reduction|growth|change) "
        rf"(?:was|is|in \d{{4}}).{{0,60}}?{CAUSE} (?P<why>.{{20,400}})",
        """
        Why did {heading} change in {year}?
        What caused the {noun} in {company}'s {heading} in {year}?
        {company} {heading} {noun} why
        Why was there {a_noun} in {heading}?
        """,
        CAUSE,
    ),
    _of(
        "deal",
        rf"(?:[Oo]n|[Ii]n) (?P<when>(?:{MONTH}|the (?:first|second|third|fourth) quarter of)[\w ,]{{0,24}}?\d{{4}}), "
        rf"(?:{WE}|[A-Z][\w.&’' -]{{1,40}}?) (?:completed (?:the|its|our) (?P<how>acquisition|sale|purchase|"
        r"divestiture|disposition) of|(?P<verb>acquired|sold|purchased|divested)) (?P<object>[\w .,&'’()/-]{3,60}?)"
        r"(?=,| for | from | to |\.| in a| which| and |;| \()",
        """
        When did {company} {act} {object}?
        {object} {deal} date
        What happened with {object} at {company}?
        {company} {object} {deal} - when?
        When was the {deal} of {object} completed?
        terms of the {object} {deal} ({company})
        Tell me about {company}'s {deal} of {object}
        """,
        r"\b(?:acquired|sold|purchased|divested|acquisition|sale|purchase|divestiture|disposition)\b.*\b\d{4}\b",
    ),
    _of(
        "price",
        rf"(?:{WE}|[A-Z][\w.&’' -]{{1,40}}?) (?:completed (?:the|its|our) (?P<how>acquisition|sale|purchase) of|"
        r"(?P<verb>acquired|sold|purchased)) (?P<object>[\w .,&'’()/-]{3,60}?)"
        r"(?=,| for | from | to ).{0,160}?\b(?:for|price of|consideration of|proceeds of)\b.{0,60}?"
        r"(?P<sum>[$€£]\d[\d.,]{0,12}(?: (?:million|billion))?)",
        """
        How much did {company} pay or get for {object}?
        {object} {deal} price
        What was the price of the {object} {deal}?
        What did the {deal} of {object} cost?
        {company} {object} consideration
        """,
        r"[$€£]\d",
    ),
    _of(
        "definition",
        r"^(?:[“\"]?)(?P<term>[A-Z][\w ’'&/-]{2,50}?)[”\"]? (?:is defined as|are defined as|means|refers to|represents|"
        r"is calculated as|is calculated by|is a measure|is computed|are comprised of|is comprised of|consists? of|"
        r"consists? primarily of|includes? primarily) (?P<what>.{20,400})",
        """
        What does {term} mean?
        How does {company} define {term}?
        definition of {term} {company}
        What is {term}?
        What does {company} include in {term}?
        What is in {term} at {company}?
        """,
        r"\b(?:defined|means|refers|represents|calculated|measure|computed|compris|consist|includ)",
    ),
    _of(
        "share",
        r"(?P<subject>[A-Z][\w ,&'’()/-]{2,60}?) (?:accounted for|represented|comprised|constituted|made up) "
        r"(?:approximately |about |nearly |more than |over )?(?P<part>\d[\d.]{0,5} ?(?:%|percent)) of "
        r"(?P<whole>[\w ,&'’-]{3,60}?)(?=[.,;]| in | for | during | as )",
        """
        What share of {whole} is {subject}?
        How dependent is {company} on {subject}?
        {subject} as % of {whole}
        How much of {company}'s {whole} comes from {subject}?
        concentration: {subject} {company} {year}
        """,
        r"\d ?(?:%|percent)",
    ),
    _of(
        "people",
        r"(?:employ|had|have|workforce|team).{0,60}?\b(?P<number>\d{1,3}(?:,\d{3}){1,2}|\d{3})"
        r" (?:\S{1,20} ){0,3}(?:employees|associates|people|colleagues|team members|persons)\b",
        """
        How many people work for {company}?
        {company} headcount {year}
        number of employees {company}
        How large is the workforce of {company}?
        How many employees does {company} have?
        """,
        r"\d{3}.{0,40}(?:employees|associates|people|colleagues|team members|persons)",
    ),
    _of(
        "outlook",
        rf"^(?:{WE}|The Company|We|[A-Z]\w{{2,15}}) (?:also )?(?:currently )?(?:expects?|anticipates?|projects?|plans?|"
        rf"intends?|estimates?)(?: that)? (?P<subject>(?:our |its |the |to )?[\w ,&'’%$-]{{4,80}}?)"
        rf"(?= to | will | for | in | of |\.|, | during )",
        """
        What does {company} expect of {subject}?
        {company} outlook {subject}
        What are the plans of {company} concerning {subject}?
        guidance on {subject} {company} {year}
        What does management say about future {subject}?
        """,
        r"\b(?:expect|anticipat|project|plan|intend|estimat|will)",
    ),
    _of(
        "risk",
        r"^(?P<subject>[A-Z][\w ,&'’()/-]{8,110}?) (?:could|may|might) (?:\w{1,15} ){0,3}?(?:adversely |"
        r"negatively |materially )?(?:affect|impact|harm|reduce|disrupt|damage|impair|result in|cause|lead to)\b"
        r"(?P<what>.{20,300})",
        """
        What could {subject} do to {company}?
        risk from {subject}
        How might {subject} affect {company}?
        {company} risks: {subject}
        What risks does {company} see in {subject}?
        Why is {subject} a risk for {company}?
        """,
        r"\b(?:could|may|might)\b",
    ),
    _of(
        "policy",
        r"^(?P<subject>[A-Z][\w ,&'’()/-]{3,60}?) (?:is|are) (?P<how>recognized|recorded|amortized|depreciated|stated|"
        r"carried|measured|valued|classified|tested|capitalized|expensed|accounted for)\b(?P<what>.{15,400})",
        """
        How does {company} account for {subject}?
        accounting policy {subject}
        How are {subject} {how}?
        {company} {subject} accounting treatment
        When and how is {subject} {how}?
        """,
        r"\b(?:recogni|record|amorti|depreciat|stated|carried|measured|valued|classified|tested|capitali|expens|account)",
    ),
    _of(
        "decision",
        rf"(?:[Oo]n|[Ii]n) (?P<when>{MONTH}[\w ,]{{0,12}}?\d{{4}}), (?:{WE}|(?:our|the) (?:Board|board)[\w ]{{0,24}}|"
        rf"[A-Z][\w.&’' -]{{1,40}}?) (?P<verb>announced|entered into|issued|approved|authorized|adopted|amended|"
        rf"declared|appointed|redeemed|repaid|filed|extended|terminated|elected|settled) "
        rf"(?P<object>[\w .,&'’()$%/-]{{6,90}}?)"
        rf"(?=,| for | from | to |\.| in | which| that| and |;| \(| with | under | pursuant)",
        """
        When did {company} {act} {object}?
        {company} {object} - when and what
        What did {company} do about {object}?
        What was {verb} in {when}?
        {object} {verb} date
        What happened in {when} concerning {object}?
        """,
        r"\b\d{4}\b",
    ),
    _of(
        "who",
        r"(?P<name>(?:Mr\. |Ms\. |Mrs\. |Dr\. )?[A-Z][a-z]+(?: [A-Z]\.)? [A-Z][a-z]+)(?:, \d{2},)? (?:has served|was "
        r"appointed|was named|was elected|became|joined|serves|is our|will serve|has been)(?: \w{1,12}){0,3}? "
        r"(?P<post>(?:Chief|President|Chair|Senior|Executive|Vice|General|Director|Interim)[\w ,&-]{3,60}?)"
        r"(?=[.;]| of | since | in | effective | from | and )",
        """
        Who is the {post} of {company}?
        {company} {post}
        Who became {post}?
        Who serves as {post} at {company} and since when?
        """,
        r"(?:Chief|President|Chair|Vice|Counsel|Director)",
    ),
    _of(
        "list",
        r"^(?P<subject>[A-Z][\w ,&'’()/-]{3,70}?) (?:include|includes|are|were|comprise|consist of|included)"
        r"(?: the following)?:? (?P<what>[\w ,.&'’()/-]{4,60}?, [\w ,.&'’()/-]{4,200}?,? and [\w ,.&'’()/-]{3,80})",
        """
        List {company}'s {subject}
        What are the {subject} of {company}?
        Which {subject} does {company} name?
        {company} {subject} list
        Name the {subject}
        """,
        r", [\w ]{2,60}(?:,| and )",
    ),
    _of(
        "amount",
        r"^(?P<subject>[A-Z][\w ,&'’()/-]{4,70}?) (?:was|were|totaled|amounted to|of) (?:approximately )?"
        r"(?P<sum>[$€£]\d[\d.,]{0,12}(?: (?:million|billion|thousand))?)",
        """
        What was {company}'s {subject} in {year}?
        {subject} {year} {company}
        How much was {subject}?
        How high was {company}'s {subject} at the end of {year}?
        """,
        r"[$€£]\d",
    ),
)

"""The phrases by which questions of tables name operations, comparisons and limits."""

import re

from apps.retrieval.notions import notion

TURN = (
    r"(?:changes?|increases?\s*/\s*\(?\s*decreases?\)?|decreases?\s*/\s*\(?\s*increases?\)?"
    r"|increase or decrease|increases?"
    r"|decreases?|growth|decline|difference|variance|rise|drop|reduction|improvement)"
)
GROWTH = re.compile(
    rf"\b(?:percent(?:age)?|per cent|%)\s+(?:of\s+)?(?:the\s+)?{TURN}(?!\s+of\b.*\bas a)"
    rf"|\bpercentage-wise\b|\b(?:growth rate|rate of (?:change|growth|increase|decrease))\b"
    rf"|\bhow (?:many|much) percent(?:age)?\b.*\b(?:increase|decrease|change|grow|decline|higher|lower)"
    rf"|\bby (?:what|how (?:much|many)) percent(?:age)?\b|\b{TURN}\b[^?]*\bin percent(?:age)?\b"
    rf"|\bproportional {TURN}\b",
    re.IGNORECASE,
)
SHARE = re.compile(
    r"\b(?:as\s+an?|expressed as an?)\s+(?:percentage|percent|proportion|fraction|share)\s+(?:of|over|to)\b"
    r"|\b(?:what|which|the|how much)\s+(?:is\s+the\s+|was\s+the\s+)?(?:percentage|percent|proportion|portion"
    r"|fraction)\s+(?:of|is|was|in|for)\b"
    r"|\b(?:what|which|how (?:much|large|big))\s+(?:is |was )?(?:the |an? )?share of\b(?! (?:profit|loss|earnings))"
    r"|\bpercentage constitution\b|\bas a (?:percentage|proportion)\b",
    re.IGNORECASE,
)
RATIO = re.compile(r"\bratio\b(?=.*\b(?:to|over|and|between|of)\b)|\bdivided by\b", re.IGNORECASE)
AVERAGE = re.compile(r"\b(?:averages?|mean)\b", re.IGNORECASE)
CHANGE = re.compile(
    rf"\b{TURN}\b|\bhow (?:much|many)\b.*?\b(?:change|increase|decrease|higher|lower|more|less|greater"
    rf"|fewer|exceed|grow|gr[eo]wn?|r[io]sen?|f[ae]ll(?:en)?|dropped|decline)d?\b"
    r"|\bnet of\b(?=.*\band\b)|\bminus\b",
    re.IGNORECASE,
)
SUM = re.compile(
    r"\b(?:sum|combined|altogether|cumulative)\b|\btotals?\b(?=.*\b(?:and|both|across|over|between"
    r"|from|all|within|through)\b)"
    r"|\btotal\b",
    re.IGNORECASE,
)
COUNT = re.compile(
    r"\bhow many (?:different |such |other |of the |types? of |kinds? of |sub-?|main |total )*"
    r"(?P<what>years?|fiscal years|periods?|quarters?|months?|dates|categor\w+|components?|items?"
    r"|segments?|types?|regions?|countries"
    r"|products?|elements?|factors?|lines?|sources?|areas?|rows|kinds?|revenue streams|geograph\w+"
    r"|instruments?|classes|tranches)\b",
    re.IGNORECASE,
)
WHICH_MOMENT = re.compile(
    r"\b(?:(?:in|for|during|of|at)\s+)?(?:which|what)\s+(?:of the )?(?:fiscal |financial |calendar "
    r"|reporting |respective |two |three )*"
    r"(?P<what>years?(?:\(s\))?|periods?|quarters?|months?|dates?)\b",
    re.IGNORECASE,
)
HIGH = re.compile(rf"\b(?:{notion('most', 'larger')}|more|above|over|exceed\w*|peak|longest|longer)\b", re.IGNORECASE)
LOW = re.compile(rf"\b(?:{notion('least', 'smaller')}|less|below|under|fewer|shortest|shorter)\b", re.IGNORECASE)
THRESHOLD = re.compile(
    r"\b(?:exceed(?:s|ed|ing)?|more than|greater than|higher than|larger than|above|over|at least"
    r"|less than|lower than|smaller than"
    r"|below|under|fewer than)\s+(?:an? |the |amount of "
    r"|value of )*(?P<amount>\(?-?[$€£]?\s?\d[\d,]*(?:\.\d+)?\)?)\s*"
    r"(?P<size>%|percent|per cent|thousands?|millions?|billions?)?",
    re.IGNORECASE,
)
WHICH_ITEM = re.compile(
    r"^(?:in |for |of |under |from )?(?:\w+[ ,]+){0,6}?\b(?:which|what|who)\b(?!.{0,24}\b(?:year"
    r"|period|quarter)s?\b)",
    re.IGNORECASE,
)
SUPERLATIVE = re.compile(rf"\b(?:{notion('most', 'least', 'larger', 'smaller')})\b", re.IGNORECASE)
TEXTUAL = re.compile(
    r"^(?:why|how (?:does|do|did|is|are|was|were|has|have|can|will|would|should)|who|where|when"
    r"|under what|on what basis"
    r"|what (?:does|do|did|caused|drove|led|causes|happen\w*|would|can|could|must|factors?|reasons?"
    r"|method|basis|type|kind|led|resulted"
    r"|impacted|affected|contributed)|what (?:is|was|are|were) (?:the )?(?:reasons?|definition"
    r"|meaning|cause|basis|purpose|nature|main reason"
    r"|explanation|assumptions?|primary|method|role))\b",
    re.IGNORECASE,
)
SHARE_OF = re.compile(r"\bas an? (?:percentage|percent|proportion) of\b", re.IGNORECASE)
YEARS = re.compile(r"\b(?:19|20)\d\d\b")
ITEMS = re.compile(
    r"^(?:what|which) (?:are|were) (?:all )?(?:the )?(?:\w+ )?(?:components?|types?|items|categories"
    r"|segments|regions|countries|elements"
    r"|line items|sub-?categories|kinds|sources)\b(?P<of>.*)$"
    r"|^what (?P<of2>.*)\b(?:items|components|categories|segments|regions|types)\b.*\b(?:in|by) the table\b",
    re.IGNORECASE,
)
RESPECTIVE = re.compile(r"\brespective(?:ly)?\b|\beach of\b", re.IGNORECASE)

"""The forms in which texts print what is compared: numbers, dates, years, quarters, codes, addresses, words."""

import re

from apps.answers.sources.spelled import SPELLED
from apps.statements.values.amounts import CURRENCIES
from apps.statements.values.periods import DATE, DAY_FIRST, ORDINALS
from apps.statements.values.units import SCALES

CODES = frozenset({"USD", "EUR", "GBP", "JPY", "CAD", "AUD", "CHF", "CNY"})
NAMES = {"dollar": "USD", "euro": "EUR", "pound": "GBP", "yen": "JPY"}
ABBREVIATED = {"k": "thousand", "m": "million", "mm": "million", "mn": "million", "b": "billion", "bn": "billion"}
SIGNS = "|".join(re.escape(sign) for sign in sorted(CURRENCIES, key=len, reverse=True))
NUMBER = rf"""
    (?P<open>\()?(?:(?<![\w)])(?P<sign>[-–−]))?
    (?:(?P<currency>(?:{SIGNS})|\b(?:{"|".join(CODES)})\b)\s?(?P<inner>[(\-–−])?)?
    (?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|(?<!\w)\.\d+)(?P<power>[eE][+-]?\d{{1,3}}\b)?
    (?:[\s-]?(?P<scale>{"|".join(SCALES)})s?\b|\s?(?P<short>(?:mm|mn|bn|[kmb])\b))?
    (?P<close>\))?(?:\s(?P<behind>{"|".join(SCALES)})s?\b)?
    (?:\s?(?P<percent>%|per\s?cent(?:age\spoints?)?\b|basis\spoints?\b|bps\b))?
    (?:\s(?P<after>{"|".join(CODES)}|(?:U\.?S\.?\s)?(?:{"|".join(NAMES)}))s?\b)?"""
TOP = "com|net|org|io|co|ai|app|dev|info|biz|gov|edu|eu|uk|de|fr|ch|example|invalid|test"
ADDRESSES = rf"""(?:\b(?:[a-z][a-z0-9+.-]{{0,20}}://|www\.|(?:javascript|data|mailto):)[^\s)\]>"']+
    |\b[\w.-]{{1,64}}@[\w-]{{1,63}}(?:\.\w{{1,63}})+|\b[a-z][\w-]{{0,62}}(?:\.[\w-]{{1,63}}){{0,5}}\.(?:{TOP})\b(?:/[^\s)\]>"']*)?)"""
PART = r"(?:[369]M|12M|H[12]|[12]H)\b(?=\s(?:FY|(?:of\s)?fiscal\b|(?:19|20)\d\d\b))"  # of a fiscal year
TOKEN = re.compile(
    rf"""(?P<mark>\[\d+\])
    |(?P<address>{ADDRESSES})
    |(?P<day>{DATE.pattern.replace("(", "(?:").replace("(?:?:", "(?:")})
    |(?P<dayfirst>{DAY_FIRST.pattern.replace("(", "(?:").replace("(?:?:", "(?:")})
    |(?P<iso>\b(?:19|20)\d\d-\d\d-\d\d\b)
    |\b(?:FY|fiscal(?:\syears?)?)\s?'?(?P<fiscal>(?:19|20)?\d\d)\b
    |\b(?:Q(?P<quarter>[1-4])|(?P<quarters>[1-4])Q|(?P<ordinal>{"|".join(ORDINALS)})[\s-]quarter)\b
    |\b(?P<part>{PART})
    |\b(?P<span>\d{{1,2}})[\s-](?=(?:weeks?|months?)\s(?:ended|period)\b)
    |(?P<code>\b\d{{1,2}}-[KQF]s?\b|\b[A-Za-z]+-?\d[\w-]*)
    |(?:\((?=\d{{4}}\)))?(?P<year>(?<![\d,.$€£¥])\b(?:19|20)\d\d\b(?![\d,]*\d|\.\d|\s?%|\s(?:{"|".join(SCALES)})))
        (?:[-–]\d\d\b)?
    |(?P<number>{NUMBER})
    |(?P<spelled>{SPELLED.pattern})(?:[\s-](?P<said>per\s?cent(?:age\spoints?)?|basis\spoints?)\b|(?=[\s-](?P<stretch>weeks?|months?)\b))?
    |(?P<word>[^\W\d_][\w&'’]*)""",
    re.VERBOSE | re.IGNORECASE,
)

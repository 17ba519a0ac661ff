"""Questions in other languages and what a model may make of them in English (V7)."""

import re

LETTERS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# The commonest words of English questions, and of those in other languages that are written like nothing English.
ENGLISH = frozenset(
    """
    what which who whom whose why how when where is are was were be been do does did has have had the of in on for to
    from and or by with at as its their can could would should tell give show list explain describe compare please
    """.split()  # noqa: SIM905 - a word list reads better as prose
)
OTHER = (
    frozenset(
        """
    der die das den dem des ein eine wie warum welche welcher welches wieviel wer ist sind wurde wurden hat haben im und
    für von mit bei
    le la les du une quel quelle quels quelles pourquoi comment combien est sont été ont au aux et pour dans sur par
    el los las del un una cuál cuáles qué cuánto cuántos cómo por fue fueron es son ha han y para en con
    il lo gli dei della delle quale quali perché quanto quanti come è sono stato stati nel nella e per di che
    o os as do da dos das qual quais quanto quantos foi foram em no na não
    de het een hoe waarom welke hoeveel wat zijn werd werden heeft van voor met bij
    """.split()  # noqa: SIM905
    )
    - ENGLISH
)
OUR_OWN = frozenset({"I", "A", "US", "USD", "EUR", "GBP", "GAAP", "EBIT", "EBITDA", "EPS", "R&D", "FY", "Q"})


def in_english(question: str) -> bool:
    """Whether `question` may be English: no other alphabet, and not more words of another language than of English."""
    if any(letter.isalpha() and ord(letter) > 0x24F for letter in question):
        return False
    words = [word.lower() for word in LETTERS.findall(question)]
    return sum(word in OTHER for word in words) <= sum(word in ENGLISH for word in words)


def additions(translated: str, question: str) -> str:
    """The first name or number of `translated` that the question does not hold; "" where it adds none.

    A name is a word written with a capital letter that does not begin a sentence.
    """
    said = {_bare(word) for word in LETTERS.findall(question)}
    numbers = set(NUMBER.findall(question))
    for match in re.finditer(rf"{LETTERS.pattern}|{NUMBER.pattern}", translated):
        word = match[0]
        named = word[0].isupper() and word not in OUR_OWN and not _begins(translated, match.start())
        if (word[0].isdigit() and word not in numbers) or (named and _bare(word) not in said):
            return word
    return ""


def years_named(text: str) -> frozenset[int]:
    """The years among the numbers of a text in any language, whatever letters stand beside them."""
    fourfold = (int(number) for number in NUMBER.findall(text) if len(number) == 4 and number.isdigit())
    return frozenset(number for number in fourfold if 1900 <= number < 2100)


def _begins(text: str, at: int) -> bool:
    before = text[:at].rstrip(" \"'“(")
    return not before or before[-1] in ".?!:"


def _bare(word: str) -> str:
    """Without the ending of an English or German genitive: Quillmark's is Quillmark."""
    return re.sub(r"['’]s?$", "", word).lower()

"""Questions in other languages and what a model may make of them in English (V7)."""

from apps.questions.tokens import Word, words_of

YEAR_DIGITS = 4
YEARS = range(1900, 2100)
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
    words = [word.text.lower() for word in words_of(question) if word.is_word]
    return sum(word in OTHER for word in words) <= sum(word in ENGLISH for word in words)


def additions(translated: str, question: str) -> str:
    """The first name or number of `translated` that the question does not hold; "" where it adds none.

    A name is a word written with a capital letter that does not begin a sentence.
    """
    said = {word.key for word in words_of(question)}
    for word in words_of(translated):
        if word.key not in said and (word.is_number or _names(word, translated)):
            return word.text
    return ""


def years_named(text: str) -> frozenset[int]:
    """The years among the numbers of a text in any language, whatever letters stand beside them."""
    numbers = (word.text for word in words_of(text) if len(word.text) == YEAR_DIGITS and word.text.isdecimal())
    return frozenset(int(number) for number in numbers if int(number) in YEARS)


def _names(word: Word, text: str) -> bool:
    """Whether it is written as a name; single letters name nobody ("R&D")."""
    before = text[: word.start].rstrip(" \"'“(")
    begins = not before or before[-1] in ".?!:"
    own = word.text.replace(".", "") in OUR_OWN
    return word.is_word and len(word.text) > 1 and word.text[0].isupper() and not own and not begins

import re
import tomllib

import pytest

from apps.retrieval.notions import SOURCE, notion


@pytest.mark.parametrize("name", tomllib.loads(SOURCE.read_text(encoding="utf-8")))
def test_every_notion_is_alternatives_without_groups_of_their_own(name: str) -> None:
    pattern = re.compile(rf"\b(?:{notion(name)})\b")

    assert pattern.groups == 0
    assert not pattern.search("harbour tolls of northern ports")


@pytest.mark.parametrize(
    ("name", "opposite", "said"),
    [
        ("rose", "fell", "revenue grew and margins improved"),
        ("fell", "rose", "sales declined, costs dropped"),
        ("most", "least", "the greatest of all ports"),
        ("least", "most", "the fewest ships"),
        ("larger", "smaller", "was it greater"),
        ("smaller", "larger", "was it lower"),
    ],
)
def test_opposite_notions_share_no_word(name: str, opposite: str, said: str) -> None:
    assert re.search(rf"\b(?:{notion(name)})\b", said)
    assert not re.search(rf"\b(?:{notion(opposite)})\b", said)


def test_several_notions_are_one_pattern() -> None:
    assert len(re.findall(rf"\b(?:{notion('reasons', 'telling')})\b", "explain why it fell")) == 2

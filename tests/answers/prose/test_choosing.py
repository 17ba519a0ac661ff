from apps.answers.prose.choosing import Hit, choose, led_by
from apps.answers.prose.settings import ProseSettings
from apps.answers.sources.sentences import Sentence, SentenceHit
from tests.answers.prose.passages import passage

SETTINGS = ProseSettings()


def hit(text: str, score: float, page: int, start: int = 0) -> Hit:
    sentence = Sentence(page, page, start, start + len(text), text)
    return SentenceHit(sentence, score, score, score, frozenset({"port"})), passage(page + 1, text, page)


def test_several_sentences_of_a_page_outweigh_a_stray_one() -> None:
    stray = hit("The ports were named once.", 0.60, page=9)
    page = [hit("Ports opened in June.", 0.56, 4, 10), hit("Ports closed in May.", 0.55, 4, 90)]
    chosen = choose([stray, *page], SETTINGS)

    assert [one.sentence.start for one, _ in chosen.first] == [10, 90]
    assert [one.sentence.page for one, _ in chosen.others] == [9]


def test_what_is_said_again_is_shown_once() -> None:
    whole, part = "Ports closed in May because of the strike.", "Ports  closed in May"
    chosen = choose([hit(whole, 0.7, 2), hit(whole, 0.7, 5), hit(part, 0.6, 6)], SETTINGS)

    assert [one.sentence.text for one, _ in chosen.hits] == [whole]


def test_what_lies_far_below_the_best_is_left() -> None:
    chosen = choose([hit("Ports closed in May.", 0.8, 2), hit("A port has water.", 0.4, 2, 50)], SETTINGS)

    assert len(chosen.hits) == 1


def test_nothing_found_is_nothing_chosen() -> None:
    assert choose([], SETTINGS).hits == ()


def test_the_best_leads_and_the_others_follow_as_they_stand() -> None:
    page = [
        hit(f"Port {start} closed in May.", score, 4, start) for start, score in ((90, 0.6), (50, 0.59), (10, 0.58))
    ]

    assert [one.sentence.start for one, _ in choose(page, SETTINGS).first] == [90, 10, 50]


def test_what_answers_leads_once_wherever_it_stood() -> None:
    best, answer = hit("Ports closed in May.", 0.60, 4), hit("Nine ports closed.", 0.55, 9)
    chosen = led_by(choose([best, answer], SETTINGS), answer)

    assert [one.sentence.page for one, _ in chosen.hits] == [9, 4]

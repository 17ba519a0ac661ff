from apps.answers.wording import stems, topic, ways_to_say


def test_framing_years_and_stop_words_say_nothing() -> None:
    assert topic("What was the total operating income (in USD millions) for fiscal year 2017?") == ("oper", "incom")


def test_other_is_a_word_of_its_own() -> None:
    assert topic("Other assets") != topic("Total assets")


def test_possessives_are_the_word() -> None:
    assert stems("Quillmark's") == stems("Quillmark’s") == stems("Quillmark")


def test_a_line_item_is_also_said_as_other_filers_say_it() -> None:
    assert frozenset(topic("Purchases of property and equipment")) in ways_to_say("capital expenditure in FY2018")
    assert frozenset(topic("Net sales")) in ways_to_say("total revenue")


def test_a_question_without_a_line_item_has_one_way() -> None:
    assert len(ways_to_say("Which ports does the company serve?")) == 1

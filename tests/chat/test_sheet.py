"""The calculation sheet on the page of an answer."""

from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.documents.models import Document, Visibility
from tests.answers.statements import report
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]
LINES = {"current_assets": {2023: "700"}, "current_liabilities": {2023: "500"}}


def test_the_page_shows_formula_figures_and_result(people: People, client_for: Browse) -> None:
    report(people.owner, "Quillmark Foundry", 2023, LINES)
    answer = ask(people.owner, "What is the FY2023 current ratio of Quillmark?")
    workflow.answer(answer.pk)
    page = client_for(people.owner).get(f"/answers/{answer.uid}/").content.decode()

    assert "Total current assets / Total current liabilities" in page
    assert "= 700 / 500 (millions)" in page
    assert "1.40" in page and "Calculated" in page


def test_the_sheet_goes_with_its_sources(people: People, client_for: Browse) -> None:
    version = report(people.owner, "Quillmark Foundry", 2023, LINES)
    answer = ask(people.owner, "What is the FY2023 current ratio of Quillmark?")
    workflow.answer(answer.pk)
    Document.objects.filter(pk=version.document_id).update(visibility=Visibility.PRIVATE, owner=people.stranger)
    page = client_for(people.owner).get(f"/answers/{answer.uid}/").content.decode()

    assert "700 / 500" not in page and "1.40" not in page

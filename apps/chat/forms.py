"""What the pages of chat send: cleaned, and checked against what the person may see."""

import uuid
from typing import Any

from django import forms

from apps.accounts.models import User
from apps.answers.asking import LONGEST_QUESTION
from apps.chat.conversing import Question
from apps.documents.models import Company, Document
from apps.retrieval.found import Scope

UNSEEN = {"invalid_choice": "A document or company that was chosen is not there any more."}


class QuestionForm(forms.Form):
    """A question, its key against double sending, and the documents and companies to look in."""

    question = forms.CharField(
        max_length=LONGEST_QUESTION,
        strip=True,
        error_messages={
            "required": "Write a question first.",
            "max_length": f"A question can have at most {LONGEST_QUESTION:,} characters.",
        },
    )
    key = forms.UUIDField(initial=uuid.uuid4)
    documents = forms.ModelMultipleChoiceField(
        queryset=Document.objects.none(), required=False, to_field_name="uid", error_messages=UNSEEN
    )
    companies = forms.ModelMultipleChoiceField(
        queryset=Company.objects.none(), required=False, to_field_name="uid", error_messages=UNSEEN
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seen = Document.objects.visible_to(user)
        self.fields["documents"].queryset = seen  # type: ignore[attr-defined]
        self.fields["companies"].queryset = Company.objects.filter(documents__in=seen).distinct()  # type: ignore[attr-defined]

    def as_question(self, address: str | None) -> Question:
        """Call after is_valid()."""
        scope = Scope(
            documents=tuple(document.uid for document in self.cleaned_data["documents"]),
            companies=tuple(company.uid for company in self.cleaned_data["companies"]),
        )
        return Question(self.cleaned_data["question"], scope, self.cleaned_data["key"], address)


class TitleForm(forms.Form):
    title = forms.CharField(max_length=120, strip=True)

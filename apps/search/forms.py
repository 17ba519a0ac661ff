"""What the search page and its API are asked."""

import uuid
from typing import Any

from django import forms

from apps.accounts.models import User
from apps.answers.run.asking import LONGEST_QUESTION
from apps.documents.models import Document, Form
from apps.search.looking import Wanted
from apps.search.section_kinds import SectionKind


class SearchForm(forms.Form):
    """What is not understood, or not there for this user, counts as not asked for, so that an old link still works."""

    q = forms.CharField(required=False, max_length=LONGEST_QUESTION, label="Search")
    company = forms.UUIDField(required=False)
    year = forms.IntegerField(required=False, min_value=1900, max_value=2100)
    form = forms.ChoiceField(required=False, choices=Form.choices)
    section = forms.ChoiceField(required=False, choices=[(kind, kind) for kind in SectionKind])

    def __init__(self, data: Any, *, user: User) -> None:
        super().__init__(data)
        self._user = user

    def clean_company(self) -> uuid.UUID | None:
        wanted: uuid.UUID | None = self.cleaned_data["company"]
        seen = Document.objects.visible_to(self._user)
        return wanted if wanted and seen.filter(company__uid=wanted).exists() else None

    def wanted(self) -> Wanted:
        self.is_valid()
        cleaned = self.cleaned_data
        return Wanted(
            text=" ".join(cleaned.get("q", "").split()),
            company=cleaned.get("company"),
            year=cleaned.get("year"),
            form=cleaned.get("form", ""),
            section=cleaned.get("section", ""),
        )

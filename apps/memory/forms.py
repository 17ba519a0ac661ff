"""What the pages of the memory bank send: cleaned, and checked against what the person may see."""

from typing import Any

from django import forms

from apps.accounts.models import User
from apps.documents.models import Company, Document
from apps.memory.circles import choices_for, documents_of
from apps.memory.models import CanonicalQuestion
from apps.memory.questions import LONGEST

UNSEEN = {"invalid_choice": "A filing or company that was chosen is not there any more."}
MOST_QUESTIONS = 100


def seen_companies(user: User) -> Any:
    """Companies of which `user` may see a filing."""
    seen = Document.objects.visible_to(user).exclude(company=None)
    return Company.objects.filter(pk__in=seen.values("company"))


class FillForm(forms.Form):
    """Which fiscal years of which companies to fill."""

    companies = forms.ModelMultipleChoiceField(Company.objects.none(), to_field_name="uid", error_messages=UNSEEN)
    years = forms.TypedMultipleChoiceField(coerce=int, choices=[(year, str(year)) for year in range(1990, 2101)])
    circle = forms.ChoiceField()

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["companies"].queryset = seen_companies(user)  # type: ignore[attr-defined]
        self.fields["circle"].choices = choices_for(user)  # type: ignore[attr-defined]


class GridForm(forms.Form):
    """An own grid: canonical questions, own ones (one a line), filings, and what a model may take."""

    title = forms.CharField(max_length=200, widget=forms.TextInput(attrs={"class": "form-control"}))
    questions = forms.ModelMultipleChoiceField(
        CanonicalQuestion.objects.none(), to_field_name="uid", required=False, error_messages=UNSEEN
    )
    own = forms.CharField(required=False, max_length=MOST_QUESTIONS * LONGEST)
    documents = forms.ModelMultipleChoiceField(Document.objects.none(), to_field_name="uid", error_messages=UNSEEN)
    circle = forms.ChoiceField(widget=forms.Select(attrs={"class": "form-select"}))
    token_limit = forms.IntegerField(
        min_value=0,
        max_value=2_000_000_000,
        required=False,
        initial=0,
        widget=forms.NumberInput(attrs={"class": "form-control"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["questions"].queryset = CanonicalQuestion.objects.visible_to(user)  # type: ignore[attr-defined]
        self.fields["circle"].choices = choices_for(user)  # type: ignore[attr-defined]
        seen = Document.objects.visible_to(user).exclude(current=None)
        self.fields["documents"].queryset = seen.select_related("company")  # type: ignore[attr-defined]

    def clean_own(self) -> list[str]:
        lines = [line.strip() for line in self.cleaned_data["own"].splitlines() if line.strip()]
        if len(lines) > MOST_QUESTIONS:
            raise forms.ValidationError(f"At most {MOST_QUESTIONS} own questions.")
        return lines

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if not told.get("questions") and not told.get("own") and "own" not in self.errors:
            self.add_error("own", "Choose or write at least one question.")
        if {"documents", "circle"} <= told.keys():
            circle = documents_of(told["circle"])
            if told["documents"].exclude(pk__in=circle.values("pk")).exists():
                self.add_error("circle", "Not all of these filings can be seen by that circle; choose a narrower one.")
        return told


class CorrectionForm(forms.Form):
    value = forms.DecimalField(max_digits=28, decimal_places=6)
    comment = forms.CharField(max_length=1000)


class CommentForm(forms.Form):
    comment = forms.CharField(max_length=1000, required=False)


class ImportForm(forms.Form):
    file = forms.FileField()
    circle = forms.ChoiceField(widget=forms.Select(attrs={"class": "form-select"}))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["circle"].choices = choices_for(user)  # type: ignore[attr-defined]

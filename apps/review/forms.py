"""Forms of the reviewers' pages."""

from typing import Any

from django import forms

from apps.answers.models import Ending, StageName, Status, Trust
from apps.answers.run.settings import RoadKind
from apps.review.models import Kind, Standing
from apps.review.selection import BELOW_HIGH, Wanted, models_on_record

PLACEHOLDERS = {"who": "Who: name or id", "words": "Words of question or answer", "filing": "Filing"}
SHORTEST_REASON, LONGEST_REASON = 10, 500


class WantedForm(forms.Form):
    """What `Wanted` says, as typed into the page or its address."""

    words = forms.CharField(max_length=300, required=False)
    who = forms.CharField(max_length=150, required=False)
    filing = forms.CharField(max_length=200, required=False)
    state = forms.ChoiceField(choices=[("", "Every ending"), *Ending.choices], required=False)
    status = forms.ChoiceField(choices=[("", "Every status"), *Status.choices], required=False)
    trust = forms.ChoiceField(choices=[("", "Every trust"), (BELOW_HIGH, "Below High"), *Trust.choices], required=False)
    model = forms.ChoiceField(required=False)
    stage = forms.ChoiceField(choices=[("", "Models in any stage"), *StageName.choices], required=False)
    standing = forms.ChoiceField(choices=[("", "Every review"), *Standing.choices], required=False)
    since = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        models = [("", "Every model"), ("none", "No model"), *((name, name) for name in models_on_record())]
        self.fields["model"] = forms.ChoiceField(choices=models, required=False)
        for name, field in self.fields.items():
            kind = "form-select" if isinstance(field, forms.ChoiceField) else "form-control"
            field.widget.attrs |= {"class": kind, "aria-label": PLACEHOLDERS.get(name, name.capitalize())}
            field.widget.attrs |= {"placeholder": PLACEHOLDERS[name]} if name in PLACEHOLDERS else {}
        self.fields["words"].widget.attrs |= {"data-search": "", "class": "form-control search"}

    def clean(self) -> None:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", "The last day lies before the first.")

    def wanted(self) -> Wanted:
        """Call after is_valid()."""
        return Wanted(**self.cleaned_data)


class ReasonForm(forms.Form):
    reason = forms.CharField(min_length=SHORTEST_REASON, max_length=LONGEST_REASON)


class NoteForm(forms.Form):
    """A step of a review."""

    kind = forms.ChoiceField(choices=[choice for choice in Kind.choices if choice[0] != Kind.TAKEN])
    text = forms.CharField(max_length=2000, required=False)
    due = forms.DateField(required=False)
    second = forms.BooleanField(required=False)


class AgainForm(forms.Form):
    """What is to be otherwise when an answer is made again today; empty fields leave it as it is set up."""

    way = forms.ChoiceField(choices=[("", "Road as configured"), *((kind, kind.capitalize()) for kind in RoadKind)])
    model = forms.CharField(max_length=100, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["way"].required = False
        self.fields["way"].widget.attrs |= {"class": "form-select", "aria-label": "Road"}
        told = {"class": "form-control", "aria-label": "Model", "placeholder": "Model as configured"}
        self.fields["model"].widget.attrs |= told | {"autocomplete": "off"}


class SampleForm(forms.Form):
    """How many answers to draw for review, and by when."""

    size = forms.IntegerField(min_value=1, max_value=200)
    due = forms.DateField(required=False)
    second = forms.BooleanField(required=False)


class ViewForm(forms.Form):
    name = forms.CharField(max_length=60)
    query = forms.CharField(max_length=1000, required=False)

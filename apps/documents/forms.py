"""What users send to the library, cleaned."""

import uuid
from typing import Any, ClassVar

from django import forms
from django.db import transaction

from apps.accounts.models import User
from apps.documents.circles import circle_of
from apps.documents.companies import company_named
from apps.documents.company_names import stated_name, stated_numbers, stated_ticker
from apps.documents.describing import SUMMARY_CHARACTERS
from apps.documents.listing import SORTS, Wanted
from apps.documents.models import Company, Document, Form, Visibility
from apps.documents.provenance import keywords
from apps.documents.publishing import MAY_NOT_PUBLISH

PERIODS = [("", "-"), *((period, period) for period in ("FY", "Q1", "Q2", "Q3", "Q4", "H1", "H2"))]
MOST_KEYWORDS = 5
NOT_YOURS = f"{MAY_NOT_PUBLISH} A file is shared with a team by somebody who is in one."
STATES = [("", "Any state"), ("ready", "Ready"), ("working", "In work"), ("error", "Error")]


class LibraryForm(forms.Form):
    """Filters of the library. What is not understood counts as not asked for, so that an old link still works."""

    q = forms.CharField(required=False, max_length=100, label="Name")
    company = forms.ChoiceField(required=False, label="Company")
    type = forms.ChoiceField(required=False, label="Type", choices=[("", "Any type"), *Form.choices, ("note", "Note")])
    year = forms.ChoiceField(required=False, label="Year")
    state = forms.ChoiceField(required=False, label="State")
    sort = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, user: User) -> None:
        super().__init__(data)
        seen = Document.objects.visible_to(user)
        companies = Company.objects.filter(documents__in=seen).distinct().values_list("uid", "name")
        years = seen.exclude(fiscal_year=None).order_by("-fiscal_year").values_list("fiscal_year", flat=True).distinct()
        choices = {
            "company": [("", "Any company"), *((str(uid), name) for uid, name in companies)],
            "year": [("", "Any year"), *((str(year), str(year)) for year in years)],
            "state": STATES,
        }
        for name, options in choices.items():
            self.fields[name] = forms.ChoiceField(required=False, label=self.fields[name].label, choices=options)
        style(self)

    def wanted(self) -> Wanted:
        self.is_valid()
        cleaned = self.cleaned_data
        sort = cleaned.get("sort", "")
        return Wanted(
            text=cleaned.get("q", ""),
            company=uuid.UUID(cleaned["company"]) if cleaned.get("company") else None,
            report_type=cleaned.get("type", ""),
            year=int(cleaned["year"]) if cleaned.get("year") else None,
            state=cleaned.get("state", ""),
            sort=sort if sort.removeprefix("-") in SORTS else "-uploaded",
        )


class UploadForm(forms.Form):
    """One file of a drop. Its content is looked at later; here stand only the wishes that come with it."""

    file = forms.FileField(allow_empty_file=True, max_length=1000)
    kind = forms.ChoiceField(choices=[("filing", "filings"), ("note", "notes")], required=False)
    visibility = forms.ChoiceField(choices=Visibility.choices)
    company = forms.CharField(required=False, max_length=200)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["visibility"] = forms.ChoiceField(
            choices=visibilities(user), initial=Visibility.PRIVATE, error_messages={"invalid_choice": NOT_YOURS}
        )
        self.fields["company"].widget.attrs |= {"list": "known-companies", "placeholder": "as the file says"}
        style(self)


class VersionForm(forms.Form):
    """A newer file of a document that is there already."""

    file = forms.FileField(allow_empty_file=True, max_length=1000)


class DocumentForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a document says of itself, as its owner corrects it. Every field changed by hand is named in metadata."""

    company_name = forms.CharField(required=False, max_length=200, label="Company")
    keywords = forms.CharField(required=False, max_length=300, help_text="Up to five, with commas between them.")
    fiscal_period = forms.ChoiceField(required=False, choices=PERIODS)

    class Meta:
        model = Document
        fields: ClassVar = [
            "title",
            "summary",
            "kind",
            "report_type",
            "fiscal_year",
            "fiscal_period",
            "period_end",
            "filed",
            "visibility",
        ]
        widgets: ClassVar = {
            "summary": forms.Textarea({"rows": 4, "maxlength": SUMMARY_CHARACTERS}),
            "period_end": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "filed": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        }

    def __init__(self, *args: Any, actor: User | None = None, **kwargs: Any) -> None:
        """actor: who corrects it, its owner where nobody is named."""
        super().__init__(*args, **kwargs)
        company = self.instance.company
        self.fields["company_name"].initial = company.name if company else ""
        self.initial["summary"] = " ".join(self.instance.summary.split())  # as it would be sent back
        self.fields["keywords"].initial = ", ".join(keywords(self.instance))
        self.before = self.instance.visibility
        choices = visibilities(self.instance.owner, actor, self.before)
        self.fields["visibility"] = forms.ChoiceField(choices=choices, error_messages={"invalid_choice": NOT_YOURS})
        self.order_fields(["title", "summary", "company_name"])
        style(self)

    def clean_fiscal_year(self) -> int | None:
        year: int | None = self.cleaned_data["fiscal_year"]
        if year is not None and not 1900 <= year <= 2100:
            raise forms.ValidationError("A fiscal year lies between 1900 and 2100.")
        return year

    def clean_summary(self) -> str:
        """One paragraph, as long as a reading's at most."""
        summary = " ".join(self.cleaned_data["summary"].split())
        if len(summary) > SUMMARY_CHARACTERS:
            raise forms.ValidationError(f"A summary has {SUMMARY_CHARACTERS} characters at most.")
        return summary

    def clean_keywords(self) -> str:
        """Each once, in the order given, with one comma between them."""
        words = dict.fromkeys(filter(None, (word.strip() for word in self.cleaned_data["keywords"].split(","))))
        if len(words) > MOST_KEYWORDS:
            raise forms.ValidationError("A document has five keywords at most.")
        return ", ".join(words)

    @transaction.atomic
    def save(self, commit: bool = True) -> Document:
        """Store the changes; `metadata["edited"]` then names the fields that no later reading may overwrite."""
        document: Document = super().save(commit=False)
        document.team = document.owner.team if document.visibility == Visibility.TEAM else None
        if {"company_name", "visibility"} & set(self.changed_data):
            document.company = self._company(document)
        edited = {*document.metadata.get("edited", []), *self.changed_names()} - {"visibility"}
        document.metadata = document.metadata | {"edited": sorted(edited)}
        if "keywords" in self.changed_data:
            document.metadata["keywords"] = list(filter(None, self.cleaned_data["keywords"].split(", ")))
        document.save()
        return document

    def _company(self, document: Document) -> Company | None:
        """The company as the circle knows it that will see the document: as entered, else as the document says."""
        name = self.cleaned_data["company_name"].strip()
        circle = circle_of(document)
        if not name or "company_name" in self.changed_data:
            return company_named(name, told_to=circle) if name else None
        name, numbers = stated_name(document) or name, stated_numbers(document)
        return company_named(name, ticker=stated_ticker(document), numbers=numbers, told_to=circle)

    def changed_names(self) -> list[str]:
        """The model's names of the changed fields."""
        return sorted(field_name(name) for name in self.changed_data)

    def told(self) -> dict[str, str]:
        """What the form says before anybody changes it, as it would be sent."""
        return {name: str(self.get_initial_for_field(field, name) or "") for name, field in self.fields.items()}


def field_name(name: str) -> str:
    """A field of the form as the model calls it."""
    return "company" if name == "company_name" else name


def visibilities(owner: User, actor: User | None = None, kept: str = "") -> list[tuple[str, str]]:
    """Sharing with a team needs one, publishing to everyone the right to; what a document has already, it may keep."""
    publisher = actor or owner
    barred: dict[str, bool] = {Visibility.TEAM: not owner.team_id, Visibility.EVERYONE: not publisher.may_publish}
    return [(value, label) for value, label in Visibility.choices if value == kept or not barred.get(value)]


def style(form: forms.BaseForm) -> None:
    for field in form.fields.values():
        select = isinstance(field.widget, forms.Select)
        field.widget.attrs.setdefault("class", "form-select" if select else "form-control")

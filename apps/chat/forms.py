"""What the pages of chat send: cleaned, and checked against what the person may see."""

import uuid
from typing import Any

from django import forms

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.run.asking import LONGEST_QUESTION
from apps.answers.run.settings import RoadKind
from apps.chat.conversing import Question
from apps.chat.models import Reason
from apps.documents.models import Company, Document, Form, Kind
from apps.inference.language import Role, language_model
from apps.questions.query import as_json
from apps.questions.reader import FOR_FIGURES
from apps.retrieval.found import Scope
from apps.retrieval.reading import read_for

WAYS = (
    ("", "As set up"),
    (RoadKind.RULES, "Rules alone"),
    (RoadKind.WORKFLOW, "Model in steps"),
    (RoadKind.LOOP, "Model with tools"),
)
UNREAD = "The reading was not changed. Not understood: {words}. Name a figure, a company and a period."
UNSEEN = {"invalid_choice": "A document or company that was chosen is not there any more."}


class QuestionForm(forms.Form):
    """A question, its key against double sending, and the documents and companies to look in."""

    question = forms.CharField(
        max_length=LONGEST_QUESTION,
        strip=True,
        error_messages={
            "required": "Write a question first.",
            "max_length": f"A question can have at most {LONGEST_QUESTION:,} characters; shorten it.",
        },
    )
    key = forms.UUIDField(initial=uuid.uuid4)
    documents = forms.ModelMultipleChoiceField(
        queryset=Document.objects.none(), required=False, to_field_name="uid", error_messages=UNSEEN
    )
    companies = forms.ModelMultipleChoiceField(
        queryset=Company.objects.none(), required=False, to_field_name="uid", error_messages=UNSEEN
    )

    years = forms.TypedMultipleChoiceField(coerce=int, required=False, error_messages=UNSEEN)
    report_types = forms.MultipleChoiceField(choices=Form.choices, required=False)
    kinds = forms.MultipleChoiceField(choices=Kind.choices, required=False)
    way = forms.ChoiceField(choices=WAYS, required=False)
    after = forms.UUIDField(required=False)
    edits = forms.UUIDField(required=False)
    reading_of = forms.UUIDField(required=False)
    reading = forms.IntegerField(min_value=0, required=False)
    read_as = forms.CharField(max_length=LONGEST_QUESTION, strip=True, required=False)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        seen = Document.objects.visible_to(user)
        self.fields["documents"].queryset = seen  # type: ignore[attr-defined]
        self.fields["companies"].queryset = Company.objects.filter(documents__in=seen).distinct()  # type: ignore[attr-defined]
        years = seen.exclude(fiscal_year=None).values_list("fiscal_year", flat=True).distinct()
        self.fields["years"].choices = [(year, str(year)) for year in years]  # type: ignore[attr-defined]

    def clean_read_as(self) -> dict[str, Any] | None:
        """The reading that was written instead of ours; refused where a word of it is not understood."""
        words = self.cleaned_data["read_as"]
        if not words:
            return None
        reading = read_for(self.user, Scope(), words)
        query = reading.query
        figures = [one.query for one in reading.alternatives if one.reason == FOR_FIGURES]
        if figures:
            raise forms.ValidationError(UNREAD.format(words=f"“{figures[0].left_open}”"))
        if query.unread:
            words = ", ".join(dict.fromkeys(f"“{one.text}”" for one in query.unread))
            raise forms.ValidationError(UNREAD.format(words=words))
        return as_json(query)

    def as_question(self, address: str | None) -> Question:
        """Call after is_valid()."""
        sent = self.cleaned_data
        return Question(
            sent["question"],
            self.scope_chosen(),
            sent["key"],
            address,
            sent["after"],
            sent["edits"],
            sent["read_as"] or chosen_reading(self.user, sent["reading_of"], sent["reading"]),
            sent["way"],
        )

    @property
    def ways(self) -> list[tuple[str, str, bool]]:
        """The roads to choose from, and which is chosen; none where no language model is set up."""
        if language_model(Role.WRITER) is None:
            return []
        chosen = self["way"].value() or ""
        return [(value, label, value == chosen) for value, label in WAYS]

    def scope_chosen(self) -> Scope:
        """What was chosen, as far as it is valid: a form that is refused keeps it. Call after is_valid()."""
        kept = getattr(self, "cleaned_data", {})
        return Scope(
            documents=tuple(document.uid for document in kept.get("documents", ())),
            companies=tuple(company.uid for company in kept.get("companies", ())),
            years=tuple(kept.get("years", ())),
            report_types=tuple(kept.get("report_types", ())),
            kinds=tuple(kept.get("kinds", ())),
        )


def chosen_reading(user: User, answer: uuid.UUID | None, number: int | None) -> dict[str, Any] | None:
    """One of the other readings that an answer of the user's own offered; None where none was chosen."""
    if answer is None or number is None:
        return None
    found = Answer.objects.visible_to(user).filter(uid=answer).first()
    offered = (found.result.get("readings") or []) if found else []
    query: dict[str, Any] | None = offered[number]["query"] if number < len(offered) else None
    return query


class TitleForm(forms.Form):
    title = forms.CharField(max_length=120, strip=True)


class FeedbackForm(forms.Form):
    """Whether an answer helped, and why not."""

    helped = forms.TypedChoiceField(
        choices=[("yes", "Helped"), ("no", "Did not help")], coerce=lambda said: said == "yes"
    )
    reason = forms.ChoiceField(choices=[("", ""), *Reason.choices], required=False)
    comment = forms.CharField(max_length=1000, strip=True, required=False)

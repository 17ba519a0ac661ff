"""What the pages of notes send, cleaned."""

import uuid
from typing import Any

from django import forms

from apps.accounts.models import User
from apps.notes.links import KINDS
from apps.notes.models import Note

RECENT = 30  # own notes among which one is chosen to add to


class SaveForm(forms.Form):
    text = forms.CharField(required=False, strip=False)
    revision = forms.IntegerField(required=False, min_value=0)


class AddForm(forms.Form):
    """What is added, and to which note: one of one's own, or a new one."""

    kind = forms.CharField(max_length=16)
    target = forms.UUIDField()
    note = forms.ChoiceField(required=False, label="To")
    words = forms.CharField(required=False, max_length=4000, label="Your words", widget=forms.Textarea({"rows": 3}))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        recent = Note.objects.owned_by(user).select_related("document")[:RECENT]
        choices = [("", "A new note"), *((str(note.uid), str(note)) for note in recent)]
        self.fields["note"] = forms.ChoiceField(required=False, label="To", choices=choices)
        self.fields["note"].widget.attrs["class"] = "form-select"
        self.fields["words"].widget.attrs["class"] = "form-control"
        self.fields["kind"].widget = self.fields["target"].widget = forms.HiddenInput()

    def clean_kind(self) -> str:
        kind = str(self.cleaned_data["kind"])
        if kind not in KINDS:
            raise forms.ValidationError("This cannot be added to a note.")
        return kind

    @property
    def chosen(self) -> uuid.UUID | None:
        return uuid.UUID(self.cleaned_data["note"]) if self.cleaned_data.get("note") else None

"""The filter of the trail."""

from typing import Any

from django import forms

from apps.audit.models import Action
from apps.audit.selection import Selection

EVERY = ("", "Every action")


class SelectionForm(forms.Form):
    """What `Selection` says, as typed into the page or its address."""

    action = forms.ChoiceField(choices=[EVERY, *Action.choices], required=False)
    actor = forms.CharField(max_length=150, required=False)
    subject = forms.CharField(max_length=300, required=False)
    since = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs |= {
                "class": "form-select" if name == "action" else "form-control",
                "aria-label": name.capitalize(),
                "placeholder": name.capitalize(),
            }
        self.fields["subject"].widget.attrs |= {"data-search": "", "placeholder": "Subject: name or id"}
        self.fields["actor"].widget.attrs["placeholder"] = "Actor: name or id"

    def clean(self) -> None:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", "The last day lies before the first.")

    def selection(self) -> Selection:
        """Call after is_valid()."""
        wanted = dict(self.cleaned_data)
        action = wanted.pop("action")
        return Selection(actions=(action,) if action else (), **wanted)

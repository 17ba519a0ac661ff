"""What the pages of evaluation send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

from apps.answers.run.own_settings import LONGEST, as_set_up, from_toml, of_text, own, shown
from apps.answers.run.settings import SettingsError

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

LARGEST_FILE = 5_000_000  # bytes
LONGEST_TOML = 2000  # characters
SHOWN = 40  # characters of a value


class SetForm(forms.Form):
    name = forms.CharField(max_length=100)
    file = forms.FileField()

    def clean_file(self) -> UploadedFile[bytes]:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            raise forms.ValidationError("The file is larger than 5 MB.")
        return file


class RunForm(forms.Form):
    """A run. setting, value: one of the pipeline's settings, for this run alone; toml: several of them, by their names.

    both: another run before it, as this installation is set up.
    """

    label = forms.CharField(max_length=100, required=False)
    setting = forms.ChoiceField(required=False, error_messages={"invalid_choice": "There is no such setting."})
    value = forms.CharField(max_length=LONGEST, required=False)
    toml = forms.CharField(max_length=LONGEST_TOML, required=False)
    both = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(name, f"{name} (now {shown(value)[:SHOWN]})") for name, value in as_set_up().items()]
        self.fields["setting"].choices = [("", "Choose a setting"), *names]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """changes: as `own_settings.own` gives them."""
        sent: dict[str, Any] = super().clean() or {}
        chosen, value = sent.get("setting") or "", sent.get("value") or ""
        if bool(chosen) != bool(value):
            raise forms.ValidationError("Name a setting together with its value.")
        try:
            changes = from_toml(sent.get("toml") or "") | ({chosen: of_text(value)} if chosen else {})
            sent["changes"] = own(changes)
        except SettingsError as error:
            raise forms.ValidationError(str(error)) from None
        if changes and not sent["changes"]:
            raise forms.ValidationError("That is how it is set up already: nothing would change.")
        return sent

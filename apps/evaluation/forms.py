"""What the pages of evaluation send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

LARGEST_FILE = 5_000_000  # bytes


class SetForm(forms.Form):
    name = forms.CharField(max_length=100)
    file = forms.FileField()

    def clean_file(self) -> UploadedFile[bytes]:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            raise forms.ValidationError("The file is larger than 5 MB.")
        return file


class RunForm(forms.Form):
    label = forms.CharField(max_length=100, required=False)

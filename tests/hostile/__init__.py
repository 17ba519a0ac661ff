"""Builders of files that nobody should have to read: bombs, broken and disguised files. None of them is kept."""

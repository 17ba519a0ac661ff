"""Backups: taking them while work goes on, restoring them into an empty installation, and proving that all is there."""

"""Looks into a file in a process of its own. Knows no Django, no database and no settings."""

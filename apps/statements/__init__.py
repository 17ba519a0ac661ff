"""The primary statements of a filing as typed facts (beyond 1)."""

"""The dossier of an answer: one zip that a stranger can check without the application."""

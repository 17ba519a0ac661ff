"""Who and what a passage is about, each with a confidence (A5)."""

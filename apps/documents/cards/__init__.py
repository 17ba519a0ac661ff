"""Cards: what a passage says, in a fixed shape (R1)."""

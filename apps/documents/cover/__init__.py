"""Reading a filing's first pages: who files what, for which period (M2, deterministic)."""

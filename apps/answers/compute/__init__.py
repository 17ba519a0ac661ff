"""From a query to figures: operands that are bound to their cells, arithmetic, sheets, verdicts, rankings, tables."""

"""Numbers, units and periods as filings write them."""

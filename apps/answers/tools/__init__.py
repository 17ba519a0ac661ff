"""Tools (V12): what an answer needs besides the filings' own words, called by schema, bounded, each result a source."""

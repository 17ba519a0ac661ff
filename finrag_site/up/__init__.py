"""`python -m finrag_site.up`: the whole product on one machine, under one supervisor."""

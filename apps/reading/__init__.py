"""From a file to pages of text, blocks and tables (V1, A2, A3, M1)."""

"""The layout step: words with boxes in, lines, columns, headings, furniture, tables and page text out."""

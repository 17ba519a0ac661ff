"""An invented company: its numbers, its words, and the documents made of them."""

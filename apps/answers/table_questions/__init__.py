"""Questions of one table and the paragraphs around it, answered without a model (H4, TAT-QA's task)."""

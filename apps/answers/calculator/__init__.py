"""A formula language over cited figures (H4, M7): parsed and evaluated here, never executed as Python."""

"""Administrators' pages on how the place runs: jobs, settings in force."""

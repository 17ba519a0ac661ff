"""Where evidence comes from: all of it as one type, `Candidate`."""

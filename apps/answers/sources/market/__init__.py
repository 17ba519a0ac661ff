"""Prices of shares: from a service or from files, asked within a budget, each call kept."""

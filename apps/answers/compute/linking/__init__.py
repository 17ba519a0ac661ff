"""Lines that are not called as they were asked for: which printed one stands for a leaf (H2)."""

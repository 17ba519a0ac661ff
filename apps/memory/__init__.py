"""The memory bank (V5, V6): canonical questions, grids of cells, expert review, and answers verified before."""

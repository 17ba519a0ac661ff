"""Share prices (V12), from whichever source the operator has set up."""

"""Pages of the library, the document page and the viewer."""

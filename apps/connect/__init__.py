"""The product's tools for other assistants, by the Model Context Protocol: over HTTP at /mcp, and over stdio."""

"""The database backend: PostgreSQL, told with every statement on whose behalf it is sent."""

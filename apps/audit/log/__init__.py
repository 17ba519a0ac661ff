"""A transparency log: C2SP tlog-tiles, RFC 6962 hashes, signed notes. Only `sealing` knows the database."""

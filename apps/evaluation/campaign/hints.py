"""What lies in the queue."""

import base64
import json

from redis import Redis

from finrag_site.embedded.paths import layout


def waits(queue: str, item: dict[str, int]) -> bool:
    """Whether a hint for this work lies in the queue: for the row itself, or the grid that it belongs to."""
    redis = Redis(unix_socket_path=str(layout().sockets / "valkey.sock"))
    listed = redis.lrange(queue, 0, -1)
    keys = {item["key"], item.get("grid")}
    return any(json.loads(base64.b64decode(json.loads(one)["body"]))[0][0] in keys for one in listed)

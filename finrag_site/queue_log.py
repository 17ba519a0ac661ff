"""What the queue carried stands in its append-only file until that is written anew: texts that were scored, too."""

import logging

from celery import current_app
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from finrag_site.heartbeat import redis_of

logger = logging.getLogger(__name__)


def rewrite() -> bool:
    """Have the queue write its file anew, from what it holds now; whether it will."""
    try:
        with redis_of(current_app) as redis:
            redis.bgrewriteaof()
    except (OperationalError, RedisError, OSError) as error:
        logger.warning("the queue did not write its file anew: %s", error)
        return False
    return True

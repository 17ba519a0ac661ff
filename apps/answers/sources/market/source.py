"""The source of prices that is set up here, if any."""

from pathlib import Path

from django.conf import settings

from apps.answers.sources.market.files import PriceFiles
from apps.answers.sources.market.prices import PriceSource
from apps.answers.sources.market.tiingo import Tiingo

NONE = "no market data source is set up (docs/operations.md, Market data, says how)"


def price_source() -> PriceSource | None:
    """Own files before a service: whoever keeps them wants them used. None: nothing is offered and nothing called."""
    if settings.PRICES_DIR:
        return PriceFiles(Path(settings.PRICES_DIR), settings.PRICES_CURRENCY)
    if settings.MARKET_KEY:
        return Tiingo(settings.MARKET_URL, settings.MARKET_KEY)
    return None

"""Items of formulas that no statement states, with their names: a share's price, and how many shares there are."""

SHARE_PRICE, SHARES_OUTSTANDING = "share_price", "shares_outstanding"
OUTSIDE = {SHARE_PRICE: "Share price", SHARES_OUTSTANDING: "Shares outstanding"}

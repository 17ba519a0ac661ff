"""Parts of the annual report that hold few figures: business, properties, market, governance."""

from company.numbers import BALANCES, NAME, SEGMENTS, TICKER, YEARS, millions, percent

Y = YEARS[2024]
P = YEARS[2023]
EBITDA = Y.operating_income + Y.depreciation + Y.amortization + Y.stock_compensation + Y.restructuring
LEVERAGE = f"{BALANCES[2024].debt / EBITDA:.2f}"
COVERAGE = f"{EBITDA / Y.interest_expense:.2f}"

INVENTED = (
    "Zephyrwick Instruments, Inc. is an invented company. This sample document was filed with no authority; every "
    "name, place, product and figure in it was made up to show how a filing is read."
)

FORWARD = (
    "This Annual Report contains forward-looking statements, which can be recognized by words such as "
    "“anticipate,” “believe,” “expect,” “intend,” “may,” “plan,” “should” and “will.” They rest on what management "
    "knew when this report was written and are subject to the risks described under Item 1A, “Risk Factors.” "
    "Actual results may differ materially. We do not undertake to revise any forward-looking statement after the "
    "date of this report, except as required by law.",
    "Unless stated otherwise, references to “Zephyrwick,” the “Company,” “we,” “us” and “our” mean Zephyrwick "
    "Instruments, Inc. and its consolidated subsidiaries. Our fiscal year ends on the Saturday nearest September "
    "30. Fiscal 2024, 2023 and 2022 each had 52 weeks and ended on September 28, 2024, September 30, 2023 and "
    "October 1, 2022.",
)

BUSINESS = (
    "# Overview",
    f"{NAME} designs, makes and services measuring instruments for laboratories, water utilities and process "
    "industries. We were incorporated in Delaware in 1968 as Zephyrwick Gauge Works and have been listed since "
    "1994. Our instruments measure pressure, flow, level, turbidity and gas composition where a wrong reading is "
    "costly: in drinking-water plants, in bioreactors, on offshore platforms and in calibration laboratories.",
    f"In fiscal 2024 our net sales were {millions(Y.sales)}, of which {percent(Y.service_sales, Y.sales)} came from "
    f"services and software. We employed {Y.employees:,} people at the end of the year and sold to more than 11,400 "
    "customers in 62 countries. No customer accounted for more than 6% of net sales in any of the last three "
    "fiscal years.",
    "# Segments",
    "We report three segments, which differ in what they sell and in how they reach customers.",
    f"## {SEGMENTS[0]}",
    "Precision Sensing makes pressure transducers, gas analyzers and reference-grade calibrators. Its products are "
    "sold under the names Quillpoint, Harrowgauge and Teal Standard, mostly by our own application engineers. The "
    f"segment had net sales of {millions(Y.segment_sales[0])} in fiscal 2024, or "
    f"{percent(Y.segment_sales[0], Y.sales)} of the total. Its largest end markets are life sciences, semiconductor "
    "equipment and aerospace test.",
    f"## {SEGMENTS[1]}",
    "Flow and Metering makes electromagnetic and ultrasonic flow meters, level gauges and billing-grade water "
    "meters under the names Millrace and Fathomline. About two thirds of its sales go through distributors. The "
    f"segment had net sales of {millions(Y.segment_sales[1])} in fiscal 2024, compared with "
    f"{millions(P.segment_sales[1])} in fiscal 2023; orders from municipal customers were held back by delayed "
    "public funding.",
    f"## {SEGMENTS[2]}",
    "Services and Software provides calibration, repair, field commissioning and Tidemark, a subscription platform "
    "that collects readings from instruments of any make, detects drift and produces the records that regulators "
    f"ask for. Net sales were {millions(Y.segment_sales[2])} in fiscal 2024. Tidemark had annual recurring revenue "
    "of $118.4 million at the end of fiscal 2024, compared with $86.9 million a year before, and a net revenue "
    "retention rate of 114%.",
    "# Strategy",
    "- Sell outcomes, not only instruments: every new platform leaves the factory ready to connect to Tidemark.",
    "- Grow in regulated markets, where the cost of a wrong reading is high and replacement cycles are long.",
    "- Simplify the factory network: the plan announced in fiscal 2023 takes us from nine production sites to six.",
    "- Acquire small companies with a measuring principle or data model that we lack, and pay for them from cash flow.",
    "# Acquisition of Brindle Analytics",
    "On February 9, 2024 we acquired all shares of Brindle Analytics, a maker of software for drift detection with "
    f"64 employees, for {millions(Y.acquired_goodwill + Y.acquired_intangibles)} in cash, net of cash acquired. The "
    "purchase was financed from a new term loan of $50.0 million. See Note 3 of the Notes to Consolidated "
    "Financial Statements.",
    "# Customers, sales and distribution",
    "We sell through 410 direct sales and application engineers and through 190 independent distributors. Orders "
    "for instruments are usually shipped within eight weeks; service contracts run from one to five years and are "
    "billed in advance. Sales outside the United States were 47% of net sales in fiscal 2024 and 46% in fiscal "
    "2023.",
    "# Backlog",
    f"Backlog was {millions(Y.backlog)} at September 28, 2024 and {millions(P.backlog)} at September 30, 2023. We "
    "expect to recognize about 78% of the backlog at September 28, 2024 as revenue during fiscal 2025.",
    "# Competition",
    "Our markets are fragmented. We compete with divisions of large industrial groups and with specializts in a "
    "single measuring principle. Customers choose on accuracy, drift over time, certification, service coverage "
    "and price. We believe that we compete well on the first four.",
    "# Research and development",
    f"We spent {millions(Y.research)} on research and development in fiscal 2024, or {percent(Y.research, Y.sales)} "
    f"of net sales, compared with {millions(P.research)}, or {percent(P.research, P.sales)}, in fiscal 2023. We "
    "hold 312 patents in force, which expire between 2025 and 2043. No single patent is material to the business "
    "as a whole.",
    "# Manufacturing and supply",
    "At the end of fiscal 2024 we produced at seven sites, the largest of which are in Larkmoor, Ohio and Ostwick, "
    "Netherlands. Certain ceramic sensor elements and specialized integrated circuits come from a single source. "
    "We hold up to nine months of these parts and qualified a second supplier for one of the two ceramic elements "
    "in fiscal 2024.",
    "# Human capital",
    f"We had {Y.employees:,} employees at September 28, 2024, of whom 1,980 worked in production, 870 in service, "
    "560 in research and development and 500 in other functions. Voluntary turnover was 8.3% in fiscal 2024. None "
    "of our employees in the United States is represented by a union; employees in the Netherlands are represented "
    "by a works council.",
    "# Government regulation and environment",
    "Our billing meters and gas analyzers require type approval in most countries. Compliance with environmental "
    "rules did not require material capital expenditures in fiscal 2024, and we do not expect it to in fiscal 2025.",
)

RISKS = (
    "You should consider the following risks with the other information in this report. Any of them could harm our "
    "business, results of operations, cash flows and the price of our common stock.",
    "# Risks related to our business",
    "## Public funding decides when utilities buy, and it has been late.",
    "Municipal water utilities accounted for about 19% of net sales in fiscal 2024. Their orders depend on budgets "
    "and grants. Delays in grant programs reduced Flow and Metering net sales in fiscal 2024, and a longer delay "
    "would leave capacity idle in our Larkmoor plant, whose costs are largely fixed.",
    "## We depend on single sources for critical components.",
    "Ceramic sensor elements and two integrated circuits are made for us by one supplier each. In fiscal 2022 a "
    "fire at a supplier stopped deliveries for eleven weeks, and we lost an estimated $9.2 million of sales. Our "
    "stocks of these parts may not bridge a longer interruption.",
    "## Our restructuring may cost more, or save less, than planned.",
    f"We recorded restructuring charges of {millions(Y.restructuring)} in fiscal 2024 and "
    f"{millions(P.restructuring)} in fiscal 2023 under a plan to close three sites. We expect further charges of "
    "$4.0 million to $6.0 million in fiscal 2025. Moving production can delay shipments and cause us to lose "
    "experienced people.",
    "## Growth of subscriptions may slow.",
    "Tidemark competes with software of instrument makers far larger than we are. If customers do not renew, or if "
    "we do not connect instruments of other makes, recurring revenue may grow more slowly than we expect, and the "
    "investments that we have made may not be recovered.",
    "## A wrong reading can lead to claims.",
    "Our instruments control processes in which errors may cause injury, spoilage or environmental damage. "
    "Warranty expense was $7.9 million in fiscal 2024. Insurance may not cover every claim.",
    "# Risks related to information technology",
    "## An attack on Tidemark could harm our customers and us.",
    "Tidemark holds readings from critical infrastructure. In March 2024 we found unauthorized access to a test "
    "environment; no customer data was reached, and the cost was not material. A future incident could interrupt "
    "service, expose data and lead to penalties.",
    "# Risks related to international operations",
    "## Exchange rates move our results.",
    "About 47% of net sales arise outside the United States, mainly in euros and Japanese yen. A 10% strengthening "
    "of the United States dollar against all currencies in which we sell would have reduced operating income by "
    "approximately $8.6 million in fiscal 2024.",
    "## Export controls and tariffs may close markets.",
    "Some gas analyzers need export licenses. Sales to customers in China were 7% of net sales in fiscal 2024 and "
    "9% in fiscal 2023. Further restrictions or counter-tariffs could reduce them.",
    "# Risks related to our indebtedness",
    "## Our credit agreement limits what we may do.",
    "Our credit agreement requires a consolidated leverage ratio of not more than 3.50 to 1.00 and an interest "
    f"coverage ratio of not less than 3.00 to 1.00. At September 28, 2024 the ratios were {LEVERAGE} and "
    f"{COVERAGE}. A breach not waived would let the lenders demand repayment of all amounts outstanding.",
    "## Variable interest rates expose us to higher interest expense.",
    "At September 28, 2024, $200.0 million of our debt carried variable rates. An increase of one percentage point "
    "would raise annual interest expense by $2.0 million.",
)

OTHER_PART_ONE = {
    "Item 1B. Unresolved Staff Comments": ("None.",),
    "Item 1C. Cybersecurity": (
        "Our information security program follows a recognized framework and is led by our Chief Information "
        "Security Officer, who reports to the Audit Committee each quarter. We test our response plan twice a "
        "year, require suppliers with access to our systems to meet our standards, and train all employees every "
        "year. Risks from cybersecurity threats have not materially affected us to date; see Item 1A.",
    ),
    "Item 2. Properties": (
        "Our headquarters are in Larkmoor, Ohio, in a building of 212,000 square feet that we own. We owned or "
        "leased 1.4 million square feet in 14 countries at September 28, 2024. Production sites are in Larkmoor "
        "(owned), Ostwick (owned), Pellworth, Ireland (leased), Sunderby, Denmark (leased), Alcanza, Mexico "
        "(leased), Tamari, Japan (leased) and Hollin, Oregon (owned; to be closed in fiscal 2025). We believe that "
        "our facilities are suitable for our needs.",
    ),
    "Item 3. Legal Proceedings": (
        "In June 2023 Corvale Meters, a competitor, sued us in the District of Larkmoor, alleging that certain "
        "Fathomline level gauges infringe two patents and claiming damages of $31.0 million. We believe that the "
        "claims are without merit. Trial is set for May 2025. See Note 11.",
    ),
    "Item 4. Mine Safety Disclosures": ("Not applicable.",),
}

MARKET = (
    f"Our common stock trades on the Example Stock Exchange under the symbol “{TICKER}.” At November 8, 2024 there "
    "were 1,126 holders of record. We paid quarterly dividends of $0.18 per share in fiscal 2024 and $0.16 per "
    "share in fiscal 2023.",
    "On August 1, 2023 the Board of Directors authorized the repurchase of up to $150.0 million of common stock "
    f"without an expiration date. During fiscal 2024 we repurchased 1,412,000 shares for {millions(Y.repurchases)}, "
    "at an average price of $42.49 per share. At September 28, 2024, $78.0 million remained available under the "
    "authorization.",
)

CONTROLS = (
    "Our management, with the participation of the Chief Executive Officer and the Chief Financial Officer, "
    "evaluated our disclosure controls and procedures at September 28, 2024 and concluded that they were "
    "effective. Management assessed internal control over financial reporting against a recognized framework and "
    "concluded that it was effective. Brindle Analytics, acquired in February 2024, was left out of this "
    "assessment; it represented less than 1% of net sales.",
    "There was no change in internal control over financial reporting during the fourth quarter of fiscal 2024 "
    "that has materially affected, or is reasonably likely to materially affect, our internal control over "
    "financial reporting.",
)

PART_THREE = (
    "The information required by Items 10 through 14 is incorporated by reference to our proxy statement for the "
    "2025 annual meeting of stockholders, to be filed within 120 days after September 28, 2024. Executive officers "
    "at November 15, 2024 were Maren Tolloway, President and Chief Executive Officer; Idris Fennimore, Executive "
    "Vice President and Chief Financial Officer; Sunniva Hark, Senior Vice President, Precision Sensing; Teodor "
    "Quill, Senior Vice President, Flow and Metering; and Anneke Vos-Lindqvist, Senior Vice President, Services "
    "and Software.",
)

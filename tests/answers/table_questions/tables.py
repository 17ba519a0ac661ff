"""Tables of an invented company, as filings print them."""

from apps.answers.table_questions.grids import read_texts

SEGMENTS = read_texts(
    [
        ["", "", "Years Ended June 30,", ""],
        ["", "2023", "2022", "2021"],
        ["", "", "(in thousands)", ""],
        ["Revenue:", "", "", ""],
        ["Lantern leasing", "$4,200", "$3,000", "$2,500"],
        ["Harbour dues", "1,800", "2,000", "1,500"],
        ["Total revenue", "$6,000", "$5,000", "$4,000"],
        ["Cost of revenue", "(2,400)", "(2,100)", "(1,900)"],
        ["Basic earnings per share", "$0.45", "$0.31", "$0.28"],
        ["Gross margin", "60.0%", "58.0%", "52.5%"],
    ],
    [
        "Revenue by activity was as follows:",
        "Harbour dues decreased by $0.2 million in fiscal 2023, primarily due to the closure of the east pier. "
        "Deferred mooring fees represent amounts that berth holders paid in advance.",
    ],
)
QUARTERS = read_texts(
    [
        ["", "First", "Second", "Third", "Fourth"],
        ["2022", "", "", "", ""],
        ["Net sales", "$100", "$120", "$90", "$130"],
        ["2021", "", "", "", ""],
        ["Net sales", "$80", "$95", "$85", "$110"],
    ],
    ["All amounts are unaudited (in millions)."],
)
OBLIGATIONS = read_texts(
    [
        ["", "Total", "Less than 1 year", "1-3 years", "More than 5 years"],
        ["Operating leases", "$900", "$300", "$400", "$200"],
        ["Purchase obligations", "500", "100", "150", "250"],
        ["Total", "$1,400", "$400", "$550", "$450"],
    ],
    ["Payments due by period are (in millions):"],
)

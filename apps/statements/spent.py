"""Items that are amounts spent, whatever sign a statement gives them.

Statements print what was spent as a negative number, in parentheses, or as a positive one under "used for". Of these
items the amount is meant: more interest expense is a rise, though "(290)" is less than "(159)".
"""

SPENT = frozenset(
    {
        *("capital_expenditures", "purchases_of_investments", "debt_repaid", "stock_repurchased", "dividends_paid"),
        *("acquisitions", "pension_contributions", "benefit_plan_contributions"),
        *("interest_paid", "interest_expense", "cost_of_revenue", "research_and_development"),
        *("selling_general_administrative", "sales_and_marketing", "general_and_administrative"),
        *(
            "advertising_expense",
            "operating_expenses",
            "costs_and_expenses",
            "depreciation_expense",
            "amortization_of_intangibles",
        ),
        *("depreciation_amortization", "stock_compensation"),
    }
)
PROFITS = frozenset({"gross_profit", "operating_income", "income_before_tax", "net_income", "net_income_common"})
CHARGED = frozenset(  # against profit, and printed as amounts
    {
        *("impairment", "goodwill_impairment", "restructuring", "restructuring_and_impairment"),
        *("amortization_of_intangibles", "depreciation_expense", "depreciation_amortization", "stock_compensation"),
        *("interest_expense", "research_and_development", "selling_general_administrative", "advertising_expense"),
    }
)

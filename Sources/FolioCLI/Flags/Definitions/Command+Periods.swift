extension Command {
  static let pnl = Command(
    name: .pnl, scopes: [.report, .period, .priced, .profit],
    summary: "profit and loss of a period, part by part",
    description: """
      What prices, rates, dividends, interest, fees and taxes made of the portfolio between two \
      days, in the base currency: end value less start value less net contributions. Units that \
      were there before count from their market value at the end of the day before.
      """,
    examples: [
      Example("What a year brought", "folio pnl --from 2024 --to 2024 ledger.json"),
      Example(
        "By currency, in euros", "folio pnl --from 2024 --per currency --base EUR ledger.json"),
    ])

  static let balanceSheet = Command(
    name: .balanceSheet, scopes: [.report, .priced],
    refuses: ["from", "symbol", "account"],
    summary: "assets, liabilities and equity on a day",
    description: """
      Cash and units at market value, with cost beside it, what is owed, and where it came from: \
      contributions, retained results, unrealized gains; all in the base currency.
      """,
    examples: [
      Example("At the end of a year", "folio balance-sheet --as-of 2024 ledger.json")
    ])

  static let incomeStatement = Command(
    name: .incomeStatement, scopes: [.report, .period],
    refuses: ["symbol", "account"],
    summary: "the result of a period: gains, income, expenses",
    description: """
      Realized gains from cost, dividends, interest, fees, taxes and what rates did, in the base \
      currency: what the retained results of the balance sheet grew by.
      """,
    examples: [
      Example("A year", "folio income-statement --from 2024 --to 2024 ledger.json")
    ])
}

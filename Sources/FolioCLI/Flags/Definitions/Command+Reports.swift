extension Command {
  /// The commands that read ledgers and print what they say.
  static let reports = [
    check, holdings, positions, performance, lots, gains, taxForm, pnl, cash, income, journal,
    trialBalance, balanceSheet, incomeStatement,
  ]

  private static let check = Command(
    name: .check, scopes: [.check, .derived],
    summary: "every fault of the ledger, and nothing else",
    description: """
      Reads and books the ledgers and lists each fault with its line, its column and what to do \
      about it. The exit status is 1 if there is one. With --strict, an instrument without a \
      master row is a fault, and unknown keys and cash below zero are warned of. With --derived, \
      stored positions and holdings that differ from what Folio computes are faults too.
      """,
    examples: [
      Example("Is the ledger in order?", "folio check ledger.json"),
      Example("Are the stored positions right?", "folio check --derived ledger.json"),
      Example("What comes through a pipe, strictly", "cat ledger.json | folio check --strict -"),
    ])

  private static let holdings = Command(
    name: .holdings, scopes: [.report], summary: "the simple view: one row per instrument held",
    description: "Quantity, average cost and cost basis of every instrument that is held.",
    examples: [
      Example("What is held now", "folio holdings ledger.json"),
      Example("At the end of a year, as JSON", "folio holdings --as-of 2024 -f json ledger.json"),
      Example("Of each ledger in a folder", "folio holdings --each file -f json portfolios"),
    ])

  private static let positions = Command(
    name: .positions, scopes: [.report, .priced],
    summary: "what is held, what it cost and what it is worth",
    description: """
      Quantity, price, market value and unrealized gain of every instrument that is held, in the \
      currency of its cost and in base, with the effect of prices apart from that of rates. The \
      last price on or before the day counts; what has none is left open and named.
      """,
    examples: [
      Example("What it is worth", "folio positions ledger.json"),
      Example(
        "At the end of a year, in euros",
        "folio positions --as-of 2024 --base EUR ledger.json"),
    ])

  private static let performance = Command(
    name: .performance, scopes: [.report, .period, .priced, .returns],
    summary: "time-weighted and money-weighted returns",
    description: """
      True time-weighted return, valued at every flow, and money-weighted return (XIRR), in the \
      base currency; with the part of exchange rates, the volatility and the largest fall. Where \
      a price is missing at a flow, that stretch is by Modified Dietz, and a warning says so.
      """,
    examples: [
      Example("Since the first group", "folio performance ledger.json"),
      Example("Year by year, against a fund", "folio performance --by year --benchmark VT l.json"),
      Example("Each instrument in a year", "folio performance --per symbol --from 2024 l.json"),
    ])

  private static let lots = Command(
    name: .lots, scopes: [.report], summary: "open lots, with day and cost of acquisition",
    description: "What is left of every lot, by symbol, account and day of acquisition.",
    examples: [
      Example("The lots of one instrument", "folio lots --symbol AAPL ledger.json")
    ])

  private static let gains = Command(
    name: .gains, scopes: [.report, .period, .gains],
    summary: "realized gains, one row per lot disposed of",
    description: """
      Proceeds, cost basis and gain of every part of a lot that was disposed of, in the trade's \
      currency and in the base currency, with the effect of prices apart from that of rates. \
      Under tax rules also the term, what is deferred of a loss, and the taxable gain. With \
      --include-cash also what rates did to foreign cash until it was spent.
      """,
    examples: [
      Example("Gains of a tax year", "folio gains --tax-year 2024 ledger.json"),
      Example(
        "Another method, for a spreadsheet",
        "folio gains --method hifo --format csv --output gains.csv ledger.json"),
      Example("With the gains on foreign cash", "folio gains --include-cash ledger.json"),
    ])

  private static let taxForm = Command(
    name: .taxForm, scopes: [.report, .period], summary: "realized gains as the tax form has them",
    description: """
      Under the rules us the rows of Form 8949, under uk the computation of each disposal, under \
      ca the rows of Schedule 3; in the base currency, rounded to its minor unit. The rules are \
      those of the ledger's settings or of --tax-rules.
      """,
    examples: [
      Example(
        "Form 8949 for a spreadsheet",
        "folio tax-form --tax-rules us --tax-year 2024 -f csv ledger.json"),
      Example(
        "The disposals of a year in the United Kingdom",
        "folio tax-form --tax-rules uk --tax-year 2024/25 --base GBP ledger.json"),
    ])

  private static let cash = Command(
    name: .cash, scopes: [.report], summary: "cash accounts: balance, settled, pending",
    description: """
      Cash is pending until its settlement day, and settled from that day on. What is available \
      has settled and is not about to go out.
      """,
    examples: [Example("Balances in euros too", "folio cash --base EUR ledger.json")])

  private static let income = Command(
    name: .income, scopes: [.report, .period, .income, .priced],
    summary: "dividends and interest, with tax withheld",
    description: """
      Interest that was paid is below zero. Amounts in base are at the day's rate. Added up with \
      --by; by symbol and by year with the income of twelve months over cost and market value.
      """,
    examples: [
      Example("A year's income", "folio income --from 2024 --to 2024 ledger.json"),
      Example("What each instrument pays", "folio income --by symbol ledger.json"),
    ])

  private static let journal = Command(
    name: .journal, scopes: [.report, .period], summary: "the double-entry postings of every group",
    description: "Each group's postings, whose weights sum to zero in every currency.",
    examples: [
      Example(
        "The postings of one quarter",
        "folio journal --from 2024-01 --to 2024-03 ledger.json")
    ])

  private static let trialBalance = Command(
    name: .trialBalance, scopes: [.report, .period], summary: "debit and credit of every account",
    description: "The sum of all postings by account; debits equal credits in every currency.",
    examples: [
      Example("At the end of a month", "folio trial-balance --as-of 2024-06 ledger.json")
    ])
}

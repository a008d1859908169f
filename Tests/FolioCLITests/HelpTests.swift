import Testing

@testable import FolioCLI

struct HelpTests {
  @Test func `the help of the program`() {
    let head = #"""
      folio: double-entry portfolio accounting, exact to the last digit

      Usage: folio COMMAND [LEDGER ...] [OPTIONS]

      A LEDGER is a file, '-' for standard input, or a store such as
      file:ledger.folio. Several are read as one ledger. Default: the store in
      FOLIO_STORE.

      Begin:
        start             from files of brokers to a ledger and a page

      Keep a ledger in a store:
        init              create a store, empty or from ledgers
        add               add to a store from flags, or the content of ledgers

      """#
    let examples = #"""

      Examples:
        # Check a ledger
        folio check ledger.json
        # Show holdings
        folio holdings ledger.json
        # Gains of a tax year
        folio gains --tax-year 2024 ledger.json

      Options of every report:
            --as-of DATE              Report the state at the end of this day.

      """#
    let tail = #"""
            --deleted                 Include deleted groups.

      Other options:
        -h, --help                    Show this help.
        -V, --version                 Show the version.

      'folio COMMAND --help' describes a command and its options.

      Exit status: 0 success; 1 errors in the ledger, or a rejected change; 2 usage
      error; 3 a file or store cannot be read or written.

      """#
    let help = HelpText.program()
    expectSame(String(help.prefix(head.count)), head)
    #expect(help.contains(examples))
    expectSame(String(help.suffix(tail.count)), tail)
  }

  private static let helpOfExport = #"""
    folio export: write the ledger in another format

    Usage: folio export FORMAT LEDGER... [OPTIONS]

    Reads the ledgers as one and writes them out. folio-json is one JSON object.
    folio-ndjson is the same with one group per line, for long ledgers. simple is
    the JSON of the flat stock app. coinflip is the JSON of CoinFlip's tables.
    folio-csv is CSV with a row for each leg, which import reads back. beancount is
    a journal for beancount 2 and 3, which import reads back. journal is a journal
    for hledger and ledger, which import reads back. ghostfolio is JSON for
    Ghostfolio, with trades, dividends, interest and fees. cgt-calc-raw is CSV for
    cgt-calc, with trades, dividends and splits. acb is CSV for acb, with trades,
    returns of capital and splits. sqlite is an SQLite database of the books, for
    any SQL tool. xlsx is a workbook for Excel and LibreOffice, one sheet for each
    report. Content that the format cannot hold is listed (W430).

    FORMAT is one of folio-json, folio-ndjson, simple, coinflip, folio-csv,
    beancount, journal, ghostfolio, cgt-calc-raw, acb, sqlite, xlsx.

    Period:
          --as-of DATE              Report the state at the end of this day.
                                    YYYY-MM-DD, 'today', or YYYY-MM and YYYY for the
                                    last day of a month or a year. Example: --as-of
                                    2024-12-31
          --from DATE               The first day of the period. A month or a year
                                    means its first day. Example: --from 2024
          --to DATE                 The last day of the period. A month or a year
                                    means its last day. Example: --to 2024-06
          --tax-year YEAR           The period of a tax year. The calendar year, or
                                    6 April to 5 April under the rules uk: 2024 or
                                    2024/25. Later groups still count, because they
                                    can affect a loss of the year. Example:
                                    --tax-year 2024
          --date-basis BASIS        Which date of a trade counts. One of: trade,
                                    settlement. Example: --date-basis settlement
          --exclude-pending         Leave out groups that have not settled yet.

    Booking and currency:
      -b, --base CUR                The base currency. Default: the ledger's
                                    base_currency. Example: --base EUR
      -m, --method METHOD           Which lots a sale uses first. One of: fifo,
                                    lifo, hifo, lofo, average, specific. Default:
                                    the ledger's cost_basis_method, or fifo.
                                    Example: --method hifo
          --lot-scope SCOPE         Match lots across all accounts, or within each.
                                    One of: portfolio, account. Example: --lot-scope
                                    account
          --fee-treatment TREATMENT
                                    Whether fees and taxes are part of the cost. One
                                    of: capitalize, expense. Example:
                                    --fee-treatment expense
          --tax-rules RULES         The tax rules that determine gains. One of:
                                    none, us, uk, ca, de, pl, se, au, es, ie, fr,
                                    at, nl, in. Default: the ledger's tax_rules, or
                                    none. Example: --tax-rules uk

    Prices and rates:
          --prices FILE             A file of prices; repeatable. CSV with the
                                    header date,symbol,price,currency, or
                                    SYMBOL=FILE for CSV of one instrument; JSON of
                                    CoinGecko (/simple/price, /coins/markets), a
                                    ledger with historical_prices, or a file packed
                                    with 'folio prices'. Later files take
                                    precedence. Example: --prices prices.csv
          --rates FILE              A file of exchange rates; repeatable. CSV with
                                    the header date,from,to,rate, the European
                                    Central Bank's eurofxref-hist.csv, or a ledger
                                    with fx_rates. Later files take precedence.
                                    Example: --rates eurofxref-hist.csv
          --price-currency CUR      Currency of prices without one. As in
                                    CoinGecko's /coins/markets. Default: the
                                    instrument's currency. Example: --price-currency
                                    USD
          --price-date DATE         Day of prices without one. YYYY-MM-DD or
                                    'today'. Required if a CoinGecko file has no
                                    last update. Example: --price-date today
          --trade-prices            Value instruments without a price at their last
                                    trade price. Only if no price is known by the
                                    day; each gives a warning.

    Selection:
      -u, --user ID                 Only the rows of this user. Required if the
                                    ledger has several users. Example: --user 42

    Output:
      -o, --output FILE             Write to this file instead of standard output.
                                    '-' is standard output. Example: --output
                                    gains.csv
          --color WHEN              When to use color. One of: auto, always, never.
                                    'auto': on a terminal, unless NO_COLOR is set or
                                    TERM is 'dumb'. Example: --color never
          --strict                  Report suspicious content too. Unknown keys,
                                    instruments without a master row, negative cash.
          --salvage                 Write the readable rows of a damaged store. As
                                    folio-ndjson, unchecked. Damaged places are
                                    listed on standard error.
          --all-warnings            List all warnings, not three of each kind. json
                                    always has all of them.
      -q, --quiet                   Print no warnings, notes or progress.

    Other:
      -h, --help                    Show this help.

    Examples:
      # Combine two files
      folio export folio-json 2023.json 2024.json --output all.json
      # Reports for a spreadsheet
      folio export xlsx ledger.json --output 2024.xlsx
      # A database for SQL
      folio export sqlite ledger.json --output books.sqlite

    """#

  @Test func `the help of a command`() throws {
    let export = try #require(Command.named("export"))
    expectSame(HelpText.of(export), Self.helpOfExport)
  }

  @Test(arguments: Command.all) func `every flag of a command is in its help`(command: Command) {
    let help = HelpText.of(command)
    #expect(help.hasPrefix("folio \(command.name): \(command.summary)\n"))
    for flag in command.flags { #expect(help.contains(" \(flag.dashed)"), "\(flag.name)") }
    for example in command.examples { #expect(help.contains("  \(example.line)\n")) }
  }

  @Test func `a flag of several meanings stands once in the help of the program`() {
    let lines = HelpText.program().split(separator: "\n")
    let names = Set(Flag.all.filter(\.hasNamesakes).map(\.dashed))
    let ofTrades = ["--buy", "--sell", "--quantity", "--price", "--fees", "--on", "--broker"]
    let others = ["--by", "--per", "--cash", "--account", "--from", "--to", "--id", "--for"]
    #expect(names == Set(others + ofTrades))
    for name in names {
      #expect(lines.count { $0.hasPrefix("  ") && $0.dropFirst(6).hasPrefix("\(name) ") } == 1)
    }
  }

  @Test func `every flag and every command is in the help of the program`() {
    let help = HelpText.program()
    for flag in Flag.all { #expect(help.contains(" \(flag.dashed)"), "\(flag.name)") }
    for command in Command.all { #expect(help.contains("\n  \(command.name) ")) }
  }

  @Test func `every command stands under one task`() {
    let names = Command.tasks.flatMap(\.commands).map(\.name)
    #expect(names.sorted() == Command.all.map(\.name).sorted())
    let others = Command.tasks.last?.commands.map(\.name)
    #expect(others == ["leaderboard", "mcp", "completions", "help", "version"])
    // Every other task has the commands that it names.
    #expect(Command.tasks.map(\.commands.count) == [1, 9, 3, 4, 4, 6, 1, 7, 3, 6, 5])
  }

  @Test func `no line is longer than 80 columns`() {
    let texts = [HelpText.program()] + Command.all.map(HelpText.of)
    for line in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(line.count <= HelpText.width, "\(line)")
    }
  }

  @Test func `a text is broken between words`() {
    #expect(HelpText.wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(HelpText.wrapped("one two", to: 2) == ["one", "two"])
    #expect(HelpText.wrapped("", to: 7) == [])
  }
}

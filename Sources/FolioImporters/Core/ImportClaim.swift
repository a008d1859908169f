/// A figure that a file gives itself, to compare with what was booked.
enum ImportClaim: Sendable {
  /// The cash of an account after a row. `nil`: the row gives none. Rows come in the order of
  /// time. What the row moves is what was booked, if `moved` is nil.
  case running(account: String, balance: ExactDecimal?, row: ImportRow, moved: ExactDecimal?)
  /// The cash of an account from which the next balance is compared, whatever was before.
  case restart(account: String, balance: ExactDecimal?, row: ImportRow)
  /// The cash of an account after a row that was skipped. What it may have moved is not booked.
  case skipped(account: String, balance: ExactDecimal?, row: ImportRow, moved: ExactDecimal)
  /// The cash of an account at the beginning and at the end of a period; without days that of the
  /// rows of the file.
  case period(
    account: String, opening: ExactDecimal, closing: ExactDecimal, from: Day?, to: Day?,
    row: ImportRow)
  /// The cash of an account at the end of a day.
  case cash(
    account: String, amount: ExactDecimal, day: Day, tolerance: ExactDecimal, row: ImportRow)
  /// The sum of what the rows between two rows move on an account.
  case total(
    account: String, amount: ExactDecimal, of: Span, rows: ClosedRange<Int>, row: ImportRow)
  /// The units at the end of a day; in all accounts if `account` is nil.
  case units(
    key: String, account: String?, quantity: ExactDecimal, day: Day, tolerance: ExactDecimal,
    row: ImportRow)
  /// What the units of a position cost at the end of a day.
  case cost(
    key: String, account: String?, amount: ExactDecimal, currency: Currency, units: ExactDecimal,
    day: Day, row: ImportRow)
  /// The positions with `units` of that day are all that the account has.
  case allUnits(account: String, day: Day, row: ImportRow)
  /// A figure of a row, and the one that other figures of the file give.
  case figure(
    Subject, given: ExactDecimal, computed: ExactDecimal, tolerance: ExactDecimal, row: ImportRow)

  /// What a figure is about.
  enum Subject: String, Sendable, CaseIterable {
    /// An exchange rate, and the one that the price and the cash of its row give.
    case rate = "rates"
    /// Cash in the base currency, and the one that all rows give at their rates.
    case cashInBase = "cash in the base currency"
    /// The commissions of all trades, and the sum of those of the rows.
    case commissions
  }

  /// What a total is about.
  enum Span: Sendable {
    /// The rows before it: it is a row of their table.
    case rows
    /// All rows of the file: it is a figure about the account.
    case file
  }

  /// Whether it compares what single rows move.
  var isOfRows: Bool {
    switch self {
    case .running, .restart, .skipped, .total: true
    case .period, .cash, .units, .cost, .allUnits, .figure: false
    }
  }
}

extension ImportDraft {
  /// Compares the cash of an account after a row. Call it for every row of the account in the
  /// order of time, with nil where the row has no balance: the first balance is taken, and all
  /// later ones are compared.
  /// - Parameter moved: What the row moves, if that is not what was booked.
  package mutating func claimRunningBalance(
    _ balance: ExactDecimal?, of account: String, after row: ImportRow, moved: ExactDecimal? = nil
  ) {
    claims.append(.running(account: account, balance: balance, row: row, moved: moved))
  }

  /// Compares the cash of an account after a row that was skipped. After the last one of several it
  /// is as before the first one, or changes by their amounts.
  package mutating func claimSkippedBalance(
    _ balance: ExactDecimal?, of account: String, after row: ImportRow, moved: ExactDecimal
  ) {
    claims.append(.skipped(account: account, balance: balance, row: row, moved: moved))
  }

  /// Takes the balance of a row, with which the next one is compared.
  package mutating func restartRunningBalance(
    _ balance: ExactDecimal?, of account: String, after row: ImportRow
  ) {
    claims.append(.restart(account: account, balance: balance, row: row))
  }

  /// Says which cash an account had before and after the rows of a period.
  package mutating func claimPeriod(
    _ opening: ExactDecimal, _ closing: ExactDecimal, of account: String, from first: Day? = nil,
    to last: Day? = nil, row: ImportRow
  ) {
    claims.append(
      .period(
        account: account, opening: opening, closing: closing, from: first, to: last, row: row))
  }

  /// Compares the exchange rate of a row with the one that its amounts give, within a hundredth.
  package mutating func claimRate(
    _ given: ExactDecimal, _ computed: ExactDecimal, row: ImportRow
  ) {
    // Without a tolerance the two have to be equal.
    let tolerance = ExactDecimal.given(
      try? given.multiplied(by: ExactDecimal(short: 1, places: 2)))
    claimFigure(given, computed, within: tolerance, of: .rate, row: row)
  }

  /// Compares a figure of a row with another one.
  mutating func claimFigure(
    _ given: ExactDecimal, _ computed: ExactDecimal, within tolerance: ExactDecimal,
    of subject: ImportClaim.Subject, row: ImportRow
  ) {
    claims.append(
      .figure(subject, given: given, computed: computed, tolerance: tolerance, row: row))
  }

  /// Compares the sum of what some rows move on an account.
  /// - Parameter span: Whether these are all rows of the file.
  mutating func claimTotal(
    _ amount: ExactDecimal, of account: String, in span: ImportClaim.Span, from first: ImportRow,
    to last: ImportRow, row: ImportRow
  ) {
    guard first.index <= last.index else { return }
    claims.append(
      .total(account: account, amount: amount, of: span, rows: first.index...last.index, row: row))
  }

  /// Compares the cash of an account at the end of a day: the history has to be complete.
  /// - Parameter tolerance: The difference that the file itself allows.
  package mutating func claimCash(
    _ amount: ExactDecimal, of account: String, on day: Day,
    within tolerance: ExactDecimal = .zero, row: ImportRow
  ) {
    claims.append(
      .cash(account: account, amount: amount, day: day, tolerance: tolerance, row: row))
  }

  /// Says that the positions of a day that are compared are all of the account.
  package mutating func claimAllUnits(in account: String, on day: Day, row: ImportRow) {
    claims.append(.allUnits(account: account, day: day, row: row))
  }

  /// Compares what the units of an instrument cost at the end of a day.
  mutating func claimCost(
    _ amount: ExactDecimal, _ currency: Currency, of key: String, in account: String?,
    units: ExactDecimal, on day: Day, row: ImportRow
  ) {
    claims.append(
      .cost(
        key: key, account: account, amount: amount, currency: currency, units: units, day: day,
        row: row))
  }

  /// Compares the units of an instrument at the end of a day.
  /// - Parameters:
  ///   - key: The text of `instrument(_:)`.
  ///   - tolerance: The difference that the file itself allows.
  package mutating func claimUnits(
    _ quantity: ExactDecimal, of key: String, in account: String? = nil, on day: Day,
    within tolerance: ExactDecimal = .zero, row: ImportRow
  ) {
    claims.append(
      .units(
        key: key, account: account, quantity: quantity, day: day, tolerance: tolerance, row: row))
  }
}

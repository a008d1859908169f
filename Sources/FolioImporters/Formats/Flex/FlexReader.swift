/// Reads a Flex query of Interactive Brokers into a draft.
///
/// Rows that book something are kept until the file has ended: what they mean depends on other
/// rows, which may come later.
struct FlexReader {
  /// A statement of an account.
  struct Statement {
    var account: String
    /// The days on which it begins and ends.
    var start: Day?
    var end: Day?
    /// Where it begins in the file.
    var offset = 0
    var base: Currency?
    var trades: [FlexRow] = []
    var cash: [FlexRow] = []
    var actions: [FlexRow] = []
    var transfers: [FlexRow] = []
    var positions: [FlexRow] = []
    var cashReports: [FlexRow] = []
    /// The cash accounts and rows of what was booked, for the check of cash.
    var moves: [Move] = []
    /// What was booked, as cash in the base currency.
    var inBase = CashInBase()
    /// The commissions of trades by cash account, below zero if they are paid.
    var commissions: [String: ExactDecimal] = [:]
    /// Whether trades are left out, so that the sum of their commissions is not known.
    var hasTradesLeftOut = false
  }

  /// A row that moves the cash of an account.
  struct Move: Hashable {
    var account: String
    var row: ImportRow
  }

  /// A sum of cash in the base currency, at the rates of the rows.
  struct CashInBase {
    var sum = ExactDecimal.zero
    /// How far the rounding of rates may move the sum.
    var tolerance = ExactDecimal.zero
    /// Whether a rate is missing, so that the sum proves nothing.
    var isUnknown = false
  }

  private struct Rate: Hashable {
    var from: Currency
    var to: Currency
    var day: Day
  }

  var draft: ImportDraft
  var dates = FlexDates()
  var statements: [Statement] = []
  var instruments = FlexInstruments()
  /// The rates that are known, so that rows add only others.
  private var rates: [Rate: ExactDecimal] = [:]
  var hasNetCashDifference = false
  /// Dividends that pay capital back, with their statements. They need the units that are held.
  var returnsOfCapital: [(payment: Payment, statement: Int)] = []

  init(_ draft: ImportDraft) { self.draft = draft }

  /// Reads all rows.
  mutating func read(_ bytes: [UInt8]) throws(FieldFault) {
    try decideDates(bytes)
    var scanner = XMLScanner(bytes)
    var early: [FlexRow] = []
    while true {
      let part = try scanner.next()
      if case .finish = part { break }
      guard case .start(let tag) = part else { continue }
      let name = String(decoding: bytes[tag.name], as: UTF8.self)
      switch name {
      case "FlexQueryResponse", "FlexStatementResponse", "FlexStatements": continue
      case "FlexStatement":
        begin(FlexRow(tag, bytes, ImportRow(index: 0)), at: tag.range.lowerBound)
        for row in early { keep(row) }
        early = []
      default:
        if tag.attributes.isEmpty { continue }
        let range = tag.range
        let length = min(range.count, tag.name.count + 1)
        let row = FlexRow(tag, bytes, draft.row(at: range.lowerBound, length: length))
        if statements.isEmpty { early.append(row) } else { keep(row) }
      }
    }
    for row in early { draft.skip(row.row, "outside of a statement") }
    if statements.isEmpty { reportError() }
  }

  /// Dates with strokes have an order that only the whole file shows.
  private mutating func decideDates(_ bytes: [UInt8]) throws(FieldFault) {
    var scanner = XMLScanner(bytes)
    while true {
      switch try scanner.next() {
      case .start(let tag): dates.see(tag, bytes)
      case .end, .text: continue
      case .finish:
        if let open = dates.open {
          draft.report(
            .ambiguousValue,
            "the date \(open) can have the day first or the month first, as all dates of the file",
            help: "Choose the date format yyyy-MM-dd in the Flex query, and run it again.")
        }
        return
      }
    }
  }

  private mutating func begin(_ row: FlexRow, at offset: Int) {
    // Statements may overlap, and each has all rows of its days.
    draft.seenRows = [:]
    let account = (try? row.text("accountId")) ?? ""
    let (start, end) = (try? dates.day(row, "fromDate"), try? dates.day(row, "toDate"))
    statements.append(
      Statement(account: account, start: start ?? nil, end: end ?? nil, offset: offset))
    let digits = ((try? row.text("whenGenerated")) ?? "").filter(\.isWholeNumber)
    if digits.count >= 8, digits.hasPrefix("20") { draft.noteWritten(digits) }
  }

  /// A file without a statement is an answer of the server, with a message.
  private mutating func reportError() {
    draft.report(
      .nothingImported, "the file has no statement",
      help: "Look at the message in the file, and download the Flex query again.")
  }

  private static let booked: Set = [
    "Trade", "TradeConfirm", "CashTransaction", "SalesTax", "CorporateAction", "Transfer",
  ]

  /// Keeps a row for booking, or ends it.
  private mutating func keep(_ row: FlexRow) {
    let last = statements.count - 1
    instruments.see(row)
    if Self.booked.contains(row.name) {
      let id = (try? row.id("transactionID")) ?? nil
      let subject = ["levelOfDetail", "accountId", "symbol", "conid", "currency"].map {
        (try? row.text($0)) ?? ""
      }
      let isRepeated = draft.isRepeated(
        row.row, id: id.map { [$0, row.name] + subject }, content: row.content)
      if isRepeated { return }
      for (text, name, range) in row.unreadCosts {
        draft.reportUnread(name, text, row: row.row, at: range)
      }
    }
    switch row.name {
    case "Trade", "TradeConfirm", "Order", "SymbolSummary", "Lot", "ClosedLot":
      statements[last].trades.append(row)
    case "CashTransaction", "SalesTax": statements[last].cash.append(row)
    case "CorporateAction": statements[last].actions.append(row)
    case "Transfer": statements[last].transfers.append(row)
    case "OpenPosition": statements[last].positions.append(row)
    case "CashReportCurrency": statements[last].cashReports.append(row)
    case "AccountInformation":
      let code = (try? row.text("currency")) ?? ""
      statements[last].base = Currency.unit(code)?.currency
      draft.noteRead(row.row)
    case "ConversionRate": readRate(row)
    default:
      if let reason = FlexSections.reason(of: row.name) {
        draft.skip(row.row, reason)
      } else {
        draft.unknown(
          row.name, row.row,
          remedy: "Leave the section out of the Flex query, or pass --skip-unknown. If it moves "
            + "cash, the comparison with the cash report shows it.")
      }
    }
  }

  private mutating func readRate(_ row: FlexRow) {
    do throws(FieldFault) {
      let (from, to) = (try row.unit("fromCurrency"), try row.unit("toCurrency"))
      guard let day = try dates.day(row, "reportDate") else { throw row.missing("reportDate") }
      let rate = try row.required("rate")
      // -1 means that there is no rate.
      guard rate.isPositive, !from.isHundredth, !to.isHundredth, from != to else {
        return draft.skip(row.row, "a conversion without a rate, or of one currency")
      }
      draft.add(LedgerRate(day: day, from: from.currency, to: to.currency, rate: rate))
      rates[Rate(from: from.currency, to: to.currency, day: day)] = rate
      draft.noteRead(row.row)
    } catch {
      draft.report(error, row: row.row)
    }
  }

  // MARK: Booking

  /// Books all rows.
  mutating func book() {
    let base = statements.lazy.compactMap(\.base).first
    draft.set { $0.baseCurrency = $0.baseCurrency ?? base }
    for number in statements.indices {
      bookTrades(number)
      bookCash(number)
      bookActions(number)
    }
    bookTransfers()
    bookReturnsOfCapital()
    for number in statements.indices {
      check(number)
      notePeriod(number)
    }
  }

  /// Runs a step for a row. A fault ends the row.
  mutating func attempt(
    _ row: FlexRow, _ step: (inout FlexReader) throws(FieldFault) -> Void
  ) {
    do throws(FieldFault) {
      try step(&self)
    } catch {
      draft.report(error, row: row.row)
    }
  }

  /// Adds a group of a statement.
  mutating func add(_ group: ImportedGroup, of statement: Int) {
    draft.add(group)
    if group.group.status == .void { return }
    for (number, leg) in group.group.cashLegs.enumerated() {
      guard let row = group.cashRow(number) else { continue }
      statements[statement].moves.append(Move(account: leg.account, row: row))
      addInBase(leg, on: group.group.day, statement)
    }
  }

  private mutating func addInBase(
    _ leg: LedgerGroup.CashLeg, on day: Day, _ statement: Int
  ) {
    guard let base = statements[statement].base, let currency = leg.currency else {
      statements[statement].inBase.isUnknown = true
      return
    }
    var amount = leg.direction == .in ? leg.amount : -leg.amount
    var cash = statements[statement].inBase
    if currency != base {
      // Rates of rows have five digits after the point.
      guard let rate = rates[Rate(from: currency, to: base, day: day)],
        let inBase = try? amount.multiplied(by: rate),
        let rounding = try? inBase.magnitude.multiplied(by: ExactDecimal(short: 2, places: 3))
          .adding(ExactDecimal(short: 1, places: 2)),
        let tolerance = try? cash.tolerance.adding(rounding)
      else {
        statements[statement].inBase.isUnknown = true
        return
      }
      (amount, cash.tolerance) = (inBase, tolerance)
    }
    cash.sum = (try? cash.sum.adding(amount)) ?? cash.sum
    statements[statement].inBase = cash
  }

  /// The cash account of a currency, noted.
  mutating func cashAccount(_ account: String, _ currency: Currency) -> String {
    draft.account(cashID(account, currency), currency)
  }

  /// The id of a cash account.
  func cashID(_ account: String, _ currency: Currency) -> String {
    "\(accountName(account))-\(currency.code.lowercased())"
  }

  /// The name of an account, as the rules for CSV files of the broker make it: both kinds of files
  /// can have one account.
  func accountName(_ number: String) -> String {
    draft.accountName(number.isEmpty ? "ibkr" : "ibkr-\(number)")
  }

  /// The day or time of a row, by the first of some attributes.
  func time(_ row: FlexRow, _ names: String...) throws(FieldFault) -> Timestamp {
    for name in names {
      if let time = try dates.time(row, name) { return time }
    }
    throw row.missing(names[0])
  }

  /// Adds the rate to the base currency that a row has, if no other one is known.
  mutating func noteRate(_ row: FlexRow, _ currency: Currency, _ day: Day, _ statement: Int) {
    guard let base = statements[statement].base, base != currency,
      let rate = try? row.number("fxRateToBase"), rate.isPositive, let unit = try? row.unit(),
      !unit.isHundredth, rates[Rate(from: currency, to: base, day: day)] == nil
    else { return }
    rates[Rate(from: currency, to: base, day: day)] = rate
    draft.add(LedgerRate(day: day, from: currency, to: base, rate: rate))
  }
}

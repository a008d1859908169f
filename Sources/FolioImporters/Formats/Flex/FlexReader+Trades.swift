// Which rows of trades are booked.
extension FlexReader {
  /// Books the trades of a statement.
  mutating func bookTrades(_ statement: Int) {
    var trades: [FlexTrade] = []
    for row in chosen(statements[statement].trades, statement) {
      attempt(row) { (reader) throws(FieldFault) in
        let category = try row.text("assetCategory")
        if ["FUT", "CFD", "FXCFD", "FSOPT", "FSFOP"].contains(category) {
          reader.statements[statement].hasTradesLeftOut = true
          return reader.draft.unknown(
            "Trade of \(category)", row.row,
            remedy: "Only margin and gains of these contracts move cash, for which a ledger has no "
              + "trade. Leave them out with --skip-unknown, and enter their gains as cash.")
        }
        let trade = try reader.trade(row, statement)
        trades.append(trade)
        let account = reader.cashID(trade.account, trade.feeCurrency)
        let sum = reader.statements[statement].commissions[account, default: .zero]
        reader.statements[statement].commissions[account] = try sum.minus(trade.fees)
      }
    }
    let cancelled = cancel(&trades)
    let exercised = exercises(trades)
    for (number, trade) in trades.enumerated() where !cancelled.contains(number) {
      if exercised.values.contains(number) { continue }
      attempt(trade.row) { (reader) throws(FieldFault) in
        try reader.book(trade, exercising: exercised[number].map { trades[$0] })
      }
    }
  }

  /// The rows of the finest level of detail. Other levels have the same trades again, and prove
  /// that none is missing.
  private mutating func chosen(_ rows: [FlexRow], _ statement: Int) -> [FlexRow] {
    let levels = rows.map(Self.level)
    let finest = levels.filter { $0 < Self.detailLevel }.min() ?? 0
    var chosen: [FlexRow] = []
    for (row, level) in zip(rows, levels) {
      if level < Self.detailLevel { noteLevel(row, isBooked: level == finest, statement) }
      if level == finest {
        chosen.append(row)
      } else if level == Self.closedLotLevel {
        attempt(row) { (reader) throws(FieldFault) in try reader.noteClosedLot(row, statement) }
      } else if level >= Self.detailLevel {
        draft.skip(row.row, "a detail of trades that are booked")
      } else {
        draft.skip(row.row, "a trade that is booked from another level of detail")
      }
    }
    return chosen
  }

  private mutating func noteLevel(_ row: FlexRow, isBooked: Bool, _ statement: Int) {
    guard let quantity = (try? row.number("quantity")) ?? nil,
      let facts = try? instruments.facts(row)
    else { return }
    let level = (try? row.text("levelOfDetail")) ?? ""
    draft.levels.append(
      TradeAtLevel(
        subject: "\(draft.file) \(statement) \(facts.key) \(facts.currency?.code ?? "")",
        name: facts.ticker, level: level.isEmpty ? row.name : level,
        day: try? time(row, "dateTime", "tradeDate").day, isBooked: isBooked,
        quantity: quantity, amount: (try? row.number("proceeds")) ?? nil,
        costs: (try? row.number("ibCommission", "commission")) ?? nil, row: row.row))
  }

  /// A lot that a sale has closed. It may be older than the statement.
  private mutating func noteClosedLot(_ row: FlexRow, _ statement: Int) throws(FieldFault) {
    guard let acquired = try dates.day(row, "openDateTime"), let cost = try row.number("cost"),
      let quantity = try row.number("quantity")
    else { return draft.skip(row.row, "a detail of trades that are booked") }
    let unit = try row.unit()
    draft.closedLots.append(
      ClosedLot(
        key: draft.instrument(try instruments.facts(row)),
        account: accountName(try row.account(else: statements[statement].account)),
        currency: unit.currency, acquired: acquired, quantity: quantity,
        cost: try unit.inCurrency(cost).magnitude, row: row.row))
    draft.noteRead(row.row)
  }

  private static let detailLevel = 9
  private static let closedLotLevel = 10

  private static func level(_ row: FlexRow) -> Int {
    let level = ((try? row.text("levelOfDetail")) ?? "").uppercased()
    if level == "EXECUTION" { return row.name == "TradeConfirm" ? 2 : 0 }
    return levels[level] ?? levels[row.name] ?? 0
  }

  /// The levels by the text of a row, or by its name.
  private static let levels = [
    "ORDER": 3, "SYMBOL_SUMMARY": 4, "SYMBOL SUMMARY": 4, "CLOSED_LOT": closedLotLevel,
    "WASH_SALE": detailLevel, "ASSET_SUMMARY": detailLevel, "Order": 3, "SymbolSummary": 4,
    "TradeConfirm": 2, "Lot": closedLotLevel, "ClosedLot": closedLotLevel,
  ]

  // MARK: Cancellations

  /// Books trades that were cancelled as void, so that a ledger that has them learns of it.
  /// - Returns: The numbers of the cancellations and of what they cancel.
  private mutating func cancel(_ trades: inout [FlexTrade]) -> Set<Int> {
    var done: Set<Int> = []
    for (number, trade) in trades.enumerated() where trade.isCancel {
      let other = trades.indices.first {
        !trades[$0].isCancel && !done.contains($0) && isOriginal(trades[$0], of: trade)
      }
      done.insert(number)
      guard let other else {
        draft.report(
          .partWithoutPartner, "the trade that this row cancels is not in the file",
          help: "Run the Flex query over a period that has the trade, too.", row: trade.row.row)
        continue
      }
      done.insert(other)
      let original = trades[other]
      attempt(trade.row) { (reader) throws(FieldFault) in
        try reader.book(original, cancelledBy: trade.row.row)
        // The fee stays if the cancellation does not give it back.
        let fees = try original.fees.plus(trade.fees)
        if !fees.isZero { try reader.bookFees(fees, of: original, and: trade.row.row) }
      }
    }
    return done
  }

  private func isOriginal(_ trade: FlexTrade, of cancel: FlexTrade) -> Bool {
    guard trade.quantity == -cancel.quantity, trade.account == cancel.account else { return false }
    if let id = try? cancel.row.id("origTransactionID") {
      return id == (try? trade.row.id("transactionID"))
    }
    if let id = try? cancel.row.id("origTradeID") { return id == (try? trade.row.id("tradeID")) }
    guard let one = try? instruments.facts(trade.row), let two = try? instruments.facts(cancel.row)
    else { return false }
    return one.key == two.key && trade.time == cancel.time && trade.price == cancel.price
  }

  // MARK: Options

  /// The trade of shares for each option that was exercised or assigned, by their numbers: the
  /// share trade, and the option.
  private func exercises(_ trades: [FlexTrade]) -> [Int: Int] {
    let ends = trades.indices.filter { number in
      let trade = trades[number]
      return trade.category == "OPT" && trade.gross.isZero && !trade.isCancel
        && !trade.codes.isDisjoint(with: ["A", "Ex"])
    }
    var found: [Int: Int] = [:]
    for option in ends {
      let end = trades[option]
      guard let underlying = try? end.row.text("underlyingSymbol"), !underlying.isEmpty,
        let contract = try? instruments.facts(end.row),
        let units = try? end.quantity.magnitude.times(contract.multiplier ?? 100)
      else { continue }
      let share = trades.indices.first { number in
        let trade = trades[number]
        return trade.category == "STK" && found[number] == nil && trade.account == end.account
          && trade.time == end.time && trade.quantity.magnitude == units
          && !trade.codes.isDisjoint(with: ["A", "Ex"])
          && (try? trade.row.text("symbol")) == underlying
      }
      if let share { found[share] = option }
    }
    return found
  }
}

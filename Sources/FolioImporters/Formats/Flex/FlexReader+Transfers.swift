// Transfers of units and cash, from and to other brokers and between the accounts of the file.
extension FlexReader {
  /// A transfer.
  private struct Transfer {
    var row: FlexRow
    var statement: Int
    var account: String
    var partner: String
    var day: Day
    var time: Timestamp
    var isIn: Bool
    var facts: ImportInstrument?
    var quantity: ExactDecimal
    var cash: ExactDecimal
    var currency: Currency
  }

  /// Books the transfers of all statements.
  mutating func bookTransfers() {
    var transfers: [Transfer] = []
    for number in statements.indices {
      for row in statements[number].transfers {
        attempt(row) { (reader) throws(FieldFault) in
          if let transfer = try reader.transfer(row, number) { transfers.append(transfer) }
        }
      }
    }
    var done: Set<Int> = []
    for (number, transfer) in transfers.enumerated() where !done.contains(number) {
      let other = transfers.indices.first {
        $0 > number && !done.contains($0) && isPair(transfer, transfers[$0])
      }
      if let other { done.insert(other) }
      attempt(transfer.row) { (reader) throws(FieldFault) in
        if let other {
          let pair = transfer.isIn ? (transfers[other], transfer) : (transfer, transfers[other])
          reader.book(from: pair.0, to: pair.1)
        } else {
          try reader.book(transfer)
        }
      }
    }
  }

  private mutating func transfer(
    _ row: FlexRow, _ statement: Int
  ) throws(FieldFault) -> Transfer? {
    if row.isSummary {
      draft.skip(row.row, "a summary, an accrual or a position")
      return nil
    }
    let unit = try row.unit()
    let quantity = ExactDecimal.given(try row.number("quantity"))
    let category = try row.text("assetCategory")
    var cash = try unit.inCurrency(.given(try row.number("cashTransfer")))
    if category == "CASH", cash.isZero {
      cash = try unit.inCurrency(try row.number("positionAmount") ?? quantity)
    }
    let isUnits = category != "CASH" && !quantity.isZero
    if !isUnits, cash.isZero {
      draft.skip(row.row, "a transfer of nothing")
      return nil
    }
    let time = try time(row, "dateTime", "date", "reportDate")
    return Transfer(
      row: row, statement: statement, account: try row.account(else: statements[statement].account),
      partner: try row.text("account"), day: try dates.day(row, "reportDate") ?? time.day,
      time: time, isIn: try isIn(row, isUnits ? quantity : cash),
      facts: isUnits ? try instruments.facts(row) : nil, quantity: quantity.magnitude,
      cash: cash.magnitude, currency: unit.currency)
  }

  private func isIn(_ row: FlexRow, _ amount: ExactDecimal) throws(FieldFault) -> Bool {
    let direction = try row.text("direction").uppercased()
    let isIn = direction.isEmpty ? amount.isPositive : direction == "IN"
    guard isIn == amount.isPositive || direction == "OUT" else {
      throw FieldFault(
        .contradictoryRow, "the direction and the sign of this transfer contradict each other",
        help: "Run the Flex query again; do not edit the file.", at: row.range("direction"))
    }
    return isIn
  }

  /// Whether two transfers are the two sides of one, between accounts of the file.
  private func isPair(_ one: Transfer, _ two: Transfer) -> Bool {
    guard one.isIn != two.isIn, one.account != two.account, one.facts?.key == two.facts?.key,
      one.quantity == two.quantity, one.cash == two.cash, one.currency == two.currency,
      abs(one.day.days(until: two.day)) <= 5
    else { return false }
    let isNamed = one.partner == two.account || two.partner == one.account
    return isNamed || one.partner.isEmpty || two.partner.isEmpty
  }

  private func group(_ transfer: Transfer) -> ImportedGroup {
    ImportedGroup(
      at: transfer.time, accountName(transfer.account), [transfer.row.row],
      id: try? transfer.row.id("transactionID"))
  }

  private func leg(
    _ type: TradeType, _ transfer: Transfer, _ key: String
  ) -> LedgerGroup.StockLeg {
    .init(type, key, transfer.quantity, in: accountName(transfer.account))
  }

  private mutating func cash(_ type: CashLegType, _ transfer: Transfer) -> LedgerGroup.CashLeg {
    .init(
      type, transfer.isIn ? .in : .out, transfer.cash,
      account: cashAccount(transfer.account, transfer.currency), currency: transfer.currency)
  }

  private mutating func book(from out: Transfer, to into: Transfer) {
    var imported = group(out)
    imported.rows.append(into.row.row)
    if let facts = out.facts {
      let key = draft.instrument(facts)
      imported.group.stockLegs = [leg(.transferOut, out, key), leg(.transferIn, into, key)]
    }
    if out.cash.isPositive {
      imported.group.cashLegs = [cash(.transfer, out), cash(.transfer, into)]
      imported.cashRows = [out.row.row, into.row.row]
    }
    add(imported, of: out.statement)
    // The other side moves the cash of the other statement.
    if into.statement != out.statement, into.cash.isPositive {
      let account = cashAccount(into.account, into.currency)
      statements[into.statement].moves.append(Move(account: account, row: into.row.row))
    }
  }

  private mutating func book(_ transfer: Transfer) throws(FieldFault) {
    var imported = group(transfer)
    if transfer.cash.isPositive {
      imported.group.cashLegs = [cash(transfer.isIn ? .deposit : .withdrawal, transfer)]
    }
    if let facts = transfer.facts {
      let key = draft.instrument(facts)
      if transfer.isIn {
        guard try receive(transfer, facts, key, &imported) else { return }
      } else {
        imported.group.stockLegs = [leg(.transferOut, transfer, key)]
      }
    }
    add(imported, of: transfer.statement)
  }

  /// Units from another broker, which has their cost; false if the answer about it is wrong.
  private mutating func receive(
    _ transfer: Transfer, _ facts: ImportInstrument, _ key: String, _ imported: inout ImportedGroup
  ) throws(FieldFault) -> Bool {
    let name = facts.isin.isEmpty ? facts.ticker : facts.isin
    let question = ImportQuestion(
      id: "cost \(name) \(transfer.day) \(transfer.quantity)",
      text: "What did the \(transfer.quantity) \(facts.ticker) cost that came in on "
        + "\(transfer.day), and when were they acquired?",
      fields: [.cost, .acquired], currency: transfer.currency)
    var leg = leg(.transferIn, transfer, key)
    switch draft.receipt(
      of: transfer.quantity, question, about: transfer.row.row, on: transfer.day)
    {
    case .known(let lot, let currency): (leg.lots, leg.currency) = ([lot], currency)
    case .open(let question): imported.questions = [question]
    case .refused: return false
    }
    imported.group.stockLegs = [leg]
    return true
  }
}

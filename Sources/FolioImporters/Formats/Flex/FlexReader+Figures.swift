// Figures of the file, which are compared with what was booked.
extension FlexReader {
  /// Notes the days that a statement has.
  mutating func notePeriod(_ number: Int) {
    let statement = statements[number]
    guard let from = statement.start, let to = statement.end, !statement.account.isEmpty else {
      return
    }
    draft.periods.append(
      StatedPeriod(
        account: accountName(statement.account), from: from, to: to,
        position: SourcePosition(file: draft.file, offset: statement.offset)))
  }

  /// Compares the positions and the cash of a statement.
  mutating func check(_ statement: Int) {
    var lists: Set<String> = []
    for row in statements[statement].positions {
      attempt(row) { (reader) throws(FieldFault) in
        guard let (account, day) = try reader.checkPosition(row, statement),
          lists.insert("\(account) \(day)").inserted
        else { return }
        reader.draft.claimAllUnits(in: account, on: day, row: row.row)
      }
    }
    let moves = statements[statement].moves
    for row in statements[statement].cashReports {
      attempt(row) { (reader) throws(FieldFault) in
        try reader.checkCash(row, statement, moves)
      }
    }
  }

  /// - Returns: The account and the day of the position; nil if it is not compared.
  private mutating func checkPosition(
    _ row: FlexRow, _ statement: Int
  ) throws(FieldFault) -> (account: String, day: Day)? {
    if try row.text("levelOfDetail").uppercased() == "LOT" {
      draft.skip(row.row, "a lot of a position that is compared")
      return nil
    }
    let category = try row.text("assetCategory")
    if ["FUT", "CFD", "FXCFD", "FSOPT", "FSFOP", "CASH"].contains(category) {
      draft.skip(row.row, "a position of a contract that is not booked")
      return nil
    }
    let unit = try row.unit()
    let key = draft.instrument(try instruments.facts(row))
    guard let day = try dates.day(row, "reportDate") ?? statements[statement].end else {
      throw row.missing("reportDate")
    }
    let account = accountName(try row.account(else: statements[statement].account))
    let units = try row.required("position")
    draft.claimUnits(units, of: key, in: account, on: day, row: row.row)
    if let cost = try row.number("costBasisMoney") {
      draft.claimCost(
        try unit.inCurrency(cost), unit.currency, of: key, in: account, units: units, on: day,
        row: row.row)
    }
    if let price = try row.number("markPrice"), !price.isNegative {
      draft.add(
        LedgerPrice(
          symbol: key, day: day, price: try unit.inCurrency(price), currency: unit.currency))
    }
    draft.noteRead(row.row)
    return (account, day)
  }

  /// The cash at the beginning of the period, with all that moved, gives the cash at its end.
  private mutating func checkCash(
    _ row: FlexRow, _ statement: Int, _ moves: [Move]
  ) throws(FieldFault) {
    let code = try row.text("currency")
    let level = try row.text("levelOfDetail")
    guard code != "BASE_SUMMARY", level.isEmpty || level == "Currency" else {
      return try checkSummary(row, statement)
    }
    let unit = try row.unit()
    let account = cashAccount(
      try row.account(else: statements[statement].account), unit.currency)
    guard let (start, end) = try period(row) else { return }
    if let commissions = try row.number("commissions"), !statements[statement].hasTradesLeftOut {
      draft.claimFigure(
        try unit.inCurrency(commissions),
        statements[statement].commissions[account, default: .zero],
        within: ExactDecimal(short: 1, places: 2), of: .commissions, row: row.row)
    }
    draft.restartRunningBalance(try unit.inCurrency(start), of: account, after: row.row)
    var seen: Set<Move> = []
    for move in moves where move.account == account && seen.insert(move).inserted {
      draft.claimRunningBalance(nil, of: account, after: move.row)
    }
    draft.claimRunningBalance(try unit.inCurrency(end), of: account, after: row.row)
    draft.claimPeriod(
      try unit.inCurrency(start), try unit.inCurrency(end), of: account,
      from: try dates.day(row, "fromDate") ?? statements[statement].start,
      to: try dates.day(row, "toDate") ?? statements[statement].end, row: row.row)
    draft.noteRead(row.row)
  }

  /// The cash at the beginning of the period and at its end; nil if the row has not both.
  private mutating func period(
    _ row: FlexRow
  ) throws(FieldFault) -> (start: ExactDecimal, end: ExactDecimal)? {
    if let start = try row.number("startingCash"), let end = try row.number("endingCash") {
      return (start, end)
    }
    draft.skip(row.row, "a cash report without the cash at its beginning and end")
    return nil
  }

  /// Compares the cash in the base currency, if the report has no other.
  private mutating func checkSummary(_ row: FlexRow, _ statement: Int) throws(FieldFault) {
    for other in statements[statement].cashReports where try other.text("currency").count == 3 {
      return draft.skip(row.row, "cash in the base currency, which is the sum of the currencies")
    }
    let cash = statements[statement].inBase
    guard let (start, end) = try period(row) else { return }
    guard !cash.isUnknown else {
      return draft.skip(row.row, "cash in the base currency, of which rows have no rate")
    }
    // The value of other currencies changes with their rates.
    let gain = ExactDecimal.given(try row.number("fxTranslationGainLoss", "fxTranslation"))
    let booked = try start.plus(cash.sum).plus(gain)
    draft.claimFigure(end, booked, within: cash.tolerance, of: .cashInBase, row: row.row)
    draft.noteRead(row.row)
  }
}

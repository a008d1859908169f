// What figures say that another field of their row is worth, and figures that add up a field.
extension RowBooker {
  /// The codes of coins that are worth a dollar.
  private static let dollars: Set = [
    "USD", "USDX", "USDC", "USDT", "DAI", "PYUSD", "GUSD", "BUSD", "TUSD", "USDP", "FDUSD",
  ]
  /// Prices of coins change by half within a month, but do not double.
  private static let daysOfCoin = 31
  private static let daysOfCurrency = 366

  /// Warns of a value that its units cannot have: those of the same currency are worth their
  /// number, and those of others about as much as in the row before.
  mutating func compareValue(
    _ figure: StatedFigure, of other: Int, _ row: TableRow, on day: Day
  ) throws(RowError) {
    let codeSlot = bound.slots.currencies[other]
    guard codeSlot >= 0,
      let code = row.bytes(codeSlot).map({ String(decoding: $0, as: UTF8.self) }),
      let value = try number(figure.slot, row)?.magnitude, value != .zero,
      let amount = try number(other, row)?.magnitude, amount != .zero,
      let currency = try row.unit(figure.slot)?.currency
    else { return }
    let rate = try exactly(try value.divided(by: amount, places: 12))
    // A value in cents says little about a small number of units.
    if rate == .zero || value < 1 { return }
    let national = Self.national(code)
    let before = ratesOfValues.updateValue((rate, day), forKey: "\(code) \(currency)")
    let isDollar = currency.code == "USD" && Self.dollars.contains(code)
    if isDollar || national == currency {
      if Self.isNear(rate, .one, within: 10) { return }
      return reportValue(figure, row, "\(amount.normalized()) \(code)")
    }
    if let national, !UnlikelyRows.isPossible(rate, national, currency) {
      return reportValue(figure, row, "\(amount.normalized()) \(code)")
    }
    let most = national == nil ? Self.daysOfCoin : Self.daysOfCurrency
    guard let before, abs(before.day.days(until: day)) <= most else { return }
    let isLikely =
      national == nil
      ? !rate.isFar(before.rate, by: UnlikelyRows.large)
      : Self.isNear(rate, before.rate, within: 4)
    if isLikely { return }
    draft.report(
      .priceJump,
      "a unit of \(code) is worth \(rate.normalized()) \(currency) in this row, and "
        + "\(before.rate.normalized()) on \(before.day)",
      help: "Look whether the amounts of this row are right.", row: row.row)
  }

  /// Notes the rate between the units of a row and its cash, which are in two currencies.
  mutating func noteRate(_ value: RowMoney, _ cash: RowMoney, on day: Day) {
    guard value.amount >= .one, cash.amount >= .one,
      let rate = try? cash.amount.divided(by: value.amount, places: 10)
    else { return }
    ratesOfValues["\(value.currency) \(cash.currency)"] = (rate, day)
  }

  /// The currency of a code. Nexo writes EURX for euros.
  private static func national(_ code: String) -> Currency? {
    for text in [code, code.hasSuffix("X") ? String(code.dropLast()) : code] {
      if let unit = Currency.unit(text), unit.currency.isNational { return unit.currency }
    }
    return nil
  }

  private mutating func reportValue(_ figure: StatedFigure, _ row: TableRow, _ units: String) {
    guard let field = row.field(bound.column(figure.slot)) else { return }
    draft.report(
      .costLeftOut,
      "\(row.shown(row.content(bound.column(figure.slot)))) is not what \(units) are worth",
      help: "Look which of the numbers is wrong, or whether the code is.", row: row.row,
      at: field.start, length: max(1, field.end - field.start))
  }

  // MARK: Sums

  /// Reports the first row of a part whose running sum is not that of the row before with its own
  /// amount.
  mutating func compareRunningSums(_ part: TablePart, isNewestFirst: Bool) {
    for figure in bound.table.stated where figure.meaning == .runningSumOf {
      guard let other = figure.other else { continue }
      var last: ExactDecimal?
      let numbers = Array(part.records.indices)
      for number in isNewestFirst ? numbers.reversed() : numbers {
        let row = TableRow(part, number)
        guard let sum = (try? self.number(figure.slot, row)) ?? nil,
          let own = (try? self.number(other, row)) ?? nil
        else { continue }
        defer { last = sum }
        guard let before = last, let expected = try? before.roundedSum(with: own),
          let difference = try? expected.roundedSum(with: -sum).magnitude,
          difference > ExactDecimal(short: 1, places: 2)
        else { continue }
        draft.report(
          draft.options.isStrict ? .differsFromFile : .differsFromSource,
          "the sum is \(sum.normalized()) here, but that of the row before with the amount of this "
            + "one gives \(expected.normalized())",
          help: "A row may be missing, or a number is wrong. Only the first such row is shown.",
          row: row.row)
        break
      }
    }
  }
}

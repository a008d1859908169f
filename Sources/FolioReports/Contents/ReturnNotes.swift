/// Warnings about returns that are missing, incomplete or approximate. Each row without a return
/// or a rate has a warning that gives the reason.
struct ReturnNotes {
  private let tables: LedgerTables
  private let base: Currency?
  private let dateBasis: DateBasis
  private let step: PeriodStep?

  init(_ booked: BookedLedger, _ step: PeriodStep?) {
    tables = booked.ledger.tables
    base = booked.baseCurrency
    dateBasis = booked.options.dateBasis
    self.step = step
  }

  /// Returns the warnings about periods, with the names of their parts.
  func warnings(
    _ rows: [(period: PeriodReturn, name: String?)], _ unpriced: [UnpricedDays]
  ) -> [Report.Warning] {
    var warnings = unpricedDays(rows.map(\.period), unpriced)
    if step == .day, !rows.isEmpty {
      warnings.append(
        .init(
          .noMoneyWeightedReturn,
          "no money-weighted return is given for single days: a rate per year would be "
            + "meaningless"))
    }
    for (period, name) in rows {
      let part = name.map { $0.isEmpty ? "without an account, " : "\($0), " } ?? ""
      let notes = [rateNote(period), benchmarkNote(period), returnNote(period)].compactMap { $0 }
      warnings += notes.map { note in
        .init(note.code, "\(part)\(period.from) to \(period.to): \(note.message)")
      }
    }
    return warnings
  }

  /// The warning that names the days without a price, if a value is unknown because of them.
  private func unpricedDays(
    _ periods: [PeriodReturn], _ unpriced: [UnpricedDays]
  ) -> [Report.Warning] {
    let isIncomplete = periods.contains { $0.endValue == nil || $0.isApproximate }
    if !isIncomplete { return [] }
    return Report.Warning.about(unpriced.map { $0.words(tables) }, .unknownPrice) {
      "no price is known for some days on which it is held: \($0)"
    }
  }

  // MARK: Money-weighted returns

  private func rateNote(_ period: PeriodReturn) -> Report.Warning? {
    if step == .day { return nil }
    guard let start = period.startValue, let end = period.endValue,
      let added = period.netContributions
    else {
      return .init(
        .noMoneyWeightedReturn,
        "no money-weighted return can be given: a value or a cash flow is unknown")
    }
    let flows = Flows(start: start, added: added, end: end)
    return note(period.moneyWeighted, of: "", flows)
  }

  private func benchmarkNote(_ period: PeriodReturn) -> Report.Warning? {
    guard step != .day, let benchmark = period.benchmark, let start = period.startValue,
      let added = period.netContributions
    else { return nil }
    return note(
      benchmark.moneyWeighted, of: " of the benchmark",
      Flows(start: start, added: added, end: benchmark.endValue))
  }

  private struct Flows {
    var start: ExactDecimal
    var added: ExactDecimal
    var end: ExactDecimal
  }

  private func note(
    _ rate: InternalRate, of name: String, _ flows: Flows
  ) -> Report.Warning? {
    let reason: String
    switch rate {
    case .rate: return nil
    case .several(let rates):
      return .init(
        .severalMoneyWeightedReturns,
        "several money-weighted returns\(name) fit: \(Self.listed(rates)); none is given")
    case .noRoot: reason = "no rate discounts the cash flows to zero"
    case .tooLarge: reason = "the rate of a year is too large to show"
    case .noSignChange: reason = lossOrWash(flows) ?? "money flows one way only"
    case .tooFewDays: reason = lossOrWash(flows) ?? "all cash flows are on one day"
    }
    return .init(.noMoneyWeightedReturn, "no money-weighted return\(name) exists: \(reason)")
  }

  /// The reason if everything was lost, or if nothing was invested from one day to another.
  private func lossOrWash(_ flows: Flows) -> String? {
    if flows.start.isZero, flows.added.isZero, flows.end.isZero {
      return "no money was invested from one day to another"
    }
    let paidIn = try? flows.start.adding(flows.added)
    return flows.end.isZero && paidIn?.isPositive == true
      ? "all the money was lost, and no rate is low enough" : nil
  }

  private static func listed(_ rates: [Double]) -> String {
    rates.map { "\(($0 * 1e6).rounded() / 1e4)%" }.joined(separator: ", ")
  }

  // MARK: Time-weighted returns

  private func returnNote(_ period: PeriodReturn) -> Report.Warning? {
    if period.startValue == nil {
      return .init(
        .undefinedReturn, "the value at the start is unknown: a price or a rate is missing")
    }
    if period.netContributions == nil {
      return .init(
        .undefinedReturn, "net contributions in base are unknown: a price or a rate is missing")
    }
    if let missing = period.withoutCapital {
      return note(missing, period)
    }
    if period.endValue != nil, period.timeWeighted == nil {
      return .init(
        .undefinedReturn,
        "the time-weighted return is undefined: a loss was larger than the capital")
    }
    if period.isApproximate {
      return .init(
        .approximateReturn, "a value is unknown at a cash flow; Modified Dietz is used there")
    }
    return nil
  }

  /// The warning about days without capital: what the return does with their gain, and what to do.
  private func note(
    _ missing: PeriodReturn.WithoutCapital, _ period: PeriodReturn
  ) -> Report.Warning {
    let (first, last) = (missing.days.lowerBound, missing.days.upperBound)
    let days = first == last ? "on \(first)" : "on days from \(first) to \(last)"
    let start = "\(days) there was no capital (nothing was held, or an account was overdrawn)"
    let advice = advice(around: missing.days, in: period)
    guard missing.isLeftOut else {
      let rule = "what was gained or lost counts on the money that came in next"
      return .init(.approximateReturn, "\(start); \(rule)\(advice)")
    }
    let effect =
      period.timeWeighted == nil
      ? "made the time-weighted return undefined" : "is not in the time-weighted return"
    return .init(.undefinedReturn, "\(start); \(words(missing.gain)) \(effect)\(advice)")
  }

  private func words(_ gain: ExactDecimal?) -> String {
    guard let gain, let base else { return "a gain or loss" }
    let size = TableField(.money(gain.magnitude, base), in: .init("", "", .amount))
    return "\(gain.isNegative ? "a loss" : "a gain") of \(size.text) \(base)"
  }

  /// The flags that give the returns of the days with capital.
  private func advice(around days: ClosedRange<Day>, in period: PeriodReturn) -> String {
    var ways: [String] = []
    if let before = days.lowerBound.adding(days: -1), before >= period.from {
      ways.append("--to \(before)")
    }
    if let after = days.upperBound.adding(days: 1), after <= period.to {
      ways.append("--from \(after)")
    }
    if dateBasis == .trade { ways.append("--date-basis settlement if payments follow trades") }
    return ways.isEmpty ? "" : ". Try \(ways.joined(separator: ", or "))"
  }
}

extension UnpricedDays {
  /// The symbol and its days without a price.
  fileprivate func words(_ tables: LedgerTables) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    let span = first == last ? "\(first)" : "\(first) to \(last)"
    return "\(tables.symbol(instrument)) (\(span))"
  }
}

// One report of an input, in one format.
extension FuzzCase {
  /// Prints a report that is chosen by chance. A sum beyond 36 digits is no failure.
  mutating func report(_ booked: BookedLedger) throws(FuzzFailure) {
    var selection = Selection()
    if oneIn(3) { selection.from = anyDay() }
    if oneIn(3) { selection.to = anyDay() }
    let report: Report
    do {
      guard let chosen = try self.chosen(booked, selection) else { return }
      report = chosen
    } catch is ArithmeticFault {
      return
    } catch let faults as LedgerFaults {
      // A period is booked differently from the whole ledger, so it may have faults of its own.
      if faults.errors.isEmpty { throw FuzzFailure("a period refused without a fault") }
      return
    } catch {
      throw FuzzFailure("\(error)")
    }
    let format = one(of: ReportFormat.self)
    if report.text(as: format).isEmpty { throw FuzzFailure("an empty report") }
  }

  private mutating func chosen(_ booked: BookedLedger, _ selection: Selection) throws -> Report? {
    let prices = PricePolicy(maximumAge: nil, tradesCount: oneIn(2))
    switch choices.next(in: 0..<15) {
    case 0: return try .holdings(booked, selection)
    case 1: return .lots(booked, selection)
    case 2: return .gains(booked, selection)
    case 3: return try .gainsWithCash(booked, selection)
    case 4: return .cash(booked, selection)
    case 5: return .income(booked, selection, by: one(of: IncomeGrouping.self), prices)
    case 6: return .journal(booked, selection)
    case 7: return try .trialBalance(booked, selection)
    case 8: return try .positions(booked, selection, prices)
    case 9: return try .taxForm(booked, selection)
    case 10: return explanation(booked)
    case 11: return performance(booked, selection, prices)
    case 12:
      _ = try DerivedCheck(of: booked.ledger, booked.options)
        .differences(in: booked.ledger.tables.derivedRows())
      return nil
    case 13: return .drawdowns(booked, selection, prices)
    default: return try period(booked, selection, prices)
    }
  }

  private func explanation(_ booked: BookedLedger) -> Report? {
    let tables = booked.ledger.tables
    guard let name = ExplanationSubject.names(in: tables).first,
      let subject = ExplanationSubject.named(name, in: tables).first
    else { return nil }
    return .explanation(of: subject, booked)
  }

  private mutating func performance(
    _ booked: BookedLedger, _ whole: Selection, _ prices: PricePolicy
  ) -> Report {
    var selection = whole
    var request = PerformanceQuestion()
    request.step = one(of: PeriodStep.self)
    request.scope = one(of: ReturnScope.self)
    if request.step == .day {
      // A row for each of 10,000 days is correct, but too slow for the limit under a sanitizer.
      let first = selection.from?.daysSince1970 ?? 18_200
      let last = min(selection.to?.daysSince1970 ?? .max, first + 1_800)
      selection.from = Day(daysSince1970: first)
      selection.to = Day(daysSince1970: last)
    }
    // The units in an account are only known if lots are kept by account.
    if request.scope == .account, booked.options.lotScope != .account { request.scope = .portfolio }
    return .performance(booked, selection, request, prices)
  }

  private mutating func period(
    _ booked: BookedLedger, _ selection: Selection, _ prices: PricePolicy
  ) throws -> Report {
    let isProfit = oneIn(2)
    var options = booked.options
    options.asOf = selection.to ?? options.asOf
    let result = try ProfitAndLoss(
      of: booked.ledger, options, from: selection.from, isProfit ? .market : .cost,
      tradesCount: prices.tradesCount)
    if isProfit { return .profitAndLoss(result, selection, per: .symbol, prices) }
    return oneIn(2) ? .balanceSheet(result, prices) : .incomeStatement(result)
  }
}

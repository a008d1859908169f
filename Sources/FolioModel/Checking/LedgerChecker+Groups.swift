// Checks of single groups: the legs balance, and match the type.
extension LedgerChecker {
  mutating func checkGroups() {
    // The rows are changed only when nothing refers to them any more.
    for index in residualGroups() { tables.groups[index].hasResidual = true }
    for (leg, value) in valuesOfFees {
      (tables.stockLegs[leg].gross, tables.stockLegs[leg].currency) = value
    }
    for index in unsoundGroups { tables.groups[Int(index)].status = .void }
  }

  /// Checks each group in place: a copy of each would cost more than the rules.
  /// - Returns: those whose legs do not balance exactly.
  private mutating func residualGroups() -> [Int] {
    var found: [Int] = []
    let rows = LedgerRows(tables)
    for index in tables.groups.indices {
      if !faulty.isEmpty, hasFaultyRecord(rows.groups[index]) {
        exclude(GroupIndex(index))
        continue
      }
      guard rows.groups[index].counts else { continue }
      note(max(rows.groups[index].tradeDay(rows), rows.groups[index].settlementDay(rows)))
      do {
        if try !checkBalance(of: index, rows) { found.append(index) }
        if rows.groups[index].stockLegCount > 1 {
          try checkTransfers(of: rows.groups[index], rows)
        }
      } catch {
        fault(tooLarge(at: rows.groups[index].position))
      }
      if hasExercises { checkExercises(in: GroupIndex(index), rows) }
      if hasUnitFees { checkUnitFees(of: rows.groups[index], rows) }
      checkType(of: index, rows)
      if rows.groups[index].settledAt != nil { checkSettlement(of: rows.groups[index], rows) }
      if !faulty.isEmpty, isFaulty(rows.groups[index].position) { exclude(GroupIndex(index)) }
    }
    return found
  }

  /// Compares `settled_at` with the status and with the day of the trade.
  private mutating func checkSettlement(of group: GroupRecord, _ rows: LedgerRows) {
    guard let day = group.settledAt?.day else { return }
    if group.status == .pending {
      warn(settledAndPending(group, day))
    }
    let trade = group.tradeDay(rows)
    if day < trade {
      warn(settlesBeforeTrade(day, trade, at: group.position, "settled_at"))
    }
  }

  mutating func note(_ day: Day) {
    if lastDay.map({ day >= $0 }) ?? true {
      (earlierDay, lastDay) = (lastDay, day)
    } else if earlierDay.map({ day > $0 }) ?? true {
      earlierDay = day
    }
  }

  private func hasFaultyRecord(_ group: GroupRecord) -> Bool {
    isFaulty(group.position)
      || group.stockLegs.contains { isFaulty(tables.stockLegs[$0].position) }
      || group.cashLegs.contains { isFaulty(tables.cashLegs[$0].position) }
  }

  /// Excludes a group from booking, and marks its instruments as doubtful.
  mutating func exclude(_ index: GroupIndex) {
    unsoundGroups.insert(index)
    for leg in tables.groups[Int(index)].stockLegs {
      doubtfulInstruments.insert(tables.stockLegs[leg].instrument)
      if let new = tables.detail(of: tables.stockLegs[leg])?.newInstrument {
        doubtfulInstruments.insert(new)
      }
    }
  }

  /// - Returns: whether nothing is left of the group.
  private mutating func checkBalance(
    of index: Int, _ rows: LedgerRows
  ) throws(ArithmeticFault) -> Bool {
    if GroupBalance.isExact(index, in: rows) { return true }
    let group = rows.groups[index]
    let balance = try GroupBalance(of: group, in: rows)
    if balance.isExact { return true }
    if !balance.unexplained.isEmpty {
      fault(unbalanced(group, balance.unexplained))
    } else if balance.exchange.count == 2 {
      checkQuotient(balance.exchange, group)
    }
    return false
  }

  /// Units that leave one account and come into another within a group are the same units. Legs
  /// that bring lots of their own come from outside.
  private mutating func checkTransfers(
    of group: GroupRecord, _ rows: LedgerRows
  ) throws(ArithmeticFault) {
    var moved: [InstrumentIndex: (out: ExactDecimal, in: ExactDecimal)] = [:]
    for index in group.stockLegs {
      let leg = rows.stockLegs[index]
      var sums = moved[leg.instrument] ?? (.zero, .zero)
      if leg.type == .transferOut {
        try sums.out.add(leg.quantity)
      } else if leg.type == .transferIn, rows.detail(of: leg)?.lots.isEmpty != false {
        try sums.in.add(leg.quantity)
      } else {
        continue
      }
      moved[leg.instrument] = sums
    }
    for (instrument, sums) in moved.sorted(by: { $0.key < $1.key })
    where sums.out.isPositive && sums.in.isPositive && sums.out != sums.in {
      fault(unequalTransfer(group, instrument, sums.out, sums.in))
    }
  }

  /// Warns if the rate of a leg and the quotient of an exchange with the base currency differ by
  /// more than 2 %.
  private mutating func checkQuotient(
    _ exchange: [GroupBalance.Residual], _ group: GroupRecord
  ) {
    guard let base = tables.settings.baseCurrency.flatMap(tables.currencies.existingIndex(of:)),
      let inBase = exchange.first(where: { $0.currency == base }),
      let other = exchange.first(where: { $0.currency != base })
    else { return }
    for index in group.stockLegs {
      let leg = tables.stockLegs[index]
      guard leg.given.contains(.fxRate), leg.currency == other.currency else { continue }
      let (own, paid) = (other.amount.magnitude, inBase.amount.magnitude)
      let (least, most) = (ExactDecimal(short: 98, places: 2), ExactDecimal(short: 102, places: 2))
      if ExactDecimal.compareProducts(own, leg.fxRate, paid, least) < 0
        || ExactDecimal.compareProducts(own, leg.fxRate, paid, most) > 0
      {
        warn(rateDiffersFromQuotient(leg, own: own, paid: paid))
      }
    }
  }

  private mutating func checkType(of index: Int, _ rows: LedgerRows) {
    let (stockLegs, cashLegs) = (rows.groups[index].stockLegs, rows.groups[index].cashLegs)
    if stockLegs.isEmpty, cashLegs.isEmpty {
      // If rows are at fault, legs may be missing because of that.
      if faulty.isEmpty { warn(emptyGroup(rows.groups[index])) }
    } else if let type = rows.groups[index].type, !describes(type, stockLegs, cashLegs, rows) {
      warn(typeContradictsLegs(rows.groups[index], type))
    }
  }

  /// Whether the legs match the type of the group.
  private func describes(
    _ type: GroupType, _ stockLegs: Range<Int>, _ cashLegs: Range<Int>, _ rows: LedgerRows
  ) -> Bool {
    func cash(_ wanted: CashLegType, _ direction: Direction? = nil) -> Bool {
      cashLegs.contains {
        rows.cashLegs[$0].type == wanted
          && (direction == nil || rows.cashLegs[$0].direction == direction)
      }
    }
    func stock(_ test: (TradeType) -> Bool) -> Bool {
      stockLegs.contains { test(rows.stockLegs[$0].type) }
    }
    let isTrade = !stockLegs.isEmpty
    switch type {
    case .deposit: return cash(.deposit, .in) && !isTrade
    case .withdrawal: return cash(.withdrawal, .out) && !isTrade
    case .interest: return cash(.interest)
    case .fee: return (cash(.fee) && !isTrade) || stock { $0 == .unitFee }
    case .tax: return cash(.tax) && !isTrade
    case .fxExchange: return cash(.fx) && !isTrade
    case .transfer: return cash(.transfer) || stock(\.isTransfer)
    case .stockTrade: return stock(\.isTrade)
    case .dividend:
      let earned: [TradeType] = [.dividend, .stockDividend, .costAdjustment]
      // Tax alone was withheld apart from the dividend, or is paid back.
      return cash(.dividend) || (cash(.tax) && !isTrade) || stock(earned.contains)
    case .corporateAction: return stock { !$0.isTrade }
    case .openingBalance, .adjustment: return true
    }
  }
}

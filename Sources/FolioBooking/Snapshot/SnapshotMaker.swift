/// Writes the opening balances of a booked ledger, and the groups that come after them, as a draft.
struct SnapshotMaker {
  private(set) var draft = LedgerDraft()
  private let booked: BookedLedger
  private let day: Day
  private let dayOrder: DayOrder

  init(_ booked: BookedLedger, _ day: Day) {
    self.booked = booked
    self.day = day
    dayOrder = DayOrder(of: booked)
    draft.tables = booked.ledger.tables
    draft.tables.groups = []
    draft.tables.stockLegs = []
    draft.tables.cashLegs = []
    // Stored positions are of days that can no longer be computed.
    let cut: [LedgerTable] = [.groups, .stockLegs, .cashLegs, .storedPositions, .storedHoldings]
    draft.tables.kept.removeAll { cut.contains($0.table) }
    decideSettings()
  }

  /// Keeps the prices as they are: a price is for units of its day (Specs/decisions/prices.md).
  mutating func takePrices() {
    for index in draft.tables.prices.indices {
      let names = names(of: draft.tables.prices[index].instrument)
      (draft.tables.prices[index].instrument, draft.tables.prices[index].stockReference) = names
    }
  }

  /// Keeps the splits up to the day, because they restate earlier prices. They come before the
  /// lots, whose units are those after the splits.
  private mutating func writeSplits() throws(ArithmeticFault) {
    for split in SplitBook(booked.ledger).splits(until: day) {
      guard let at = try? Timestamp(day: split.day) else { throw .overflow }
      let symbol = booked.ledger.tables.symbol(split.instrument)
      var group = GroupRecord(
        id: unusedID("split-\(symbol)-\(split.day)"), occurredAt: at, type: .openingBalance)
      var leg = StockLeg(type: .split, day: split.day)
      (leg.instrument, leg.stockReference) = names(of: split.instrument)
      leg.detail = UInt32(truncatingIfNeeded: draft.tables.details.count)
      var detail = StockLegDetail()
      detail.ratio = split.ratio
      draft.tables.details.append(detail)
      draft.tables.stockLegs.append(leg)
      group.stockLegs = draft.tables.stockLegs.endIndex - 1..<draft.tables.stockLegs.endIndex
      group.cashLegs = 0..<0
      draft.tables.groups.append(group)
    }
  }

  /// The later groups are booked with the same settings.
  private mutating func decideSettings() {
    draft.tables.settings.baseCurrency = booked.options.baseCurrency
    draft.tables.settings.costBasisMethod = booked.options.method
    if booked.options.method != nil { draft.tables.settings.methodEntries = [] }
    // Entries for accounts are faults where lots are not kept by account.
    if booked.options.lotScope != .account {
      draft.tables.settings.methodEntries.removeAll { $0.account != 0 }
      if draft.tables.settings.methodEntries.isEmpty {
        draft.tables.settings.costBasisMethod = booked.options.method ?? .fifo
      }
    }
    for index in draft.tables.settings.methodEntries.indices {
      draft.tables.settings.methodEntries[index].instruments = []
    }
    draft.tables.settings.lotScope = booked.options.lotScope
    draft.tables.settings.feeTreatment = booked.options.feeTreatment
    draft.tables.settings.taxRules = booked.options.taxRules
    draft.tables.settings.crossingZero = booked.options.crossingZero
  }

  // MARK: Opening balances

  /// Writes the lots and the cash that result from the groups up to the day.
  mutating func open(_ groups: [GroupIndex]) throws(ArithmeticFault) {
    guard let last = groups.last else { return }
    let at = booked.ledger.rows.groups[Int(last)].occurredAt
    recordOpeners()
    try writeSplits()
    let first = draft.tables.stockLegs.endIndex
    var group = GroupRecord(id: unusedID("snapshot-\(day)"), occurredAt: at, type: .openingBalance)
    try writeLots()
    group.stockLegs = first..<draft.tables.stockLegs.endIndex
    let open = try openCash(groups)
    var settled = booked.cash.map(\.balance)
    for cash in open.values.joined() {
      for index in settled.indices { try settled[index].subtract(cash[index]) }
    }
    writeCash([settled], in: &group)
    draft.tables.groups.append(group)
    for (settlement, cash) in open.sorted(by: { ($0.key ?? .last) < ($1.key ?? .last) }) {
      let name = settlement.map { "settling-\($0)" } ?? "pending-\(day)"
      var rest = GroupRecord(
        id: unusedID(name), occurredAt: at, type: .openingBalance,
        status: settlement == nil ? .pending : .settled)
      rest.settledAt = settlement.flatMap { try? Timestamp(day: $0) }
      rest.stockLegs = draft.tables.stockLegs.endIndex..<draft.tables.stockLegs.endIndex
      writeCash(cash, in: &rest)
      draft.tables.groups.append(rest)
    }
  }

  /// The groups that opened lots stay on record, so that lots are known by them.
  private mutating func recordOpeners() {
    for opener in Set(booked.lots.map(\.group)).sorted() {
      let old = booked.ledger.rows.groups[Int(opener)]
      draft.tables.groups.append(
        GroupRecord(id: old.id, occurredAt: old.occurredAt, type: old.type, status: .void))
    }
  }

  /// One leg for the lots of an account that follow each other. Positions keep the order in which
  /// they were opened, and lots of one day that in which they were booked.
  private mutating func writeLots() throws(ArithmeticFault) {
    var lots = booked.lots.sorted {
      ($0.instrument, $0.position, $0.acquired, $0.place, $0.number)
        < ($1.instrument, $1.position, $1.acquired, $1.place, $1.number)
    }[...]
    while let first = lots.first {
      let leg = lots.prefix { $0.sharesLeg(with: first) }
      try writeLeg(leg, like: first)
      lots = lots.dropFirst(leg.count)
    }
  }

  private mutating func writeLeg(
    _ lots: ArraySlice<Lot>, like first: Lot
  ) throws(ArithmeticFault) {
    var leg = StockLeg(type: .transferIn, day: day)
    leg.given = [.quantity, .tradeDate]
    (leg.instrument, leg.stockReference) = names(of: first.instrument)
    leg.account = first.account
    leg.currency = first.currency
    leg.quantity = try lots.sum(of: \.quantity)
    leg.detail = UInt32(truncatingIfNeeded: draft.tables.details.count)
    var detail = StockLegDetail()
    var place = UInt32.missing
    for lot in lots {
      var entry = entry(lot)
      entry.isRestOfPrevious = place == lot.place
      entry.dayOrder = dayOrder.place(of: lot)
      place = lot.place
      detail.lots.append(entry)
    }
    draft.tables.details.append(detail)
    draft.tables.stockLegs.append(leg)
  }

  private func entry(_ lot: Lot) -> LotChoice {
    var entry = LotChoice(
      groupID: booked.ledger.rows.groups[Int(lot.group)].id, acquired: lot.acquired,
      quantity: lot.quantity, costBasis: lot.cost, costBasisBase: lot.costInBase)
    entry.isBaseUnknown = !lot.hasBase
    (entry.isShort, entry.isInherited) = (lot.isShort, lot.isInherited)
    if lot.holdingFrom != lot.acquired { entry.holdingFrom = lot.holdingFrom }
    let age = day.daysSince1970 - lot.acquired.daysSince1970
    if let regime = booked.regime, regime.snapshot.marksReplacements,
      age < regime.window?.before ?? 0
    {
      entry.mayReplace = lot.isOffered && !lot.isReplacement
    }
    let isCompared = ExactDecimal.compareProducts(
      lot.openingCost, lot.quantity, lot.cost, lot.openingQuantity)
    if booked.options.method.map({ $0 == .hifo || $0 == .lofo }) ?? true, isCompared != 0 {
      entry.openingQuantity = lot.openingQuantity
      entry.openingCost = lot.openingCost
    }
    if let gift = booked.gifts[lot.number] {
      entry.fairValue = booked.fairValue(of: lot)
      if gift.hasBase { entry.fairValueBase = try? lot.costBase.subtracting(gift.costBase) }
      entry.received = gift.received
    }
    return entry
  }

  /// The cash that has not settled, by settlement date; nil for pending groups. The inflows and the
  /// outflows of each account, the latter below zero, are separate, as in reports.
  private func openCash(
    _ groups: [GroupIndex]
  ) throws(ArithmeticFault) -> [Day?: [[ExactDecimal]]] {
    let none = Array(repeating: ExactDecimal.zero, count: booked.cash.count)
    var open: [Day?: [[ExactDecimal]]] = [:]
    for index in groups {
      let record = booked.ledger.rows.groups[Int(index)]
      let settles = booked.ledger.settlementDay(of: record)
      guard record.status == .pending || settles > day, record.cashLegCount > 0 else { continue }
      var sums = open[record.status == .pending ? nil : settles] ?? [none, none]
      for leg in booked.ledger.rows.cashLegs[record.cashLegs] {
        try sums[leg.direction == .in ? 0 : 1][Int(leg.account)].add(leg.signedAmount)
      }
      open[record.status == .pending ? nil : settles] = .some(sums)
    }
    return open
  }

  /// One leg for each amount of each account.
  private mutating func writeCash(_ amounts: [[ExactDecimal]], in group: inout GroupRecord) {
    let first = draft.tables.cashLegs.endIndex
    for amounts in amounts {
      for (account, amount) in zip(draft.tables.cashAccounts, amounts) where !amount.isZero {
        draft.tables.cashLegs.append(
          CashLeg(
            account: draft.accountNames.index(of: account.id),
            type: amount.isNegative ? .withdrawal : .deposit,
            direction: amount.isNegative ? .out : .in, amount: amount.magnitude,
            currency: account.currency))
      }
    }
    group.cashLegs = first..<draft.tables.cashLegs.endIndex
  }

  /// An id that no group of the ledger or of the draft has.
  private mutating func unusedID(_ wanted: String) -> Identifier {
    let used = Set(booked.ledger.rows.groups.map(\.id) + draft.tables.groups.map(\.id))
    var id = draft.tables.names.identifier(of: Array(wanted.utf8))
    var number = 1
    while used.contains(id) {
      number += 1
      id = draft.tables.names.identifier(of: Array("\(wanted)-\(number)".utf8))
    }
    return id
  }

  // MARK: Later groups

  /// Keeps groups of the ledger as they are.
  mutating func keep(_ groups: [GroupIndex]) {
    let rows = booked.ledger.rows
    for index in groups {
      var record = rows.groups[Int(index)]
      let (stock, cash) = (draft.tables.stockLegs.endIndex, draft.tables.cashLegs.endIndex)
      for var leg in rows.stockLegs[record.stockLegs] {
        (leg.instrument, leg.stockReference) = names(of: leg.instrument)
        draft.tables.stockLegs.append(leg)
      }
      for var leg in rows.cashLegs[record.cashLegs] {
        leg.account = draft.accountNames.index(
          of: draft.tables.cashAccounts[Int(leg.account)].id)
        (leg.instrument, leg.stockReference) = names(of: leg.instrument)
        draft.tables.cashLegs.append(leg)
      }
      record.stockLegs = stock..<draft.tables.stockLegs.endIndex
      record.cashLegs = cash..<draft.tables.cashLegs.endIndex
      draft.tables.groups.append(record)
    }
  }

  /// Keeps the balances of the day, and of later days if their groups stay. Units by account are
  /// those of the lots, which are others if the lots are not kept by account.
  mutating func takeBalances(afterwards: Bool) {
    var rows: [UInt32: UInt32] = [:]
    draft.tables.balances = []
    for (number, row) in booked.ledger.tables.balances.enumerated() {
      guard row.day == day || row.day > day && afterwards,
        row.account == 0 || booked.options.lotScope == .account
      else { continue }
      var row = row
      if row.cashAccount != .missing {
        row.cashAccount = draft.accountNames.index(
          of: draft.tables.cashAccounts[Int(row.cashAccount)].id)
      }
      (row.instrument, row.stockReference) = names(of: row.instrument)
      rows[UInt32(truncatingIfNeeded: number)] = UInt32(
        truncatingIfNeeded: draft.tables.balances.count)
      draft.tables.balances.append(row)
    }
    draft.tables.kept = draft.tables.kept.compactMap { column in
      guard column.table == .balances else { return column }
      var column = column
      guard let number = rows[column.row] else { return nil }
      column.row = number
      return column
    }
  }

  /// The numbers of an instrument's symbol and stock id among those that the draft mentions.
  private mutating func names(of instrument: InstrumentIndex) -> (InstrumentIndex, UInt32) {
    guard instrument != .missing else { return (.missing, .missing) }
    let row = draft.tables.instruments[Int(instrument)]
    return (
      row.symbol.isNone ? .missing : draft.symbolNames.index(of: row.symbol),
      row.stockID.isNone ? .missing : draft.stockNames.number(of: row.stockID)
    )
  }
}

extension Lot {
  /// Whether a leg can bring both.
  fileprivate func sharesLeg(with other: Lot) -> Bool {
    instrument == other.instrument && account == other.account && currency == other.currency
  }
}

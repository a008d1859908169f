extension Booker {
  /// The books: open lots in the order in which they are shown, and booking's warnings. What
  /// depends on the end of the ledger is found here, and never changes the state of booking: a copy
  /// can go on with later groups.
  /// - Parameter whole: the whole ledger, with or without its groups.
  consuming func finish(_ whole: Ledger) -> (booked: BookedLedger, faults: [Diagnostic]) {
    end(whole)
    beginPeriod()
    let (balances, tooLarge) = cash.closed()
    booked.cash = balances
    faults += tooLarge.map { balanceTooLarge(tables.cashAccounts[Int($0)]) }
    booked.warnings =
      warningsWithOverdue(whole.lastDay) + overdraftsOfDay().map(\.warning) + missingRates()
    if options.baseCurrency != nil { booked.missingRates = rates.missing.mapValues(\.day) }
    for position in positions.indices where positions[position].sharesItsCost {
      for (slot, lot) in shownLots(of: position) { lots.show(lot, in: slot) }
    }
    var opened = Array(repeating: UInt32.missing, count: positions.count)
    for slot in inOrder(lots.open, ranks(tables.instruments.map(\.symbol))) {
      var lot = lots[slot]
      if opened[Int(lot.position.rawValue)] == .missing { rankPositions(of: lot, &opened) }
      lot.position = PositionIndex(rawValue: opened[Int(lot.position.rawValue)])
      if isDelivered(lot) { booked.lots.append(lot) } else { booked.undelivered.append(lot) }
    }
    booked.gifts = gifts
    if !options.keepsDisposals { booked.forgetDisposals() }
    booked.trace = trace.events
    booked.period = recorder.period == nil ? nil : recorder.book
    return (booked, faults)
  }

  /// Whether the units of a lot have come in by the day of the report.
  func isDelivered(_ lot: Lot) -> Bool {
    options.dateBasis == .trade || !isUnsettled(lot.group)
  }

  /// The open lots of an instrument as they are shown, without those whose units have not come in.
  func lotsInOrder(of instrument: InstrumentIndex) -> [Lot] {
    let all = positions.all(instrument, isShort: false) + positions.all(instrument, isShort: true)
    let shown = all.flatMap(shownLots).map(\.lot).filter(isDelivered)
    // Most instruments are in one account, and need no order of accounts.
    let isInOneAccount = shown.allSatisfy { $0.account == shown.first?.account }
    let accounts = isInOneAccount ? nil : ranks(tables.securitiesAccounts.all)
    return shown.sorted {
      let owners = (accounts?[Int($0.account)] ?? 0, accounts?[Int($1.account)] ?? 0)
      return (owners.0, $0.acquired, $0.place, $0.number)
        < (owners.1, $1.acquired, $1.place, $1.number)
    }
  }

  /// Lots by symbol, account, day acquired, then order of booking.
  /// - Parameter symbols: the ranks of the instruments.
  private func inOrder(_ slots: [LotSlot], _ symbols: [UInt32]) -> [LotSlot] {
    let accounts = ranks(tables.securitiesAccounts.all)
    let keys = slots.map { slot in
      let lot = lots[slot]
      let owner = UInt64(symbols[Int(lot.instrument)]) << 32 | UInt64(accounts[Int(lot.account)])
      return (owner: owner, day: lot.acquired, place: lot.place, number: lot.number, slot: slot)
    }
    return keys.sorted {
      ($0.owner, $0.day, $0.place, $0.number) < ($1.owner, $1.day, $1.place, $1.number)
    }.map(\.slot)
  }

  /// Positions are numbered by instrument, in order of their opening.
  private func rankPositions(of lot: Lot, _ ranks: inout [UInt32]) {
    let opened = positions.inOrder(lot.instrument, isShort: lot.isShort)
    for (rank, position) in opened.enumerated() {
      ranks[Int(position.rawValue)] = UInt32(truncatingIfNeeded: rank)
    }
  }

  /// The place of each name among all of them in order of their bytes.
  private func ranks(_ names: [Identifier]) -> [UInt32] {
    let texts = names.map { tables.names.bytes(of: $0) }
    let order = names.indices.sorted { texts[$0].lexicographicallyPrecedes(texts[$1]) }
    var ranks = Array(repeating: UInt32(0), count: names.count)
    for (rank, index) in order.enumerated() { ranks[index] = UInt32(truncatingIfNeeded: rank) }
    return ranks
  }

  /// The open lots of a position as they are shown: each has taken over all events, and under
  /// average cost its share of the pool.
  func shownLots(of position: PositionIndex) -> [(slot: LotSlot, lot: Lot)] {
    var slots = positions[position].order.candidates.filter { !lots[$0].quantity.isZero }
    if positions[position].pool != nil { sortForShares(&slots) }
    var open = slots.map { lots[$0] }
    if let log = positions[position].log {
      for index in open.indices { try? open[index].takeOver(log) }
    }
    if var pool = positions[position].pool {
      // The journal does not have a purchase that has not settled, so it is in no average.
      var units = positions[position].quantity
      for lot in open where !isDelivered(lot) { try? pool.leaveOut(lot, &units) }
      var shares = try? pool.shares(ofUnits: units)
      for index in open.indices where isDelivered(open[index]) {
        try? shares?.give(to: &open[index])
      }
    }
    return zip(slots, open).map { ($0, $1) }
  }

  private func sortForShares(_ slots: inout [LotSlot]) {
    // Lots are mostly opened in the order of their days.
    if areInOrder(slots) { return }
    let keys = slots.map { (day: lots[$0].acquired, number: lots[$0].number, slot: $0) }
    slots = keys.sorted { ($0.day, $0.number) < ($1.day, $1.number) }.map(\.slot)
  }

  private func areInOrder(_ slots: [LotSlot]) -> Bool {
    zip(slots, slots.dropFirst()).allSatisfy {
      (lots[$0].acquired, lots[$0].number) < (lots[$1].acquired, lots[$1].number)
    }
  }

  /// Gives the lots of an averaged position the pool's cost, by units.
  mutating func spreadPool(_ position: PositionIndex) throws(ArithmeticFault) {
    guard let pool = positions[position].pool else { return }
    try bringUp(lotsOf: position)
    var slots = positions[position].order.candidates.filter { !lots[$0].quantity.isZero }
    sortForShares(&slots)
    var shares = try pool.shares(ofUnits: positions[position].quantity)
    if let ahead = shares.ahead { positions[position].pool?.costAhead = ahead }
    // In place: a copy of each lot costs as much as its share.
    for slot in slots { try shares.give(to: &lots[slot]) }
    assert(
      positions[position].pool.map { addsUp($0, slots) } ?? true, "lots differ from their pool")
  }

  /// A warning for each currency without a rate.
  func missingRates() -> [Diagnostic] {
    guard let base = options.baseCurrency else { return [] }
    return rates.missing.sorted { $0.key < $1.key }.map { noRate($0.key, to: base, $0.value) }
  }
}

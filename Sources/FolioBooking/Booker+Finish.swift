import FolioDiagnostics
import FolioModel
import FolioNumbers

extension Booker {
  /// The books: open lots in the order in which they are shown, and booking's warnings.
  /// - Parameter whole: the whole ledger, with or without its groups.
  consuming func finish(_ whole: Ledger) -> (booked: BookedLedger, faults: [Diagnostic]) {
    end(whole)
    closeCash()
    if hasLateEvents { for position in positions.indices { try? bringUp(lotsOf: position) } }
    sharePools()
    let symbols = ranks(tables.instruments.map(\.symbol))
    let accounts = ranks(tables.securitiesAccounts.all)
    let open = lots.all.indices.filter { !lots.all[$0].quantity.isZero }.map { index in
      let lot = lots.all[index]
      let owner = UInt64(symbols[Int(lot.instrument)]) << 32 | UInt64(accounts[Int(lot.account)])
      return (
        owner: owner, day: lot.acquired, place: lot.place, number: lot.number, index: index
      )
    }
    let sorted = open.sorted {
      ($0.owner, $0.day, $0.place, $0.number) < ($1.owner, $1.day, $1.place, $1.number)
    }
    var ranks = Array(repeating: UInt32.missing, count: positions.count)
    for entry in sorted {
      // Positions are numbered by instrument, in order of their opening.
      var lot = lots.all[entry.index]
      if ranks[Int(lot.position.rawValue)] == .missing {
        let opened = positions.inOrder(lot.instrument, isShort: lot.isShort)
        for (rank, position) in opened.enumerated() {
          ranks[Int(position.rawValue)] = UInt32(truncatingIfNeeded: rank)
        }
      }
      lot.position = PositionIndex(rawValue: ranks[Int(lot.position.rawValue)])
      let isDelivered = options.dateBasis == .trade || !isUnsettled(lot.group)
      if isDelivered { booked.lots.append(lot) } else { booked.undelivered.append(lot) }
    }
    booked.gifts = gifts
    if !options.keepsDisposals { booked.forgetDisposals() }
    booked.trace = trace.events
    booked.period = recorder.period == nil ? nil : recorder.book
    warnAboutRates()
    return (booked, faults)
  }

  /// The place of each name among all of them in order of their bytes.
  private func ranks(_ names: [Identifier]) -> [UInt32] {
    let texts = names.map { tables.names.bytes(of: $0) }
    let order = names.indices.sorted { texts[$0].lexicographicallyPrecedes(texts[$1]) }
    var ranks = Array(repeating: UInt32(0), count: names.count)
    for (rank, index) in order.enumerated() { ranks[index] = UInt32(truncatingIfNeeded: rank) }
    return ranks
  }

  /// Under average cost, each open lot shows its share of the pool. The last lot takes the rounding
  /// difference, so that the lots add up to the pool.
  mutating func sharePools() {
    for position in positions.indices where positions[position].method == .average {
      try? spreadPool(position)
    }
  }

  /// Gives the lots of an averaged position the pool's cost, by units.
  mutating func spreadPool(_ position: PositionIndex) throws(ArithmeticFault) {
    guard let pool = positions[position].pool else { return }
    try bringUp(lotsOf: position)
    let open = positions[position].order.candidates.filter {
      !lots[$0].quantity.isZero
    }.sorted {
      let (a, b) = (lots[$0], lots[$1])
      return (a.acquired, a.number) < (b.acquired, b.number)
    }
    let whole = try positions[position].quantity.adding(max(.zero, pool.ahead))
    var costs = Shares(pool.cost, by: whole)
    var costsBase = Shares(pool.costBase, by: whole)
    if pool.ahead.isPositive {
      positions[position].pool?.costAhead = (
        try costs.next(pool.ahead), try costsBase.next(pool.ahead)
      )
    }
    for lot in open {
      lots[lot].cost = try costs.next(lots[lot].quantity)
      lots[lot].costBase = try costsBase.next(lots[lot].quantity)
      lots[lot].hasBase = pool.hasBase
    }
  }

  private mutating func warnAboutRates() {
    guard let base = options.baseCurrency else { return }
    for (currency, use) in rates.missing.sorted(by: { $0.key < $1.key }) {
      booked.warnings.append(noRate(currency, to: base, use))
      booked.missingRates[currency] = use.day
    }
  }
}

// What holds while a ledger is booked, for assertions: release builds do not evaluate it.
extension Booker {
  /// Whether the postings of the group at hand add up to zero in each currency. A leg with a fault
  /// posts only a part.
  /// - Parameter first: its first posting.
  func isBalanced(from first: Int) -> Bool {
    if !faults.isEmpty || !doubtful.isEmpty { return true }
    var sums: [CurrencyIndex: ExactDecimal] = [:]
    do {
      for posting in booked.postings[first...] {
        try sums[posting.currency, default: .zero].add(posting.amount)
      }
    } catch {
      // The sum passes through more digits than there are.
      return true
    }
    return sums.values.allSatisfy(\.isZero)
  }

  /// Whether the lots of the instrument of a leg add up to its positions.
  func lotsAddUp(_ leg: StockLeg) -> Bool {
    [false, true].allSatisfy { isShort in
      let position = positions.find(leg.instrument, scope(leg.account), isShort: isShort)
      return position == .missing || positions[position].addsUp(lots)
    }
  }

  /// Whether the costs of lots, and of the units that are ahead, add up to their pool.
  func addsUp(_ pool: Pool, _ slots: [LotSlot]) -> Bool {
    guard !slots.isEmpty,
      let cost = try? pool.costAhead.cost.adding(slots.sum { lots[$0].cost }),
      let costBase = try? pool.costAhead.costBase.adding(slots.sum { lots[$0].costBase })
    else { return true }
    return cost == pool.cost && costBase == pool.costBase
  }
}

extension Position {
  /// The most lots that an assertion adds up: tests must not become slow.
  private static let mostLots = 32

  /// Whether its lots add up to its units, and so do its accounts. The lots of an event that comes
  /// late take it over when they are read; until then they have other units.
  fileprivate func addsUp(_ lots: LotArena) -> Bool {
    if order.count > Self.mostLots || sharesItsCost { return true }
    let ofLots = try? order.candidates.sum { lots[$0].quantity }
    let ofAccounts = try? accounts.all.sum { accounts.units(in: $0, of: quantity) }
    return (ofLots ?? quantity) == quantity && (ofAccounts ?? quantity) == quantity
  }
}

import Diagnostics
import ExactNumbers
import LedgerModel

extension Booker {
  /// The booked ledger: open lots in the order in which they are shown, and booking's warnings.
  consuming func finish() -> BookedLedger {
    sharePools()
    let symbols = tables.instruments.map { tables.names.bytes(of: $0.symbol) }
    let accounts = tables.securitiesAccounts.all.map { tables.names.bytes(of: $0) }
    let open = lots.indices.filter { isShown(lots[$0]) }.sorted { left, right in
      let (a, b) = (lots[left], lots[right])
      if a.instrument != b.instrument {
        return symbols[Int(a.instrument)].lexicographicallyPrecedes(symbols[Int(b.instrument)])
      }
      if a.account != b.account {
        return accounts[Int(a.account)].lexicographicallyPrecedes(accounts[Int(b.account)])
      }
      return (a.acquired, left) < (b.acquired, right)
    }
    booked.lots = open.map { lots[$0] }
    if options.keepsDisposals {
      booked.deferredLosses.sort { $0.disposal < $1.disposal }
    } else {
      booked.disposals = []
      booked.deferredLosses = []
    }
    warnAboutRates()
    return booked
  }

  /// Whether a lot is open on the day of the report.
  private func isShown(_ lot: Lot) -> Bool {
    if lot.quantity.isZero { return false }
    return options.dateBasis == .trade || !isUnsettled(rows.groups[Int(lot.group)])
  }

  /// Under average cost each open lot shows its share of the pool; the last takes what rounding
  /// leaves, so that the lots add up to the pool.
  mutating func sharePools() {
    for position in positions.indices where positions[position].method == .average {
      try? spreadPool(UInt32(position))
    }
  }

  /// Gives the lots of an averaged position the pool's cost, by units.
  mutating func spreadPool(_ position: UInt32) throws(ArithmeticFault) {
    guard let pool = positions[Int(position)].pool else { return }
    let open = positions[Int(position)].order.candidates.filter {
      !lots[Int($0)].quantity.isZero
    }.sorted { (lots[Int($0)].acquired, $0) < (lots[Int($1)].acquired, $1) }
    let whole = try positions[Int(position)].quantity.adding(max(.zero, pool.ahead))
    var rest = (cost: pool.cost, costBase: pool.costBase)
    if pool.ahead.isPositive {
      let ahead = pool.ahead
      let cost = try Self.share(pool.cost, ahead, whole)
      let costBase = try Self.share(pool.costBase, ahead, whole)
      try rest.cost.subtract(cost)
      try rest.costBase.subtract(costBase)
      positions[Int(position)].pool?.costAhead = (cost, costBase)
    }
    for lot in open {
      let isLast = lot == open.last
      let units = lots[Int(lot)].quantity
      let cost = isLast ? rest.cost : try Self.share(pool.cost, units, whole)
      let costBase = isLast ? rest.costBase : try Self.share(pool.costBase, units, whole)
      try rest.cost.subtract(cost)
      try rest.costBase.subtract(costBase)
      lots[Int(lot)].cost = cost
      lots[Int(lot)].costBase = costBase
      lots[Int(lot)].hasBase = pool.hasBase
    }
  }

  private mutating func warnAboutRates() {
    guard let base = options.baseCurrency else { return }
    for (currency, use) in rates.missing.sorted(by: { $0.key < $1.key }) {
      booked.warnings.append(
        .noRate(
          rows.currencies[currency], base: base, day: use.day, count: use.count, at: use.first))
    }
  }
}

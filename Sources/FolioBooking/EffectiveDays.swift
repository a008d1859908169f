/// The day on which each group counts, for reports that follow movements day by day.
///
/// Problem: by settlement date, a group moves to another day, and groups of an instrument may
/// change places. For example, a sale may settle before the purchase of its units, or a split may
/// come between a trade and its settlement. Observation: booking depends only on the order of the
/// groups of each instrument. Decision (Specs/decisions/days.md): a group counts from its
/// settlement day, but no later than any following group that depends on it. The groups of an
/// instrument therefore keep their order, and relieve the same lots as by trade date.
struct EffectiveDays: Sendable {
  /// The day by group; nil if the group never counts.
  private var days: [Day?]

  /// Computes the days by settlement date.
  /// - Parameters:
  ///   - excludesPending: whether pending groups never count. Otherwise a pending group counts if a
  ///     following group needs it.
  ///   - crossesZero: whether a purchase may cover a short position, so that it may depend on
  ///     earlier groups.
  init(ofSettlement ledger: Ledger, excludesPending: Bool, crossesZero: Bool) {
    let rows = ledger.rows
    days = Array(repeating: nil, count: rows.groups.count)
    // For each instrument, the earliest day of the following groups: `any` of all that change its
    // lots, `needing` of those that depend on earlier groups. Two purchases may change places. A
    // sale stays before a later purchase, because otherwise it could take units of that purchase.
    var any: [Day?] = Array(repeating: nil, count: ledger.tables.instruments.count)
    var needing = any
    for position in rows.groups.indices.reversed() {
      let index = ledger.group(at: position)
      let record = rows.groups[Int(index)]
      guard record.counts, !(record.status == .pending && excludesPending) else { continue }
      let touched = Self.instruments(of: record, rows, crossesZero)
      var day = Self.settlementDay(of: record, ledger)
      for (instrument, needs) in touched {
        day = Self.earlier(day, needs ? any[instrument] : needing[instrument])
      }
      // No group counts before its trade date, even if the day found so far is earlier.
      day = day.map { max($0, ledger.tradeDay(of: record)) }
      days[Int(index)] = day
      for (instrument, needs) in touched {
        any[instrument] = Self.earlier(any[instrument], day)
        if needs { needing[instrument] = Self.earlier(needing[instrument], day) }
      }
    }
  }

  /// The day on which a group counts; nil for never.
  subscript(_ group: GroupIndex) -> Day? { days[Int(group)] }

  /// The settlement day; nil for a pending group. A corporate action or transfer counts from its
  /// trade date.
  private static func settlementDay(of record: GroupRecord, _ ledger: Ledger) -> Day? {
    if record.stockLegs.contains(where: { ledger.rows.stockLegs[$0].type.remakesUnits }) {
      return ledger.tradeDay(of: record)
    }
    return record.status == .pending ? nil : ledger.settlementDay(of: record)
  }

  /// The instruments whose lots a group changes, and whether it depends on earlier groups.
  private static func instruments(
    of record: GroupRecord, _ rows: LedgerRows, _ crossesZero: Bool
  ) -> [(instrument: Int, needs: Bool)] {
    var touched: [(instrument: Int, needs: Bool)] = []
    for leg in rows.stockLegs[record.stockLegs]
    where leg.type != .dividend && leg.instrument != .missing {
      touched.append((Int(leg.instrument), crossesZero || !leg.type.opensPosition))
      let other = rows.detail(of: leg)?.newInstrument ?? .missing
      if other != .missing { touched.append((Int(other), true)) }
    }
    return touched
  }

  private static func earlier(_ left: Day?, _ right: Day?) -> Day? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }
}

import FolioModel
import FolioNumbers

/// The day on which each group counts, for reports that follow what moves day by day.
///
/// Problem: by settlement date a group moves to another day, and an instrument's groups may change
/// places: a sale settles before the purchase of what it sells, or a split comes between a trade
/// and its settlement. Observation: booking depends on the order of an instrument's groups alone,
/// and not on where others stand. Decision (Specs/decisions/0035): a group counts from its
/// settlement day, but no later than what follows it and needs it to have happened. So the groups
/// of an instrument keep their order, and relieve the lots that they relieve by trade date.
struct EffectiveDays: Sendable {
  /// By group; nil where it never settles.
  private var days: [Day?]

  /// By settlement date.
  /// - Parameters:
  ///   - excludesPending: whether pending groups count at all; if they do, what follows and needs
  ///     one lets it count.
  ///   - crossesZero: whether a purchase may end what is owed, so that it is more than an opening.
  init(ofSettlement ledger: Ledger, excludesPending: Bool, crossesZero: Bool) {
    let rows = ledger.rows
    days = Array(repeating: nil, count: rows.groups.count)
    var later = LaterDays(instruments: ledger.tables.instruments.count, crossesZero: crossesZero)
    for position in rows.groups.indices.reversed() {
      let index = ledger.group(at: position)
      let record = rows.groups[Int(index)]
      guard record.counts, !(record.status == .pending && excludesPending) else { continue }
      let day = later.day(of: record, own: Self.settlementDay(of: record, ledger), rows)
      // No group counts before its trade, whatever its dates say.
      days[Int(index)] = day.map { max($0, ledger.tradeDay(of: record)) }
      later.note(record, days[Int(index)], rows)
    }
  }

  /// The day on which a group counts; nil for never.
  subscript(_ group: GroupIndex) -> Day? { days[Int(group)] }

  /// What remakes units counts from its day; what is pending has not settled.
  private static func settlementDay(of record: GroupRecord, _ ledger: Ledger) -> Day? {
    if record.stockLegs.contains(where: { ledger.rows.stockLegs[$0].type.remakesUnits }) {
      return ledger.tradeDay(of: record)
    }
    return record.status == .pending ? nil : ledger.settlementDay(of: record)
  }
}

/// The first days on which the groups count that follow one, by instrument.
private struct LaterDays {
  /// Of any group that touches units.
  private var any: [Day?]
  /// Of those that need what was there before them: not of mere purchases.
  private var needing: [Day?]
  private let crossesZero: Bool

  init(instruments: Int, crossesZero: Bool) {
    any = Array(repeating: nil, count: instruments)
    needing = any
    self.crossesZero = crossesZero
  }

  /// The earlier of a group's own day and those of what follows and needs it. Two purchases may
  /// change places; a sale stays before a later purchase, which it could take from else.
  func day(of record: GroupRecord, own: Day?, _ rows: LedgerRows) -> Day? {
    var day = own
    forEachInstrument(of: record, rows) { instrument, needs in
      day = Self.earlier(day, needs ? any[instrument] : needing[instrument])
    }
    return day
  }

  mutating func note(_ record: GroupRecord, _ day: Day?, _ rows: LedgerRows) {
    var found: [(instrument: Int, needs: Bool)] = []
    forEachInstrument(of: record, rows) { found.append(($0, $1)) }
    for (instrument, needs) in found {
      any[instrument] = Self.earlier(any[instrument], day)
      if needs { needing[instrument] = Self.earlier(needing[instrument], day) }
    }
  }

  private func forEachInstrument(
    of record: GroupRecord, _ rows: LedgerRows, _ body: (Int, _ needs: Bool) -> Void
  ) {
    for index in record.stockLegs {
      let leg = rows.stockLegs[index]
      if leg.type == .dividend || leg.instrument == .missing { continue }
      let opens = !crossesZero && (leg.type.opensPosition)
      body(Int(leg.instrument), !opens)
      let other = rows.detail(of: leg)?.newInstrument ?? .missing
      if other != .missing { body(Int(other), true) }
    }
  }

  private static func earlier(_ left: Day?, _ right: Day?) -> Day? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }
}

// Problem: a spin-off opens a new lot for each lot that is held. If two instruments spin off each
// other in turn, their lots grow like the Fibonacci numbers: forty events would make 268 million. A
// loss on a wash sale divides the replacement lot, and the next loss may divide the parts again, so
// the parts may grow with the square of the number of losses. A corporate action changes every lot
// that is held, so the time for many events is proportional to events times lots; only those that
// round nowhere wait until a lot is read (`LotLog`).
//
// Observation: these lots differ in cost per unit, so merging any of them would change a figure.
// Decision (Specs/decisions/lots-in-memory.md): booking counts the lots that it derives from other
// lots, and stops with a fault at a limit that no real history comes near.

/// Counts the lots that booking derived from other lots, and the changes of lots.
struct DerivedLotCounts {
  /// The lots that spin-offs opened.
  var spunOff = 0
  /// The divisions of lots by losses on wash sales.
  var divided = 0
  /// The changes of lots by corporate actions. Each event counts once for each lot that it changes;
  /// a lot that takes over many events counts once.
  var changed = 0
  /// Whether a limit was exceeded, so that booking stopped.
  var isTooMany = false

  /// The limit of `spunOff` is this number, plus `spunOffPerLot` for each lot opened otherwise.
  static var spunOffLimit: Int { 100_000 }
  static var spunOffPerLot: Int { 10 }
  /// The limit of `divided`.
  static var dividedLimit: Int { 10_000_000 }
  /// The limit of `changed` is this number, plus `changedPerLot` for each lot opened.
  static var changedLimit: Int { 20_000_000 }
  static var changedPerLot: Int { 100 }
}

extension Booker {
  /// Counts the lots that a spin-off is about to open.
  mutating func countSpunOff(_ count: Int) throws {
    let others = Int(lots.openedCount) - madeLots.spunOff - madeLots.divided
    madeLots.spunOff += count
    let limit = DerivedLotCounts.spunOffLimit + DerivedLotCounts.spunOffPerLot * max(0, others)
    if madeLots.spunOff <= limit { return }
    try stop(
      "spin-off: spin-offs make more than \(limit) lots",
      help: "Each one makes a lot of every lot that is held. Look for spin-offs that were entered "
        + "again and again.")
  }

  /// Counts a lot that is about to be divided.
  mutating func countDivided() throws {
    madeLots.divided += 1
    if madeLots.divided <= DerivedLotCounts.dividedLimit { return }
    try stop(
      "leg: losses on wash sales divide lots more than \(DerivedLotCounts.dividedLimit) times",
      help: "Go on from a snapshot: 'folio snapshot' writes the ledger as it is on an earlier day.")
  }

  /// Counts the lots that a corporate action is about to change.
  mutating func countChanged(_ affected: [PositionIndex]) throws {
    try countChanged(lots: affected.reduce(0) { $0 + positions[$1].order.count })
  }

  /// Counts lots that are about to change.
  mutating func countChanged(lots count: Int) throws {
    madeLots.changed += count
    let limit =
      DerivedLotCounts.changedLimit + DerivedLotCounts.changedPerLot * Int(lots.openedCount)
    if madeLots.changed <= limit { return }
    try stop(
      "leg: corporate actions change lots more than \(limit) times",
      help: "Each one changes every lot that is held. Look for events that were entered again and "
        + "again, or go on from a snapshot: 'folio snapshot' writes the ledger as it is on an "
        + "earlier day.")
  }

  private mutating func stop(_ message: String, help: String) throws {
    madeLots.isTooMany = true
    throw Diagnostic(
      .tooManyLots, "booking stops at this \(message)", help: help, at: context.position)
  }
}

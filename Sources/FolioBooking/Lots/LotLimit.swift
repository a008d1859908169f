import FolioDiagnostics
import FolioModel

// Problem: a spin-off makes a new lot of each lot that is held. If two instruments spin off each
// other in turn, every event doubles the lots: forty events would make 165 million. A loss on a
// wash sale divides the lot that replaces the units, and the next loss may divide the parts: their
// number may grow with the square of the number of losses. A corporate action changes every lot
// that is held, so the cost of many events is their number times that of the lots.
//
// Observation: these lots differ in cost per unit. Merging any of them would change a figure.
// Decision (Specs/decisions/0055): booking counts the lots that it makes of other lots, and stops
// with a fault at a limit that no real history comes near.

/// The number of lots that were made of other lots.
struct MadeLots {
  /// By spin-offs.
  var spunOff = 0
  /// By losses on wash sales.
  var divided = 0
  /// Lots that corporate actions changed or exchanged; each event counts each of its lots.
  var changed = 0
  /// Whether a limit was exceeded, so that booking stopped.
  var isTooMany = false

  /// The lots of spin-offs that every ledger may have, and how many more for each other lot.
  static var spunOffLimit: Int { 100_000 }
  static var spunOffPerLot: Int { 10 }
  /// The parts of lots.
  static var dividedLimit: Int { 10_000_000 }
  /// The changes of lots that every ledger may have, and how many more for each lot opened.
  static var changedLimit: Int { 20_000_000 }
  static var changedPerLot: Int { 100 }
}

extension Booker {
  /// Counts lots that a spin-off is about to make.
  mutating func countSpunOff(_ count: Int) throws {
    let others = Int(lots.openedCount) - madeLots.spunOff - madeLots.divided
    madeLots.spunOff += count
    let limit = MadeLots.spunOffLimit + MadeLots.spunOffPerLot * max(0, others)
    if madeLots.spunOff <= limit { return }
    try stop(
      "spin-off: spin-offs make more than \(limit) lots",
      help: "Each one makes a lot of every lot that is held. Look for spin-offs that were entered "
        + "again and again.")
  }

  /// Counts a lot that is about to be divided.
  mutating func countDivided() throws {
    madeLots.divided += 1
    if madeLots.divided <= MadeLots.dividedLimit { return }
    try stop(
      "leg: losses on wash sales divide lots more than \(MadeLots.dividedLimit) times",
      help: "Go on from a snapshot: 'folio snapshot' writes the ledger as it is on an earlier day.")
  }

  /// Counts the lots that a corporate action is about to change.
  mutating func countChanged(_ affected: [PositionIndex]) throws {
    for index in affected { madeLots.changed += positions[index].order.count }
    let limit = MadeLots.changedLimit + MadeLots.changedPerLot * Int(lots.openedCount)
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

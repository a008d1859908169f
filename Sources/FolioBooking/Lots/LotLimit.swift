import FolioDiagnostics
import FolioModel

// Problem: a spin-off makes a new lot of each lot that is held. Where two instruments spin off each
// other in turn, every event makes as many lots as there are: forty events would make 165 million.
// A loss on a wash sale divides the lot that replaces the units, and the parts are lots of their
// own in the next loss: their number may grow with the square of that of the losses.
//
// A corporate action changes every lot that is held, so many lots times many events cost their
// product.
//
// Observation: these lots differ in what a unit cost. None can be merged with another one without a
// change of some figure. Decision (Specs/decisions/0055): booking counts the lots that it makes of
// other lots, and stops with a fault at a limit that no real history comes near.

/// How many lots were made of other lots.
struct MadeLots {
  /// By spin-offs.
  fileprivate(set) var spunOff = 0
  /// By losses on wash sales.
  fileprivate(set) var divided = 0
  /// Lots that corporate actions changed or exchanged; each event counts each of its lots.
  fileprivate(set) var changed = 0
  /// Whether there are too many, so that booking has stopped.
  fileprivate(set) var isTooMany = false

  /// The lots of spin-offs that every ledger may have, and how many more for each other lot.
  static var spunOffLimit: Int { 100_000 }
  static var spunOffPerLot: Int { 10 }
  /// The parts of lots.
  static var dividedLimit: Int { 10_000_000 }
  /// The changes of lots that every ledger may have, and how many more for each lot opened.
  static var changedLimit: Int { 20_000_000 }
  static var changedPerLot: Int { 100 }

  init(spunOff: Int = 0, divided: Int = 0, changed: Int = 0) {
    self.spunOff = spunOff
    self.divided = divided
    self.changed = changed
  }
}

extension Booker {
  /// Counts lots that a spin-off is about to make.
  mutating func countSpunOff(_ count: Int, at position: SourcePosition) throws {
    let others = Int(lots.openedCount) - madeLots.spunOff - madeLots.divided
    madeLots.spunOff += count
    let limit = MadeLots.spunOffLimit + MadeLots.spunOffPerLot * max(0, others)
    if madeLots.spunOff > limit { try stop(.tooManySpunOff(limit, at: position)) }
  }

  /// Counts a lot that is about to be divided.
  mutating func countDivided(at position: SourcePosition) throws {
    madeLots.divided += 1
    let limit = MadeLots.dividedLimit
    if madeLots.divided > limit { try stop(.tooManyDivided(limit, at: position)) }
  }

  /// Counts the lots that a corporate action is about to change.
  mutating func countChanged(_ affected: [PositionIndex], at position: SourcePosition) throws {
    for index in affected { madeLots.changed += positions[index].order.count }
    let limit = MadeLots.changedLimit + MadeLots.changedPerLot * Int(lots.openedCount)
    if madeLots.changed > limit { try stop(.tooManyChanged(limit, at: position)) }
  }

  private mutating func stop(_ diagnostic: Diagnostic) throws {
    madeLots.isTooMany = true
    throw BookingStop(diagnostic: diagnostic)
  }
}

/// What ends the booking of the whole ledger.
struct BookingStop: Error {
  let diagnostic: Diagnostic
}

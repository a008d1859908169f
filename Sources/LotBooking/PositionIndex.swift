import LedgerModel

/// Finds the position of an instrument: one for the whole portfolio, or one an account; units
/// that are owed have positions of their own.
struct PositionIndex {
  private var portfolio: [UInt32]
  private var others: [Key: UInt32] = [:]
  private var held: [InstrumentIndex: [UInt32]] = [:]
  private var owed: [InstrumentIndex: [UInt32]] = [:]

  private struct Key: Hashable {
    var instrument: InstrumentIndex
    var account: SecuritiesAccountIndex
    var isShort: Bool
  }

  init(instruments: Int) {
    portfolio = Array(repeating: missingIndex, count: instruments)
  }

  /// The position; `missingIndex` where there is none yet.
  func find(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex, isShort: Bool
  ) -> UInt32 {
    if account == 0 && !isShort { return portfolio[Int(instrument)] }
    if isShort && owed.isEmpty { return missingIndex }
    return others[Key(instrument: instrument, account: account, isShort: isShort)] ?? missingIndex
  }

  mutating func insert(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex, isShort: Bool,
    _ position: UInt32
  ) {
    if account == 0 && !isShort {
      portfolio[Int(instrument)] = position
    } else {
      others[Key(instrument: instrument, account: account, isShort: isShort)] = position
    }
    if isShort {
      owed[instrument, default: []].append(position)
    } else {
      held[instrument, default: []].append(position)
    }
  }

  /// A position that was empty opens anew, after those that are open.
  mutating func reopen(_ instrument: InstrumentIndex, isShort: Bool, _ position: UInt32) {
    if isShort {
      Self.moveLast(position, &owed[instrument, default: []])
    } else {
      Self.moveLast(position, &held[instrument, default: []])
    }
  }

  private static func moveLast(_ position: UInt32, _ positions: inout [UInt32]) {
    guard positions.last != position, let place = positions.firstIndex(of: position) else { return }
    positions.remove(at: place)
    positions.append(position)
  }

  /// The positions of an instrument, in order of their opening: what was sold long ago has no part
  /// in it.
  func all(_ instrument: InstrumentIndex, isShort: Bool) -> [UInt32] {
    (isShort ? owed[instrument] : held[instrument]) ?? []
  }
}

import LedgerModel

/// Finds the position of an instrument: one for the whole portfolio, or one an account; units
/// that are owed have positions of their own.
struct PositionIndex {
  private var first: [UInt32]
  private var more: [Key: UInt32] = [:]
  private var all: [InstrumentIndex: [UInt32]] = [:]

  private struct Key: Hashable {
    var instrument: InstrumentIndex
    var account: SecuritiesAccountIndex
    var isShort: Bool
  }

  init(instruments: Int) {
    first = Array(repeating: missingIndex, count: instruments)
  }

  /// The position; `missingIndex` where there is none yet.
  func find(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex, isShort: Bool
  ) -> UInt32 {
    if account == 0 && !isShort { return first[Int(instrument)] }
    return more[Key(instrument: instrument, account: account, isShort: isShort)] ?? missingIndex
  }

  mutating func insert(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex, isShort: Bool,
    _ position: UInt32
  ) {
    if account == 0 && !isShort {
      first[Int(instrument)] = position
    } else {
      more[Key(instrument: instrument, account: account, isShort: isShort)] = position
    }
    if !isShort { all[instrument, default: []].append(position) }
  }

  /// The positions that hold an instrument, in order of their opening.
  func held(_ instrument: InstrumentIndex) -> [UInt32] { all[instrument] ?? [] }
}

import FolioModel

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

  /// Makes room for instruments that came later.
  mutating func grow(to instruments: Int) {
    let count = instruments - portfolio.count
    if count > 0 { portfolio.append(contentsOf: repeatElement(missingIndex, count: count)) }
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

  /// The positions of an instrument, in order of their making.
  func all(_ instrument: InstrumentIndex, isShort: Bool) -> [UInt32] {
    (isShort ? owed[instrument] : held[instrument]) ?? []
  }
}

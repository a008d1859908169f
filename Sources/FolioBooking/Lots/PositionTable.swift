/// The positions of the books: of an instrument one for the whole portfolio, or one per account.
/// Units that are owed have positions of their own.
struct PositionTable {
  private var positions: [Position] = []
  /// The first position in which units of each instrument were held. Most have only one.
  private var first: [PositionIndex]
  private var others: [Key: PositionIndex] = [:]
  private var held: [InstrumentIndex: [PositionIndex]] = [:]
  private var owed: [InstrumentIndex: [PositionIndex]] = [:]

  private struct Key: Hashable {
    var instrument: InstrumentIndex
    var account: SecuritiesAccountIndex
    var isShort: Bool
  }

  init(instruments: Int) {
    first = Array(repeating: .missing, count: instruments)
  }

  /// A position by its index.
  @inline(__always)
  subscript(index: PositionIndex) -> Position {
    get { positions[Int(index.rawValue)] }
    _modify { yield &positions[Int(index.rawValue)] }
  }

  /// The number of positions.
  var count: Int { positions.count }

  /// The indices of all positions, in the order in which they were made.
  var indices: [PositionIndex] {
    positions.indices.map { PositionIndex($0) }
  }

  /// Makes room for instruments that came later.
  mutating func grow(to instruments: Int) {
    let count = instruments - first.count
    if count > 0 { first.append(contentsOf: repeatElement(.missing, count: count)) }
  }

  /// The index of a position; `none` if there is none yet.
  @inline(__always)
  func find(
    _ instrument: InstrumentIndex, _ account: SecuritiesAccountIndex, isShort: Bool
  ) -> PositionIndex {
    if isShort {
      if owed.isEmpty { return .missing }
    } else {
      let known = first[Int(instrument)]
      if known == .missing || positions[Int(known.rawValue)].account == account { return known }
    }
    return others[Key(instrument: instrument, account: account, isShort: isShort)] ?? .missing
  }

  /// Adds a position.
  /// - Returns: its index.
  mutating func append(
    _ position: Position, of instrument: InstrumentIndex, isShort: Bool
  ) -> PositionIndex {
    let index = PositionIndex(positions.count)
    positions.append(position)
    positions[positions.count - 1].instrument = instrument
    positions[positions.count - 1].isShort = isShort
    let account = position.account
    if !isShort && first[Int(instrument)] == .missing {
      first[Int(instrument)] = index
    } else {
      others[Key(instrument: instrument, account: account, isShort: isShort)] = index
    }
    if isShort {
      owed[instrument, default: []].append(index)
    } else {
      held[instrument, default: []].append(index)
    }
    return index
  }

  /// The positions of an instrument, in the order in which they were made.
  func all(_ instrument: InstrumentIndex, isShort: Bool) -> [PositionIndex] {
    (isShort ? owed[instrument] : held[instrument]) ?? []
  }

  /// The positions of an instrument, in the order in which they went from empty to open.
  func inOrder(_ instrument: InstrumentIndex, isShort: Bool) -> [PositionIndex] {
    let known = all(instrument, isShort: isShort)
    if known.count < 2 { return known }
    return known.sorted { (self[$0].openedAt, $0) < (self[$1].openedAt, $1) }
  }
}

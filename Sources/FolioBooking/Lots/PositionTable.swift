import FolioModel

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

  /// The steps since recording began; nil if nothing is recorded.
  private var log: ChangeLog<Step>?

  /// A step that can be taken back.
  private enum Step {
    /// A position changed. It was this one before, apart from its slots, which the lots record,
    /// and with so many steps of its order.
    case changed(PositionIndex, Position, orderSteps: Int)
    /// A position of an instrument was added.
    case appended(InstrumentIndex, isShort: Bool)
  }

  init(instruments: Int) {
    first = Array(repeating: .missing, count: instruments)
  }

  /// A position by its index.
  @inline(__always)
  subscript(index: PositionIndex) -> Position {
    get { positions[Int(index.rawValue)] }
    _modify {
      if log != nil { record(index) }
      yield &positions[Int(index.rawValue)]
    }
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
    log?.append(.appended(instrument, isShort: isShort))
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

// Taking back changes.
extension PositionTable {
  /// Records changes from now on.
  mutating func beginLog() { log = ChangeLog() }

  /// - Returns: the number of steps so far.
  mutating func setMark() -> Int { log?.setMark() ?? 0 }

  /// Forgets the steps, and records from now on.
  mutating func restartLog() {
    for case .changed(let index, _, _) in log?.steps(after: 0) ?? [] {
      positions[Int(index.rawValue)].order.endTrail()
    }
    log = ChangeLog()
  }

  /// The positions that changed after the first `count` steps, as they were without their lists of
  /// lots.
  func changes(after count: Int) -> [(index: PositionIndex, before: Position)] {
    var found: [(index: PositionIndex, before: Position)] = []
    for step in log?.steps(after: count) ?? [] {
      if case .changed(let index, let before, _) = step { found.append((index, before)) }
    }
    return found
  }

  /// Records a position before it changes. Its lists of lots have records of their own: a copy
  /// would make the next change of the list copy all of it.
  @inline(never)
  private mutating func record(_ index: PositionIndex) {
    let place = Int(index.rawValue)
    guard log?.begins(place) == true else { return }
    let steps = positions[place].order.beginTrail()
    var before = positions[place]
    before.order = LotOrder(before.method)
    before.slots = []
    log?.append(.changed(index, before, orderSteps: steps))
  }

  /// Changes the slots of a position, which is not recorded.
  mutating func changeSlots(of index: PositionIndex, _ change: (inout [LotSlot]) -> Void) {
    change(&positions[Int(index.rawValue)].slots)
  }

  /// Takes back all steps after the first `count`.
  mutating func undo(to count: Int) {
    while let step = log?.popLast(after: count) {
      switch step {
      case .changed(let index, let position, let orderSteps):
        restore(Int(index.rawValue), position, orderSteps)
      case .appended(let instrument, let isShort): removeLast(of: instrument, isShort: isShort)
      }
    }
  }

  private mutating func restore(_ place: Int, _ before: Position, _ orderSteps: Int) {
    var before = before
    positions[place].order.undo(to: orderSteps)
    swap(&before.order, &positions[place].order)
    swap(&before.slots, &positions[place].slots)
    positions[place] = before
  }

  private mutating func removeLast(of instrument: InstrumentIndex, isShort: Bool) {
    let account = positions.removeLast().account
    if !isShort && first[Int(instrument)].rawValue == UInt32(positions.count) {
      first[Int(instrument)] = .missing
    } else {
      others[Key(instrument: instrument, account: account, isShort: isShort)] = nil
    }
    if isShort { Self.removeLast(of: instrument, in: &owed) }
    if !isShort { Self.removeLast(of: instrument, in: &held) }
  }

  private static func removeLast(
    of instrument: InstrumentIndex, in lists: inout [InstrumentIndex: [PositionIndex]]
  ) {
    lists[instrument]?.removeLast()
    if lists[instrument]?.isEmpty == true { lists[instrument] = nil }
  }
}

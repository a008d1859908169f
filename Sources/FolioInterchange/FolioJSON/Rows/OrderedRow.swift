/// Goes over the members of a row that has them in the order of the format.
///
/// Problem: most rows are like all others of their kind, and asking of each member which of all it
/// may be, whether it is null, whether it is wrong and where, takes longer than reading it.
/// Decision: such a row is read first as what it should be, with nothing but comparisons between
/// the values. Where anything else comes, it is read again from its beginning.
struct OrderedRow: PlainMembers {
  /// How many bytes are looked at, at most: a lead-in and a value for each of 12 columns.
  static let reach = 12 * (LeadIn.reach + QuickValue.reach)

  /// The slot of the member before.
  fileprivate var slot: Int
  fileprivate let firstSlot: Int

  /// A row of which nothing was read yet.
  @inline(__always)
  init(of kind: RowKind) {
    firstSlot = kind.firstSlot
    slot = kind.firstSlot &+ ColumnBook.start
  }

  /// It has none: they come only where `ColumnBook.hasOthers` is true.
  var kept: KeptMembers { KeptMembers() }

  /// Past the lead-in of a column, if that comes next; `reach` bytes are there.
  @unsafe @inline(__always)
  mutating func finds(
    _ column: Int, _ index: inout Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool {
    let leadIn = book.leadIns[slot]
    guard leadIn.column == UInt32(truncatingIfNeeded: column),
      unsafe leadIn.stands(in: bytes, at: index)
    else { return false }
    index &+= leadIn.length
    slot = firstSlot &+ column
    return true
  }

  /// Past a column that is null, if that comes next.
  @unsafe @inline(__always)
  mutating func findsNull(
    _ column: Int, _ index: inout Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool {
    let (before, start) = (self, index)
    guard unsafe finds(column, &index, book, bytes) else { return false }
    guard unsafe bytes.uncheckedHalfWord(at: index) == 0x6C6C_756E else {
      (self, index) = (before, start)
      return false
    }
    index &+= 4
    return true
  }

  /// Past blanks and the closing brace, if that comes next.
  @unsafe @inline(__always)
  mutating func ends(
    _ index: inout Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool {
    if unsafe bytes[unchecked: index] != UInt8(ascii: "}") {
      index = JSONScanner.endOfBlanks(bytes, from: index)
    }
    guard bytes.byte(at: index) == UInt8(ascii: "}") else { return false }
    index &+= 1
    return true
  }
}

/// The same for a row that may have members between and behind them of which only their text is
/// kept.
struct OrderedRowWithOthers: PlainMembers {
  private var row: OrderedRow
  private(set) var kept = KeptMembers()
  private let start: Int

  /// A row whose opening brace is at an offset.
  @inline(__always)
  init(at start: Int, of kind: RowKind) {
    row = OrderedRow(of: kind)
    self.start = start
  }

  @unsafe @inline(__always)
  mutating func finds(
    _ column: Int, _ index: inout Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool {
    if unsafe row.finds(column, &index, book, bytes) { return true }
    guard book.leadIns[row.slot].column >= KeptMembers.first else { return false }
    (self, index) = unsafe behindOthers(index, book, bytes)
    return unsafe row.finds(column, &index, book, bytes)
  }

  @unsafe @inline(__always)
  mutating func ends(
    _ index: inout Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool {
    if unsafe bytes[unchecked: index] != UInt8(ascii: "}"),
      book.leadIns[row.slot].column >= KeptMembers.first
    {
      (self, index) = unsafe behindOthers(index, book, bytes)
    }
    return unsafe row.ends(&index, book, bytes)
  }

  /// The row behind the members that are only kept, if such come next, and where that is; `reach`
  /// bytes are there again. It gives a copy, so that the row can stay in registers.
  @unsafe @inline(never)
  private func behindOthers(
    _ index: Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> (OrderedRowWithOthers, Int) {
    var (copy, index) = (self, index)
    while true {
      let leadIn = book.leadIns[copy.row.slot]
      guard leadIn.column >= KeptMembers.first, unsafe leadIn.stands(in: bytes, at: index) else {
        return (copy, index)
      }
      let value = index &+ leadIn.length
      guard let end = JSONScanner.endOfPlainScalar(bytes, from: value),
        bytes.holds(OrderedRow.reach, at: end),
        copy.kept.add(Int(leadIn.column), value..<end, of: start)
      else { return (copy, index) }
      index = end
      copy.row.slot = copy.row.firstSlot &+ Int(leadIn.column)
    }
  }
}

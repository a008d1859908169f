/// Goes over the members of a row that has them in the order of the format.
///
/// Problem: most rows are like all others of their kind, and asking of each member which of all it
/// may be, whether it is null, whether it is wrong and where, takes longer than reading it.
/// Decision: such a row is read first as what it should be, with nothing but comparisons between
/// the values. Where anything else comes, it is read again from its beginning, by the grammar.
struct OrderedRow {
  /// How many bytes are looked at, at most: a lead-in and a value for each of 12 columns.
  static let reach = 12 * (LeadIn.reach + QuickValue.reach)

  /// Where the next member or value is.
  var index: Int
  /// The slot of the member before.
  private var slot: Int
  private let kind: RowKind

  /// A row whose opening brace is at an offset.
  @inline(__always)
  init(at start: Int, of kind: RowKind) {
    index = start &+ 1
    slot = kind.firstSlot &+ ColumnBook.start
    self.kind = kind
  }

  /// Past the lead-in of a column, if that comes next; `reach` bytes are there.
  @unsafe @inline(__always)
  mutating func finds(_ column: Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>) -> Bool {
    let leadIn = book.leadIns[slot]
    guard leadIn.column == UInt32(truncatingIfNeeded: column),
      unsafe leadIn.stands(in: bytes, at: index)
    else { return false }
    index &+= leadIn.length
    slot = kind.firstSlot &+ column
    return true
  }

  /// Past a column that is null, if that comes next.
  @unsafe @inline(__always)
  mutating func findsNull(
    _ column: Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool {
    let before = self
    guard unsafe finds(column, book, bytes) else { return false }
    guard unsafe bytes.uncheckedHalfWord(at: index) == 0x6C6C_756E else {
      self = before
      return false
    }
    index &+= 4
    return true
  }

  /// Past blanks and the closing brace, if that comes next.
  @unsafe @inline(__always)
  mutating func ends(_ bytes: Span<UInt8>) -> Bool {
    if unsafe bytes[unchecked: index] != UInt8(ascii: "}") {
      index = JSONScanner.endOfBlanks(bytes, from: index)
    }
    guard bytes.byte(at: index) == UInt8(ascii: "}") else { return false }
    index &+= 1
    return true
  }
}

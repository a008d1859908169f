import FolioDiagnostics
import FolioModel

/// Leads to the members of a row whose values are all what most rows have, in the order of the
/// format, in whatever order they stand.
protocol PlainMembers {
  /// The members of which only their text is kept; all of them when the row has ended.
  var kept: KeptMembers { get }

  /// On to the value of a column, if the row has it: `QuickValue.reach` bytes are there. Columns
  /// are asked for in the order of the format; `index` is where the value before ended.
  @unsafe mutating func finds(
    _ column: Int, _ index: inout Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool

  /// Past the end of the row; false where it has anything else.
  @unsafe mutating func ends(
    _ index: inout Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool
}

/// A row that is read without the grammar where it is plain.
protocol PlainRow: LedgerRow {
  /// The columns that a plain row may have.
  static var plainColumns: UInt32 { get }

  init(at position: SourcePosition)

  /// Reads the columns, from `index` on; false where one is not plain, or where more would have to
  /// be asked of the row than has been.
  mutating func takePlain<Members: PlainMembers>(
    _ members: inout Members, _ index: inout Int, _ bytes: Span<UInt8>,
    _ reader: inout DocumentReader
  ) -> Bool

  /// Appends the row to its table.
  func append(to tables: inout LedgerTables)
  /// How many rows its table has.
  static func count(in tables: borrowing LedgerTables) -> Int
}

/// How many rows of each kind are not looked at in a way that has not fitted the last ones.
struct RowPatience {
  private var penalties = SIMD16<UInt8>()
  private var rests = SIMD16<UInt8>()

  /// Whether the next row of a kind may be looked at.
  @inline(__always)
  mutating func tries(_ kind: RowKind) -> Bool {
    if rests[kind.rawValue] == 0 { return true }
    rests[kind.rawValue] &-= 1
    return false
  }

  /// Notes whether a row that was looked at fitted.
  @inline(__always)
  mutating func note(_ fits: Bool, _ kind: RowKind) {
    let penalty = fits ? 0 : penalties[kind.rawValue] &<< 1 | 1
    penalties[kind.rawValue] = penalty
    rests[kind.rawValue] = penalty
  }
}

extension DocumentReader {
  /// Reads a row without the grammar, in whatever order its columns are; false, and nothing moves,
  /// where it is not plain.
  @inline(__always)
  mutating func readPlain<Row: PlainRow>(_ row: Row.Type, _ bytes: Span<UInt8>) -> Bool {
    let triesOrdered = orderPatience.tries(Row.kind)
    if triesOrdered, readInOrder(row, bytes) {
      orderPatience.note(true, Row.kind)
      return true
    }
    guard locationPatience.tries(Row.kind) else { return false }
    let fits = readLocated(row, bytes)
    locationPatience.note(fits, Row.kind)
    if triesOrdered, fits { orderPatience.note(false, Row.kind) }
    return fits
  }

  /// Reads a row that has its columns in the order of the format.
  @inline(__always)
  private mutating func readInOrder<Row: PlainRow>(
    _ row: Row.Type, _ bytes: Span<UInt8>
  ) -> Bool {
    guard bytes.holds(OrderedRow.reach, at: scanner.index) else { return false }
    return book.hasOthers(Row.kind) ? readAmongOthers(row, bytes) : readOrdered(row, bytes)
  }

  @inline(never)
  private mutating func readOrdered<Row: PlainRow>(
    _ row: Row.Type, _ bytes: Span<UInt8>
  ) -> Bool {
    var members = OrderedRow(of: Row.kind)
    return readPlain(row, &members, bytes)
  }

  @inline(never)
  private mutating func readAmongOthers<Row: PlainRow>(
    _ row: Row.Type, _ bytes: Span<UInt8>
  ) -> Bool {
    var members = OrderedRowWithOthers(at: scanner.index, of: Row.kind)
    return readPlain(row, &members, bytes)
  }

  /// Reads a row that has its columns in any other order.
  @inline(never)
  private mutating func readLocated<Row: PlainRow>(
    _ row: Row.Type, _ bytes: Span<UInt8>
  ) -> Bool {
    let found = book.locate(
      Row.kind, Row.plainColumns, bytes, at: scanner.index, &quoteMap)
    guard var members = found else { return false }
    return readPlain(row, &members, bytes)
  }

  @inline(__always)
  private mutating func readPlain<Row: PlainRow, Members: PlainMembers>(
    _ row: Row.Type, _ members: inout Members, _ bytes: Span<UInt8>
  ) -> Bool {
    let start = scanner.index
    var index = start &+ 1
    var row = Row(at: position(start))
    guard row.takePlain(&members, &index, bytes, &self) else { return false }
    if members.kept.count > 0 {
      let number = Row.count(in: draft.tables)
      guard keep(members.kept, of: Row.kind, row: start, number: number, bytes) else {
        return false
      }
    }
    scanner.index = index
    row.append(to: &draft.tables)
    return true
  }
}

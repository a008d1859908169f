import FolioDiagnostics
import FolioModel
import FolioNumbers

/// Where a row gets the values of its columns from.
///
/// A row says once, in its `take`, what it does with each column. That function is compiled for two
/// cursors. `MemberCursor(at:)` moves over the members at the start of a row that are in the order of
/// the format and have ordinary values, as nearly all have. `anyValue` reads every value by the
/// grammar, at the scanner's position, and reports its faults.
///
/// Problem: asking of each member which column it may be, whether it is null and whether it is wrong
/// takes longer than reading it. Decision: the row asks for its columns in the order of the format.
/// What comes before each value is compared with what came before it in an earlier row; nothing
/// else is tested between two values. At the first member that does not fit, the general reader
/// takes over and reads the rest of the row.
struct MemberCursor {
  /// The longest ordinary value, with the bytes after it that its reader loads.
  static let valueReach = 48
  /// How many bytes of a row may be loaded: a prefix and a value for each of 12 columns.
  static let reach = 12 * (LeadIn.reach + valueReach)

  /// A cursor for any values.
  static var anyValue: MemberCursor { MemberCursor(isOrdinary: false, index: 0) }

  private let isOrdinary: Bool
  /// Where the next byte is read.
  private var index: Int
  /// The end of the last member that was taken.
  private(set) var end: Int
  /// The members that were taken.
  private(set) var progress = MemberProgress()
  /// The column whose value is being read; `start` for none.
  private var column = ColumnBook.start

  /// A cursor for ordinary values, from the end of an opening brace. `reach` bytes are there.
  @inline(__always)
  init(at start: Int) { self.init(isOrdinary: true, index: start) }

  @inline(__always)
  private init(isOrdinary: Bool, index: Int) {
    self.isOrdinary = isOrdinary
    (self.index, end) = (index, index)
  }

  /// Moves to the value of a column; false, and nothing moves, if another column comes next.
  @inline(__always)
  mutating func finds(
    _ column: Int, of kind: RowKind, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool {
    let previous = self.column
    let leadIn = book.leadIns[kind.firstSlot &+ previous]
    guard leadIn.column == UInt32(truncatingIfNeeded: column),
      unsafe leadIn.stands(in: bytes, at: index)
    else { return false }
    take()
    index &+= leadIn.length
    self.column = column
    return true
  }

  /// Notes that the value of the column was taken.
  @inline(__always)
  mutating func take() {
    guard column != ColumnBook.start else { return }
    _ = progress.add(column)
    end = index
  }

  // MARK: Values

  @inline(__always)
  mutating func identifier(
    _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) -> Identifier? {
    if !isOrdinary { return try reader.identifier(bytes) }
    guard let identifier = unsafe JSONScanner.uuid(bytes, at: index) else {
      return try symbol(bytes, &reader)
    }
    index &+= JSONScanner.uuidLength
    return identifier
  }

  /// An identifier that is rarely a UUID.
  @inline(__always)
  mutating func symbol(
    _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) -> Identifier? {
    if !isOrdinary { return try reader.identifier(bytes) }
    guard let text = unsafe JSONScanner.shortText(bytes, &index) else { throw .notOrdinary }
    return text
  }

  @inline(__always)
  mutating func decimal(
    _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) -> ExactDecimal? {
    if !isOrdinary { return try reader.decimal(bytes) }
    guard let number = unsafe JSONScanner.shortDecimal(bytes, &index) else { throw .notOrdinary }
    return number
  }

  @inline(__always)
  mutating func day(
    _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) -> Day? {
    if !isOrdinary { return try reader.day(bytes) }
    guard let day = unsafe reader.days.quick(bytes, &index) else { throw .notOrdinary }
    return day
  }

  @inline(__always)
  mutating func timestamp(
    _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) -> Timestamp? {
    if !isOrdinary { return try reader.timestamp(bytes) }
    guard let time = unsafe reader.days.quickTimestamp(bytes, &index) else { throw .notOrdinary }
    return time
  }

  @inline(__always)
  mutating func currency(
    _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) -> CurrencyIndex? {
    if !isOrdinary { return try reader.currency(bytes) }
    let word = unsafe bytes.uncheckedWord(at: index)
    guard let number = reader.currencies.number(ofQuoted: word) else { throw .notOrdinary }
    index &+= 5
    return number
  }

  @inline(__always)
  mutating func word(
    _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) -> ScannedWord? {
    if !isOrdinary { return try reader.word(bytes) }
    guard let packed = unsafe JSONScanner.quotedWord(bytes, &index) else { throw .notOrdinary }
    // The text is only needed for faults, which the general reader reports.
    return ScannedWord(packed: packed, text: ScannedString(range: 0..<0, hasEscapes: false))
  }

  /// The meaning of a word; a word without one is a fault.
  @inline(__always)
  func known<Value: RawRepresentable & CaseIterable & Sendable>(
    _ value: Value?, _ word: ScannedWord?, _ code: DiagnosticCode, _ bytes: Span<UInt8>,
    _ reader: inout DocumentReader
  ) throws(ScanStop) -> Value? where Value.RawValue == String {
    if !isOrdinary { return reader.known(value, word, code, bytes) }
    guard let value else { throw .notOrdinary }
    return value
  }

  /// Stops a cursor for ordinary values: what comes needs the general reader, which reports a fault
  /// or reads a value of another kind.
  @inline(__always)
  func requireAnyValue() throws(ScanStop) { if isOrdinary { throw .notOrdinary } }
}

import FolioDiagnostics
import FolioModel
import FolioNumbers

/// Moves over the members at the start of a row that are in the order of the format and have
/// ordinary values, as nearly all have.
///
/// Problem: asking of each member which column it may be, whether it is null and whether it is
/// wrong takes longer than reading it. Decision: the row asks for its columns in the order of the
/// format. What comes before each value is compared with what came before it in an earlier row;
/// nothing else is tested between two values. At the first member that does not fit, the general
/// reader takes over and reads the rest of the row. So only values are read here; rules
/// are applied to the row when all of it is read.
struct MemberCursor {
  /// The longest ordinary value, with the bytes after it that its reader loads.
  static let valueReach = 48
  /// How many bytes of a row may be loaded: a prefix and a value for each of 12 columns.
  static let reach = 12 * (MemberPrefix.reach + valueReach)

  /// Where the next byte is read.
  private var index: Int
  /// The end of the last member before the one that is being read.
  private(set) var end: Int
  /// The columns that were found, as bits.
  private(set) var seen: UInt32 = 0
  /// The slot of the column that was found last.
  private var slot: Int
  private let firstSlot: Int

  /// A cursor at the end of a row's opening brace. `reach` bytes are there.
  @inline(__always)
  init(at start: Int, of kind: RowKind) {
    (index, end) = (start, start)
    firstSlot = kind.firstSlot
    slot = firstSlot &+ ColumnPredictor.start
  }

  /// Moves to the value of a column; false, and nothing moves, if another column comes next.
  @inline(__always)
  mutating func finds(
    _ column: Int, _ predictor: borrowing ColumnPredictor, _ bytes: Span<UInt8>
  ) -> Bool {
    let prefix = predictor.memberPrefixes[slot]
    guard prefix.column == UInt32(truncatingIfNeeded: column),
      unsafe prefix.matches(bytes, at: index)
    else { return false }
    end = index
    index &+= prefix.length
    slot = firstSlot &+ column
    seen |= 1 &<< UInt32(truncatingIfNeeded: column)
    return true
  }

  /// The cursor after the last value, which was an ordinary one.
  @inline(__always)
  consuming func afterValue() -> MemberCursor {
    end = index
    return self
  }

  /// The cursor before the last member that was found: its value is not an ordinary one.
  @inline(__always)
  consuming func beforeMember() -> MemberCursor {
    seen &= ~(1 &<< UInt32(truncatingIfNeeded: slot &- firstSlot))
    return self
  }

  /// The members before `end`. Columns are taken in the order of their numbers.
  @inline(__always)
  var progress: MemberProgress {
    MemberProgress(
      seen: seen, previous: seen == 0 ? ColumnPredictor.start : 31 &- seen.leadingZeroBitCount,
      isFirst: seen == 0)
  }

  // MARK: Values, nil where they need the general reader

  /// A UUID, or another short id.
  @inline(__always)
  mutating func identifier(_ bytes: Span<UInt8>) -> Identifier? {
    guard let identifier = unsafe JSONScanner.uuid(bytes, at: index) else { return symbol(bytes) }
    index &+= JSONScanner.uuidLength
    return identifier
  }

  /// Up to 16 characters.
  @inline(__always)
  mutating func symbol(_ bytes: Span<UInt8>) -> Identifier? {
    unsafe JSONScanner.shortText(bytes, &index)
  }

  @inline(__always)
  mutating func decimal(_ bytes: Span<UInt8>) -> ExactDecimal? {
    unsafe JSONScanner.shortDecimal(bytes, &index)
  }

  @inline(__always)
  mutating func day(_ bytes: Span<UInt8>, _ days: inout DayCache) -> Day? {
    unsafe days.quick(bytes, &index)
  }

  /// A time to the second in UTC.
  @inline(__always)
  mutating func timestamp(_ bytes: Span<UInt8>, _ days: inout DayCache) -> Timestamp? {
    unsafe days.quickTimestamp(bytes, &index)
  }

  /// A currency that was looked up lately.
  @inline(__always)
  mutating func currency(
    _ bytes: Span<UInt8>, _ currencies: borrowing CurrencyCache
  ) -> CurrencyIndex? {
    let word = unsafe bytes.uncheckedWord(at: index)
    guard let number = currencies.number(ofQuoted: word) else { return nil }
    index &+= 5
    return number
  }

  @inline(__always)
  mutating func word<Value>(_ bytes: Span<UInt8>, _ words: borrowing WordTable<Value>) -> Value? {
    guard let word = unsafe JSONScanner.quotedWord(bytes, &index) else { return nil }
    return words[word]
  }

  @inline(__always)
  mutating func skipsNull(_ bytes: Span<UInt8>) -> Bool {
    guard unsafe bytes.uncheckedHalfWord(at: index) == JSONScanner.nullWord else { return false }
    index &+= 4
    return true
  }

  /// Whether the bytes of the next prefix are there.
  @inline(__always)
  func hasRoom(_ bytes: Span<UInt8>) -> Bool { bytes.holds(MemberPrefix.reach, at: index) }

  /// The legs of a group, of any number.
  @inline(__always)
  mutating func legs<Row: LegRow>(
    _ row: Row.Type, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) -> Bool {
    guard bytes.byte(at: index) == UInt8(ascii: "[") else { return false }
    reader.scanner.index = index
    reader.place.slot = slot
    try reader.readLegs(row, bytes)
    index = reader.scanner.index
    return true
  }
}

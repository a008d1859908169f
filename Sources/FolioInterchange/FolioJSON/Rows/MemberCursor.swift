/// A value that only the general reader can read.
struct UnusualValue: Error {}

/// Moves over the members at the start of a row that are in the order of the format and have
/// ordinary values, as nearly all have.
///
/// Problem: testing of each member which column it is, whether it is null and whether it is invalid
/// takes longer than reading it. Decision: a row requests its columns in the order of the format.
/// The bytes before each value are compared with those in an earlier row; nothing else is tested
/// between two values. At the first member that does not fit, the general reader takes over and
/// reads the rest of the row. So only values are read here; rules are applied to the row when all
/// of it is read.
struct MemberCursor {
  /// The length of the longest ordinary value, with the bytes after it that its reader loads.
  static let valueReach = 48
  /// How many bytes of a row may be loaded: a prefix and a value for each of 12 columns.
  static let reach = 12 * (MemberPrefix.reach + valueReach)

  /// The offset of the next byte.
  private var index: Int
  /// The end of the last member before the current one.
  private(set) var end: Int
  /// The columns that were found, as bits.
  private(set) var seen: UInt32 = 0
  /// The slot of the last column that was found.
  private var slot: Int
  private let firstSlot: Int

  /// A cursor after the opening brace of a row. `reach` bytes are there.
  @inline(__always)
  init(at start: Int, of kind: RowKind) {
    (index, end) = (start, start)
    firstSlot = kind.firstSlot
    slot = firstSlot &+ ColumnPredictor.start
  }

  /// Moves to the value of a column; false, and nothing moves, if another column comes next.
  @inline(__always)
  mutating func finds(
    _ column: some RawRepresentable<Int>, _ predictor: borrowing ColumnPredictor,
    _ bytes: Span<UInt8>
  ) -> Bool {
    let prefix = predictor.memberPrefixes[slot]
    guard prefix.column == UInt32(truncatingIfNeeded: column.rawValue),
      unsafe prefix.matches(bytes, at: index)
    else { return false }
    end = index
    index &+= prefix.length
    slot = firstSlot &+ column.rawValue
    seen |= 1 &<< UInt32(truncatingIfNeeded: column.rawValue)
    return true
  }

  /// Ends the last member.
  @inline(__always)
  mutating func endMember() { end = index }

  /// The cursor before the last member, whose value is unusual.
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

  // MARK: Values

  @inline(__always)
  private func ordinary<Value>(_ value: Value?) throws(UnusualValue) -> Value {
    guard let value else { throw UnusualValue() }
    return value
  }

  /// A UUID, or another short id.
  @inline(__always)
  mutating func identifier(_ bytes: Span<UInt8>) throws(UnusualValue) -> Identifier {
    guard let identifier = unsafe JSONScanner.uuid(bytes, at: index) else {
      return try symbol(bytes)
    }
    index &+= JSONScanner.uuidLength
    return identifier
  }

  /// Up to 16 characters.
  @inline(__always)
  mutating func symbol(_ bytes: Span<UInt8>) throws(UnusualValue) -> Identifier {
    try ordinary(unsafe JSONScanner.shortText(bytes, &index))
  }

  @inline(__always)
  mutating func decimal(_ bytes: Span<UInt8>) throws(UnusualValue) -> ExactDecimal {
    try ordinary(unsafe JSONScanner.shortDecimal(bytes, &index))
  }

  @inline(__always)
  mutating func day(_ bytes: Span<UInt8>, _ days: inout DayCache) throws(UnusualValue) -> Day {
    try ordinary(unsafe days.quick(bytes, &index))
  }

  /// A time to the second in UTC.
  @inline(__always)
  mutating func timestamp(
    _ bytes: Span<UInt8>, _ days: inout DayCache
  ) throws(UnusualValue) -> Timestamp {
    try ordinary(unsafe days.quickTimestamp(bytes, &index))
  }

  /// A currency that was looked up lately.
  @inline(__always)
  mutating func currency(
    _ bytes: Span<UInt8>, _ currencies: borrowing CurrencyCache
  ) throws(UnusualValue) -> CurrencyIndex {
    let word = unsafe bytes.uncheckedWord(at: index)
    let number = try ordinary(currencies.number(ofQuoted: word))
    index &+= 5
    return number
  }

  @inline(__always)
  mutating func word<Value>(
    _ bytes: Span<UInt8>, _ words: borrowing WordTable<Value>
  ) throws(UnusualValue) -> Value {
    let word = unsafe JSONScanner.shortString(bytes, &index, isPlain: false)
    return try ordinary(words[ordinary(word)])
  }

  @inline(__always)
  mutating func skipNull(_ bytes: Span<UInt8>) throws(UnusualValue) {
    guard unsafe bytes.uncheckedHalfWord(at: index) == JSONScanner.nullWord else {
      throw UnusualValue()
    }
    index &+= 4
  }

  /// Whether the bytes of the next prefix are there.
  @inline(__always)
  func hasRoom(_ bytes: Span<UInt8>) -> Bool { bytes.holds(MemberPrefix.reach, at: index) }

  /// The legs of a group, of any number.
  /// - Returns: false, and nothing moves, if the value is not an array.
  @inline(__always)
  mutating func legs<Row: LegRow>(
    _ row: Row.Type, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) -> Bool {
    guard bytes.byte(at: index) == UInt8(ascii: "[") else { return false }
    reader.scanner.index = index
    reader.place.slot = slot
    try reader.readLegs(row, bytes)
    index = reader.scanner.index
    return true
  }
}

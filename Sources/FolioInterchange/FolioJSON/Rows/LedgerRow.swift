/// A record whose columns are being read, in any order.
protocol LedgerRow {
  /// The kind of its columns.
  static var kind: RowKind { get }
  /// Their keys, in the order of their numbers.
  static var keys: [String] { get }
  /// The columns with a value, valid or not, as bits.
  var present: UInt32 { get set }
  /// Takes the value of a column, which is not `null` and is next in the window.
  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop)
  /// Takes ordinary values of columns in the order of the format, up to the first other member.
  /// `MemberCursor.reach` bytes are there.
  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) -> MemberCursor

  /// Whether documents have so many of these rows that their layout is learned.
  static var isFrequent: Bool { get }
}

extension LedgerRow {
  static var isFrequent: Bool { false }

  @inline(__always)
  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) -> MemberCursor { MemberCursor(at: start, of: Self.kind) }

  /// Reports that a row lacks a column, or both of two columns of which it needs one.
  @inline(__always)
  func require(
    _ column: Int, or other: Int? = nil, of row: String, _ rule: RowRule,
    _ reader: inout RecordReader
  ) {
    let bits: UInt32 = 1 &<< UInt32(column) | (other.map { 1 &<< UInt32($0) } ?? 0)
    guard present & bits == 0, rule.isOn else { return }
    let columns = [column, other].compactMap { $0.map { Self.keys[$0] } }
    reader.reportRow(Messages.missing(columns, in: row))
  }
}

/// The members of a row that were read.
struct MemberProgress {
  /// The columns so far, as bits.
  var seen: UInt32 = 0
  /// The last known column; `ColumnPredictor.start` before the first one.
  var previous = ColumnPredictor.start
  /// Whether the member just before was that of `previous`: no unknown key came since.
  var isAfterPrevious = true
  /// Whether nothing was read yet.
  var isFirst = true

  /// Notes a column; false if the row has it already.
  @inline(__always)
  mutating func add(_ column: Int) -> Bool {
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: column)
    guard seen & bit == 0 else { return false }
    seen |= bit
    previous = column
    isAfterPrevious = true
    isFirst = false
    return true
  }
}

extension RecordReader {
  /// Reads the object that comes next into a row.
  ///
  /// Afterwards `place` is that of the row.
  /// - Parameters:
  ///   - number: the row's number in its table, for columns that are passed through.
  ///   - record: the start of the record in which faults are shown, if it is not the row.
  /// - Returns: false if the row belongs to a user who was not chosen; its changes are undone.
  @inline(__always)
  mutating func readMembers<Row: LedgerRow>(
    of row: inout Row, number: UInt32, _ bytes: Span<UInt8>, depth: Int, record: Int? = nil
  ) throws(ScanStop) -> Bool {
    let start = scanner.index
    place = Place(
      record: record ?? start, slot: Row.kind.firstSlot, depth: depth &+ 1,
      lot: record == nil ? -1 : place.lot)
    var cursor = MemberCursor(at: start &+ 1, of: Row.kind)
    if Row.isFrequent, bytes.holds(MemberCursor.reach, at: start), readsInOrder {
      cursor = try row.takeInOrder(at: start &+ 1, bytes, &self)
      row.present = cursor.seen
    }
    scanner.index = cursor.end
    if scanner.take("}", bytes) { return true }
    // The members so far have added nothing to the draft of another user's row.
    let checkpoint = users.chosen == nil ? nil : Checkpoint(self)
    if try readRest(of: &row, cursor.progress, number: number, bytes) { return true }
    checkpoint?.restore(&self)
    return false
  }

  /// Reads the remaining members of a row, in any order and with any values.
  @inline(never)
  private mutating func readRest<Row: LedgerRow>(
    of row: inout Row, _ start: MemberProgress, number: UInt32, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    let firstKey = scanner.keys.count
    var progress = start
    var counts = true
    while true {
      if Row.isFrequent, let column = predictedColumn(of: Row.kind, &progress, bytes) {
        try take(column, of: &row, bytes)
        continue
      }
      let start = scanner.index
      guard try scanner.hasNext(isFirst: progress.isFirst, closing: "}", bytes) else { break }
      progress.isFirst = false
      guard let column = try nextColumn(of: Row.self, progress, start, bytes) else {
        progress.isAfterPrevious = false
        try takeUnknown(of: Row.kind, number: number, bytes)
        continue
      }
      guard progress.add(column) else { throw scanner.stop(.duplicateKey, at: keyOffset) }
      place.slot = Row.kind.firstSlot &+ column
      if let shared = SharedColumn(rawValue: column) {
        if try !take(shared, of: Row.kind, number: number, bytes) { counts = false }
      } else {
        try take(column, of: &row, bytes)
      }
    }
    try scanner.checkKeys(from: firstKey, bytes)
    return counts
  }

  /// Takes the value of a column; `null` is no value.
  private mutating func take<Row: LedgerRow>(
    _ column: Int, of row: inout Row, _ bytes: Span<UInt8>
  ) throws(ScanStop) {
    if scanner.takeNull(bytes) { return }
    try row.take(column, bytes, &self)
    row.present |= 1 &<< UInt32(truncatingIfNeeded: column)
  }

  /// Moves to the value of the next column if the bytes before it are the same as in an earlier
  /// row; nil, and nothing moves, if they differ.
  @inline(__always)
  private mutating func predictedColumn(
    of kind: RowKind, _ progress: inout MemberProgress, _ bytes: Span<UInt8>
  ) -> Int? {
    guard progress.isAfterPrevious, bytes.holds(MemberPrefix.reach, at: scanner.index)
    else { return nil }
    let prefix = predictor.memberPrefixes[kind.firstSlot &+ progress.previous]
    guard unsafe prefix.matches(bytes, at: scanner.index) else { return nil }
    let column = Int(prefix.column)
    // The general reader reports repeated keys.
    guard column < SharedColumn.userID.rawValue, progress.add(column) else { return nil }
    keyOffset = scanner.index &+ Int(prefix.keyOffset)
    place.slot = kind.firstSlot &+ column
    scanner.index &+= prefix.length
    // There may be more blanks than in the earlier row.
    if bytes.byte(at: scanner.index) <= 0x20 { scanner.blanks(bytes) }
    return column
  }

  /// Past the next key and its colon; the number of its column, or nil for an unknown key. `start`
  /// is where the value before it ended.
  @inline(__always)
  private mutating func nextColumn<Row: LedgerRow>(
    of row: Row.Type, _ progress: MemberProgress, _ start: Int, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Int? {
    keyOffset = scanner.index
    var found = plainKey(of: Row.kind, bytes)
    if found == nil { found = try lookUpKey(of: Row.kind, bytes) }
    if let found, Row.isFrequent, progress.isAfterPrevious {
      let slot = Row.kind.firstSlot &+ progress.previous
      // If keys have no order, there is nothing to learn.
      if predictor.note(found, afterSlot: slot) { learn(found, afterSlot: slot, start, bytes) }
    }
    return found
  }

  /// Keeps the bytes before a value whose key came after the same one for the second time.
  @inline(never)
  private mutating func learn(
    _ column: Int, afterSlot slot: Int, _ start: Int, _ bytes: Span<UInt8>
  ) {
    // At the end of the window there may be more blanks.
    guard bytes.byte(at: scanner.index) > 0x20 else { return }
    let prefix = MemberPrefix(
      bytes, from: start, key: keyOffset, to: scanner.index, column: column)
    if let prefix { predictor.learn(prefix, afterSlot: slot) }
  }

  /// Past a known key without escapes and its colon; nil, and nothing moves, for any other.
  @inline(__always)
  private mutating func plainKey(of kind: RowKind, _ bytes: Span<UInt8>) -> Int? {
    guard bytes.holds(MemberCursor.valueReach, at: scanner.index) else { return nil }
    var end = scanner.index
    guard let key = unsafe JSONScanner.shortString(bytes, &end, isPlain: false),
      unsafe bytes[unchecked: end] == UInt8(ascii: ":"),
      let column = predictor.column(key, of: kind)
    else { return nil }
    scanner.index = end &+ 1
    scanner.blanks(bytes)
    return column
  }

  @inline(never)
  private mutating func lookUpKey(
    of kind: RowKind, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Int? {
    unknownKey = try scanner.key(bytes)
    try scanner.colon(bytes)
    return predictor.column(PackedWord(bytes, unknownKey), of: kind)
  }

  private mutating func takeUnknown(
    of kind: RowKind, number: UInt32, _ bytes: Span<UInt8>
  ) throws(ScanStop) {
    scanner.keys.add(unknownKey)
    let start = scanner.index
    try scanner.skipValue(bytes, depth: place.depth)
    let key = unescaped(bytes, unknownKey)
    if kind == .settings, refusesUnknownSettings, refuses(key), key != Array("id".utf8) {
      return reportUnknownSetting(key)
    }
    if kind.isEntry {
      noteUnknown(key, in: kind)
    } else if let table = kind.table {
      // Where columns are not kept, only their keys are, to be counted.
      let value = keepsColumns(of: kind) ? start..<scanner.index : start..<start
      keep(.unknown(key), value, of: table, row: number, bytes)
      if kind == .group, key.elementsEqual(ImportedRow.column.utf8) {
        noteImportedRow(start..<scanner.index, bytes)
      }
    }
  }

  /// Takes a column that all tables have; false if it is a user who was not chosen.
  @inline(never)
  private mutating func take(
    _ column: SharedColumn, of kind: RowKind, number: UInt32, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    let start = scanner.index
    var counts = true
    if column != .userID {
      try scanner.skipValue(bytes, depth: place.depth)
    } else if let user = try identifier(bytes) {
      counts = users.admits(user, at: position(place.record))
    }
    if let table = kind.table, keepsColumns(of: kind) {
      keep(.shared(column), start..<scanner.index, of: table, row: number, bytes)
    }
    return counts
  }
}

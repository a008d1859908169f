import FolioDiagnostics
import FolioModel

/// A record whose columns are being read, in whatever order they come.
protocol LedgerRow {
  /// Which columns it has.
  static var kind: RowKind { get }
  /// Their keys, in the order of their numbers.
  static var keys: [String] { get }
  /// The columns that came with a value, right or wrong, as bits.
  var present: UInt32 { get set }
  /// Takes the value of a column, which is not `null` and comes next in the window.
  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop)
  /// Takes the columns that most rows have, in the order of the format, as far as they come and
  /// have ordinary values. `MemberCursor.reach` bytes are there.
  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> MemberCursor

  /// Whether there are so many of its rows that their layout is learnt.
  static var isFrequent: Bool { get }
}

extension LedgerRow {
  static var isFrequent: Bool { false }

  @inline(__always)
  mutating func takeInOrder(
    at start: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) -> MemberCursor { MemberCursor(at: start, of: Self.kind) }
}

/// How far the members of a row were read.
struct MemberProgress {
  /// Which columns there were.
  var seen: UInt32 = 0
  /// The column before; `ColumnBook.start` before the first one.
  var previous = ColumnBook.start
  /// Whether `previous` is what stood before: no unknown key came since.
  var isAfterPrevious = true
  /// Whether nothing was read yet.
  var isFirst = true

  /// Notes a column; false where the row has it already.
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

extension DocumentReader {
  /// Reads the object that comes next into a row.
  ///
  /// Afterwards `place` is still that of the row.
  /// - Parameters:
  ///   - number: the row's number in its table, for columns that are passed through.
  ///   - record: the start of the record that the row's faults are shown from, if not the row's.
  /// - Returns: false if the row belongs to a user that was not chosen; it has left nothing then.
  @inline(__always)
  mutating func readMembers<Row: LedgerRow>(
    of row: inout Row, number: UInt32, _ bytes: Span<UInt8>, depth: Int, record: Int? = nil
  ) throws(ScanStop) -> Bool {
    let start = scanner.index
    place = Place(
      record: record ?? start, slot: Row.kind.firstSlot, depth: depth &+ 1,
      lot: record == nil ? -1 : place.lot)
    var cursor = MemberCursor(at: start &+ 1, of: Row.kind)
    if bytes.holds(MemberCursor.reach, at: start), readsInOrder {
      cursor = row.takeInOrder(at: start &+ 1, bytes, &self)
      row.present = cursor.seen
    }
    scanner.index = cursor.end
    if scanner.take("}", bytes) { return true }
    // The members so far have added nothing to the draft.
    let checkpoint = rowMark
    if try readRest(of: &row, cursor.progress, number: number, bytes) { return true }
    checkpoint?.drop(&self)
    return false
  }

  /// Reads the members of a row that are left, in any order and with any values.
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
      guard try hasMember(isFirst: progress.isFirst, bytes) else { break }
      progress.isFirst = false
      let found = try nextColumn(of: Row.self, progress, start, bytes)
      guard let column = found, !ColumnBook.adopted.contains(column) else {
        progress.isAfterPrevious = found != nil
        if let found { progress.previous = found }
        try takeUnknown(found, of: Row.kind, number: number, bytes)
        continue
      }
      guard progress.add(column) else { throw repeatedKey() }
      place.slot = Row.kind.firstSlot &+ column
      if column < SharedColumn.userID.rawValue {
        try take(column, of: &row, bytes)
      } else if try !takeShared(column, of: Row.kind, number: number, bytes) {
        counts = false
      }
    }
    if scanner.keys.count > firstKey { try checkUnknownKeys(from: firstKey, bytes) }
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

  /// Moves to the value of the next column if what comes before it is the same as in an earlier
  /// row; nil, and nothing moves, where it is not.
  @inline(__always)
  private mutating func predictedColumn(
    of kind: RowKind, _ progress: inout MemberProgress, _ bytes: Span<UInt8>
  ) -> Int? {
    guard progress.isAfterPrevious, bytes.holds(LeadIn.reach, at: scanner.index) else { return nil }
    let leadIn = book.leadIns[kind.firstSlot &+ progress.previous]
    guard unsafe leadIn.stands(in: bytes, at: scanner.index) else { return nil }
    let column = Int(leadIn.column)
    // The general way reports a key that comes twice: it knows where the key is.
    guard column < ColumnBook.adopted.lowerBound, progress.add(column) else { return nil }
    keyOffset = scanner.index &+ Int(leadIn.keyOffset)
    place.slot = kind.firstSlot &+ column
    scanner.index &+= leadIn.length
    // Equal up to here, it may be spaced in another way from here on.
    if bytes.byte(at: scanner.index) <= 0x20 { scanner.blanks(bytes) }
    return column
  }

  /// Up to the next member (true), or past the closing brace (false).
  @inline(__always)
  private mutating func hasMember(
    isFirst: Bool, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    guard isFirst else { return try scanner.isFollowedByMore(closing: "}", bytes) }
    scanner.blanks(bytes)
    return !scanner.take("}", bytes)
  }

  /// Past the next key and its colon; the number of its column, or nil for an unknown key that
  /// has none. `start` is where the value before it ended.
  @inline(__always)
  private mutating func nextColumn<Row: LedgerRow>(
    of row: Row.Type, _ progress: MemberProgress, _ start: Int, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Int? {
    let slot = Row.kind.firstSlot &+ progress.previous
    let expected = Int(book.following[slot])
    keyOffset = scanner.index
    if book.keys[expected].stands(in: bytes, at: scanner.index) {
      scanner.index &+= book.keys[expected].length
      scanner.blanks(bytes)
      let column = expected &- Row.kind.firstSlot
      if Row.isFrequent, progress.isAfterPrevious {
        learn(slot, column, of: Row.kind, start, bytes)
      }
      noteAdopted(column, of: Row.kind)
      return column
    }
    var column = plainKey(of: Row.kind, bytes)
    if let column { noteAdopted(column, of: Row.kind) }
    if column == nil { column = try lookUpKey(of: Row.self, bytes) }
    guard let column else { return nil }
    book.following[slot] = UInt16(truncatingIfNeeded: Row.kind.firstSlot &+ column)
    return column
  }

  /// Keeps what stood before a value whose key came after the same one for a second time: where
  /// keys have no order, there is nothing to learn.
  @inline(never)
  private mutating func learn(
    _ slot: Int, _ column: Int, of kind: RowKind, _ start: Int, _ bytes: Span<UInt8>
  ) {
    // Where the window ends there may be more blanks.
    guard bytes.byte(at: scanner.index) > 0x20 else { return }
    let leadIn = LeadIn(
      bytes, from: start, key: keyOffset, to: scanner.index, column: column)
    if let leadIn { book.leadIns[slot] = leadIn }
  }

  /// Where the key of an unknown column stands that was found without the grammar.
  @inline(__always)
  private mutating func noteAdopted(_ column: Int, of kind: RowKind) {
    guard ColumnBook.adopted.contains(column) else { return }
    let start = keyOffset &+ 1
    unknownKey = ScannedString(
      range: start..<start &+ book.keyLength(column, of: kind), hasEscapes: false)
  }

  /// Past a known key that is written plainly, with its colon behind it; nil, and nothing moves,
  /// for any other.
  @inline(__always)
  private mutating func plainKey(of kind: RowKind, _ bytes: Span<UInt8>) -> Int? {
    let start = scanner.index
    guard bytes.holds(MemberCursor.valueReach, at: start) else { return nil }
    var end = start
    guard unsafe JSONScanner.quotedWord(bytes, &end) != nil,
      let column = unsafe book.prefixes[kind.rawValue].column(
        bytes, at: start, length: end &- start &- 1),
      unsafe bytes[unchecked: end] == UInt8(ascii: ":")
    else { return nil }
    scanner.index = end &+ 1
    scanner.blanks(bytes)
    return column
  }

  @inline(never)
  private mutating func lookUpKey<Row: LedgerRow>(
    of row: Row.Type, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Int? {
    let kind = Row.kind
    let key = try scanner.key(bytes)
    try scanner.colon(bytes)
    unknownKey = key
    let column: Int?
    if key.hasEscapes {
      var text: [UInt8] = []
      unescape(bytes, key, into: &text)
      column = book.column(PackedWord(text), length: text.count, of: kind)
    } else {
      let length = min(key.range.count, PackedWord.capacity)
      let text = PackedWord(bytes, at: key.range.lowerBound, count: length)
      column = book.column(text, length: key.range.count, of: kind)
    }
    if column == nil, Row.isFrequent { book.adopt(key, bytes, of: kind) }
    return column
  }

  private func repeatedKey() -> ScanStop {
    scanner.stop(.duplicateKey, at: keyOffset)
  }

  private mutating func checkUnknownKeys(
    from first: Int, _ bytes: Span<UInt8>
  ) throws(ScanStop) {
    if let offset = scanner.keys.closeObject(from: first, bytes) {
      throw scanner.stop(.duplicateKey, at: offset)
    }
  }

  private mutating func takeUnknown(
    _ column: Int?, of kind: RowKind, number: UInt32, _ bytes: Span<UInt8>
  ) throws(ScanStop) {
    scanner.keys.add(unknownKey, bytes)
    let start = scanner.index
    try scanner.skipValue(bytes, depth: place.depth)
    if let table = kind.table {
      guard keepsColumns(of: kind) else { return }
      let position = position(place.record)
      if let column {
        stage(kind.firstSlot &+ column, start..<scanner.index, row: number, position, bytes)
        return
      }
      var key: [UInt8] = []
      unescape(bytes, unknownKey, into: &key)
      stage(
        key, start..<scanner.index, in: table, row: number, isKnown: false, position, bytes)
      return
    }
    var key: [UInt8] = []
    unescape(bytes, unknownKey, into: &key)
    if kind.isEntry { warn(ofUnknownKey: String(decoding: key, as: UTF8.self), in: kind) }
  }

  /// A column that all tables have; false where it is a user who was not chosen.
  @inline(never)
  private mutating func takeShared(
    _ column: Int, of kind: RowKind, number: UInt32, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    let start = scanner.index
    var counts = true
    if column == SharedColumn.userID.rawValue {
      if let user = try identifier(bytes) {
        counts = users.admits(user, at: position(place.record))
      }
    } else {
      try scanner.skipValue(bytes, depth: place.depth)
    }
    if keepsColumns(of: kind) {
      stage(
        kind.firstSlot &+ column, start..<scanner.index, row: number, position(place.record),
        bytes)
    }
    return counts
  }
}

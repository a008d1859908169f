/// The members of a row that has them in any order, by where their values stand.
struct LocatedRow: PlainMembers {
  let kept: KeptMembers
  /// The columns that came with a value.
  let given: UInt32
  /// Where the first of its columns is in `ColumnBook.places`.
  private let firstSlot: Int
  /// Behind the closing brace.
  let end: Int

  @inline(__always)
  init(_ kind: RowKind, _ found: FoundColumns, end: Int) {
    (given, kept, self.end) = (found.given, found.kept, end)
    firstSlot = kind.firstSlot
  }

  @unsafe @inline(__always)
  mutating func finds(
    _ column: Int, _ index: inout Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool {
    guard given &>> UInt32(truncatingIfNeeded: column) & 1 != 0 else { return false }
    index = unsafe book.places.span[unchecked: firstSlot &+ column]
    return true
  }

  @unsafe @inline(__always)
  mutating func ends(
    _ index: inout Int, _ book: borrowing ColumnBook, _ bytes: Span<UInt8>
  ) -> Bool {
    index = end
    return true
  }
}

/// A member of a row, found by its quotes.
struct FoundMember {
  /// The number of its column.
  var column: Int
  /// Where its value begins.
  var value: Int
  /// Whether it is a short text.
  var isText: Bool
  /// Where it ends then.
  var end: Int
}

extension PrefixTable {
  /// The member whose key begins at an offset; nil where there is none, or none that is known. A
  /// value in quotes ends before the next quote: one with an escape in it is not plain, and never
  /// taken for what it is not. `quotes` are those from the offset on; `QuoteMap.look` bytes are
  /// there.
  @unsafe @inline(__always)
  func member(_ bytes: Span<UInt8>, at start: Int, _ quotes: UInt64) -> FoundMember? {
    let behindOpening = quotes & (quotes &- 1)
    let behindKey = behindOpening & (behindOpening &- 1)
    let behindValue = behindKey & (behindKey &- 1)
    let keyEnd = behindOpening.trailingZeroBitCount
    guard let column = unsafe column(bytes, at: start, length: keyEnd),
      unsafe bytes[unchecked: start &+ keyEnd &+ 1] == UInt8(ascii: ":")
    else { return nil }
    // Behind the colon, and a blank.
    let isSpaced = unsafe bytes[unchecked: start &+ keyEnd &+ 2] == 0x20
    let value = keyEnd &+ (isSpaced ? 3 : 2)
    return FoundMember(
      column: column, value: start &+ value,
      isText: value == behindKey.trailingZeroBitCount && behindValue != 0,
      end: start &+ behindValue.trailingZeroBitCount &+ 1)
  }
}

/// Which members of a row were found so far.
struct FoundColumns {
  private var seen: UInt32 = 0
  /// Those that are null or only kept.
  private var others: UInt32 = 0
  private var last = -1
  private(set) var isInOrder = true
  private(set) var kept = KeptMembers()

  /// The columns that came with a value.
  var given: UInt32 { seen & ~others }

  /// Where the value of a member ends; nil where the row has its column already, or where the value
  /// is not plain. `row` is where the row's opening brace is.
  @inline(__always)
  mutating func end(of member: FoundMember, _ bytes: Span<UInt8>, row: Int) -> Int? {
    guard add(member) else { return nil }
    if member.isText, member.column < KeptMembers.first { return member.end }
    guard let (copy, end) = behindOther(member, bytes, row: row) else { return nil }
    self = copy
    return end
  }

  /// Notes a member; false where the row has its column already.
  @inline(__always)
  mutating func add(_ member: FoundMember) -> Bool {
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: member.column)
    guard seen & bit == 0 else { return false }
    seen |= bit
    if member.column < KeptMembers.first {
      isInOrder = isInOrder && last < member.column
      last = member.column
    }
    return true
  }

  /// The same for a member that is only kept or no short text. It gives a copy, so that all others
  /// can stay in registers.
  @inline(never)
  private func behindOther(
    _ member: FoundMember, _ bytes: Span<UInt8>, row: Int
  ) -> (FoundColumns, Int)? {
    guard let end = JSONScanner.endOfPlainScalar(bytes, from: member.value),
      bytes.holds(4, at: end)
    else { return nil }
    var copy = self
    let isKept = member.column >= KeptMembers.first
    if isKept || bytes.halfWord(at: member.value) == 0x6C6C_756E {
      copy.others |= 1 &<< UInt32(truncatingIfNeeded: member.column)
    }
    if isKept, !copy.kept.add(member.column, member.value..<end, of: row) { return nil }
    return (copy, end)
  }
}

extension ColumnBook {
  /// Finds the members of a row from its opening brace on, whose values may be wrong yet; nil where
  /// it has others than `columns`, a column twice, or anything else that is not as in most rows. A
  /// row in the order of the format is left to the grammar, so that its layout is learnt.
  @inline(__always)
  mutating func locate(
    _ kind: RowKind, _ columns: UInt32, _ bytes: Span<UInt8>, at start: Int,
    _ quoteMap: inout QuoteMap
  ) -> LocatedRow? {
    quoteMap.cover(bytes, from: start)
    guard var at = JSONScanner.firstKey(bytes, behind: start) else { return nil }
    let (quotes, first, limit) = (quoteMap.words.span, quoteMap.start, quoteMap.end)
    let table = prefixes[kind.rawValue]
    var places = self.places.mutableSpan
    var found = FoundColumns()
    while at < limit {
      let next = unsafe QuoteMap.quotes(quotes, from: at &- first)
      guard let member = unsafe table.member(bytes, at: at, next),
        let end = found.end(of: member, bytes, row: start)
      else { return nil }
      // There is a place for each column of each kind.
      unsafe places[unchecked: kind.firstSlot &+ member.column] = member.value
      // Four bytes more are there.
      if unsafe bytes.uncheckedHalfWord(at: end) & 0xFF_FFFF == 0x22_202C {
        at = end &+ 2
        continue
      }
      guard let next = JSONScanner.nextKey(bytes, behind: end) else { return nil }
      at = next.offset
      if next.isEnd {
        let isWanted = found.given & ~columns == 0 && !found.isInOrder
        return isWanted ? LocatedRow(kind, found, end: at) : nil
      }
    }
    return nil
  }
}

extension JSONScanner {
  /// Where the first key begins behind an opening brace; nil where none does.
  @inline(__always)
  static func firstKey(_ bytes: Span<UInt8>, behind brace: Int) -> Int? {
    var at = brace &+ 1
    if bytes.byte(at: at) != UInt8(ascii: "\"") {
      at = endOfBlanks(bytes, from: at)
      guard bytes.byte(at: at) == UInt8(ascii: "\"") else { return nil }
    }
    return at
  }

  /// Where the next key begins behind a value, or where the row ends; nil for anything else.
  @inline(__always)
  static func nextKey(_ bytes: Span<UInt8>, behind end: Int) -> (offset: Int, isEnd: Bool)? {
    let next = bytes.halfWord(at: end)
    if next & 0xFF_FFFF == 0x22_202C { return (end &+ 2, false) }
    if next & 0xFF == 0x7D { return (end &+ 1, true) }
    if next & 0xFFFF == 0x222C { return (end &+ 1, false) }
    return nextKeyBehindBlanks(bytes, behind: end)
  }

  @inline(never)
  private static func nextKeyBehindBlanks(
    _ bytes: Span<UInt8>, behind end: Int
  ) -> (offset: Int, isEnd: Bool)? {
    var at = endOfBlanks(bytes, from: end)
    switch bytes.byte(at: at) {
    case UInt8(ascii: "}"): return (at &+ 1, true)
    case UInt8(ascii: ","):
      at = endOfBlanks(bytes, from: at &+ 1)
      return bytes.byte(at: at) == UInt8(ascii: "\"") ? (at, false) : nil
    default: return nil
    }
  }
}

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
  init(_ kind: RowKind, given: UInt32, kept: KeptMembers, end: Int) {
    (self.given, self.kept, self.end) = (given, kept, end)
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
  /// Where it ends, if it is a short text; -1 for all others.
  var end: Int
}

extension ColumnBook {
  /// The member whose key begins at an offset; nil where there is none, or none that is known. A
  /// value in quotes ends before the next quote: one with an escape in it is not plain, and never
  /// taken for what it is not. The caller has seen that `QuoteMap.look` bytes are there.
  @unsafe @inline(__always)
  func member(
    of kind: RowKind, _ bytes: Span<UInt8>, at start: Int, _ quoteMap: inout QuoteMap
  ) -> FoundMember? {
    let quotes = unsafe quoteMap.quotes(bytes, from: start)
    let behindOpening = quotes & (quotes &- 1)
    let behindKey = behindOpening & (behindOpening &- 1)
    let behindValue = behindKey & (behindKey &- 1)
    let keyEnd = behindOpening.trailingZeroBitCount
    let found = unsafe column(of: kind, in: bytes, at: start, length: keyEnd &- 1)
    guard let column = found else { return nil }
    // Behind the colon, and a blank.
    let isSpaced = unsafe bytes[unchecked: start &+ keyEnd &+ 2] == 0x20
    let value = keyEnd &+ (isSpaced ? 3 : 2)
    let isText = value == behindKey.trailingZeroBitCount && behindValue != 0
    return FoundMember(
      column: column, value: start &+ value,
      end: isText ? start &+ behindValue.trailingZeroBitCount &+ 1 : -1)
  }

  /// Finds the members of a row from its opening brace on, whose values may be wrong yet; nil where
  /// it has others than `columns`, a column twice, or anything else that is not as in most rows. A
  /// row in the order of the format is left to the grammar, so that its layout is learnt.
  @inline(__always)
  mutating func locate(
    _ kind: RowKind, _ columns: UInt32, _ bytes: Span<UInt8>, at start: Int,
    _ quoteMap: inout QuoteMap
  ) -> LocatedRow? {
    guard var at = JSONScanner.firstKey(bytes, behind: start) else { return nil }
    var (seen, given): (UInt32, UInt32) = (0, 0)
    var kept = KeptMembers()
    var isInOrder = true
    while bytes.holds(QuoteMap.look, at: at) {
      guard let member = unsafe member(of: kind, bytes, at: at, &quoteMap) else { return nil }
      let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: member.column)
      guard seen & bit == 0 else { return nil }
      seen |= bit
      isInOrder = isInOrder && given < bit
      given |= bit
      var end = member.end
      if end < 0 || member.column >= KeptMembers.first {
        guard let other = kept.endOfOther(member, &given, bytes, row: start) else { return nil }
        end = other
      }
      places[kind.firstSlot &+ member.column] = member.value
      // There are more bytes than a short member has.
      if unsafe bytes.uncheckedHalfWord(at: end) & 0xFF_FFFF == 0x22_202C {
        at = end &+ 2
        continue
      }
      guard let next = JSONScanner.nextKey(bytes, behind: end) else { return nil }
      if next.isEnd {
        let isWanted = given & ~columns == 0 && !isInOrder
        return isWanted ? LocatedRow(kind, given: given, kept: kept, end: next.offset) : nil
      }
      at = next.offset
    }
    return nil
  }
}

extension KeptMembers {
  /// Where the value of a member ends that is only kept, or that is no short text; nil for one that
  /// is not plain. A column that is null is taken from those that are given.
  @inline(never)
  mutating func endOfOther(
    _ member: FoundMember, _ given: inout UInt32, _ bytes: Span<UInt8>, row: Int
  ) -> Int? {
    guard let end = JSONScanner.endOfPlainScalar(bytes, from: member.value),
      bytes.holds(4, at: end)
    else { return nil }
    let isKept = member.column >= KeptMembers.first
    if isKept || bytes.halfWord(at: member.value) == 0x6C6C_756E {
      given &= ~(1 &<< UInt32(truncatingIfNeeded: member.column))
    }
    if isKept, !add(member.column, member.value..<end, of: row) { return nil }
    return end
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
    let next = bytes.byte(at: end)
    if next == UInt8(ascii: "}") { return (end &+ 1, true) }
    if next == UInt8(ascii: ","), bytes.byte(at: end &+ 1) == UInt8(ascii: "\"") {
      return (end &+ 1, false)
    }
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

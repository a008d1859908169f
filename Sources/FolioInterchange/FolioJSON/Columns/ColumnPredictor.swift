/// A key as a document has it: in quotes, with its colon.
struct ColumnKey {
  /// The text of the key.
  var text: PackedWord
  /// The key with its quotes and the colon.
  var quoted: PackedWord
  /// Ones over the bytes of `quoted`.
  var mask: PackedWord
  /// The length of `quoted`.
  var length: Int

  init(_ key: String) {
    let bytes = Array("\"\(key)\":".utf8)
    text = PackedWord(key.utf8)
    length = bytes.count
    // A key too long to be compared as a whole is never predicted, only looked up.
    let fits = bytes.count <= PackedWord.capacity
    quoted = fits ? PackedWord(bytes) : Self.impossible.quoted
    mask = fits ? PackedWord(maskOf: bytes.count) : Self.impossible.mask
  }

  private init(text: PackedWord, quoted: PackedWord, mask: PackedWord, length: Int) {
    self.text = text
    self.quoted = quoted
    self.mask = mask
    self.length = length
  }

  /// A key that never matches: no UTF-8 has such bytes.
  static let impossible: ColumnKey = {
    let ones = PackedWord(maskOf: PackedWord.capacity)
    return ColumnKey(text: ones, quoted: ones, mask: ones, length: 0)
  }()

  /// Its text as bytes.
  var bytes: [UInt8] {
    let words = [text.first, text.second, text.third]
    return (0..<max(0, length - 3)).map {
      UInt8(truncatingIfNeeded: words[$0 >> 3] &>> UInt64($0 & 7 * 8))
    }
  }

  /// Whether the bytes from an offset are this key with its quotes and colon.
  @inline(__always)
  func matches(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard bytes.holds(PackedWord.capacity, at: offset) else { return false }
    let difference =
      unsafe (bytes.uncheckedWord(at: offset) ^ quoted.first) & mask.first
      | (bytes.uncheckedWord(at: offset &+ 8) ^ quoted.second) & mask.second
      | (bytes.uncheckedWord(at: offset &+ 16) ^ quoted.third) & mask.third
    return difference == 0
  }
}

/// The keys of all kinds of rows, and the order in which they came last.
///
/// Programs write the columns of each row in the same order. So the reader first compares the next
/// key with the one that followed last time; it looks up only other keys.
struct ColumnPredictor: Sendable {
  /// The state before the first row. Shared, because some callers read thousands of documents.
  static let initial = ColumnPredictor()

  /// One entry a slot; `RowKind.firstSlot` plus the column's number.
  private(set) var keys: [ColumnKey]
  /// For each slot the slot that is expected next.
  var following: [UInt16]
  /// For each slot the bytes between its value and the next one.
  var memberPrefixes: [MemberPrefix]
  /// For each kind a hash table of its keys: the number of a column, or `start` for none.
  private var index: [UInt8]
  private static let indexSize = 64

  /// The number of the start of a row.
  static let start = RowKind.stride - 1
  /// The numbers of unknown columns, assigned when their key is first read. No kind has so many
  /// columns of its own.
  static let adopted = 24..<SharedColumn.userID.rawValue

  init() {
    let count = RowKind.allCases.count * RowKind.stride
    keys = Array(repeating: .impossible, count: count)
    following = Array(repeating: 0, count: count)
    memberPrefixes = Array(repeating: .none, count: count)
    index = Array(
      repeating: UInt8(Self.start), count: RowKind.allCases.count * Self.indexSize)
    for kind in RowKind.allCases {
      for (column, key) in kind.keys.enumerated() { keys[kind.firstSlot + column] = ColumnKey(key) }
      for shared in SharedColumn.allCases where kind != .document && !kind.isEntry {
        keys[kind.firstSlot + shared.rawValue] = ColumnKey(shared.key)
      }
      for column in 0..<RowKind.stride {
        let next = column == Self.start ? 0 : min(column + 1, SharedColumn.updatedAt.rawValue)
        following[kind.firstSlot + column] = UInt16(kind.firstSlot + next)
        if keys[kind.firstSlot + column].length > 0 { addToIndex(column, of: kind) }
      }
    }
  }

  /// Gives an unknown key a column number, if one is left, so that later rows find it as fast as
  /// the others.
  mutating func adopt(_ key: ScannedString, _ bytes: Span<UInt8>, of kind: RowKind) {
    let text = bytes.copy(key.range)
    let free = Self.adopted.first { keys[kind.firstSlot + $0].length == 0 }
    guard let free, !text.isEmpty, text.count + 3 <= PackedWord.capacity,
      !key.hasEscapes, text.allSatisfy({ $0 < 0x80 })
    else { return }
    keys[kind.firstSlot + free] = ColumnKey(String(decoding: text, as: UTF8.self))
    addToIndex(free, of: kind)
  }

  /// The length of the key of a column, in bytes.
  func keyLength(_ column: Int, of kind: RowKind) -> Int {
    keys[kind.firstSlot &+ column].length &- 3
  }

  private mutating func addToIndex(_ column: Int, of kind: RowKind) {
    var bucket = keys[kind.firstSlot + column].text.bucket
    while index[kind.rawValue * Self.indexSize + bucket] != UInt8(Self.start) {
      bucket = (bucket + 1) % Self.indexSize
    }
    index[kind.rawValue * Self.indexSize + bucket] = UInt8(column)
  }

  /// The number of the column of a kind whose key is this text; nil for an unknown one.
  @inline(__always)
  func column(_ text: PackedWord, length: Int, of kind: RowKind) -> Int? {
    var bucket = text.bucket
    while true {
      // A kind has fewer keys than the table has buckets, so the search ends at an empty one.
      let column = Int(index[kind.rawValue &* Self.indexSize &+ bucket])
      if column == Self.start { return nil }
      let key = keys[kind.firstSlot &+ column]
      if key.text == text, key.length == length &+ 3 { return column }
      bucket = (bucket &+ 1) & (Self.indexSize &- 1)
    }
  }
}

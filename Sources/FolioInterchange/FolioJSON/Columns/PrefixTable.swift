/// The columns of a kind by the first eight bytes of their keys: a hash table without collisions,
/// so that one look tells which key it may be, and a few comparisons whether it is.
struct PrefixTable {
  private struct Entry {
    /// The first eight bytes of the key; a shorter one ends in the last of them.
    var first: UInt64 = 0
    /// The bytes after those, and ones over them.
    var second: UInt64 = 0
    var secondMask: UInt64 = 0
    var third: UInt64 = 0
    var thirdMask: UInt64 = 0
    /// Where the key's last quote stands, counted from its first one; 0 for no key.
    var length: UInt32 = 0
    var column: UInt32 = 0
  }

  private var entries: ContiguousArray<Entry> = []
  private var factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static let size = 256

  init() {}

  /// A table of keys by the number of their columns; of two that begin alike it has the first, and
  /// none that is too long for a `PackedWord`.
  init(_ keys: [ColumnKey]) {
    let columns = keys.indices.filter { keys[$0].length > 0 }
    var known: Set<UInt64> = []
    let distinct = columns.filter { known.insert(keys[$0].text.first).inserted }
    // Of 256 places 25 or fewer are taken: one factor in three or four makes no two keys meet.
    for _ in 0..<1000 {
      entries = ContiguousArray(repeating: Entry(), count: Self.size)
      if distinct.allSatisfy({ add(keys[$0], $0) }) { return }
      factor = factor &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 | 1
    }
  }

  /// Adds a key; false where its place is taken.
  @discardableResult
  mutating func add(_ key: ColumnKey, _ column: Int) -> Bool {
    let length = key.length - 3
    let first = Self.first(key.text.first, length + 1)
    let place = place(first)
    guard entries[place].length == 0 else { return false }
    guard length <= PackedWord.capacity - 3 else { return true }
    entries[place] = Entry(
      first: first, second: key.text.second, secondMask: PackedWord.mask(length - 8),
      third: key.text.third, thirdMask: PackedWord.mask(length - 16),
      length: UInt32(length + 1), column: UInt32(column))
    return true
  }

  /// The column whose key stands at an offset, with its quotes; the first one behind its own is so
  /// many bytes on. Nil where there is none, or where only the grammar finds it. The caller has
  /// seen that `reach` bytes are there.
  @unsafe @inline(__always)
  func column(_ bytes: Span<UInt8>, at offset: Int, length: Int) -> Int? {
    let first = unsafe Self.first(bytes.uncheckedWord(at: offset &+ 1), length)
    // The place has eight bits, and there are as many entries.
    let entry = unsafe entries.span[unchecked: place(first)]
    let rest =
      unsafe (bytes.uncheckedWord(at: offset &+ 9) ^ entry.second) & entry.secondMask
      | (bytes.uncheckedWord(at: offset &+ 17) ^ entry.third) & entry.thirdMask
    guard first == entry.first, length == Int(entry.length), rest == 0 else { return nil }
    return Int(entry.column)
  }

  /// How many bytes from a key's first quote on are looked at.
  static var reach: Int { 25 }

  @inline(__always)
  private func place(_ first: UInt64) -> Int {
    Int(truncatingIfNeeded: (first &* factor) &>> 56)
  }

  /// The bytes of a word that come before the quote at `end`, at its upper end; that is counted
  /// from the byte before the word.
  @inline(__always)
  private static func first(_ word: UInt64, _ end: Int) -> UInt64 {
    word &<< UInt64(truncatingIfNeeded: max(0, 72 &- end &* 8))
  }
}

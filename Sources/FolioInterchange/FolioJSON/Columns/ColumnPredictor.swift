/// The keys of all kinds of rows, and the layout of earlier rows.
///
/// Programs write all rows in the same layout. So the reader first compares the next bytes with
/// those before the same value in an earlier row. It looks up the key only if they differ.
struct ColumnPredictor: Sendable {
  /// The state before the first row. It is shared because some callers read thousands of documents.
  static let initial = ColumnPredictor()

  /// For each slot the column that came next the last time. A slot is `RowKind.firstSlot` plus the
  /// number of a column.
  private var following: [Int]
  /// For each slot the bytes between its value and the next one.
  private(set) var memberPrefixes: [MemberPrefix]
  private let columns: WordTable<Int>

  /// The number of the start of a row.
  static let start = RowKind.stride - 1

  private init() {
    let count = RowKind.allCases.count * RowKind.stride
    following = (0..<count).map { ($0 + 1) % RowKind.stride }
    memberPrefixes = Array(repeating: .none, count: count)
    var words: [(PackedWord, Int)] = []
    for kind in RowKind.allCases {
      let shared = kind.isEntry ? [] : SharedColumn.allCases.map { ($0.rawValue, $0.key) }
      for (column, key) in Array(kind.keys.enumerated()) + shared {
        words.append((Self.key(PackedWord(Array(key.utf8)), of: kind), column))
      }
    }
    columns = WordTable(words)
  }

  /// The number of the column of a kind with this key; nil for an unknown one.
  @inline(__always)
  func column(_ key: PackedWord, of kind: RowKind) -> Int? { columns[Self.key(key, of: kind)] }

  /// The kind becomes part of the text, so that one table holds the keys of all kinds: no key of a
  /// column has so many bytes.
  @inline(__always)
  private static func key(_ key: PackedWord, of kind: RowKind) -> PackedWord {
    var key = key
    key.third ^= UInt64(truncatingIfNeeded: kind.rawValue &+ 1) &<< 56
    return key
  }

  /// Notes that a column followed another one.
  /// - Returns: Whether it also did so the last time.
  mutating func note(_ column: Int, afterSlot slot: Int) -> Bool {
    defer { following[slot] = column }
    return following[slot] == column
  }

  /// Keeps the bytes before a value, to recognize them in later rows.
  mutating func learn(_ prefix: MemberPrefix, afterSlot slot: Int) { memberPrefixes[slot] = prefix }
}

/// The columns of a kind by the first eight bytes of their keys: a hash table without collisions,
/// so that one look tells which key it may be.
struct PrefixTable {
  /// The number of a column in each place; `ColumnBook.start`, whose key never stands anywhere, in
  /// all others.
  private var columns: [UInt8] = []
  private var factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static let size = 256

  init() {}

  /// A table of the columns whose prefix is not zero; of two with the same prefix it has the first.
  init(_ prefixes: [UInt64]) {
    var known: Set<UInt64> = []
    let wanted = prefixes.enumerated().filter {
      $0.element != 0 && known.insert($0.element).inserted
    }
    // Of 256 places 25 or fewer are taken: one factor in three or four makes no two keys meet.
    for _ in 0..<1000 {
      columns = Array(repeating: UInt8(ColumnBook.start), count: Self.size)
      for (column, prefix) in wanted { add(prefix, column) }
      if wanted.allSatisfy({ self.column($0.element) == $0.offset }) { return }
      factor = factor &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 | 1
    }
  }

  /// Adds a column, if its place is free.
  mutating func add(_ prefix: UInt64, _ column: Int) {
    let place = place(prefix)
    if columns[place] == UInt8(ColumnBook.start) { columns[place] = UInt8(column) }
  }

  @inline(__always)
  private func place(_ prefix: UInt64) -> Int {
    Int(truncatingIfNeeded: (prefix &* factor) &>> 56)
  }

  /// The only column whose key may have a prefix.
  @inline(__always)
  func column(_ prefix: UInt64) -> Int { Int(columns[place(prefix)]) }
}

/// The numbers of recent names, so that most references need no search of the whole table.
struct NameCache {
  private struct Entry {
    var name: Identifier
    var number: UInt32
  }

  private var entries: [Entry]
  /// Shifts a hash so that its top bits are the index of an entry.
  private let shift: UInt64

  /// A cache with `1 << bits` entries.
  init(bits: Int) {
    // `Identifier.none` is not a name, so a free entry never matches.
    entries = Array(repeating: Entry(name: .none, number: .missing), count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// The number of a name in the table, which is added if it is new.
  @inline(__always)
  mutating func number(of name: Identifier, in table: inout NumberedNames) -> UInt32 {
    let mixed = (name.high ^ name.low) &* 0x9E37_79B9_7F4A_7C15
    let bucket = Int(truncatingIfNeeded: mixed &>> shift)
    let entry = entries[bucket]
    if entry.name.high == name.high, entry.name.low == name.low { return entry.number }
    return lookUp(name, bucket, &table)
  }

  /// The same as an index.
  @inline(__always)
  mutating func index<Row>(of name: Identifier, in table: inout NumberedNames) -> TableIndex<Row> {
    TableIndex(rawValue: number(of: name, in: &table))
  }

  @inline(never)
  private mutating func lookUp(
    _ name: Identifier, _ bucket: Int, _ table: inout NumberedNames
  ) -> UInt32 {
    let number = table.number(of: name)
    if !name.isNone { entries[bucket] = Entry(name: name, number: number) }
    return number
  }
}

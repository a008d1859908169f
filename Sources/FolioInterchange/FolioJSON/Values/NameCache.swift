import FolioModel

/// The numbers of the names that were looked up last, so that most references do without the
/// whole table.
struct NameCache {
  private struct Entry {
    var name: Identifier
    var number: UInt32
  }

  private var entries: [Entry]
  /// How far a hash is shifted so that its top bits are a place among the entries.
  private let shift: UInt64

  /// A cache with `1 << bits` places.
  init(bits: Int) {
    // `Identifier.none` is no name, so a free place never matches.
    entries = Array(repeating: Entry(name: .none, number: missingIndex), count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// The number of a name in the table, given to it if it is new.
  @inline(__always)
  mutating func number(of name: Identifier, in table: inout NumberedNames) -> UInt32 {
    let mixed = (name.high ^ name.low) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(truncatingIfNeeded: mixed &>> shift)
    let entry = entries[place]
    if entry.name.high == name.high, entry.name.low == name.low { return entry.number }
    return lookUp(name, place, &table)
  }

  @inline(never)
  private mutating func lookUp(
    _ name: Identifier, _ place: Int, _ table: inout NumberedNames
  ) -> UInt32 {
    let number = table.number(of: name)
    if !name.isNone { entries[place] = Entry(name: name, number: number) }
    return number
  }
}

/// A row of the ledger document before it is written: its columns in the canonical order.
typealias WorkRow = [(key: String, value: WorkValue)]

/// The value of a column of a generated row. Only the case `rows` allocates memory.
enum WorkValue: Sendable {
  /// A text that needs no escaping.
  case word(String)
  /// A random UUID of version 4.
  case id(WorkID)
  /// `coefficient / 10^places`, written without zeros at the end of the fraction.
  case number(Int, places: Int)
  /// A civil day.
  case day(Day)
  /// Half past two on a day, in UTC.
  case afternoon(Day)
  /// Nothing.
  case null
  /// One row as an object.
  case row(WorkRow)
  /// Rows in an array.
  case rows([WorkRow])
}

/// The 128 bits of a UUID of version 4 and the RFC 4122 variant.
struct WorkID: Sendable, Hashable {
  let high: UInt64
  let low: UInt64

  init(_ random: inout SplitMix) {
    high = random.next() & ~0xF000 | 0x4000
    low = random.next() & ~(0b11 << 62) | 0b10 << 62
  }
}

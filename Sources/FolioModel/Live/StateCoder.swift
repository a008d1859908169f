/// Writes a state as bytes, and reads it again.
///
/// Problem: two functions, one that writes and one that reads, differ sooner or later. Decision: a
/// type has one function, `code`, that names its parts in order. Writing, the coder takes the value
/// of each part; reading, it sets it.
///
/// Whole numbers are in groups of seven bits, the lowest first, so that small ones take one byte.
/// The bytes may come from anywhere: whatever they are, reading ends with a state whose references
/// are in range, or with a `StateFault`.
package struct StateCoder {
  /// The bytes that were written, or those that are read.
  @usableFromInline var buffer: [UInt8]
  /// The place of the next byte to read.
  @usableFromInline var offset = 0
  /// Whether it sets the parts of a value instead of taking them.
  @usableFromInline package let isReading: Bool
  /// While reading, the numbers that the names of the state have in the ledger that goes on.
  package var names = StateNumbers()

  /// A coder that writes.
  package init() {
    (buffer, isReading) = ([], false)
  }

  /// A coder that reads.
  package init(reading bytes: [UInt8]) {
    (buffer, isReading) = (bytes, true)
  }

  /// The bytes that were written, or those that are read.
  package var bytes: [UInt8] { buffer }

  /// The number of bytes that are still to be read.
  @usableFromInline var left: Int { buffer.count - offset }

  /// The bytes that are still to be read.
  package var rest: [UInt8] { Array(buffer[offset...]) }

  /// - Throws: if anything is left to read.
  package func expectEnd() throws(StateFault) {
    if isReading, left != 0 { throw StateFault() }
  }

  /// Refuses a state that breaks a rule.
  @inlinable
  package func expect(_ condition: Bool) throws(StateFault) {
    if isReading, !condition { throw StateFault() }
  }

  // MARK: Whole numbers

  /// Codes a number that is not below zero.
  package mutating func code(_ value: inout UInt64) throws(StateFault) {
    guard isReading else { return write(value) }
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while offset < buffer.count {
      let byte = buffer[offset]
      offset += 1
      let part = UInt64(byte & 0x7F)
      guard shift < 63 || shift == 63 && part < 2 else { throw StateFault() }
      number |= part &<< shift
      if byte < 0x80 { return value = number }
      shift += 7
    }
    throw StateFault()
  }

  private mutating func write(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    buffer.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Codes a number that may be below zero: numbers near zero are short.
  package mutating func code(_ value: inout Int64) throws(StateFault) {
    var folded = UInt64(bitPattern: (value << 1) ^ (value >> 63))
    try code(&folded)
    if isReading { value = Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1) }
  }

  // Functions for each type: a generic one is slow in other modules.

  /// Codes a number that is not below zero.
  package mutating func code(_ value: inout UInt32) throws(StateFault) { try codeWide(&value) }

  /// Codes a number that is not below zero.
  package mutating func code(_ value: inout UInt16) throws(StateFault) { try codeWide(&value) }

  /// Codes a number that is not below zero.
  package mutating func code(_ value: inout UInt8) throws(StateFault) { try codeWide(&value) }

  @inline(__always)
  private mutating func codeWide<Number: FixedWidthInteger & UnsignedInteger>(
    _ value: inout Number
  ) throws(StateFault) {
    var wide = UInt64(truncatingIfNeeded: value)
    try code(&wide)
    guard let number = Number(exactly: wide) else { throw StateFault() }
    value = number
  }

  /// Codes a number that is not below zero.
  package mutating func code(_ value: inout UInt128) throws(StateFault) {
    var (low, high) = (
      UInt64(truncatingIfNeeded: value), UInt64(truncatingIfNeeded: value >> 64)
    )
    try code(&low)
    try code(&high)
    value = UInt128(high) << 64 | UInt128(low)
  }

  /// Codes a number that may be below zero.
  package mutating func code(_ value: inout Int) throws(StateFault) {
    var wide = Int64(value)
    try code(&wide)
    value = Int(wide)
  }

  /// Codes a number that may be below zero.
  package mutating func code(_ value: inout Int32) throws(StateFault) {
    var wide = Int64(value)
    try code(&wide)
    guard let number = Int32(exactly: wide) else { throw StateFault() }
    value = number
  }

  /// Codes a flag.
  package mutating func code(_ value: inout Bool) throws(StateFault) {
    var number: UInt8 = value ? 1 : 0
    try code(&number)
    try expect(number < 2)
    value = number == 1
  }

  /// Codes a number up to a limit.
  package mutating func code(_ value: inout Int, upTo limit: Int) throws(StateFault) {
    try code(&value)
    try expect(value >= 0 && value <= limit)
  }

  // MARK: Lists

  /// Codes the number of elements of a list, each of which takes at least a byte.
  package mutating func code(count: inout Int) throws(StateFault) {
    try code(&count)
    try expect(count >= 0 && count <= left)
  }

  /// Codes a list.
  /// - Parameters:
  ///   - blank: what an element is before it is read.
  ///   - element: codes one element, which takes at least a byte.
  @inlinable
  package mutating func code<Element>(
    _ list: inout [Element], of blank: @autoclosure () -> Element,
    _ element: (inout Element, inout StateCoder) throws(StateFault) -> Void
  ) throws(StateFault) {
    var count = list.count
    try code(count: &count)
    guard isReading else {
      for value in list {
        var value = value
        try element(&value, &self)
      }
      return
    }
    list = []
    list.reserveCapacity(min(count, 65_536))
    for _ in 0..<count {
      var value = blank()
      try element(&value, &self)
      list.append(value)
    }
  }

  /// Codes a value that may be missing.
  package mutating func code<Value>(
    _ value: inout Value?, of blank: @autoclosure () -> Value,
    _ part: (inout Value, inout StateCoder) throws(StateFault) -> Void
  ) throws(StateFault) {
    var isThere = value != nil
    try code(&isThere)
    guard isThere else { return value = nil }
    var there = value ?? blank()
    try part(&there, &self)
    value = there
  }

  /// Codes a dictionary, in the order of its keys.
  package mutating func code<Key: Hashable & Comparable, Value>(
    _ table: inout [Key: Value], of blank: @autoclosure () -> (Key, Value),
    _ entry: (inout (Key, Value), inout StateCoder) throws(StateFault) -> Void
  ) throws(StateFault) {
    var list = isReading ? [] : table.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    try code(&list, of: blank(), entry)
    if isReading { table = Dictionary(list) { $1 } }
  }

  /// Codes a set, in order.
  package mutating func code<Element: Hashable & Comparable>(
    _ set: inout Set<Element>, of blank: Element,
    _ element: (inout Element, inout StateCoder) throws(StateFault) -> Void
  ) throws(StateFault) {
    var list = isReading ? [] : set.sorted()
    try code(&list, of: blank, element)
    if isReading { set = Set(list) }
  }

  /// Codes bytes.
  package mutating func code(_ value: inout [UInt8]) throws(StateFault) {
    var count = value.count
    try code(&count)
    guard isReading else { return buffer += value }
    try expect(count >= 0 && count <= left)
    value = Array(buffer[offset..<offset + count])
    offset += count
  }
}

/// A stored state that can't be read: it is damaged, or it is of something else.
@usableFromInline
package struct StateFault: Error {
  /// Bytes that cannot be used.
  @inlinable package init() {}
}

// Bytes that may be damaged.
extension StateCoder {
  /// The bytes that were written, with a checksum after them.
  package var sealed: [UInt8] {
    let sum = buffer.stateChecksum
    return buffer + (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) }
  }

  /// A coder that reads bytes with a checksum after them.
  package init(readingSealed bytes: [UInt8]) throws(StateFault) {
    guard bytes.count >= 8 else { throw StateFault() }
    let sum = bytes.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    self.init(reading: Array(bytes.dropLast(8)))
    if buffer.stateChecksum != sum { throw StateFault() }
  }
}

extension [UInt8] {
  /// FNV-1a of 64 bits: it finds damage, not forgery.
  package var stateChecksum: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// Stored bytes that cannot be used: they are damaged, or another version wrote them.
package struct StateFault: Error {
  /// Bytes that cannot be used.
  package init() {}
}

/// Writes numbers and texts one after the other.
package struct StateWriter: Sendable {
  /// What was written.
  package private(set) var bytes: [UInt8] = []

  /// Begins with nothing.
  package init() {}

  /// Writes a number in seven bits of each byte, the lowest first.
  package mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a number that may be negative.
  package mutating func write(_ number: Int64) {
    write(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  /// Writes one bit.
  package mutating func write(_ flag: Bool) { write(UInt64(flag ? 1 : 0)) }

  /// Writes a text with its length.
  package mutating func write(_ text: [UInt8]) {
    write(UInt64(text.count))
    bytes += text
  }

  /// Writes a list with its length.
  package mutating func write<Element>(
    _ list: [Element], _ body: (inout StateWriter, Element) -> Void
  ) {
    write(UInt64(list.count))
    for element in list { body(&self, element) }
  }

  /// Writes a value that may be missing.
  package mutating func write<Value>(
    _ value: Value?, _ body: (inout StateWriter, Value) -> Void
  ) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  /// The bytes with a checksum after them.
  package consuming func sealed() -> [UInt8] {
    let sum = bytes.stateChecksum
    return bytes + (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) }
  }
}

/// Reads what a `StateWriter` wrote. Any bytes are read without a trap.
package struct StateReader: Sendable {
  private let bytes: [UInt8]
  private var offset = 0

  /// Reads bytes that have no checksum.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads bytes with a checksum after them.
  package init(sealed bytes: [UInt8]) throws(StateFault) {
    guard bytes.count >= 8 else { throw StateFault() }
    let sum = bytes.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    self.bytes = Array(bytes.dropLast(8))
    if self.bytes.stateChecksum != sum { throw StateFault() }
  }

  /// Reads a number.
  package mutating func number() throws(StateFault) -> UInt64 {
    var (number, shift) = (UInt64(0), UInt64(0))
    while true {
      guard offset < bytes.count, shift < 64 else { throw StateFault() }
      let byte = UInt64(bytes[offset])
      offset += 1
      if shift == 63, byte > 1 { throw StateFault() }
      number |= (byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// Reads a number of a narrower type.
  package mutating func number<Number: FixedWidthInteger>(
    as type: Number.Type
  ) throws(StateFault) -> Number {
    guard let number = Number(exactly: try number()) else { throw StateFault() }
    return number
  }

  /// Reads a number that may be negative.
  package mutating func signed() throws(StateFault) -> Int64 {
    let bits = try number()
    return Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
  }

  /// Reads one bit.
  package mutating func flag() throws(StateFault) -> Bool {
    let number = try number()
    if number > 1 { throw StateFault() }
    return number == 1
  }

  /// Reads a text.
  package mutating func text() throws(StateFault) -> [UInt8] {
    let count = try number(as: Int.self)
    guard count <= bytes.count - offset else { throw StateFault() }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  /// Reads a list. Each element has a byte at least.
  package mutating func list<Element>(
    _ body: (inout StateReader) throws(StateFault) -> Element
  ) throws(StateFault) -> [Element] {
    let count = try number(as: Int.self)
    guard count <= bytes.count - offset else { throw StateFault() }
    var list: [Element] = []
    list.reserveCapacity(min(count, 4096))
    for _ in 0..<count { list.append(try body(&self)) }
    return list
  }

  /// Reads a value that may be missing.
  package mutating func optional<Value>(
    _ body: (inout StateReader) throws(StateFault) -> Value
  ) throws(StateFault) -> Value? {
    try flag() ? try body(&self) : nil
  }

  /// Expects the end of the bytes.
  package func end() throws(StateFault) {
    if offset != bytes.count { throw StateFault() }
  }
}

extension [UInt8] {
  /// FNV-1a of 64 bits: it finds damage, not forgery.
  fileprivate var stateChecksum: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

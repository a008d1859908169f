/// JSON text that is being written.
package struct JSONText {
  /// The text so far.
  package private(set) var bytes: [UInt8] = []
  /// Whether the object or array that is open has a member already.
  private var needsComma = false

  /// Text with nothing in it.
  package init() {}

  /// Removes the text.
  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Keeps room for so many bytes of text.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Appends text unchanged.
  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Opens an object or an array.
  package mutating func open(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  /// The next member or element needs no comma before it.
  package mutating func startOver() { needsComma = false }

  /// Closes an object or an array.
  package mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  /// A member that is an array of objects.
  package mutating func array<Elements: Collection>(
    _ key: String, _ elements: Elements, _ write: (Elements.Element, inout JSONText) -> Void
  ) {
    self.key(key.utf8)
    open("[")
    for element in elements {
      self.element()
      open("{")
      write(element, &self)
      close("}")
    }
    close("]")
  }

  /// Begins the next element of an array, on the same line.
  package mutating func element() {
    if needsComma { raw(", ") }
    needsComma = true
  }

  /// A key; its value comes next.
  package mutating func key(_ key: some Sequence<UInt8>) {
    element()
    quoted(key)
    raw(": ")
  }

  /// An element of an array that is a text.
  package mutating func string(_ value: some Sequence<UInt8>) {
    element()
    quoted(value)
  }

  /// A member whose value is a text.
  package mutating func text(_ key: String, _ value: some Sequence<UInt8>) {
    self.key(key.utf8)
    quoted(value)
  }

  /// A member whose value is a text.
  package mutating func text(_ key: String, _ value: String) {
    self.key(key.utf8)
    quoted(value.utf8)
  }

  /// A member whose value is a text that a function appends.
  package mutating func text(_ key: String, writing write: (inout [UInt8]) -> Void) {
    self.key(key.utf8)
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    write(&bytes)
    if isToBeEscaped(from: start) { escape(from: start) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A member whose value is a number: a text, with the places that it was read with.
  package mutating func number(_ key: String, _ value: ExactDecimal) {
    quoted(key) { value.write(into: &$0) }
  }

  /// A member whose value is a date.
  package mutating func day(_ key: String, _ value: Day) {
    quoted(key) { value.write(into: &$0) }
  }

  private mutating func quoted(_ key: String, _ write: (inout [UInt8]) -> Void) {
    self.key(key.utf8)
    bytes.append(UInt8(ascii: "\""))
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A member whose value is JSON text already.
  package mutating func json(_ key: some Sequence<UInt8>, _ value: some Sequence<UInt8>) {
    self.key(key)
    bytes.append(contentsOf: value)
  }

  /// JSON text of an element.
  package mutating func json(_ value: some Sequence<UInt8>) {
    bytes.append(contentsOf: value)
  }

  /// Writes a string. Characters that RFC 8259 does not allow in strings are escaped.
  private mutating func quoted(_ text: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes.append(contentsOf: text)
    if isToBeEscaped(from: start) { escape(from: start) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether one of the last bytes is not allowed in strings. Few texts have one, so most are
  /// copied as a whole.
  private func isToBeEscaped(from start: Int) -> Bool {
    bytes.withSpan { bytes in
      for index in start..<bytes.count where Self.isEscaped(bytes[index]) { return true }
      return false
    }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(from start: Int) {
    let text = Array(bytes[start...])
    bytes.removeLast(text.count)
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): raw("\\\"")
      case UInt8(ascii: "\\"): raw("\\\\")
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20: raw("\\u00" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16))
      default: bytes.append(byte)
      }
    }
  }
}

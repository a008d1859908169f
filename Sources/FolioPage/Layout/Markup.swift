/// HTML that is built piece by piece. Texts are escaped where they are put in.
struct Markup {
  private(set) var bytes: [UInt8] = []

  /// Appends markup that this package has written.
  mutating func add(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

  /// Appends other markup.
  mutating func add(_ other: Markup) { bytes.append(contentsOf: other.bytes) }

  /// Appends a text, escaped.
  mutating func add(text: String) { HTMLText.appendEscaped(text, to: &bytes) }

  /// Appends an element with a text, escaped. `attributes` begins with a space.
  mutating func add(_ element: String, _ attributes: String = "", text: String) {
    add("<\(element)\(attributes)>")
    add(text: text)
    add("</\(element)>\n")
  }

  /// Appends a text that may run from right to left.
  mutating func add(name: String) {
    add("<bdi>")
    add(text: name)
    add("</bdi>")
  }

  /// Appends the bytes that a function writes.
  mutating func write(_ body: (inout [UInt8]) -> Void) { body(&bytes) }
}

/// Text for a person at a terminal. Whatever is put into it is escaped, so that no id, name or
/// path can steer the terminal or look like a line of its own.
///
///     let text: TerminalText = "folio: added \(id)\n"
///
/// Only literals of the program are taken as they are: line breaks and colours can come from
/// nowhere else. Another `TerminalText` that is put in is not escaped again.
public struct TerminalText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The text, safe to show.
  public var string: String { content.string }
  /// The text up to its first line break, with values as they are: for formats that escape
  /// characters by themselves, such as JSON. It is not safe to show.
  package var firstLine: String { content.firstLine }

  private var content: StringInterpolation

  /// A text without values.
  public init(stringLiteral value: StaticString) {
    content = StringInterpolation()
    content.appendLiteral(value)
  }

  /// A text with values.
  public init(stringInterpolation: StringInterpolation) { content = stringInterpolation }

  /// Whether there is no text.
  public var isEmpty: Bool { string.isEmpty }

  /// One text after the other.
  public static func + (first: Self, second: Self) -> Self { "\(first)\(second)" }

  /// Adds a text at the end.
  public static func += (text: inout Self, more: Self) { text.content.append(more.content) }

  /// Collects literals as they are, and values escaped.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable, Hashable {
    fileprivate var string = ""
    fileprivate var firstLine = ""
    private var hasLineBreak = false

    fileprivate init() {}

    /// An empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      string.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// A literal, as it is.
    public mutating func appendLiteral(_ literal: StaticString) {
      let text = literal.description
      string += text
      if hasLineBreak { return }
      firstLine += text.prefix { $0 != "\n" }
      hasLineBreak = text.contains("\n")
    }

    /// A text that is safe already.
    public mutating func appendInterpolation(_ text: TerminalText) { append(text.content) }

    /// Any other value, escaped.
    public mutating func appendInterpolation(_ value: some Any) {
      let text = String(describing: value)
      string += text.escaped
      if !hasLineBreak { firstLine += text }
    }

    fileprivate mutating func append(_ other: Self) {
      string += other.string
      if hasLineBreak { return }
      firstLine += other.firstLine
      hasLineBreak = other.hasLineBreak
    }
  }
}

extension String {
  /// The text on one line, with every character that a terminal would obey written as JSON writes
  /// it: `\n`, `\u001b`.
  package var escaped: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControl {
        text += scalar.escape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension [UInt8] {
  /// The bytes as text on one line, safe to show.
  package var shown: String { String(decoding: escaped(), as: UTF8.self) }

  /// The bytes with every character that a terminal would obey written as JSON writes it, and every
  /// byte that is not UTF-8 as `\xff`.
  /// - Parameter isKept: is asked with the index of such a character whether it may stay.
  package func escaped(keeping isKept: (_ index: Int) -> Bool = { _ in false }) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count + count / 8)
    var parser = Unicode.UTF8.ForwardParser()
    var source = makeIterator()
    var index = 0
    while true {
      switch parser.parseScalar(from: &source) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar.steersTerminal && !isKept(index) {
          result += scalar.escape.utf8
        } else {
          result += encoded
        }
        index += encoded.count
      case .error(let length):
        for byte in self[index..<index + length] { result += "\\x\(String(byte, radix: 16))".utf8 }
        index += length
      case .emptyInput: return result
      }
    }
  }
}

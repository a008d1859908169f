/// Text that is safe to show on a terminal. Interpolated values are escaped, so that an id, name or
/// path cannot contain control sequences or imitate another line.
///
///     let text: TerminalText = "folio: added \(id)\n"
///
/// Only string literals are unescaped, so only they can contain line breaks and colours. An
/// interpolated `TerminalText` is not escaped again.
public struct TerminalText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The text, safe to show.
  public var string: String { content.string }
  /// The text up to the first line break, with unescaped values, for formats with their own
  /// escaping, such as JSON. It is not safe to show.
  package var firstLine: String { content.firstLine }

  private var content: StringInterpolation

  /// Creates a text from a literal.
  public init(stringLiteral value: StaticString) {
    content = StringInterpolation()
    content.appendLiteral(value)
  }

  /// Creates a text from a literal with interpolated values.
  public init(stringInterpolation: StringInterpolation) { content = stringInterpolation }

  /// Whether the text is empty.
  public var isEmpty: Bool { string.isEmpty }

  /// The text with each line, without its line break, replaced by several. What follows the last
  /// line break stays.
  /// - Parameter parts: Returns the lines for a line, from its words and blanks alone.
  package func dividingLines(into parts: (String) -> [String]) -> TerminalText {
    var lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.removeLast()
    var text = self
    text.content.string = lines.reduce(into: "") { divided, line in
      for part in parts(String(line)) { divided += part + "\n" }
    }
    text.content.string += rest
    return text
  }

  /// Concatenates two texts.
  public static func + (first: Self, second: Self) -> Self { "\(first)\(second)" }

  /// Appends a text.
  public static func += (text: inout Self, more: Self) { text.content.append(more.content) }

  /// Collects literals unchanged and values escaped.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable, Hashable {
    fileprivate var string = ""
    fileprivate var firstLine = ""
    private var hasLineBreak = false

    fileprivate init() {}

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      string.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// Appends a literal unchanged.
    public mutating func appendLiteral(_ literal: StaticString) {
      let text = literal.description
      string += text
      if hasLineBreak { return }
      firstLine += text.prefix { $0 != "\n" }
      hasLineBreak = text.contains("\n")
    }

    /// Appends a text that is already safe.
    public mutating func appendInterpolation(_ text: TerminalText) { append(text.content) }

    /// Appends any other value, escaped.
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
  /// The text on one line, with control characters escaped as in JSON: `\n`, `\u001b`.
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

  /// Escapes characters that control a terminal as in JSON, and bytes that are not valid UTF-8 as
  /// `\xff`.
  /// - Parameter isKept: returns whether to keep the control character at an index unescaped.
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

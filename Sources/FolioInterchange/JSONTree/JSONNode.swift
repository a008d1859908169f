import FolioDiagnostics

/// A value of a small JSON document, as a tree: for documents of other programs, which are held
/// whole. Ledgers are read without one, by `LedgerReader`.
package struct JSONNode: Sendable {
  /// What the value is.
  package enum Content: Sendable {
    /// Members in the order of the document; no key twice.
    case object([Member])
    case array([JSONNode])
    /// The UTF-8 of a text, without its escapes.
    case string([UInt8])
    /// The digits of a number as they stand: never a binary number.
    case number([UInt8])
    case boolean(Bool)
    case null
  }

  /// A key and its value.
  package struct Member: Sendable {
    package var key: String
    package var value: JSONNode
  }

  package var content: Content
  /// Its bytes in the file.
  package var range: Range<Int>

  /// The value of a member; nil where there is none, or it is `null`.
  package subscript(_ key: String) -> JSONNode? {
    guard case .object(let members) = content,
      let found = members.first(where: { $0.key == key })?.value
    else { return nil }
    return found.isNull ? nil : found
  }

  /// Whether it is `null`.
  package var isNull: Bool { if case .null = content { true } else { false } }

  var kind: ValueKind {
    switch content {
    case .object: .object
    case .array: .array
    case .string: .string
    case .number: .number
    case .boolean: .boolean
    case .null: .null
    }
  }

  /// Reads a document that is one JSON value.
  /// - Parameter file: the number of the file, for the place of the fault.
  /// - Throws: what is wrong with the JSON, with its place.
  package static func parse(
    _ bytes: [UInt8], file: Int = 0
  ) throws(Diagnostic) -> JSONNode {
    try bytes.withSpan { (bytes) throws(Diagnostic) in try parse(bytes, file: file) }
  }

  private static func parse(_ bytes: Span<UInt8>, file: Int) throws(Diagnostic) -> JSONNode {
    do throws(SyntaxFault) {
      return try TreeReader(bytes).document(bytes)
    } catch {
      let finding = Wording.syntax(error, bytes)
      throw Diagnostic(
        finding.code, finding.message, help: finding.help,
        at: SourcePosition(file: file, offset: error.offset))
    }
  }
}

/// Builds the tree of one document with the scanner of the ledger reader.
private struct TreeReader {
  private var scanner = JSONScanner()

  init(_ bytes: Span<UInt8>) {
    scanner.end = bytes.count
    scanner.isLast = true
  }

  consuming func document(_ bytes: Span<UInt8>) throws(SyntaxFault) -> JSONNode {
    var reader = self
    if let kind = Self.strangeStart(bytes) { throw SyntaxFault(kind: kind, offset: 0) }
    do throws(ScanStop) {
      reader.scanner.blanks(bytes)
      if reader.scanner.index >= reader.scanner.end {
        throw ScanStop.fault(SyntaxFault(kind: .emptyInput, offset: 0))
      }
      let node = try reader.value(bytes, depth: 1)
      reader.scanner.blanks(bytes)
      if reader.scanner.index < reader.scanner.end {
        throw reader.scanner.stop(.trailingContent)
      }
      return node
    } catch {
      guard case .fault(let fault) = error else {
        throw SyntaxFault(kind: .endsTooEarly, offset: reader.scanner.end)
      }
      throw fault
    }
  }

  private static func strangeStart(_ bytes: Span<UInt8>) -> SyntaxFault.Kind? {
    let (first, second) = (bytes.byte(at: 0), bytes.byte(at: 1))
    if first >= 0xFE, first ^ second == 0x01 { return .utf16 }
    return first == 0xEF && second == 0xBB && bytes.byte(at: 2) == 0xBF ? .byteOrderMark : nil
  }

  /// One value; the depth is bounded, so that the recursion is, too.
  private mutating func value(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) -> JSONNode {
    guard let kind = ValueKind(startingWith: bytes.byte(at: scanner.index)) else {
      throw scanner.stop(.expectedValue)
    }
    let start = scanner.index
    let content: JSONNode.Content
    switch kind {
    case .object, .array:
      guard depth <= JSONScanner.depthLimit else { throw scanner.stop(.nestedTooDeep) }
      content =
        kind == .object
        ? .object(try members(bytes, depth: depth)) : .array(try elements(bytes, depth: depth))
    case .string:
      let contents = try scanner.string(bytes)
      content = .string(Self.text(contents, bytes))
    case .number: content = .number(bytes.copy(try scanner.number(bytes)))
    case .boolean:
      let isTrue = bytes.byte(at: start) == UInt8(ascii: "t")
      try scanner.literal(isTrue ? "true" : "false", bytes)
      content = .boolean(isTrue)
    case .null:
      try scanner.literal("null", bytes)
      content = .null
    }
    return JSONNode(content: content, range: start..<scanner.index)
  }

  private mutating func members(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(ScanStop) -> [JSONNode.Member] {
    guard scanner.opensNonEmpty(closing: "}", bytes) else { return [] }
    var members: [JSONNode.Member] = []
    let firstKey = scanner.keys.count
    repeat {
      let key = try scanner.key(bytes)
      scanner.keys.add(key, bytes)
      try scanner.colon(bytes)
      let value = try value(bytes, depth: depth + 1)
      let name = String(decoding: Self.text(key, bytes), as: UTF8.self)
      members.append(JSONNode.Member(key: name, value: value))
    } while try scanner.isFollowedByMore(closing: "}", bytes)
    if let offset = scanner.keys.closeObject(from: firstKey, bytes) {
      throw scanner.stop(.duplicateKey, at: offset)
    }
    return members
  }

  private mutating func elements(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(ScanStop) -> [JSONNode] {
    guard scanner.opensNonEmpty(closing: "]", bytes) else { return [] }
    var elements: [JSONNode] = []
    repeat {
      elements.append(try value(bytes, depth: depth + 1))
    } while try scanner.isFollowedByMore(closing: "]", bytes)
    return elements
  }

  private static func text(_ string: ScannedString, _ bytes: Span<UInt8>) -> [UInt8] {
    guard string.hasEscapes else { return bytes.copy(string.range) }
    var text: [UInt8] = []
    unescape(bytes, string, into: &text)
    return text
  }
}

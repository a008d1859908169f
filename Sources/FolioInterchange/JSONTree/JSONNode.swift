/// A value of a small JSON document of another program, as a tree. `LedgerReader` reads ledgers
/// without a tree.
package struct JSONNode: Sendable {
  /// The kind of a value, with its contents.
  package enum Content: Sendable {
    /// Members in the order of the document; no key twice.
    case object([Member])
    case array([JSONNode])
    /// The UTF-8 of a text, without its escapes.
    case string([UInt8])
    /// The digits of a number, which never becomes a binary number.
    case number([UInt8])
    case boolean(Bool)
    case null
  }

  /// A key and its value.
  package struct Member: Sendable {
    package var key: String
    package var value: JSONNode
    /// The bytes of the key in the file.
    var keyRange: Range<Int>
  }

  package var content: Content
  /// Its bytes in the file.
  package var range: Range<Int>

  /// The value of a member; nil if the member is missing or `null`.
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

  /// Its bytes in the file, without the quotes of a text.
  var contentRange: Range<Int> {
    text == nil ? range : range.lowerBound + 1..<range.upperBound - 1
  }

  /// The UTF-8 of a text; nil for any other value.
  package var text: [UInt8]? { if case .string(let text) = content { text } else { nil } }

  /// Reads a document that is one JSON value.
  /// - Parameter file: the number of the file, for the place of the fault.
  /// - Throws: the fault of the JSON, with its place.
  package static func parse(
    _ bytes: [UInt8], file: Int = 0
  ) throws(Diagnostic) -> JSONNode {
    try bytes.withSpan { (bytes) throws(Diagnostic) in try parse(bytes, file: file) }
  }

  private static func parse(_ bytes: Span<UInt8>, file: Int) throws(Diagnostic) -> JSONNode {
    var scanner = JSONScanner(bytes)
    do throws(ScanStop) {
      if let kind = SyntaxFault.Kind(startOf: bytes) { throw scanner.stop(kind, at: 0) }
      scanner.blanks(bytes)
      if scanner.index >= scanner.end { throw scanner.stop(.emptyInput, at: 0) }
      let node = try scanner.node(bytes, depth: 0)
      scanner.blanks(bytes)
      if scanner.index < scanner.end { throw scanner.stop(.trailingContent) }
      return node
    } catch {
      var fault = SyntaxFault(kind: .endsTooEarly, offset: scanner.end)
      if case .fault(let found) = error { fault = found }
      throw Messages.syntax(fault, bytes).at(SourcePosition(file: file, offset: fault.offset))
    }
  }
}

extension SyntaxFault.Kind {
  /// The fault of a text that is not UTF-8 without a byte order mark.
  init?(startOf bytes: Span<UInt8>) {
    let (first, second) = (bytes.byte(at: 0), bytes.byte(at: 1))
    if first >= 0xFE, first ^ second == 0x01 {
      self = .utf16
    } else if first == 0xEF, second == 0xBB, bytes.byte(at: 2) == 0xBF {
      self = .byteOrderMark
    } else {
      return nil
    }
  }
}

extension JSONScanner {
  /// Reads one value. The depth is bounded, and so is the recursion.
  mutating func node(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) -> JSONNode {
    let start = index
    let content: JSONNode.Content
    switch ValueKind(startingWith: bytes.byte(at: index)) {
    case .object: content = .object(try members(bytes, depth: depth))
    case .array: content = .array(try elements(bytes, depth: depth))
    case .string: content = .string(unescaped(bytes, try string(bytes)))
    case .number: content = .number(bytes.copy(try number(bytes)))
    case .boolean:
      try scalar(bytes)
      content = .boolean(bytes[start] == UInt8(ascii: "t"))
    case .null:
      try scalar(bytes)
      content = .null
    case nil: throw stop(.expectedValue)
    }
    return JSONNode(content: content, range: start..<index)
  }

  private mutating func members(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(ScanStop) -> [JSONNode.Member] {
    guard depth < Self.depthLimit else { throw stop(.nestedTooDeep) }
    guard opensNonEmpty(closing: "}", bytes) else { return [] }
    var members: [JSONNode.Member] = []
    let firstKey = keys.count
    repeat {
      let (key, keyRange) = try textKey(bytes)
      let value = try node(bytes, depth: depth + 1)
      members.append(JSONNode.Member(key: key, value: value, keyRange: keyRange))
    } while try isFollowedByMore(closing: "}", bytes)
    try checkKeys(from: firstKey, bytes)
    return members
  }

  /// Reads a key with its colon.
  /// - Returns: the key, and its bytes in the file with their quotes.
  mutating func textKey(_ bytes: Span<UInt8>) throws(ScanStop) -> (String, Range<Int>) {
    let key = try memberKey(bytes)
    let range = key.range.lowerBound - 1..<key.range.upperBound + 1
    return (String(decoding: unescaped(bytes, key), as: UTF8.self), range)
  }

  private mutating func elements(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(ScanStop) -> [JSONNode] {
    guard depth < Self.depthLimit else { throw stop(.nestedTooDeep) }
    guard opensNonEmpty(closing: "]", bytes) else { return [] }
    var elements: [JSONNode] = []
    repeat {
      elements.append(try node(bytes, depth: depth + 1))
    } while try isFollowedByMore(closing: "]", bytes)
    return elements
  }
}

extension JSONNode {
  /// The text of a string; nil for any other value.
  package var string: String? {
    if case .string(let bytes) = content { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  /// The whole number; nil for any other value.
  package var integer: Int? {
    if case .number(let digits) = content {
      Int(String(decoding: digits, as: UTF8.self))
    } else {
      nil
    }
  }

  /// Whether it is `true`.
  package var isTrue: Bool { if case .boolean(true) = content { true } else { false } }

  /// The text of a string or the digits of a number; nil for any other value.
  package var stringOrNumber: String? {
    if case .number(let digits) = content { return String(decoding: digits, as: UTF8.self) }
    return string
  }
}

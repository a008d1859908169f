/// Splits JSON into slices of its bytes, so that unchanged parts keep their exact bytes.
enum JSONSlices {
  typealias Bytes = ArraySlice<UInt8>

  /// The members of an object; nil for any other value.
  static func members(_ bytes: Bytes) -> [(key: String, value: Bytes)]? {
    guard case .object(let members)? = content(of: bytes) else { return nil }
    return members.map { ($0.key, slice(bytes, $0.value)) }
  }

  /// The elements of an array; nil for any other value.
  static func elements(_ bytes: Bytes) -> [Bytes]? {
    guard case .array(let nodes)? = content(of: bytes) else { return nil }
    return nodes.map { slice(bytes, $0) }
  }

  /// Whether the bytes are an object.
  static func isObject(_ bytes: Bytes) -> Bool { members(bytes) != nil }

  /// The text of a JSON string; nil for any other value.
  static func text(_ value: Bytes) -> String? {
    guard case .string(let text)? = content(of: value) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text encoded as a JSON string.
  static func quoted(_ text: String) -> [UInt8] {
    var json = JSONText()
    json.string(text.utf8)
    return json.bytes
  }

  private static func content(of bytes: Bytes) -> JSONNode.Content? {
    (try? JSONNode.parse(Array(bytes)))?.content
  }

  private static func slice(_ bytes: Bytes, _ node: JSONNode) -> Bytes {
    bytes[(bytes.startIndex + node.range.lowerBound)..<(bytes.startIndex + node.range.upperBound)]
  }
}

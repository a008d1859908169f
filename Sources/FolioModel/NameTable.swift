/// Texts that do not fit an `Identifier` (long ids, non-ASCII names), each kept once.
public struct NameTable: Sendable {
  private var names: [[UInt8]] = []
  private var indices: [[UInt8]: Int] = [:]

  /// An empty table.
  public init() {}

  /// The identifier of a text in valid UTF-8; equal texts give equal identifiers.
  public mutating func identifier(of bytes: some RandomAccessCollection<UInt8>) -> Identifier {
    if let packed = Identifier(packing: bytes) { return packed }
    let key = Array(bytes)
    if let index = indices[key] { return Identifier(internedIndex: index) }
    names.append(key)
    indices[key] = names.count - 1
    return Identifier(internedIndex: names.count - 1)
  }

  /// The identifier of a text that may be here; nil if it was never seen.
  package func existingIdentifier(of text: some StringProtocol) -> Identifier? {
    let bytes = Array(text.utf8)
    if let packed = Identifier(packing: bytes) { return packed }
    return indices[bytes].map(Identifier.init(internedIndex:))
  }

  /// The UTF-8 bytes of an identifier that came from this table.
  public func bytes(of identifier: Identifier) -> [UInt8] {
    if let packed = identifier.packedBytes { return packed }
    guard let index = identifier.internedIndex, names.indices.contains(index) else { return [] }
    return names[index]
  }

  /// The text of an identifier that came from this table.
  public func text(of identifier: Identifier) -> String {
    String(decoding: bytes(of: identifier), as: UTF8.self)
  }
}

/// Deterministic ids: the same names always give the same id, on every device. They are UUIDs of
/// version 5 (RFC 9562, section 5.5).
public enum NameBasedID {
  /// The namespace of all ids that Folio derives. It is itself a UUID of version 5, of the name
  /// `folio/simple-models` in the DNS namespace.
  static let namespace: [UInt8] = bytes(of: "ce51888e-0754-5eff-a089-0fb7427a96a5")

  /// Returns the id of a part of something, such as the cash leg of a group.
  /// - Parameters:
  ///   - part: The name of the part, such as `cash`.
  ///   - owner: The id of the whole.
  public static func of(_ part: String, in owner: String) -> String {
    text(bytes(ofPart: part.utf8, in: owner))
  }

  /// The same of a part whose name is a text in UTF-8.
  package static func of(_ part: [UInt8], in owner: String) -> String {
    text(bytes(ofPart: part, in: owner))
  }

  private static func bytes(ofPart part: some Collection<UInt8>, in owner: String) -> [UInt8] {
    var name = namespace
    name.reserveCapacity(name.count + owner.utf8.count + part.count + 80)
    // Without the length, part "a/b" of "c" and part "b" of "c/a" would have the same name.
    name += "\(owner.utf8.count)/".utf8
    name += owner.utf8
    name.append(UInt8(ascii: "/"))
    name += part
    return version5(ofMessage: name)
  }

  /// Returns the 16 bytes of a UUID of version 5.
  static func version5(of name: String, in namespace: [UInt8]) -> [UInt8] {
    version5(ofMessage: namespace + name.utf8)
  }

  private static func version5(ofMessage message: [UInt8]) -> [UInt8] {
    var bytes = SHA1.digest(of: message)
    bytes.removeLast(4)
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes
  }

  /// Returns the canonical text of a UUID, in lowercase.
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(0x2D) }
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

  /// Parses the text of a UUID. The text must be valid.
  static func bytes(of text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(truncatingIfNeeded: digits[$0] << 4 | digits[$0 + 1])
    }
  }
}

/// Ids that are made from names: the same names give the same id, on every device and every time.
/// They are UUIDs of version 5 (RFC 9562, section 5.5).
public enum NameBasedID {
  /// The namespace of all ids that Folio derives: version 5 of `folio/simple-models` in the
  /// namespace of domain names.
  static let namespace: [UInt8] = bytes(of: "ce51888e-0754-5eff-a089-0fb7427a96a5")

  /// The id of a part of something: of the cash leg of a group, of a holding of a portfolio.
  /// - Parameters:
  ///   - part: what it is, such as `cash`.
  ///   - owner: the id of what it belongs to.
  public static func of(_ part: String, in owner: String) -> String {
    // The length keeps "a/b" of "c" apart from "b" of "c/a".
    text(version5(of: "\(owner.utf8.count)/\(owner)/\(part)", in: namespace))
  }

  /// The sixteen bytes of a UUID of version 5.
  static func version5(of name: String, in namespace: [UInt8]) -> [UInt8] {
    var bytes = Array(SHA1.digest(of: namespace + Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes
  }

  /// A UUID in small letters.
  static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return text
  }

  /// The bytes of a UUID that is written in this file.
  static func bytes(of text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(truncatingIfNeeded: digits[$0] << 4 | digits[$0 + 1])
    }
  }
}

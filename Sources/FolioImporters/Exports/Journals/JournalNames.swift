import Folio

/// Names that are legal in beancount, hledger and ledger.
///
/// beancount is the strictest: a commodity has capital letters, digits and `'._-`, begins with a
/// letter and ends with a letter or a digit; a part of an account has letters, digits and dashes,
/// and begins with a capital letter or a digit.
struct JournalNames {
  private var used: Set<String> = []
  private static let reserved: Set<String> = ["TRUE", "FALSE", "NULL"]
  private static let longest = 24

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// A name for a commodity that no other commodity has.
  mutating func commodity(_ text: String) -> String {
    var bytes = text.utf8.map { byte in
      if Self.isSmall(byte) { return byte - 0x20 }
      let isAllowed =
        Self.isLetter(byte) || Self.isDigit(byte) || [0x2E, 0x5F, 0x2D].contains(byte)
      return isAllowed ? byte : 0x2D
    }
    while let last = bytes.last, !Self.isLetter(last), !Self.isDigit(last) { bytes.removeLast() }
    var name = String(decoding: bytes, as: UTF8.self)
    let isShort = bytes.count < 2
    if isShort || !Self.isLetter(bytes[0]) || Self.reserved.contains(name) { name = "X.\(name)" }
    if bytes.isEmpty { name = "X.0" }
    return unique(Self.shortened(name), ".")
  }

  private static func shortened(_ name: String) -> String {
    var bytes = Array(name.utf8.prefix(longest - 4))
    while let last = bytes.last, !isLetter(last), !isDigit(last) { bytes.removeLast() }
    return name.utf8.count > longest ? String(decoding: bytes, as: UTF8.self) : name
  }

  /// A name for an account below another one that no other account has.
  mutating func account(_ text: String, below parent: String) -> String {
    unique("\(parent):\(Self.part(text))", "-")
  }

  private static func part(_ text: String) -> String {
    var bytes = text.utf8.map { byte in
      isLetter(byte) || isSmall(byte) || isDigit(byte) ? byte : 0x2D
    }
    while bytes.first == 0x2D { bytes.removeFirst() }
    guard let first = bytes.first else { return "X" }
    if isSmall(first) { bytes[0] = first - 0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func unique(_ name: String, _ separator: String) -> String {
    var (found, number) = (name, 1)
    while !used.insert(found).inserted {
      number += 1
      found = "\(name)\(separator)\(number)"
    }
    return found
  }
}

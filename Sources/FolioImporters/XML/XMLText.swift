/// Characters that XML writes with `&`.
enum XMLText {
  /// The text of a part of a file, with its references replaced.
  static func decoded(_ bytes: ArraySlice<UInt8>) throws(XMLFault) -> String {
    guard bytes.contains(0x26) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] != 0x26 {
        text.append(bytes[index])
        index += 1
        continue
      }
      // The longest reference is that of a character with leading zeros; a bound keeps this quick.
      let limit = min(bytes.endIndex, index + 16)
      guard let end = bytes[index..<limit].firstIndex(of: 0x3B),
        let scalar = scalar(bytes[index + 1..<end])
      else {
        throw XMLFault(
          message: "the characters after & are no reference that is known",
          help: "Write &amp; for the sign itself, or export the file again.", offset: index)
      }
      text.append(contentsOf: String(Character(scalar)).utf8)
      index = end + 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let text = String(decoding: name, as: UTF8.self)
    switch text {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case let text where text.hasPrefix("#x"):
      return UInt32(text.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case let text where text.hasPrefix("#"):
      return UInt32(text.dropFirst()).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}

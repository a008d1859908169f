/// Takes JSON apart without reading what it says, so that what is not touched keeps its bytes.
/// It is for text that Folio wrote; of anything else it gives nil.
struct JSONSlices {
  typealias Bytes = ArraySlice<UInt8>

  private var rest: Bytes

  private init(_ bytes: Bytes) { rest = bytes }

  /// The members of an object: the keys without their quotes, the values as they stand.
  static func members(_ bytes: Bytes) -> [(key: Bytes, value: Bytes)]? {
    var slices = JSONSlices(bytes)
    var members: [(key: Bytes, value: Bytes)] = []
    guard slices.take("{") else { return nil }
    if slices.take("}") { return slices.isAtEnd ? members : nil }
    repeat {
      guard let key = slices.value(), key.first == UInt8(ascii: "\""), slices.take(":"),
        let value = slices.value()
      else { return nil }
      members.append((key.dropFirst().dropLast(), value))
    } while slices.take(",")
    return slices.take("}") && slices.isAtEnd ? members : nil
  }

  /// The elements of an array as they stand.
  static func elements(_ bytes: Bytes) -> [Bytes]? {
    var slices = JSONSlices(bytes)
    var elements: [Bytes] = []
    guard slices.take("[") else { return nil }
    if slices.take("]") { return slices.isAtEnd ? elements : nil }
    repeat {
      guard let value = slices.value() else { return nil }
      elements.append(value)
    } while slices.take(",")
    return slices.take("]") && slices.isAtEnd ? elements : nil
  }

  /// Whether bytes are an object.
  static func isObject(_ bytes: Bytes) -> Bool { members(bytes) != nil }

  /// What ends a value that is not within another.
  private static let ends = Array(" ,:}]\t\n\r".utf8)

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  private var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return rest.isEmpty
    }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// The next value, whatever it is.
  private mutating func value() -> Bytes? {
    skipBlanks()
    var depth = 0
    var inText = false
    var index = rest.startIndex
    scan: while index < rest.endIndex {
      switch rest[index] {
      case UInt8(ascii: "\\") where inText: index += 1
      case UInt8(ascii: "\""): inText.toggle()
      case _ where inText: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case _ where depth == 0 && Self.ends.contains(rest[index]): break scan
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      index += 1
    }
    guard !inText, depth == 0, index <= rest.endIndex, index > rest.startIndex else { return nil }
    let value = rest[rest.startIndex..<index]
    rest = rest[index...]
    return value
  }
}

// Texts, for the small files that Folio writes beside stores.
extension JSONSlices {
  /// A text in quotes.
  static func quoted(_ text: String) -> [UInt8] {
    var bytes = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        bytes += ((byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8
      default: bytes.append(byte)
      }
    }
    return bytes + [UInt8(ascii: "\"")]
  }

  /// What a text in quotes says, as `quoted` writes it; nil for anything else.
  static func text(_ value: Bytes) -> String? {
    guard value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"")
    else { return nil }
    var bytes: [UInt8] = []
    var rest = value.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let next = rest.popFirst() else { return nil }
      if next == UInt8(ascii: "u") {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.first != UInt8(ascii: "+"),
          let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        rest = rest.dropFirst(4)
        bytes.append(code)
      } else {
        bytes.append(next)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

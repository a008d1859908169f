/// A JSON value as a spec file holds it: numbers keep their digits, and every value knows the
/// bytes it stood in, so that a ledger inside of a spec reaches Folio as it was written.
indirect enum SpecValue {
  case object([(key: String, value: SpecValue)], Range<Int>)
  case array([SpecValue], Range<Int>)
  case string(String)
  case number(String)
  case bool(Bool)
  case null

  subscript(_ key: String) -> SpecValue? {
    guard case .object(let members, _) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var elements: [SpecValue] {
    guard case .array(let elements, _) = self else { return [] }
    return elements
  }

  var members: [(key: String, value: SpecValue)] {
    guard case .object(let members, _) = self else { return [] }
    return members
  }

  /// The text of a string or a number.
  var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  var range: Range<Int>? {
    switch self {
    case .object(_, let range), .array(_, let range): range
    default: nil
    }
  }
}

/// Why a spec file is no JSON.
struct SpecSyntax: Error {
  var offset: Int
}

/// Reads trusted JSON: the specs, and what Folio prints.
struct SpecParser {
  private let bytes: [UInt8]
  private var index = 0

  static func parse(_ bytes: [UInt8]) throws -> SpecValue {
    var parser = SpecParser(bytes: bytes)
    let value = try parser.value()
    parser.skipBlanks()
    guard parser.index == bytes.count else { throw SpecSyntax(offset: parser.index) }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func value() throws -> SpecValue {
    skipBlanks()
    switch try peek() {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    default: return try word()
    }
  }

  private mutating func object() throws -> SpecValue {
    let start = index
    var members: [(key: String, value: SpecValue)] = []
    index += 1
    skipBlanks()
    while try peek() != UInt8(ascii: "}") {
      if !members.isEmpty { try take(",") }
      skipBlanks()
      let key = try string()
      skipBlanks()
      try take(":")
      members.append((key, try value()))
      skipBlanks()
    }
    index += 1
    return .object(members, start..<index)
  }

  private mutating func array() throws -> SpecValue {
    let start = index
    var elements: [SpecValue] = []
    index += 1
    skipBlanks()
    while try peek() != UInt8(ascii: "]") {
      if !elements.isEmpty { try take(",") }
      elements.append(try value())
      skipBlanks()
    }
    index += 1
    return .array(elements, start..<index)
  }

  private mutating func string() throws -> String {
    try take("\"")
    var out: [UInt8] = []
    while try peek() != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
        try escape(into: &out)
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
    index += 1
    return String(decoding: out, as: UTF8.self)
  }

  private mutating func escape(into out: inout [UInt8]) throws {
    let names: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "b"): 8,
      UInt8(ascii: "f"): 12,
    ]
    let kind = try peek()
    index += 1
    guard kind == UInt8(ascii: "u") else { return out.append(names[kind] ?? kind) }
    guard index + 4 <= bytes.count,
      let code = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(code)
    else { throw SpecSyntax(offset: index) }
    index += 4
    out.append(contentsOf: Array(String(scalar).utf8))
  }

  private mutating func word() throws -> SpecValue {
    let start = index
    while index < bytes.count, !Array(",]} \n\r\t".utf8).contains(bytes[index]) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "": throw SpecSyntax(offset: start)
    default: return .number(text)
    }
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private func peek() throws -> UInt8 {
    guard index < bytes.count else { throw SpecSyntax(offset: index) }
    return bytes[index]
  }

  private mutating func take(_ byte: Unicode.Scalar) throws {
    guard try peek() == UInt8(ascii: byte) else { throw SpecSyntax(offset: index) }
    index += 1
  }
}

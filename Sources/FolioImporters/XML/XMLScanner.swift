/// The start of an element: its name, and its attributes.
struct XMLTag: Sendable {
  /// An attribute. Values are as written, with their references.
  struct Attribute: Sendable {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// The bytes from `<` to `>`.
  var range: Range<Int>
  /// The name without the prefix of a namespace.
  var name: Range<Int>
  var attributes: [Attribute]
}

/// Reads XML 1.0 from UTF-8, part by part, without recursion.
///
/// It checks that tags match, that attributes come once, and that the depth is bounded. There are
/// no document types: they could name other files, and grow without bound.
struct XMLScanner: Sendable {
  /// A part of the text.
  enum Part: Sendable {
    /// The start of an element. An element without content has its end next.
    case start(XMLTag)
    /// The end of the innermost element.
    case end
    /// Characters as written, or those of a CDATA section.
    case text(Range<Int>, isCDATA: Bool)
    /// The end of the text.
    case finish
  }

  /// The number of elements that may be nested. Files of Portfolio Performance nest accounts and
  /// transactions that refer to each other, about eight levels for each account.
  static let depthLimit = 4096

  let bytes: [UInt8]
  private(set) var index = 0
  private var open: [Range<Int>] = []
  private var hasRoot = false
  private var endsEmpty = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next part.
  mutating func next() throws(FieldFault) -> Part {
    if endsEmpty {
      endsEmpty = false
      open.removeLast()
      return .end
    }
    while index < bytes.count {
      if bytes[index] != 0x3C {
        if let text = try characters() { return text }
        continue
      }
      switch byte(index + 1) {
      case 0x3F: try skipInstruction()
      case 0x21:
        if let text = try declaration() { return text }
      case 0x2F: return try endTag()
      default: return .start(try startTag())
      }
    }
    if let last = open.last {
      throw fault("the file ends inside of <\(text(last))>", "Export the file again.", bytes.count)
    }
    if !hasRoot { throw fault("the file has no element", "Export the file again.", 0) }
    return .finish
  }

  private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func fault(_ message: String, _ help: String, _ offset: Int) -> FieldFault {
    FieldFault(.malformedXML, message, help: help, at: min(offset, max(bytes.count - 1, 0)))
  }

  private func malformed(_ message: String, at offset: Int) -> FieldFault {
    fault(message, "The file is not well-formed XML. Export it again, and do not edit it.", offset)
  }

  // MARK: Text

  private mutating func characters() throws(FieldFault) -> Part? {
    let start = index
    var isBlank = true
    while index < bytes.count, bytes[index] != 0x3C {
      if !Self.isBlank(bytes[index]) { isBlank = false }
      index += 1
    }
    if open.isEmpty {
      if isBlank { return nil }
      throw malformed("there is text outside of the first element", at: start)
    }
    return isBlank ? nil : .text(start..<index, isCDATA: false)
  }

  private mutating func declaration() throws(FieldFault) -> Part? {
    if starts("<!--") {
      try skip(after: "-->", from: index + 4, in: "a comment")
      return nil
    }
    if starts("<![CDATA["), !open.isEmpty {
      let start = index + 9
      try skip(after: "]]>", from: start, in: "a CDATA section")
      return .text(start..<index - 3, isCDATA: true)
    }
    throw fault(
      "the file has a document type or another declaration, which is not read",
      "Remove the declaration that begins with <!, and import the file again.", index)
  }

  private mutating func skipInstruction() throws(FieldFault) {
    let start = index
    try skip(after: "?>", from: index + 2, in: "an instruction")
    guard start == 0, let encoding = Self.encoding(in: text(start..<index)) else { return }
    let known: Set = [
      "utf-8", "utf8", "utf-16", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "latin1",
      "windows-1252", "cp1252",
    ]
    if known.contains(encoding.lowercased()) { return }
    throw fault(
      "the encoding \(encoding) is not read", "Save the file as UTF-8.", start)
  }

  /// The encoding of an XML declaration.
  private static func encoding(in text: String) -> String? {
    let parts = text.split { $0 == "\"" || $0 == "'" }
    guard let place = parts.firstIndex(where: { $0.hasSuffix("encoding=") }),
      place + 1 < parts.count
    else { return nil }
    return String(parts[place + 1])
  }

  private mutating func skip(
    after end: StaticString, from start: Int, in part: String
  ) throws(FieldFault) {
    let wanted = Array("\(end)".utf8)
    var place = start
    while place + wanted.count <= bytes.count {
      if bytes[place] == wanted[0], bytes[place..<place + wanted.count].elementsEqual(wanted) {
        index = place + wanted.count
        return
      }
      place += 1
    }
    throw malformed("\(part) has no end", at: index)
  }

  private func starts(_ text: StaticString) -> Bool {
    let wanted = Array("\(text)".utf8)
    return index + wanted.count <= bytes.count
      && bytes[index..<index + wanted.count].elementsEqual(wanted)
  }

  // MARK: Tags

  private mutating func endTag() throws(FieldFault) -> Part {
    let start = index
    index += 2
    let name = try fullName()
    skipBlanks()
    guard byte(index) == 0x3E else { throw malformed("this end tag has no >", at: start) }
    index += 1
    guard let last = open.last else {
      throw malformed("</\(text(name))> ends an element that has no start", at: start)
    }
    guard bytes[name].elementsEqual(bytes[last]) else {
      throw malformed("</\(text(name))> stands where </\(text(last))> has to be", at: start)
    }
    open.removeLast()
    return .end
  }

  private mutating func startTag() throws(FieldFault) -> XMLTag {
    let start = index
    if open.isEmpty, hasRoot { throw malformed("there is a second first element", at: start) }
    index += 1
    let name = try fullName()
    var attributes: [XMLTag.Attribute] = []
    while true {
      let before = index
      skipBlanks()
      let byte = byte(index)
      if byte == 0x3E || byte == 0x2F { break }
      if index >= bytes.count { throw malformed("this tag has no end", at: start) }
      if before == index { throw malformed("a blank is missing between two attributes", at: index) }
      attributes.append(try attribute())
    }
    if byte(index) == 0x2F {
      index += 1
      endsEmpty = true
    }
    guard byte(index) == 0x3E else { throw malformed("this tag has no end", at: start) }
    index += 1
    try checkNames(attributes)
    hasRoot = true
    open.append(name)
    if open.count > Self.depthLimit {
      throw fault(
        "elements are nested more than \(Self.depthLimit) levels deep",
        "Look whether the file is an export of the program that it comes from.", start)
    }
    return XMLTag(range: start..<index, name: localName(name), attributes: attributes)
  }

  private mutating func attribute() throws(FieldFault) -> XMLTag.Attribute {
    let start = index
    let name = try fullName()
    skipBlanks()
    guard byte(index) == 0x3D else { throw malformed("an attribute has no value", at: start) }
    index += 1
    skipBlanks()
    let quote = byte(index)
    guard quote == 0x22 || quote == 0x27 else {
      throw malformed("the value of an attribute has no quotation marks", at: index)
    }
    index += 1
    let first = index
    while index < bytes.count, bytes[index] != quote {
      if bytes[index] == 0x3C { throw malformed("the value of an attribute has a <", at: index) }
      index += 1
    }
    guard index < bytes.count else {
      throw malformed("the value of an attribute has no end", at: start)
    }
    index += 1
    return XMLTag.Attribute(name: localName(name), value: first..<index - 1)
  }

  private func checkNames(_ attributes: [XMLTag.Attribute]) throws(FieldFault) {
    if attributes.count < 2 { return }
    var seen = Set<ArraySlice<UInt8>>(minimumCapacity: attributes.count)
    for attribute in attributes where !seen.insert(bytes[attribute.name]).inserted {
      throw malformed(
        "the attribute \(text(attribute.name)) comes twice", at: attribute.name.lowerBound)
    }
  }

  private mutating func fullName() throws(FieldFault) -> Range<Int> {
    let start = index
    while index < bytes.count, Self.isOfName(bytes[index]) { index += 1 }
    if start == index { throw malformed("a name is missing here", at: start) }
    return start..<index
  }

  private func localName(_ name: Range<Int>) -> Range<Int> {
    guard let colon = bytes[name].lastIndex(of: 0x3A), colon + 1 < name.upperBound else {
      return name
    }
    return colon + 1..<name.upperBound
  }

  private mutating func skipBlanks() {
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x3A, 0x80...0xFF: true
    default: false
    }
  }
}

/// Characters that XML writes with `&`.
enum XMLText {
  /// The text of a part of a file, with its references replaced.
  static func decoded(_ bytes: ArraySlice<UInt8>) throws(FieldFault) -> String {
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
        throw FieldFault(
          .malformedXML, "the characters after & are no reference that is known",
          help: "Write &amp; for the sign itself, or export the file again.", at: index)
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

/// Finds values in a record by scanning its bytes again.
///
/// Only diagnostics have this cost: the reader stores the position of each record, not of each
/// value. The bytes were already parsed once, so an error here could only misplace a caret.
///
/// A record may have an error in each of its values, so the members of an object or array are found
/// in one scan and reused by later searches.
struct FieldFinder {
  private let bytes: [UInt8]
  private var index = 0
  /// Whether more bytes could extend the path or the value of the last search.
  private(set) var isCutOff = false
  /// The scanned objects and arrays by the offset of their opening brackets.
  private var containers: [Int: Container] = [:]

  /// A scanned object or array.
  private struct Container {
    /// Whether the bytes end before the closing bracket.
    var isCutOff = false
    /// The members of an object by key. The first one counts if a key occurs twice.
    var members: [ArraySlice<UInt8>: Member] = [:]
    /// The offsets of the elements of an array.
    var elements: [Int] = []
  }

  private struct Member {
    var key: Int
    var value: Int
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The byte range of the value at `path`, or of its last ancestor that exists.
  mutating func find(_ path: [FieldStep]) -> Range<Int> {
    index = 0
    isCutOff = false
    skipBlanks()
    if case .length(let count)? = path.first { return 0..<max(1, min(count, bytes.count)) }
    for step in path {
      let found =
        switch step {
        case .key(let key): member(key)?.value
        case .name(let key): member(key)?.key
        case .index(let position): element(position)
        case .length: nil as Int?
        }
      guard let found else { break }
      index = found
    }
    let start = index
    if isCutOff { return start..<start + 1 }
    if start < bytes.count, bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") {
      return start..<start + 1
    }
    skipValue()
    isCutOff = index >= bytes.count
    return start..<max(start + 1, index)
  }

  /// The member `key` of the object at `index`.
  private mutating func member(_ key: String) -> Member? {
    guard let object = container(opening: "{") else { return nil }
    let found = object.members[Array(key.utf8)[...]]
    isCutOff = found == nil && object.isCutOff
    return found
  }

  /// The offset of an element of the array at `index`.
  private mutating func element(_ position: Int) -> Int? {
    guard let array = container(opening: "[") else { return nil }
    let found = array.elements.indices.contains(position) ? array.elements[position] : nil
    isCutOff = found == nil && array.isCutOff
    return found
  }

  /// The object or array at `index`; nil if there is none.
  private mutating func container(opening bracket: Unicode.Scalar) -> Container? {
    let start = index
    guard start < bytes.count, bytes[start] == UInt8(ascii: bracket) else {
      isCutOff = start >= bytes.count
      return nil
    }
    if let scanned = containers[start] { return scanned }
    var container = Container()
    index += 1
    while bracket == "{" ? scanMember(of: &container) : scanElement(of: &container) {}
    container.isCutOff = index >= bytes.count
    containers[start] = container
    index = start
    return container
  }

  /// Scans the next member of an object; returns false after the last one.
  private mutating func scanMember(of object: inout Container) -> Bool {
    skipBlanks()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return false }
    let start = index
    skipValue()
    let key = bytes[start + 1..<max(start + 1, index - 1)]
    skipBlanks()
    guard take(":") else { return false }
    skipBlanks()
    if object.members[key] == nil { object.members[key] = Member(key: start, value: index) }
    return skipValueAndComma()
  }

  /// Scans the next element of an array; returns false after the last one.
  private mutating func scanElement(of array: inout Container) -> Bool {
    skipBlanks()
    array.elements.append(index)
    return skipValueAndComma()
  }

  /// Returns false if no comma follows the value.
  private mutating func skipValueAndComma() -> Bool {
    skipValue()
    skipBlanks()
    return take(",")
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  /// Skips one value by counting brackets outside of strings. It is not recursive, so deep nesting
  /// cannot overflow the stack.
  private mutating func skipValue() {
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20:
        if depth == 0 { return }
        index += 1
        continue
      default: skipWord()
      }
      if depth == 0 { return }
    }
  }

  private mutating func skipString() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(bytes.count, index + 1)
  }

  private mutating func skipWord() {
    while index < bytes.count, !endsWord(bytes[index]) { index += 1 }
  }

  private func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), 0...0x20:
      true
    default: false
    }
  }
}

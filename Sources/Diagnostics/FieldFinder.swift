/// Finds the value of a column in a record by going over the record's bytes again.
///
/// Only faults pay for this: the reader remembers where a record starts, not where each of its
/// values does. The bytes were read once already, so a slip here can only misplace a caret.
struct FieldFinder {
  private let bytes: [UInt8]
  private var index = 0
  /// Whether the last search came to the end of its path.
  private(set) var isComplete = true

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The offset of the value at the end of `path`, and its length in bytes; as far as it goes.
  mutating func find(_ path: [FieldStep]) -> Range<Int> {
    skipBlanks()
    if case .length(let count)? = path.first { return 0..<max(1, min(count, bytes.count)) }
    for step in path {
      let found =
        switch step {
        case .key(let key): enterMember(Array(key.utf8))
        case .name(let key): enterMember(Array(key.utf8), atKey: true)
        case .index(let position): enterElement(position)
        case .length: false
        }
      if !found {
        isComplete = false
        break
      }
    }
    let start = index
    if start < bytes.count, bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") {
      return start..<start + 1
    }
    skipValue()
    return start..<max(start + 1, index)
  }

  /// Moves to the value of the member `key` of the object here; stays put where there is none.
  private mutating func enterMember(_ key: [UInt8], atKey: Bool = false) -> Bool {
    let start = index
    guard take("{") else { return false }
    skipBlanks()
    while index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      let name = index + 1
      skipValue()
      let isWanted = bytes[name..<max(name, index - 1)].elementsEqual(key)
      if isWanted && atKey {
        index = name - 1
        return true
      }
      skipBlanks()
      guard take(":") else { break }
      skipBlanks()
      if isWanted { return true }
      skipValue()
      skipBlanks()
      guard take(",") else { break }
      skipBlanks()
    }
    index = start
    return false
  }

  private mutating func enterElement(_ position: Int) -> Bool {
    let start = index
    guard take("[") else { return false }
    skipBlanks()
    for _ in 0..<position {
      skipValue()
      skipBlanks()
      guard take(",") else {
        index = start
        return false
      }
      skipBlanks()
    }
    return true
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  /// Goes past one value, by counting brackets outside of strings: no recursion, so no depth
  /// of nesting can exhaust the stack.
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
    let ends: [UInt8] = Array(",:]}\"[{".utf8)
    while index < bytes.count, bytes[index] > 0x20, !ends.contains(bytes[index]) { index += 1 }
  }
}

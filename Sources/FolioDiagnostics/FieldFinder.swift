/// Finds values in a record by scanning its bytes again.
///
/// Only diagnostics have this cost: the reader stores the position of each record, not of each
/// value. The bytes were already parsed once, so an error here could only misplace a caret.
///
/// A record may have an error in each of its values, so no byte is scanned twice. An object or
/// array is scanned as far as a search requires, and the result is reused by the next search.
struct FieldFinder {
  private let bytes: [UInt8]
  private var index = 0
  /// Whether more bytes could extend the path or the value of the last search.
  private(set) var isCutOff = false
  /// The scanned objects and arrays, and their indices by the offset of their opening brackets.
  private var containers: [Container] = []
  private var numbers: [Int: Int] = [:]

  /// A partially scanned object or array.
  private struct Container {
    /// The offset at which scanning continues.
    var next: Int
    /// Whether all members or elements have been scanned.
    var isOver = false
    /// Whether scanning ended at the end of the bytes.
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
    let key = Array(key.utf8)[...]
    return search(opening: "{") { finder, object in
      while object.members[key] == nil, finder.passMember(of: &object) {}
      return object.members[key]
    }
  }

  /// The offset of an element of the array at `index`.
  private mutating func element(_ position: Int) -> Int? {
    search(opening: "[") { finder, array in
      while array.elements.count <= position, finder.passElement(of: &array) {}
      return array.elements.indices.contains(position) ? array.elements[position] : nil
    }
  }

  /// Searches the object or array at `index`; nil if there is none.
  private mutating func search<Found>(
    opening bracket: Unicode.Scalar,
    _ body: (inout FieldFinder, inout Container) -> Found?
  ) -> Found? {
    let start = index
    guard start < bytes.count, bytes[start] == UInt8(ascii: bracket) else {
      isCutOff = start >= bytes.count
      return nil
    }
    let number = numbers[start] ?? containers.count
    if number == containers.count {
      numbers[start] = number
      containers.append(Container(next: start + 1))
    }
    var container = Container(next: 0)
    swap(&container, &containers[number])
    let found = body(&self, &container)
    isCutOff = found == nil && container.isCutOff
    swap(&container, &containers[number])
    index = start
    return found
  }

  /// Scans the next member of an object; returns false at the end.
  private mutating func passMember(of object: inout Container) -> Bool {
    guard !object.isOver else { return false }
    index = object.next
    skipBlanks()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return end(&object) }
    let start = index
    skipValue()
    let key = bytes[start + 1..<max(start + 1, index - 1)]
    skipBlanks()
    guard take(":") else { return end(&object) }
    skipBlanks()
    if object.members[key] == nil { object.members[key] = Member(key: start, value: index) }
    pass(&object)
    return true
  }

  /// Scans the next element of an array; returns false at the end.
  private mutating func passElement(of array: inout Container) -> Bool {
    guard !array.isOver else { return false }
    index = array.next
    skipBlanks()
    array.elements.append(index)
    pass(&array)
    return true
  }

  /// Skips a value and the comma after it.
  private mutating func pass(_ container: inout Container) {
    skipValue()
    skipBlanks()
    if !take(",") { _ = end(&container) }
    container.next = index
  }

  private func end(_ container: inout Container) -> Bool {
    container.isOver = true
    container.isCutOff = index >= bytes.count
    return false
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

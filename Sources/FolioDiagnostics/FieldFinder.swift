/// Finds values in a record by going over the record's bytes again.
///
/// Only faults pay for this: the reader remembers where a record starts, not where each of its
/// values does. The bytes were read once already, so a slip here can only misplace a caret.
///
/// A record may have a fault in each of its values. So no byte is gone over twice: an object or an
/// array is passed as far as a search needs, and what was passed is remembered for the next one.
struct FieldFinder {
  private let bytes: [UInt8]
  private var index = 0
  /// Whether more bytes might lead the last search farther, or to a longer value.
  private(set) var isCutOff = false
  /// The objects and arrays that were entered, and their numbers by the offsets of their brackets.
  private var containers: [Container] = []
  private var numbers: [Int: Int] = [:]

  /// An object or an array, as far as it was passed.
  private struct Container {
    /// Where the next member or element is looked for.
    var next: Int
    /// Whether nothing comes after those that were passed.
    var isOver = false
    /// Whether that is because the bytes end.
    var isCutOff = false
    /// The members of an object by their keys; of a key that stands twice the first.
    var members: [ArraySlice<UInt8>: Member] = [:]
    /// Where the elements of an array start.
    var elements: [Int] = []
  }

  private struct Member {
    var key: Int
    var value: Int
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The offset of the value at the end of `path`, and its length in bytes; as far as it goes.
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

  /// The member `key` of the object here.
  private mutating func member(_ key: String) -> Member? {
    let key = Array(key.utf8)[...]
    return search(opening: "{") { finder, object in
      while object.members[key] == nil, finder.passMember(of: &object) {}
      return object.members[key]
    }
  }

  /// Where an element of the array here starts.
  private mutating func element(_ position: Int) -> Int? {
    search(opening: "[") { finder, array in
      while array.elements.count <= position, finder.passElement(of: &array) {}
      return array.elements.indices.contains(position) ? array.elements[position] : nil
    }
  }

  /// Searches the object or array here; nothing is found where there is none.
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

  /// Passes the next member of an object; false where there is none.
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

  /// Passes the next element of an array; false where there is none.
  private mutating func passElement(of array: inout Container) -> Bool {
    guard !array.isOver else { return false }
    index = array.next
    skipBlanks()
    array.elements.append(index)
    pass(&array)
    return true
  }

  /// Passes a value and the comma after it.
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

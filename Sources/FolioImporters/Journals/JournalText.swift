/// A line of a journal, and a place in it.
struct JournalCursor {
  let bytes: ArraySlice<UInt8>
  /// The next byte, as an index of the whole file.
  var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var end: Int { bytes.endIndex }
  var isAtEnd: Bool { place >= bytes.endIndex }
  var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }
  var rest: ArraySlice<UInt8> { bytes[min(place, bytes.endIndex)...] }
  var restText: String { String(decoding: rest, as: UTF8.self) }

  /// Blanks, tabs, and the ends of lines within a text that goes on.
  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  mutating func skipBlanks() {
    while let byte = next, Self.isBlank(byte) { place += 1 }
  }

  /// Moves past a text, if it is next.
  mutating func take(_ text: StaticString) -> Bool {
    let wanted = String(describing: text).utf8
    guard rest.starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  /// Takes bytes as long as they fit.
  mutating func takeWhile(_ fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = place
    while let byte = next, fits(byte) { place += 1 }
    return bytes[start..<place]
  }

  /// Takes everything before a byte, and moves past it; nil if there is none.
  mutating func takeThrough(_ byte: UInt8) -> ArraySlice<UInt8>? {
    guard let found = rest.firstIndex(of: byte) else { return nil }
    let part = bytes[place..<found]
    place = found + 1
    return part
  }

  mutating func word() -> String {
    String(decoding: takeWhile { !Self.isBlank($0) }, as: UTF8.self)
  }

  /// Takes a text in quotation marks, with backslashes before marks.
  mutating func quoted() -> String? {
    guard next == 0x22 else { return nil }
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      if byte == 0x22 { return String(decoding: text, as: UTF8.self) }
      if byte == 0x5C, let escaped = next {
        place += 1
        text.append(escaped == 0x6E ? 0x0A : escaped)
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  /// Takes a day such as `2024-01-31`, `2024/1/31` or `2024.01.31`.
  /// - Parameter year: The year of days without one, such as `1/31`.
  mutating func day(defaultYear year: Int? = nil) -> Day? {
    let start = place
    var numbers: [Int] = []
    var separator: UInt8?
    while numbers.count < 3 {
      let digits = takeWhile { (0x30...0x39).contains($0) }
      guard !digits.isEmpty, digits.count < 5 else { break }
      numbers.append(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
      guard numbers.count < 3, let byte = next, [0x2D, 0x2F, 0x2E].contains(byte),
        byte == separator ?? byte
      else { break }
      (separator, place) = (byte, place + 1)
    }
    if numbers.count == 2, let year { numbers.insert(year, at: 0) }
    guard numbers.count == 3, numbers[0] > 31,
      let day = try? Day(year: numbers[0], month: numbers[1], day: numbers[2])
    else {
      place = start
      return nil
    }
    return day
  }
}

extension Sequence where Element == UInt8 {
  /// The text without blanks at its ends.
  var trimmedText: String {
    let text = Array(self)
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: text[first...last], as: UTF8.self)
  }
}

/// The lines of a file, without the ends of lines.
struct JournalLines {
  let bytes: [UInt8]
  private var start = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next line; nil at the end.
  mutating func next() -> ArraySlice<UInt8>? {
    guard let range = peekRange() else { return nil }
    start = range.upperBound + 1
    return content(range)
  }

  /// The next line, which stays the next one.
  func peek() -> ArraySlice<UInt8>? { peekRange().map(content) }

  private func peekRange() -> Range<Int>? {
    guard start < bytes.count else { return nil }
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    return start..<end
  }

  private func content(_ range: Range<Int>) -> ArraySlice<UInt8> {
    let line = bytes[range]
    return line.last == 0x0D ? line.dropLast() : line
  }
}

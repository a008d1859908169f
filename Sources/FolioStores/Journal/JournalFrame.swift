#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The outer part of a line: its checksum, and where the record is.
struct JournalFrame {
  /// The checksum that the line names.
  let checksum: UInt32
  /// The bytes of the record.
  let record: Range<Int>

  /// Finds the record in a line without its line break; nil if it is no line.
  init?(_ bytes: Span<UInt8>) {
    var cursor = JournalCursor(0..<bytes.count)
    guard cursor.take("{\"crc32\":\"", bytes), let checksum = cursor.takeChecksum(bytes),
      cursor.take("\",\"record\":", bytes), cursor.takeLastBrace(bytes)
    else { return nil }
    self.checksum = checksum
    record = cursor.rest
  }

  /// Whether the record has the checksum that the line names.
  func isSound(_ bytes: Span<UInt8>) -> Bool {
    Checksum.crc32(bytes.extracting(record)) == checksum
  }

  /// Everything before the row, and where the row is; nil if it is invalid.
  func header(_ bytes: Span<UInt8>) -> (line: JournalLine, row: Range<Int>)? {
    var cursor = JournalCursor(record)
    guard cursor.take("{\"after\":\"", bytes), let after = cursor.takeChecksum(bytes),
      cursor.take("\",\"n\":", bytes), let sequence = cursor.takeNumber(bytes),
      cursor.take(",\"end\":", bytes), let endsChange = cursor.takeFlag(bytes),
      cursor.take(",\"kind\":\"", bytes), let kind = cursor.takeKind(bytes),
      cursor.take("\",\"at\":", bytes), let time = cursor.takeTime(bytes),
      cursor.take(",\"deleted_at\":", bytes), let deletedAt = cursor.takeTime(bytes),
      cursor.take(",\"row\":", bytes), cursor.takeLastBrace(bytes)
    else { return nil }
    let line = JournalLine(
      kind: kind, sequence: sequence, row: [], time: time.value, deletedAt: deletedAt.value,
      after: after, endsChange: endsChange)
    return (line, cursor.rest)
  }
}

extension JournalFrame {
  /// Writes a line of a journal so that it follows another one than before.
  /// - Parameters:
  ///   - line: the line without its line break.
  ///   - after: the checksum of the line that it follows.
  ///   - endsChange: whether it is now the last one of its change; nil if that stays as it is.
  /// - Returns: its new checksum; nil if the line is damaged.
  static func write(
    _ line: ArraySlice<UInt8>, after: UInt32, endsChange: Bool?, to text: inout [UInt8]
  ) -> UInt32? {
    let fields = line.withSpan { bytes in
      guard let frame = JournalFrame(bytes), frame.isSound(bytes) else { return nil as Fields? }
      return Fields(bytes, frame.record)
    }
    guard let fields else { return nil }
    let first = line.startIndex
    text += "{\"crc32\":\"".utf8
    let digits = text.count
    text += "00000000\",\"record\":".utf8
    let record = text.count
    text += "{\"after\":\"".utf8
    text += Checksum.digits(after)
    text += line[first + fields.number.lowerBound..<first + fields.number.upperBound]
    text += ((endsChange ?? fields.endsChange) ? "true" : "false").utf8
    text += line[first + fields.rest.lowerBound..<first + fields.rest.upperBound]
    let checksum = Checksum.crc32(text[record...])
    text.replaceSubrange(digits..<digits + 8, with: Checksum.digits(checksum))
    text += "}\n".utf8
    return checksum
  }

  /// What is around the two values of a record that depend on the lines beside it.
  private struct Fields {
    /// What is between them.
    let number: Range<Int>
    let endsChange: Bool
    /// What follows them.
    let rest: Range<Int>

    init?(_ bytes: Span<UInt8>, _ record: Range<Int>) {
      var cursor = JournalCursor(record)
      guard cursor.take("{\"after\":\"", bytes), cursor.takeChecksum(bytes) != nil else {
        return nil
      }
      let start = cursor.rest.lowerBound
      guard cursor.take("\",\"n\":", bytes), cursor.takeNumber(bytes) != nil,
        cursor.take(",\"end\":", bytes)
      else { return nil }
      number = start..<cursor.rest.lowerBound
      guard let flag = cursor.takeFlag(bytes) else { return nil }
      (endsChange, rest) = (flag, cursor.rest)
    }
  }
}

/// A sequential parser for a line.
struct JournalCursor {
  /// What was not parsed yet.
  private(set) var rest: Range<Int>

  init(_ rest: Range<Int>) { self.rest = rest }

  @inline(__always)
  mutating func take(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
    let (count, start) = (text.utf8CodeUnitCount, rest.lowerBound)
    if rest.count < count { return false }
    let wanted = unsafe UnsafeRawPointer(text.utf8Start)
    var offset = 0
    while offset &+ 8 <= count {
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: start &+ offset, as: UInt64.self)
      if unsafe word != wanted.loadUnaligned(fromByteOffset: offset, as: UInt64.self) {
        return false
      }
      offset &+= 8
    }
    while offset < count {
      if unsafe wanted.load(fromByteOffset: offset, as: UInt8.self) != bytes[start &+ offset] {
        return false
      }
      offset &+= 1
    }
    rest = start &+ count..<rest.upperBound
    return true
  }

  mutating func take(_ text: [UInt8], _ bytes: Span<UInt8>) -> Bool {
    guard rest.count >= text.count else { return false }
    for offset in text.indices where bytes[rest.lowerBound &+ offset] != text[offset] {
      return false
    }
    rest = rest.lowerBound &+ text.count..<rest.upperBound
    return true
  }

  mutating func takeLastBrace(_ bytes: Span<UInt8>) -> Bool {
    guard !rest.isEmpty, bytes[rest.upperBound - 1] == UInt8(ascii: "}") else { return false }
    rest = rest.lowerBound..<rest.upperBound - 1
    return true
  }

  /// Parses eight lowercase hexadecimal digits.
  mutating func takeChecksum(_ bytes: Span<UInt8>) -> UInt32? {
    guard rest.count >= 8 else { return nil }
    let word = unsafe bytes.bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: rest.lowerBound, as: UInt64.self)
    guard let value = Checksum.value(ofDigits: UInt64(littleEndian: word)) else { return nil }
    rest = rest.lowerBound &+ 8..<rest.upperBound
    return value
  }

  mutating func takeNumber(_ bytes: Span<UInt8>) -> Int? {
    var (value, index) = (0, rest.lowerBound)
    while index < rest.upperBound, bytes[index] &- 0x30 < 10 {
      let tens = value.multipliedReportingOverflow(by: 10)
      let sum = tens.partialValue.addingReportingOverflow(Int(bytes[index] &- 0x30))
      if tens.overflow || sum.overflow { return nil }
      (value, index) = (sum.partialValue, index + 1)
    }
    defer { rest = index..<rest.upperBound }
    return index == rest.lowerBound ? nil : value
  }

  mutating func takeFlag(_ bytes: Span<UInt8>) -> Bool? {
    take("true", bytes) ? true : take("false", bytes) ? false : nil
  }

  mutating func takeKind(_ bytes: Span<UInt8>) -> JournalLine.Kind? {
    if take("group", bytes) { return .group }
    if take("head", bytes) { return .head }
    if take("clear", bytes) { return .clear }
    return take("journal", bytes) ? .journal : nil
  }

  /// Parses `null` or a quoted time; nil for anything else.
  mutating func takeTime(_ bytes: Span<UInt8>) -> (value: Timestamp?, Void)? {
    if take("null", bytes) { return (nil, ()) }
    guard take("\"", bytes) else { return nil }
    var end = rest.lowerBound
    while end < rest.upperBound, bytes[end] != UInt8(ascii: "\"") { end += 1 }
    let time = try? Timestamp.parse(bytes.extracting(rest.lowerBound..<end))
    rest = end..<rest.upperBound
    guard let time, take("\"", bytes) else { return nil }
    return (time, ())
  }

  /// Parses the start of the row of a group up to the end of its id.
  /// - Returns: where the id is, with its escapes. The writer puts the id first and always escapes
  ///   it in the same way, so equal ids have equal bytes.
  mutating func takeRowID(_ bytes: Span<UInt8>) -> Range<Int>? {
    guard take("{\"id\": \"", bytes) else { return nil }
    let start = rest.lowerBound
    var index = start
    while index < rest.upperBound, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(index, rest.upperBound)
    rest = end..<rest.upperBound
    return start..<end
  }

  /// Skips a key with a text without escapes, if the key is there.
  /// - Parameter key: the key up to the quotation mark of the text.
  /// - Returns: false if the text does not end.
  mutating func skipText(_ key: StaticString, _ bytes: Span<UInt8>) -> Bool {
    if !take(key, bytes) { return true }
    var end = rest.lowerBound
    while end < rest.upperBound, bytes[end] != UInt8(ascii: "\"") { end += 1 }
    rest = end..<rest.upperBound
    return take("\"", bytes)
  }
}

extension Span<UInt8> {
  /// The offset of the first line break from an offset on; nil if there is none.
  func lineBreak(from start: Int) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, 0x0A, bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}

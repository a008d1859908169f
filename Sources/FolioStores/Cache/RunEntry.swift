import FolioNumbers

/// Where a version of a group is in the journal, and what is needed to find it.
struct RunEntry: Hashable {
  /// The number of the group.
  var number: Int
  /// The first byte of its line.
  var offset: Int
  /// The number of bytes of its line, without the line break.
  var length: Int
  var isDeleted: Bool
  /// The instant at which it occurred.
  var seconds: Int64
  var nanoseconds: UInt32
  /// The difference of the civil time from UTC.
  var offsetMinutes: Int
  var sequence: Int

  /// The first byte after its line, which is the line break.
  var end: Int { offset + length }

  /// The place in the order of booking.
  var place: CheckpointPlace {
    CheckpointPlace(seconds: seconds, nanoseconds: nanoseconds, number: number)
  }

  /// The day on which it occurred, counted from 1970-01-01.
  var day: Int { Int((seconds + Int64(offsetMinutes) * 60).floored(by: 86_400)) }
}

extension Int64 {
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension RunEntry {
  init(_ group: StoredGroup, number: Int, at line: JournalText.Place) {
    let time = group.occurredAt
    self.init(
      number: number, offset: line.offset, length: line.length, isDeleted: group.deletedAt != nil,
      seconds: time.seconds, nanoseconds: time.nanoseconds,
      offsetMinutes: Int(time.offsetMinutes), sequence: group.sequence)
  }

  /// The number of bytes of an entry. The number of the group is stored elsewhere.
  static let width = 28
  /// Added to instants so that none is below zero.
  private static let bias: Int64 = 1 << 38

  /// The number of bytes of the place of a line, which are the first ones.
  static let placeWidth = 9

  /// The place of its line.
  var line: JournalText.Place { JournalText.Place(offset: offset, length: length) }

  /// The place of the line of the entry at an index of bytes.
  static func line(in bytes: [UInt8], at start: Int) -> JournalText.Place {
    func field(_ range: Range<Int>) -> Int {
      range.reversed().reduce(0) { $0 << 8 | Int(bytes[start + $1]) }
    }
    return JournalText.Place(offset: field(0..<5), length: field(5..<placeWidth))
  }

  static func append(_ line: JournalText.Place, to bytes: inout [UInt8]) {
    bytes.append(number: line.offset, width: 5)
    bytes.append(number: line.length, width: 4)
  }

  func append(to bytes: inout [UInt8]) {
    Self.append(line, to: &bytes)
    bytes.append(isDeleted ? 1 : 0)
    bytes.append(number: Int(seconds + Self.bias), width: 5)
    bytes.append(number: Int(nanoseconds), width: 4)
    bytes.append(number: offsetMinutes + 2_048, width: 2)
    bytes.append(number: sequence, width: 7)
  }

  init(number: Int, _ source: any CacheBytes, at start: Int) throws(CacheFault) {
    let bytes = Array(try source.bytes(at: start, count: Self.width))
    func field(_ range: Range<Int>) -> Int {
      bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    self.init(
      number: number, offset: field(0..<5), length: field(5..<9), isDeleted: bytes[9] != 0,
      seconds: Int64(field(10..<15)) - Self.bias,
      nanoseconds: UInt32(truncatingIfNeeded: field(15..<19)),
      offsetMinutes: field(19..<21) - 2_048, sequence: field(21..<28))
  }
}

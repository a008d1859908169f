/// Writes a ZIP archive of stored entries. All entries have the same date, so that the same
/// contents have the same bytes.
struct ZipArchive {
  private(set) var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  /// The size that the fields of 32 bits can hold.
  static let mostBytes = Int(UInt32.max)

  /// 1 January 1980, the first date of the format.
  private static let date: UInt16 = 0x21

  /// Adds a file.
  mutating func add(_ name: String, _ contents: [UInt8]) {
    let offset = UInt32(truncatingIfNeeded: bytes.count)
    var facts: [UInt8] = []
    // Version 2.0, names in UTF-8, stored, and the date.
    facts.append(little: UInt16(20))
    facts.append(little: UInt16(0x0800))
    facts.append(little: UInt16(0))
    facts.append(little: UInt16(0))
    facts.append(little: Self.date)
    facts.append(little: Checksum.crc32(contents[...]))
    facts.append(little: UInt32(truncatingIfNeeded: contents.count))
    facts.append(little: UInt32(truncatingIfNeeded: contents.count))
    facts.append(little: UInt16(truncatingIfNeeded: name.utf8.count))
    facts.append(little: UInt16(0))
    bytes.append(little: UInt32(0x0403_4B50))
    bytes += facts
    bytes += name.utf8
    bytes += contents
    directory.append(little: UInt32(0x0201_4B50))
    directory.append(little: UInt16(20))
    directory += facts
    // No comment, the first disk, no attributes.
    directory.append(little: UInt16(0))
    directory.append(little: UInt16(0))
    directory.append(little: UInt16(0))
    directory.append(little: UInt32(0))
    directory.append(little: offset)
    directory += name.utf8
    count += 1
  }

  /// Ends the archive with its directory.
  mutating func finish() -> [UInt8] {
    let start = UInt32(truncatingIfNeeded: bytes.count)
    bytes += directory
    bytes.append(little: UInt32(0x0605_4B50))
    bytes.append(little: UInt16(0))
    bytes.append(little: UInt16(0))
    bytes.append(little: count)
    bytes.append(little: count)
    bytes.append(little: UInt32(truncatingIfNeeded: directory.count))
    bytes.append(little: start)
    bytes.append(little: UInt16(0))
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(little value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}

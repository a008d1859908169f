@testable import FolioStores

/// A journal whose records somebody has changed, checksums and all.
struct ForgedJournal {
  /// The records, without what frames them.
  var records: [String]

  init(_ bytes: [UInt8]) {
    records = bytes.split(separator: 0x0A).map { line in
      // {"crc32":"12345678","record":RECORD}
      String(decoding: line.dropFirst(29).dropLast(), as: UTF8.self)
    }
  }

  /// The journal with sound checksums.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var previous: UInt32 = 0
    for record in records {
      // {"after":"12345678",...
      var text = Array(record.utf8)
      text.replaceSubrange(10..<18, with: Checksum.digits(previous))
      previous = Checksum.crc32(text[...])
      bytes += "{\"crc32\":\"".utf8 + Checksum.digits(previous) + "\",\"record\":".utf8
      bytes += text + "}\n".utf8
    }
    return bytes
  }

  /// Changes a record, by its line from 1.
  mutating func replace(_ old: String, with new: String, line: Int) {
    records[line - 1] = records[line - 1].replacing(old, with: new)
  }
}

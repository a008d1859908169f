/// A quick look at rows as bytes: whether a group may have a text. Only such rows are read.
struct TextSearch {
  /// Small letters, one of which a row has to contain.
  private let patterns: [[UInt8]]

  /// More patterns than this cost as much as reading the rows.
  private static let limit = 8

  /// - Returns: nil if reading all rows is as quick.
  init?(_ text: String, _ head: LedgerContents) {
    let wanted = text.lowercased()
    let accounts = head.accounts.filter { $0.name.lowercased().contains(wanted) }
    let instruments = head.instruments.filter { $0.name.lowercased().contains(wanted) }
    let keys =
      accounts.map(\.id) + instruments.map(\.symbol).filter { !$0.isEmpty }
      + instruments.compactMap(\.stockID)
    if keys.count >= Self.limit { return nil }
    patterns = ([wanted] + keys.map { $0.lowercased() }).map { Array($0.utf8) }
  }

  /// Whether the text may be in a row. It may be in each row with escapes or letters beyond ASCII.
  func mayMatch(_ row: [UInt8]) -> Bool {
    var small = row
    for (index, byte) in row.enumerated() {
      if byte == UInt8(ascii: "\\") || byte > 0x7F { return true }
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { small[index] = byte | 0x20 }
    }
    return patterns.contains { Self.contains(small, $0) }
  }

  private static func contains(_ row: [UInt8], _ pattern: [UInt8]) -> Bool {
    guard let first = pattern.first else { return true }
    if row.count < pattern.count { return false }
    return (0...row.count - pattern.count).contains { start in
      row[start] == first && row[start..<start + pattern.count].elementsEqual(pattern)
    }
  }
}

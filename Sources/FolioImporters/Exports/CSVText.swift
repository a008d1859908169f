/// Text of a CSV file (RFC 4180) that is being written, with LF at the ends of rows.
struct CSVText {
  private(set) var bytes: [UInt8] = []

  /// Appends a row.
  mutating func row(_ fields: [String]) {
    let texts = fields.map { field in
      let isPlain = !field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D, 0x3B].contains($0) }
      let parts = field.split(separator: "\"", omittingEmptySubsequences: false)
      return isPlain ? field : "\"\(parts.joined(separator: "\"\""))\""
    }
    bytes += "\(texts.joined(separator: ","))\n".utf8
  }
}

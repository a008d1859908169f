/// Text of a CSV file (RFC 4180) that is being written, with LF at the ends of rows.
struct CSVText {
  private(set) var bytes: [UInt8] = []

  /// Appends a row.
  mutating func row(_ fields: [String]) {
    for (number, field) in fields.enumerated() {
      if number > 0 { bytes.append(0x2C) }
      append(field)
    }
    bytes.append(0x0A)
  }

  private mutating func append(_ field: String) {
    let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D, 0x3B].contains($0) }
    if !needsQuotes {
      bytes.append(contentsOf: field.utf8)
      return
    }
    bytes.append(0x22)
    for byte in field.utf8 {
      if byte == 0x22 { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }
}

#if canImport(SQLite3) || SQLite

/// The checksums of rows. They show that another program, or the disk, has changed a row.
enum SQLiteChecksums {
  /// The checksum of a row of the table `groups` or `head`, from the values of its columns.
  static func crc32(
    row: [UInt8], updatedAt: [UInt8], deletedAt: [UInt8]?, sequence: Int
  ) -> Int {
    let deletion = deletedAt.map { [0x20] + $0 } ?? []
    let texts = Array("\(sequence) ".utf8) + updatedAt + deletion + [0x20]
    return Int(Checksum.crc32((texts + row)[...]))
  }

  /// The columns of `crc32(_:)`.
  static let columns = "row, updated_at, deleted_at, sequence"

  /// The checksum of the row of a statement that has these columns from a number on; nil if one of
  /// them has another type.
  static func crc32(of statement: SQLiteStatement, from first: Int32) -> Int? {
    row(of: statement, from: first)?.checksum
  }

  /// The same with the row.
  static func row(
    of statement: SQLiteStatement, from first: Int32
  ) -> (bytes: ArraySlice<UInt8>, checksum: Int)? {
    guard let sequence = statement.wholeNumber(first + 3) else { return nil }
    var bytes = Array("\(sequence) ".utf8)
    guard statement.appendText(first + 1, to: &bytes) else { return nil }
    bytes.append(0x20)
    if statement.appendText(first + 2, to: &bytes) { bytes.append(0x20) }
    let start = bytes.count
    guard statement.appendText(first, to: &bytes) else { return nil }
    return (bytes[start...], Int(Checksum.crc32(bytes[...])))
  }

  /// Gives all rows of a database their checksums.
  static func fill(_ connection: SQLiteConnection) throws(SQLiteFault) {
    var after = Int.min
    while true {
      let rows = try connection.rows(
        "SELECT \(columns), place FROM groups WHERE place > ? ORDER BY place LIMIT 1024",
        [.integer(after)]
      ) { (place: $0.integer(4), checksum: crc32(of: $0, from: 0)) }
      guard let last = rows.last else { break }
      after = last.place
      for row in rows {
        guard let checksum = row.checksum else { continue }
        try connection.statement("UPDATE groups SET crc32 = ? WHERE place = ?")
          .run([.integer(checksum), .integer(row.place)])
      }
    }
    let head = try connection.row("SELECT row, updated_at, NULL, sequence FROM head") {
      crc32(of: $0, from: 0)
    }
    guard let head, let checksum = head else { return }
    try connection.statement("UPDATE head SET crc32 = ?").run([.integer(checksum)])
  }
}
#endif

extension StoreKind {
  /// The suffixes of files that SQLite creates next to a database.
  package static let databaseCompanions = ["-wal", "-shm", "-journal"]

  /// Whether a file is an SQLite database, by its first bytes.
  package static func isDatabase(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "SQLite format 3\0".utf8)
  }

  /// Whether a file next to a database belongs to it, by the suffix after its name.
  package static func isDatabaseCompanion(_ suffix: String) -> Bool {
    databaseCompanions.contains(suffix) || suffix.hasPrefix("-mj")
  }

  /// The kinds of stores in files, with or without the product that opens them.
  static let inFiles: [StoreKind] = [
    .file,
    StoreKind(
      "sqlite", suffixes: [""] + databaseCompanions, ownsSuffix: isDatabaseCompanion,
      recognizes: isDatabase
    ) { path, _, _, _, _ throws(StoreFailure) in
      throw .unsupported("sqlite:\(path): databases are opened by the product FolioSQLite")
    },
  ]
}

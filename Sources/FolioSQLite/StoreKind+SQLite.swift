extension StoreKind {
  /// A store in an SQLite database (Specs/stores.md). On Linux it requires the trait `SQLite`,
  /// since the headers of the SQLite library may not be installed. Without the trait, opening a
  /// store throws `unsupported`.
  public static let sqlite = StoreKind(
    "sqlite", suffixes: [""] + databaseCompanions, ownsSuffix: isDatabaseCompanion,
    recognizes: { isDatabase($0) && !isExport($0) }, open: open)

  /// Whether the first bytes of a database are those of `folio export sqlite`, by its application
  /// id (https://www.sqlite.org/fileformat2.html, 1.3). An export may replace an earlier one.
  private static func isExport(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 72 && bytes[68..<72].elementsEqual("FolQ".utf8)
  }

  #if canImport(SQLite3) || SQLite
  /// The suffixes of files with changes that are not in the database itself.
  static let unfinishedSuffixes = ["-wal", "-journal"]
  #endif

  private static func open(
    _ path: String, _ access: StoreAccess, _ initial: StoreContents, _ copy: String?,
    _ progress: Progress?
  ) throws(StoreFailure) -> sending any RecordStorage {
    #if canImport(SQLite3) || SQLite
    try SQLiteStorage(path, access, holding: initial)
    #else
    throw .unsupported(
      "sqlite:\(path): this Folio was built without SQLite ('swift build --traits SQLite')")
    #endif
  }
}

extension RecordStore {
  /// Opens a store in an SQLite database.
  /// - Parameter access: the access mode; nil opens the store for writing and creates it if
  ///   necessary.
  /// - Throws: `unsupported` without the trait `SQLite`; otherwise the errors of opening the
  ///   database.
  public static func sqlite(
    _ path: String, _ access: StoreAccess? = nil
  ) throws(StoreFailure) -> RecordStore {
    try StoreAddress(.sqlite, path: path).store(access)
  }
}

import FolioStores

extension StoreKind {
  /// A database of SQLite (Specs/stores.md). On Linux it needs the trait `SQLite`, since the header
  /// of the system's library may be missing; without it, opening a store throws `unavailable`.
  public static let sqlite = StoreKind(
    "sqlite", suffixes: [""] + companions,
    ownsSuffix: { companions.contains($0) || $0.hasPrefix("-mj") },
    recognizes: { $0.starts(with: "SQLite format 3\0".utf8) }, open: open)

  /// What the names of the files end in that SQLite keeps beside a database.
  static let companions = ["-wal", "-shm", "-journal"]

  private static func open(
    _ path: String, _ access: StoreAccess, _ initial: StoreContents
  ) throws(StoreFailure) -> sending any RecordKeeper {
    #if canImport(SQLite3) || SQLite
    try SQLiteKeeper(path, access, holding: initial)
    #else
    throw .unavailable(
      "sqlite:\(path): this Folio was built without SQLite; build it with "
        + "'swift build --traits SQLite'")
    #endif
  }
}

extension RecordStore {
  /// A store in a database of SQLite.
  /// - Parameter access: how it is opened; nil opens it for writing, and makes it if there is none.
  /// - Throws: `unavailable` without the trait `SQLite`, else what opening the database throws.
  public static func sqlite(
    _ path: String, _ access: StoreAccess? = nil
  ) throws(StoreFailure) -> RecordStore {
    try open(.sqlite, path, access)
  }
}

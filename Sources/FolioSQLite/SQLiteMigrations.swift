#if canImport(SQLite3) || SQLite

/// The versions of the table definitions. `PRAGMA user_version` contains the version of a database.
enum SQLiteMigrations {
  /// The statements that migrate each version to the next. Released versions must not be edited.
  static let steps = [
    """
    CREATE TABLE groups (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      row TEXT NOT NULL,
      status TEXT NOT NULL,
      occurred_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      deleted_at TEXT,
      sequence INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX groups_by_sequence ON groups (sequence);
    CREATE TABLE head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      row TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      sequence INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE counter (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      last_sequence INTEGER NOT NULL
    ) STRICT;
    INSERT INTO counter (id, last_sequence) VALUES (1, 0);
    """
  ]

  /// The application id of a Folio store: "Foli" in ASCII.
  static let applicationID = 0x466F_6C69

  /// Throws if the database has no tables. It is not an empty store: it is no store, or the remains
  /// of one.
  static func requireStore(on connection: SQLiteConnection) throws(SQLiteFault) {
    if try connection.number("SELECT count(*) FROM sqlite_master") > 0 { return }
    throw .notAStore("the database contains no store")
  }

  /// The version of the tables.
  /// - Throws: an error if the database is not a Folio store or has a later version.
  static func version(on connection: SQLiteConnection) throws(SQLiteFault) -> Int {
    let version = try connection.number("PRAGMA user_version")
    let owner = try connection.number("PRAGMA application_id")
    let isEmpty = try connection.number("SELECT count(*) FROM sqlite_master") == 0
    guard owner == applicationID || (isEmpty && owner == 0), version >= 0 else {
      throw .notAStore("the database belongs to another program")
    }
    guard version <= steps.count else {
      throw .versionMismatch(
        "its tables have version \(version), and this Folio supports version \(steps.count); a "
          + "newer version of Folio can open it")
    }
    return version
  }

  /// Migrates a database to the current version, with one transaction per version.
  static func run(on connection: SQLiteConnection) throws(SQLiteFault) {
    for number in try version(on: connection)..<steps.count {
      try connection.transaction { () throws(SQLiteFault) in
        // Another connection may have migrated the database while this one waited.
        guard try connection.number("PRAGMA user_version") == number else { return }
        try connection.execute(steps[number])
        try connection.execute(
          "PRAGMA user_version = \(number + 1); PRAGMA application_id = \(applicationID)")
      }
    }
  }
}
#endif

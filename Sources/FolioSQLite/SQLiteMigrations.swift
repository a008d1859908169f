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
    """,
    """
    ALTER TABLE counter ADD COLUMN group_count INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE counter ADD COLUMN deleted_count INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE legs (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      place INTEGER NOT NULL,
      PRIMARY KEY (kind, id, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE names (
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      seconds INTEGER NOT NULL,
      nanoseconds INTEGER NOT NULL,
      place INTEGER NOT NULL,
      day INTEGER NOT NULL,
      is_deleted INTEGER NOT NULL,
      PRIMARY KEY (kind, name, seconds, nanoseconds, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE checkpoints (
      seconds INTEGER NOT NULL,
      nanoseconds INTEGER NOT NULL,
      number INTEGER NOT NULL,
      state BLOB NOT NULL,
      UNIQUE (seconds, nanoseconds, number)
    ) STRICT;
    """,
    """
    ALTER TABLE groups ADD COLUMN crc32 INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE head ADD COLUMN crc32 INTEGER NOT NULL DEFAULT 0;
    """,
    // Stored states of the books. All groups are read and booked instead.
    "DROP TABLE checkpoints;",
    // The ids of legs. Who checks a change has all of them in memory.
    "DROP TABLE legs;",
  ]

  /// The version since which rows have checksums.
  static let versionWithChecksums = 3

  /// Fills the columns and tables that a version adds, after its statements.
  private static func fill(
    version: Int, on connection: SQLiteConnection
  ) throws(SQLiteFault) {
    if version == 2 { try SQLiteIndexes(connection).build() }
    if version == versionWithChecksums { try SQLiteChecksums.fill(connection) }
  }

  /// The application id of a Folio store: "Foli" in ASCII.
  static let applicationID = 0x466F_6C69

  /// The version of the tables; 0 for a new database, which has none. A database without tables
  /// that is not new is not a store, or the remains of one.
  /// - Throws: an error if the database is not a Folio store or has a later version.
  static func version(
    on connection: SQLiteConnection, isNew: Bool = false
  ) throws(SQLiteFault) -> Int {
    let isEmpty = try connection.number("SELECT count(*) FROM sqlite_master") == 0
    if isEmpty && !isNew { throw .notAStore("the database contains no store") }
    let version = try connection.number("PRAGMA user_version")
    let owner = try connection.number("PRAGMA application_id")
    guard owner == applicationID || (isEmpty && owner == 0), version >= 0 else {
      throw .notAStore("the database belongs to another program")
    }
    guard version <= steps.count else {
      throw .versionMismatch(
        "its tables have version \(version), and this Folio supports version \(steps.count)")
    }
    if !isEmpty { try connection.requireSchema() }
    return version
  }

  /// Sets the journal mode and migrates a database to the current version, with one transaction per
  /// version.
  static func run(on connection: SQLiteConnection, isNew: Bool = false) throws(SQLiteFault) {
    let version = try version(on: connection, isNew: isNew)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
    for number in version..<steps.count {
      try connection.transaction { () throws(SQLiteFault) in
        // Another connection may have migrated the database while this one waited.
        guard try connection.number("PRAGMA user_version") == number else { return }
        if number > 0 { try connection.requireSchema() }
        try connection.execute(steps[number])
        try fill(version: number + 1, on: connection)
        try connection.execute(
          "PRAGMA user_version = \(number + 1); PRAGMA application_id = \(applicationID)")
      }
    }
  }
}
#endif

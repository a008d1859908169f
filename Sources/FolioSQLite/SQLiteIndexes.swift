#if canImport(SQLite3) || SQLite

/// The columns and tables by which a database finds groups. They are copies of what is in the rows.
struct SQLiteIndexes {
  private let connection: SQLiteConnection

  init(_ connection: SQLiteConnection) { self.connection = connection }

  /// A version of a group in the table `groups`.
  fileprivate struct Version {
    var place: Int
    var row: [UInt8]
    var occurredAt: Timestamp
    var isDeleted: Bool

    var time: [SQLiteValue] {
      [.integer(Int(occurredAt.seconds)), .integer(Int(occurredAt.nanoseconds))]
    }
  }

  // MARK: Changes

  /// Stores new versions of groups, with their entries in all indexes.
  func write(_ groups: [StoredGroup]) throws(SQLiteFault) {
    var last = try connection.number("SELECT max(place) FROM groups")
    var added = (groups: 0, deleted: 0)
    for start in stride(from: 0, to: groups.count, by: Self.batch) {
      let part = groups[start..<min(start + Self.batch, groups.count)]
      for (group, keys) in zip(part, IndexKeys.reading(part.map(\.row))) {
        let old = try version(of: group.id)
        if old == nil {
          last += 1
          added.groups += 1
        }
        let place = old?.place ?? last
        if let old {
          try remove(old)
          try update(group, place)
        } else {
          try insert(group, place)
        }
        let new = Version(place, group)
        try add(keys, of: new)
        added.deleted += (new.isDeleted ? 1 : 0) - (old?.isDeleted == true ? 1 : 0)
      }
    }
    try connection.statement(
      "UPDATE counter SET group_count = group_count + ?, deleted_count = deleted_count + ?"
    ).run([.integer(added.groups), .integer(added.deleted)])
  }

  private static let batch = 1_024

  private func version(of id: String) throws(SQLiteFault) -> Version? {
    try connection.row(
      "SELECT place, row, occurred_at, deleted_at FROM groups WHERE id = ?", [.words(id)],
      Version.init)
  }

  private func insert(_ group: StoredGroup, _ place: Int) throws(SQLiteFault) {
    try connection.statement(
      """
      INSERT INTO groups
        (row, status, occurred_at, updated_at, deleted_at, sequence, crc32, place, id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(columns(of: group) + [.integer(place), .words(group.id)])
  }

  private func update(_ group: StoredGroup, _ place: Int) throws(SQLiteFault) {
    try connection.statement(
      """
      UPDATE groups SET row = ?, status = ?, occurred_at = ?, updated_at = ?, deleted_at = ?,
        sequence = ?, crc32 = ? WHERE place = ?
      """
    ).run(columns(of: group) + [.integer(place)])
  }

  private func columns(of group: StoredGroup) -> [SQLiteValue] {
    [
      .text(group.row), .words(group.status.rawValue), .words(group.occurredAt),
      .words(group.updatedAt), .words(orNull: group.deletedAt), .integer(group.sequence),
      .integer(
        SQLiteChecksums.crc32(
          row: group.row, updatedAt: Array(group.updatedAt.description.utf8),
          deletedAt: group.deletedAt.map { Array($0.description.utf8) }, sequence: group.sequence)),
    ]
  }

  private func add(_ keys: IndexKeys, of group: Version) throws(SQLiteFault) {
    for name in [.init(.all)] + keys.names {
      try connection.statement(
        """
        INSERT INTO names (kind, name, seconds, nanoseconds, place, day, is_deleted)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
      ).run(
        name.values + group.time + [
          .integer(group.place), .integer(Int(group.occurredAt.day.daysSince1970)),
          .integer(group.isDeleted ? 1 : 0),
        ])
    }
  }

  private func remove(_ group: Version) throws(SQLiteFault) {
    guard let keys = IndexKeys.reading([group.row]).first else { return }
    for name in [.init(.all)] + keys.names {
      try connection.statement(
        """
        DELETE FROM names WHERE kind = ? AND name = ? AND seconds = ? AND nanoseconds = ?
          AND place = ?
        """
      ).run(name.values + group.time + [.integer(group.place)])
    }
  }

  /// Removes everything.
  func clear() throws(SQLiteFault) {
    try connection.execute(
      """
      DELETE FROM groups; DELETE FROM head; DELETE FROM names;
      UPDATE counter SET group_count = 0, deleted_count = 0;
      """)
  }

  // MARK: Migration

  /// Fills the indexes of a database that has none. Rows that cannot be read get no entries; they
  /// are reported when they are read.
  func build() throws(SQLiteFault) {
    let first = try connection.number("SELECT min(place) FROM groups")
    var (after, number, deleted) = (first - 1, 0, 0)
    while true {
      let rows = try connection.rows(
        """
        SELECT place, row, occurred_at, deleted_at FROM groups WHERE place > ?
        ORDER BY place LIMIT ?
        """, [.integer(after), .integer(Self.batch)], Version.init)
      guard let last = rows.last else { break }
      after = last.place
      for (row, keys) in zip(rows, IndexKeys.reading(rows.map(\.row))) {
        var group = row
        group.place = first + number
        if group.place != row.place {
          try connection.statement("UPDATE groups SET place = ? WHERE place = ?")
            .run([.integer(group.place), .integer(row.place)])
        }
        try add(keys, of: group)
        number += 1
        deleted += row.isDeleted ? 1 : 0
      }
    }
    try connection.statement("UPDATE counter SET group_count = ?, deleted_count = ?")
      .run([.integer(number), .integer(deleted)])
  }
}

extension SQLiteIndexes.Version {
  fileprivate init(_ place: Int, _ group: StoredGroup) {
    self.init(
      place: place, row: group.row, occurredAt: group.occurredAt,
      isDeleted: group.deletedAt != nil)
  }

  /// A version from the columns `place`, `row`, `occurred_at` and `deleted_at`. An impossible time
  /// is reported when the row is read.
  fileprivate init(_ statement: SQLiteStatement) {
    let time = statement.text(2).flatMap { try? Timestamp(String(decoding: $0, as: UTF8.self)) }
    self.init(
      place: statement.integer(0), row: statement.text(1) ?? [],
      occurredAt: time ?? Timestamp(secondsSince1970: 0), isDeleted: !statement.isNull(3))
  }
}

extension IndexKeys.Name {
  /// The values of the columns `kind` and `name`.
  var values: [SQLiteValue] { [.words(kind.rawValue), .words(name)] }
}
#endif

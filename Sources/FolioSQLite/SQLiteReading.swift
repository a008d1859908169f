#if canImport(SQLite3) || SQLite

/// Reads the contents of a database and validates every value, since SQLite has no checksums.
struct SQLiteReading {
  let connection: SQLiteConnection
  private let name: String

  /// A row of the table `groups` whose columns could be read.
  private struct Row {
    var place: Int
    var id: [UInt8]
    var row: StoredRow
    var status: [UInt8]
    var occurredAt: [UInt8]
  }

  private var rows: [Row] = []
  private var head: StoredHead?
  private var last = 0
  private var damage: [String] = []
  private var hasChecksums = true

  init(_ connection: SQLiteConnection, name: String) {
    self.connection = connection
    self.name = name
  }

  /// The contents of the database.
  /// - Throws: `corrupt` with all invalid values, unless `access` is `salvaging`.
  consuming func contents(_ access: StoreAccess) throws(StoreFailure) -> StoreContents {
    do throws(SQLiteFault) {
      // One transaction, so that the head and the groups are consistent.
      let isOwn = try connection.beginReading()
      defer { if isOwn { connection.endReading() } }
      try begin()
      try readHead()
      try readGroups(isSalvaging: access == .salvaging)
      if damage.isEmpty { try compareCounts() }
    } catch {
      throw error.failure(name)
    }
    let reading = StoreContents.reading(head: head, rows: rows.map(\.row), lastSequence: last)
    for fault in reading.faults {
      damage.append("\(fault.row.map { Self.place(rows[$0].place) } ?? "head"): \(fault.reason)")
    }
    if reading.faults.isEmpty { compare(with: reading.contents) }
    if damage.isEmpty || access == .salvaging { return reading.contents }
    let places = damage.map { StoreDamage.Place(offset: 0, line: 1, reason: $0) }
    throw .corrupt(
      StoreDamage(name: name, places: places, readableGroups: reading.contents.groups.count))
  }

  /// The answer to a question about some rows.
  /// - Throws: `corrupt` with all invalid values of the database if one of these rows has any.
  static func answer<Result>(
    _ connection: SQLiteConnection, name: String,
    _ question: (inout SQLiteReading) throws(SQLiteFault) -> Result
  ) throws(StoreFailure) -> Result {
    var reading = SQLiteReading(connection, name: name)
    let result: Result
    do throws(SQLiteFault) {
      let isOwn = try connection.beginReading()
      defer { if isOwn { connection.endReading() } }
      try reading.begin()
      try reading.count()
      result = try question(&reading)
    } catch {
      throw error.failure(name)
    }
    if reading.damage.isEmpty { return result }
    _ = try SQLiteReading(connection, name: name).contents(.reading)
    let places = reading.damage.map { StoreDamage.Place(offset: 0, line: 1, reason: $0) }
    throw .corrupt(StoreDamage(name: name, places: places, readableGroups: 0))
  }

  /// The sequence number of the last change.
  var lastSequence: Int { last }

  /// The head; nil if there is none.
  mutating func storedHead() throws(SQLiteFault) -> StoredHead? {
    try readHead()
    return head
  }

  /// The groups that a clause of a query selects, in its order.
  mutating func groups(
    _ clause: String, _ values: [SQLiteValue]
  ) throws(SQLiteFault) -> [StoredGroup] {
    try groups(inTurn: clause, [values])
  }

  /// The same for several values.
  mutating func groups(
    inTurn clause: String, _ values: [[SQLiteValue]]
  ) throws(SQLiteFault) -> [StoredGroup] {
    rows = []
    for values in values { try readGroups(clause, values) }
    let reading = StoreContents.reading(head: nil, rows: rows.map(\.row), lastSequence: last)
    for fault in reading.faults {
      damage.append("\(fault.row.map { Self.place(rows[$0].place) } ?? "head"): \(fault.reason)")
    }
    if reading.faults.isEmpty { compare(with: reading.contents) }
    return reading.contents.groups
  }

  /// Whether everything but the rows of groups is as Folio writes it.
  mutating func isConsistent() throws(SQLiteFault) -> Bool {
    try begin()
    try readHead()
    guard hasChecksums, damage.isEmpty else { return false }
    let groups = try connection.number("SELECT count(*) FROM groups")
    let repeated = try connection.number(
      """
      SELECT count(*) FROM
        (SELECT 1 FROM groups WHERE sequence >= 0 GROUP BY sequence HAVING count(*) > 1)
      """)
    let ofHead = try head.map { head throws(SQLiteFault) in
      try connection.number(
        "SELECT count(*) FROM groups WHERE sequence = ?", [.integer(head.sequence)])
    }
    return try groups == counts().groups && repeated == 0 && (ofHead ?? 0) == 0
  }

  /// The rows of the groups from a number on as lines, each verified.
  mutating func lines(
    from number: Int, limit: Int
  ) throws(SQLiteFault) -> (bytes: [UInt8], groups: Int, deleted: Int) {
    let first = try firstPlace()
    let statement = try connection.statement(
      """
      SELECT \(SQLiteChecksums.columns), crc32, id, status, occurred_at, place
      FROM groups WHERE place >= ? ORDER BY place LIMIT ?
      """)
    defer { statement.reset() }
    try statement.bind([.integer(first + number), .integer(limit)])
    var (lines, count, deleted): ([UInt8], Int, Int) = ([], 0, 0)
    while try statement.step() {
      guard let row = SQLiteChecksums.row(of: statement, from: 0),
        row.checksum == statement.wholeNumber(4), sequence(statement, 3) != nil,
        first > 0, statement.wholeNumber(8) == first + number + count,
        agrees(row.bytes, statement)
      else {
        damage.append("\(Self.place(statement.integer(8))): a value is invalid")
        continue
      }
      lines += row.bytes
      lines.append(0x0A)
      count += 1
      deleted += statement.isNull(2) ? 0 : 1
    }
    return (lines, count, deleted)
  }

  /// Whether the columns `id`, `status` and `occurred_at` from column 5 on are those of a row.
  private func agrees(_ row: ArraySlice<UInt8>, _ statement: SQLiteStatement) -> Bool {
    guard let id = statement.text(5), let status = statement.text(6),
      let occurredAt = statement.text(7)
    else { return false }
    if StoredRow.begins(row, id: id, status: status, occurredAt: occurredAt) { return true }
    // Another program may have written the row, in other words.
    let text = StoredRow(
      text: Array(row), updatedAt: Timestamp(secondsSince1970: 0), deletedAt: nil, sequence: 1)
    let reading = StoreContents.reading(head: nil, rows: [text], lastSequence: last)
    guard reading.faults.isEmpty, let group = reading.contents.groups.first else { return false }
    return id.elementsEqual(group.id.utf8) && status.elementsEqual(group.status.rawValue.utf8)
      && occurredAt.elementsEqual(group.occurredAt.description.utf8)
  }

  /// The rows of the groups that a clause of a query selects, in its order, without reading them.
  mutating func texts<Result>(
    _ columns: String, _ clause: String, _ values: [SQLiteValue],
    _ read: (SQLiteStatement, [UInt8]) -> Result
  ) throws(SQLiteFault) -> [Result] {
    var areSound = true
    let results = try connection.rows(
      "SELECT \(SQLiteChecksums.columns), crc32, \(columns) \(clause)", values
    ) { statement in
      areSound = areSound && isSound(statement, checksumAt: 4, of: 0)
      return read(statement, statement.text(0) ?? [])
    }
    if !areSound { damage.append("groups: a row differs from its checksum") }
    return results
  }

  private func isSound(
    _ statement: SQLiteStatement, checksumAt column: Int32, of first: Int32
  ) -> Bool {
    !hasChecksums
      || statement.wholeNumber(column) == SQLiteChecksums.crc32(of: statement, from: first)
  }

  private static func place(_ place: Int) -> String { "groups, place \(place)" }

  /// Reads what all questions need. It belongs to each transaction.
  private mutating func begin() throws(SQLiteFault) {
    try connection.requireSchema()
    let version = try connection.number("PRAGMA user_version")
    hasChecksums = version >= SQLiteMigrations.versionWithChecksums
    try readCounters()
  }

  /// Counts the groups after each change of another program, which may have removed some.
  private mutating func count() throws(SQLiteFault) {
    let version = try connection.number("PRAGMA data_version")
    if version == connection.countedVersion { return }
    if try connection.number("SELECT count(*) FROM groups") == counts().groups {
      connection.countedVersion = version
    } else {
      damage.append("counter: the number of groups differs from the rows")
    }
  }

  private mutating func readCounters() throws(SQLiteFault) {
    let counter = try connection.statement("SELECT id, last_sequence FROM counter")
    defer { counter.reset() }
    guard try counter.step(), counter.wholeNumber(0) == 1, let number = counter.wholeNumber(1),
      StoreContents.sequences.contains(number), try !counter.step()
    else {
      damage.append("counter: the number of the last change is missing or invalid")
      return
    }
    last = number
    let places = try connection.statement("SELECT seq FROM sqlite_sequence WHERE name = 'groups'")
    defer { places.reset() }
    guard try places.step() else { return }
    if places.wholeNumber(0).map({ StoreContents.sequences.contains($0) }) != true {
      damage.append("sqlite_sequence: the last place of groups is invalid")
    }
  }

  private mutating func readHead() throws(SQLiteFault) {
    let statement = try connection.statement(
      "SELECT row, updated_at, NULL, sequence, id\(checksumColumn) FROM head")
    defer { statement.reset() }
    var count = 0
    while try statement.step() {
      count += 1
      guard count == 1, statement.wholeNumber(4) == 1, let text = statement.text(0),
        let time = time(statement, 1), let number = sequence(statement, 3)
      else {
        damage.append("head: a value is invalid, or there are several rows")
        continue
      }
      if !isSound(statement, checksumAt: 5, of: 0) {
        damage.append("head: the row differs from its checksum")
      }
      head = StoredHead(row: text, updatedAt: time, sequence: number)
    }
  }

  private mutating func readGroups(isSalvaging: Bool) throws(SQLiteFault) {
    do throws(SQLiteFault) {
      try readGroups("ORDER BY place ASC")
    } catch {
      guard isSalvaging else { throw error }
      // An unreadable page ends the scan. Scan in reverse order to reach the rows after it.
      let first = rows
      rows = []
      try? readGroups("ORDER BY place DESC")
      let reached = first.last?.place ?? .min
      rows = first + rows.reversed().filter { $0.place > reached }
    }
    var taken: Set<Int> = head.map { [$0.sequence] } ?? []
    for row in rows where !taken.insert(row.row.sequence).inserted {
      damage.append("\(Self.place(row.place)): change \(row.row.sequence) occurs twice")
    }
  }

  private mutating func readGroups(
    _ clause: String, _ values: [SQLiteValue] = []
  ) throws(SQLiteFault) {
    let statement = try connection.statement(
      """
      SELECT \(SQLiteChecksums.columns), place, id, status, occurred_at\(checksumColumn)
      FROM groups \(clause)
      """)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {
      guard let place = statement.wholeNumber(4), StoreContents.sequences.contains(place), place > 0
      else {
        damage.append("groups: \(statement.integer(4)) is not a valid place")
        continue
      }
      guard let id = statement.text(5), let text = statement.text(0),
        let status = statement.text(6), let occurredAt = statement.text(7),
        let updatedAt = time(statement, 1), let number = sequence(statement, 3),
        statement.isNull(2) || time(statement, 2) != nil
      else {
        damage.append("\(Self.place(place)): \(wrongColumn(statement))")
        continue
      }
      if !isSound(statement, checksumAt: 8, of: 0) {
        damage.append("\(Self.place(place)): the row differs from its checksum")
      }
      let row = StoredRow(
        text: text, updatedAt: updatedAt, deletedAt: time(statement, 2), sequence: number)
      rows.append(Row(place: place, id: id, row: row, status: status, occurredAt: occurredAt))
    }
  }

  private var checksumColumn: String { hasChecksums ? ", crc32" : "" }

  private func wrongColumn(_ statement: SQLiteStatement) -> String {
    if time(statement, 1) == nil { return "'updated_at' is not a valid time" }
    if !statement.isNull(2), time(statement, 2) == nil { return "'deleted_at' is not a valid time" }
    if sequence(statement, 3) == nil {
      return "'sequence' is not a change number from 1 to \(last)"
    }
    return "a column does not contain text"
  }

  private func time(_ statement: SQLiteStatement, _ column: Int32) -> Timestamp? {
    statement.text(column).flatMap { try? Timestamp(String(decoding: $0, as: UTF8.self)) }
  }

  /// A valid sequence number, not greater than that of the last change.
  private func sequence(_ statement: SQLiteStatement, _ column: Int32) -> Int? {
    statement.wholeNumber(column).flatMap { $0 > 0 && $0 <= last ? $0 : nil }
  }

  /// Checks that the numbers of groups match the rows. Tables of version 1 have none.
  private mutating func compareCounts() throws(SQLiteFault) {
    if try connection.number("PRAGMA user_version") < 2 { return }
    let counts = try counts()
    let deleted = rows.count { $0.row.deletedAt != nil }
    if counts.groups != rows.count || counts.deleted != deleted {
      damage.append("counter: the numbers of groups differ from the rows")
    }
  }

  /// Checks that the columns for queries match the rows of the document.
  private mutating func compare(with contents: StoreContents) {
    for (row, group) in zip(rows, contents.groups) {
      let isSame =
        row.id.elementsEqual(group.id.utf8) && row.status.elementsEqual(group.status.rawValue.utf8)
        && row.occurredAt.elementsEqual(group.occurredAt.description.utf8)
      if isSame { continue }
      damage.append(
        "\(Self.place(row.place)): 'id', 'status' or 'occurred_at' differs from the row")
    }
  }
}
#endif

#if canImport(SQLite3) || SQLite

// Answers from the indexes of the database. Salvaging and tables of an earlier version, which have
// none, are answered from the contents.
extension SQLiteStorage {
  private typealias Question<Result> = (inout SQLiteReading) throws(SQLiteFault) -> Result

  /// The answer of the database, or of the contents if it has no indexes.
  private func answer<Result>(
    _ question: Question<Result>, _ fromContents: (StoreContents) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    if access == .salvaging || knowsOnlyCreated() { return try fromContents(contents()) }
    let connection: SQLiteConnection
    let version: Int
    do throws(SQLiteFault) {
      connection = try self.connection()
      version = try connection.number("PRAGMA user_version")
    } catch {
      throw error.failure(name)
    }
    if version < SQLiteMigrations.versionWithChecksums { return try fromContents(contents()) }
    return try SQLiteReading.answer(connection, name: name, question)
  }

  /// All data except the groups.
  package func head() throws(StoreFailure) -> StoredHead? {
    try answer({ reading throws(SQLiteFault) in try reading.storedHead() }) { $0.head }
  }

  /// The numbers of groups and changes.
  package func counts() throws(StoreFailure) -> StoreCounts {
    try answer({ reading throws(SQLiteFault) in try reading.counts() }) { $0.counts }
  }

  /// The number of the group with an id.
  package func number(of id: String) throws(StoreFailure) -> Int? {
    try answer({ reading throws(SQLiteFault) in
      try reading.connection.row("SELECT place FROM groups WHERE id = ?", [.words(id)]) {
        $0.integer(0)
      }.map { place throws(SQLiteFault) in place - (try reading.firstPlace()) }
    }) { $0.number(of: id) }
  }

  /// The groups with these numbers.
  package func groups(at numbers: [Int]) throws(StoreFailure) -> [StoredGroup] {
    try answer({ reading throws(SQLiteFault) in
      let first = try reading.firstPlace()
      return try reading.groups(places: numbers.map { first + $0 })
    }) { contents in numbers.map { contents.groups[$0] } }
  }

  /// Begins a transaction that stays open, so that all rows are those of one moment.
  /// - Returns: false unless everything but the rows is as Folio writes it.
  package func outline() -> Bool {
    guard access == .reading, !knowsOnlyCreated(), let connection = try? connection(),
      let isOwn = try? connection.beginReading()
    else { return false }
    var reading = SQLiteReading(connection, name: name)
    if (try? reading.isConsistent()) == true {
      outlined = StoreCounts(groups: 0, deleted: 0, lastSequence: reading.lastSequence)
      return true
    }
    if isOwn { connection.endReading() }
    return false
  }

  /// The rows of the groups from a number on as NDJSON.
  package func lines(from number: Int, limit: Int) throws(StoreFailure) -> [UInt8] {
    let found = try answer({ reading throws(SQLiteFault) in
      (part: try reading.lines(from: number, limit: limit), counts: try reading.counts())
    }) { contents in
      let lines = contents.lines(from: number, limit: limit)
      return ((lines, limit, 0), contents.counts)
    }
    if number == outlined?.groups {
      outlined?.groups += found.part.groups
      outlined?.deleted += found.part.deleted
    }
    // The last part shows whether as many groups are deleted as the counter says.
    if found.part.groups < limit, let outlined, outlined != found.counts {
      _ = try SQLiteReading(openConnection(), name: name).contents(.reading)
    }
    return found.part.bytes
  }

  private func openConnection() throws(StoreFailure) -> SQLiteConnection {
    do throws(SQLiteFault) {
      return try connection()
    } catch {
      throw error.failure(name)
    }
  }

  /// The rows of the first groups after a place in the order of booking.
  package func rows(
    after place: BookingPlace?, limit: Int
  ) throws(StoreFailure) -> OrderedRows {
    try answer({ reading throws(SQLiteFault) in try reading.rows(after: place, limit: limit) }) {
      $0.rows(after: place, limit: limit)
    }
  }

  /// The rows of the groups with these numbers.
  package func rows(at numbers: [Int]) throws(StoreFailure) -> [[UInt8]] {
    try answer({ reading throws(SQLiteFault) in
      let first = try reading.firstPlace()
      return try numbers.map { number throws(SQLiteFault) in
        try reading.connection.row(
          "SELECT row FROM groups WHERE place = ?", [.integer(first + number)]
        ) { $0.text(0) ?? [] } ?? []
      }
    }) { contents in numbers.map { contents.groups[$0].row } }
  }

  /// The first ids of groups in the order of their bytes that are not before an id.
  package func ids(from id: String, limit: Int) throws(StoreFailure) -> [String] {
    try answer({ reading throws(SQLiteFault) in
      try reading.connection.rows(
        "SELECT id FROM groups WHERE id >= ? ORDER BY id LIMIT ?", [.words(id), .integer(limit)]
      ) { String(decoding: $0.text(0) ?? [], as: UTF8.self) }
    }) { $0.ids(from: id, limit: limit) }
  }

  /// The groups on all pages of a request, newest first, whatever the text in it.
  package func numbers(on request: GroupPage.Request) throws(StoreFailure) -> [Int] {
    try answer({ reading throws(SQLiteFault) in try reading.numbers(on: request) }) {
      $0.numbers(on: request)
    }
  }

  /// A page of groups, newest first.
  package func page(_ request: GroupPage.Request) throws(StoreFailure) -> GroupPage {
    if request.needsRows {
      var storage = self
      return try storage.page(request, among: numbers(on: request))
    }
    return try answer({ reading throws(SQLiteFault) in
      let pages = SQLitePages(request)
      let (limit, offset) = (max(0, request.limit), max(0, request.offset))
      let places = try reading.connection.rows(
        "SELECT n.place \(pages.clause) "
          + "ORDER BY n.seconds DESC, n.nanoseconds DESC, n.place DESC LIMIT ? OFFSET ?",
        pages.values + [.integer(limit), .integer(offset)]
      ) { $0.integer(0) }
      return GroupPage(groups: try reading.groups(places: places), total: try reading.total(pages))
    }) { $0.page(request) }
  }

  /// All changes after a sequence number.
  package func changes(since sequence: Int, limit: Int) throws(StoreFailure) -> StoreChanges {
    try answer({ reading throws(SQLiteFault) in
      let most = try max(1, min(limit, reading.counts().groups))
      let groups = try reading.groups(
        "WHERE sequence > ? ORDER BY sequence LIMIT ?", [.integer(sequence), .integer(most + 1)])
      let hasMore = groups.count > most
      let shown = Array(groups.prefix(most))
      let head = try reading.storedHead().flatMap { $0.sequence > sequence ? $0 : nil }
      let last = hasMore ? shown.last?.sequence ?? sequence : reading.lastSequence
      return StoreChanges(head: head, groups: shown, last: last, hasMore: hasMore)
    }) { $0.changes(since: sequence, limit: limit) }
  }
}

extension SQLiteReading {
  /// The groups at these places.
  fileprivate mutating func groups(places: [Int]) throws(SQLiteFault) -> [StoredGroup] {
    try groups(inTurn: "WHERE place = ?", places.map { [.integer($0)] })
  }

  /// The numbers of the groups on all pages, newest first, whatever the text in the request.
  fileprivate func numbers(on request: GroupPage.Request) throws(SQLiteFault) -> [Int] {
    let pages = SQLitePages(request)
    let first = try firstPlace()
    return try connection.rows(
      "SELECT n.place \(pages.clause) ORDER BY n.seconds DESC, n.nanoseconds DESC, n.place DESC",
      pages.values
    ) { $0.integer(0) - first }
  }

  /// The rows of the first groups after a place in the order of booking.
  fileprivate mutating func rows(
    after place: BookingPlace?, limit: Int
  ) throws(SQLiteFault) -> OrderedRows {
    let first = try firstPlace()
    let start = place ?? BookingPlace(seconds: .min, nanoseconds: 0, number: 0)
    let rows = try texts(
      "n.place, n.seconds, n.nanoseconds",
      """
      FROM names AS n JOIN groups AS g ON g.place = n.place
      WHERE n.kind = ? AND n.name = ? AND (n.seconds, n.nanoseconds, n.place) > (?, ?, ?)
      ORDER BY n.seconds, n.nanoseconds, n.place LIMIT ?
      """,
      IndexKeys.Name(.all).values + [
        .integer(Int(start.seconds)), .integer(Int(start.nanoseconds)),
        .integer(start.number + first), .integer(limit),
      ]
    ) {
      (
        place: BookingPlace(
          seconds: Int64($0.integer(6)), nanoseconds: UInt32(truncatingIfNeeded: $0.integer(7)),
          number: $0.integer(5) - first), row: $1
      )
    }
    return OrderedRows(rows)
  }

  /// The number of groups on all pages.
  fileprivate func total(_ pages: SQLitePages) throws(SQLiteFault) -> Int {
    if pages.isFiltered {
      return try connection.number("SELECT count(*) \(pages.clause)", pages.values)
    }
    let counts = try counts()
    return counts.groups - (pages.includesDeleted ? 0 : counts.deleted)
  }

  func counts() throws(SQLiteFault) -> StoreCounts {
    try connection.row("SELECT group_count, deleted_count FROM counter") {
      StoreCounts(groups: $0.integer(0), deleted: $0.integer(1), lastSequence: lastSequence)
    } ?? StoreCounts(groups: 0, deleted: 0, lastSequence: lastSequence)
  }

  /// The place of the first group; 0 if there is none.
  func firstPlace() throws(SQLiteFault) -> Int {
    try connection.number("SELECT coalesce(min(place), 0) FROM groups")
  }
}

#endif

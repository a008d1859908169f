#if canImport(SQLite3) || SQLite
import FolioModel
import FolioNumbers
import FolioStores

// Answers from the indexes of the database. Salvaging and tables of an earlier version, which have
// none, are answered from the contents.
extension SQLiteStorage {
  private typealias Question<Result> = (inout SQLiteReading) throws(SQLiteFault) -> Result

  /// The answer of the database; nil if it has no indexes.
  private func answer<Result>(
    _ question: Question<Result>
  ) throws(StoreFailure) -> Result? {
    if access == .salvaging || knowsOnlyCreated() { return nil }
    let connection: SQLiteConnection
    do throws(SQLiteFault) {
      connection = try self.connection()
      let version = try connection.number("PRAGMA user_version")
      if version < SQLiteMigrations.versionWithChecksums { return nil }
    } catch {
      throw error.failure(name)
    }
    return try SQLiteReading.answer(connection, name: name, question)
  }

  /// All data except the groups.
  package func head() throws(StoreFailure) -> StoredHead? {
    let found = try answer { reading throws(SQLiteFault) in try [reading.storedHead()] }
    if let found { return found[0] }
    return try contents().head
  }

  /// The numbers of groups and changes.
  package func counts() throws(StoreFailure) -> StoreCounts {
    if let found = try answer({ reading throws(SQLiteFault) in try reading.counts() }) {
      return found
    }
    return try contents().counts
  }

  /// The number of the group that has an id, or has a leg with it.
  package func number(of id: RecordID) throws(StoreFailure) -> Int? {
    let found = try answer { reading throws(SQLiteFault) in [try reading.number(of: id)] }
    if let found { return found[0] }
    return try contents().number(of: id)
  }

  /// The groups with these numbers.
  package func groups(at numbers: [Int]) throws(StoreFailure) -> [StoredGroup] {
    let found = try answer { reading throws(SQLiteFault) in
      let first = try reading.connection.number("SELECT min(place) FROM groups")
      return try reading.groups(places: numbers.map { first + $0 })
    }
    if let found { return found }
    let groups = try contents().groups
    return numbers.map { groups[$0] }
  }

  /// The rows of the groups from a number on, in document order.
  package func rows(from number: Int, limit: Int) throws(StoreFailure) -> [[UInt8]] {
    let found = try answer { reading throws(SQLiteFault) in
      let first = try reading.connection.number("SELECT coalesce(min(place), 0) FROM groups")
      return try reading.texts(
        "place", "FROM groups WHERE place >= ? ORDER BY place LIMIT ?",
        [.integer(first + number), .integer(limit)]
      ) { $1 }
    }
    if let found { return found }
    return try contents().groups.dropFirst(number).prefix(limit).map(\.row)
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
    let found = try answer { reading throws(SQLiteFault) in
      (part: try reading.lines(from: number, limit: limit), counts: try reading.counts())
    }
    guard let found else {
      let groups = try contents().groups.dropFirst(number).prefix(limit)
      return groups.reduce(into: []) { $0 += $1.row + [0x0A] }
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
  ) throws(StoreFailure) -> [OrderedRow] {
    let found = try answer { reading throws(SQLiteFault) in
      try reading.rows(after: place, limit: limit)
    }
    if let found { return found }
    return try contents().rows(after: place, limit: limit)
  }

  /// The rows of the groups with these numbers.
  package func rows(at numbers: [Int]) throws(StoreFailure) -> [[UInt8]] {
    let found = try answer { reading throws(SQLiteFault) in
      let first = try reading.connection.number("SELECT min(place) FROM groups")
      return try numbers.map { number throws(SQLiteFault) in
        try reading.connection.rows(
          "SELECT row FROM groups WHERE place = ?", [.integer(first + number)]
        ) { $0.text(0) ?? [] }.first ?? []
      }
    }
    if let found { return found }
    let groups = try contents().groups
    return numbers.map { groups[$0].row }
  }

  /// The first ids of groups in the order of their bytes that are not before an id.
  package func ids(from id: String, limit: Int) throws(StoreFailure) -> [String] {
    let found = try answer { reading throws(SQLiteFault) in
      try reading.connection.rows(
        "SELECT id FROM groups WHERE id >= ? ORDER BY id LIMIT ?", [.words(id), .integer(limit)]
      ) { String(decoding: $0.text(0) ?? [], as: UTF8.self) }
    }
    if let found { return found }
    return try contents().ids(from: id, limit: limit)
  }

  /// A page of groups, newest first.
  package func page(_ request: GroupPage.Request) throws(StoreFailure) -> GroupPage {
    if request.needsRows {
      let numbers = try answer { reading throws(SQLiteFault) in try reading.numbers(on: request) }
      var storage = self
      if let numbers { return try storage.page(request, among: numbers) }
      return try storage.page(request, among: contents().numbers(on: request))
    }
    let found = try answer { reading throws(SQLiteFault) in
      let pages = SQLitePages(request)
      let (limit, offset) = (max(0, request.limit), max(0, request.offset))
      let places = try reading.connection.rows(
        "SELECT n.place \(pages.clause) "
          + "ORDER BY n.seconds DESC, n.nanoseconds DESC, n.place DESC LIMIT ? OFFSET ?",
        pages.values + [.integer(limit), .integer(offset)]
      ) { $0.integer(0) }
      return GroupPage(groups: try reading.groups(places: places), total: try reading.total(pages))
    }
    if let found { return found }
    return try contents().page(request)
  }

  /// All changes after a sequence number.
  package func changes(since sequence: Int, limit: Int) throws(StoreFailure) -> StoreChanges {
    let found = try answer { reading throws(SQLiteFault) in
      let most = try max(1, min(limit, reading.counts().groups))
      let groups = try reading.groups(
        "WHERE sequence > ? ORDER BY sequence LIMIT ?", [.integer(sequence), .integer(most + 1)])
      let hasMore = groups.count > most
      let shown = Array(groups.prefix(most))
      let head = try reading.storedHead().flatMap { $0.sequence > sequence ? $0 : nil }
      let last = hasMore ? shown.last?.sequence ?? sequence : reading.lastSequence
      return StoreChanges(head: head, groups: shown, last: last, hasMore: hasMore)
    }
    if let found { return found }
    return try contents().changes(since: sequence, limit: limit)
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
    let first = try connection.number("SELECT min(place) FROM groups")
    return try connection.rows(
      "SELECT n.place \(pages.clause) ORDER BY n.seconds DESC, n.nanoseconds DESC, n.place DESC",
      pages.values
    ) { $0.integer(0) - first }
  }

  /// The rows of the first groups after a place in the order of booking.
  fileprivate mutating func rows(
    after place: BookingPlace?, limit: Int
  ) throws(SQLiteFault) -> [OrderedRow] {
    let first = try connection.number("SELECT min(place) FROM groups")
    let start = place ?? BookingPlace(seconds: .min, nanoseconds: 0, number: 0)
    return try texts(
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
      OrderedRow(
        BookingPlace(
          seconds: Int64($0.integer(6)), nanoseconds: UInt32(truncatingIfNeeded: $0.integer(7)),
          number: $0.integer(5) - first), $1)
    }
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

  fileprivate func number(of id: RecordID) throws(SQLiteFault) -> Int? {
    let legs = "SELECT place FROM legs WHERE kind = ? AND id = ? LIMIT 1"
    let place =
      switch id {
      case .group(let id):
        try connection.row("SELECT place FROM groups WHERE id = ?", [.words(id)]) { $0.integer(0) }
      case .stockLeg(let id):
        try connection.row(legs, [.words("stock"), .words(id)]) { $0.integer(0) }
      case .cashLeg(let id):
        try connection.row(legs, [.words("cash"), .words(id)]) { $0.integer(0) }
      }
    guard let place else { return nil }
    return place - (try connection.number("SELECT min(place) FROM groups"))
  }
}

#endif

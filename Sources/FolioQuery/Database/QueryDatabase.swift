#if canImport(SQLite3) || SQLite
#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// A database in memory with the tables and views of the schema, which are empty at first.
///
/// One thread at a time uses it: a caller that leaves a thread behind never touches it again.
@safe final class QueryDatabase: @unchecked Sendable {
  let handle: OpaquePointer
  let guardian = QueryGuardian()
  /// Whether the guardian decides about statements.
  var isWatched = false
  private var prepared: OpaquePointer?
  /// The words of the prepared statement and of the views that it names, if it joins by columns
  /// that two tables share; nil otherwise. SQLite does not tell the guardian of such columns, nor
  /// of a table of which it reads no other.
  private var joiningWords: String?

  /// Creates the tables and views.
  /// - Parameter comparesExactly: whether texts of exact numbers are ordered by their numbers. Only
  ///   Folio can do that, so a database for other programs does not ask for it.
  init(comparesExactly: Bool) throws(QueryFault) {
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_EXRESCODE
      // One thread at a time uses the database. A lock for each value would take time.
      | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(":memory:", &opened, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw .limit("there is not enough memory for the tables. Query a shorter ledger.")
    }
    unsafe self.handle = handle
    // Nothing goes to a file, also no temporary one.
    try execute("PRAGMA temp_store = MEMORY; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    registerFunctions()
    try registerPrinting()
    for table in QuerySchema.tables {
      try execute(table.creation(comparesExactly: comparesExactly))
    }
    for view in QuerySchema.views where comparesExactly || !view.hasSums {
      try execute(view.creation)
    }
    try execute(
      "PRAGMA user_version = \(QuerySchema.version); "
        + "PRAGMA application_id = \(QuerySchema.applicationID)")
  }

  deinit {
    unsafe sqlite3_finalize(prepared)
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs statements of this program.
  func execute(_ text: String) throws(QueryFault) {
    let code = unsafe sqlite3_exec(handle, text, nil, nil, nil)
    if code != SQLITE_OK { throw fault(code) }
  }

  func createIndexes() throws(QueryFault) {
    for index in QuerySchema.tables.flatMap(\.indexes) { try execute(index) }
  }

  /// Creates the views with sums as tables, when the tables that they read are filled.
  func createSums() throws(QueryFault) {
    for view in QuerySchema.views where view.hasSums { try execute(view.creationAsTable) }
  }

  /// The tables that the prepared statement mentions, in the order of the schema.
  var tablesOfPrepared: [QueryTable] {
    QuerySchema.tables.filter { table in
      guardian.tables.contains(table.name) || joiningWords?.contains(table.name) == true
    }
  }

  /// The columns of a table that the prepared statement reads, by their places; nil if it may read
  /// any.
  func columnsOfPrepared(in table: QueryTable) -> [Int]? {
    if joiningWords != nil { return nil }
    let read = guardian.columns[table.name] ?? []
    return table.columns.indices.filter { !read.isDisjoint(with: table.columns[$0].sqlNames) }
  }

  /// Whether the prepared statement reads figures that need a base currency: amounts in base, or
  /// returns.
  var readsBaseAmounts: Bool {
    tablesOfPrepared.contains { table in
      let read = columnsOfPrepared(in: table).map { $0.map { table.columns[$0] } } ?? table.columns
      return table.needs.contains(.movements) || read.contains { $0.name.hasSuffix("_base") }
    }
  }

  /// Prepares the only statement of a text. From now on the database can only be read.
  ///
  /// A short text may name views within views that SQLite writes out, so that this has limits too.
  func prepare(
    _ text: String, _ limits: QueryLimits = QueryLimits()
  ) throws(QueryFault) -> QueryStatement {
    setLimits()
    watch()
    let time = min(limits.time, .seconds(5))
    return try QueryThread.shared.run(within: time) { () throws(QueryFault) in
      try HeapLimit.within(limits.memory) { () throws(QueryFault) in
        try self.prepare(only: text, by: .now + time)
      }
    }
  }

  private func prepare(
    only text: String, by deadline: ContinuousClock.Instant
  ) throws(QueryFault) -> QueryStatement {
    guardian.deadline = deadline
    var bytes = Array(text.utf8)
    if bytes.contains(0) {
      throw .statement("the statement has a zero byte. Leave it out.")
    }
    bytes.append(0)
    joiningWords = Self.joiningWords(of: text)
    var start = 0
    var found: OpaquePointer?
    while start < bytes.count - 1 {
      var length = 0
      var next: OpaquePointer?
      guard guardian.permitsMoreTime() else { throw .limit(QueryGuardian.overTime) }
      let code = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
          guard let begin = unsafe characters.baseAddress.map({ unsafe $0 + start }) else {
            return SQLITE_ERROR
          }
          var tail: UnsafePointer<CChar>?
          let code = unsafe sqlite3_prepare_v3(handle, begin, -1, 0, &next, &tail)
          if let tail = unsafe tail { length = unsafe tail - begin }
          return code
        }
      }
      guard code == SQLITE_OK else { throw fault(code) }
      if let next = unsafe next {
        if unsafe found != nil {
          unsafe sqlite3_finalize(next)
          throw .refused("a query is one statement. Run each statement by itself.")
        }
        unsafe found = next
        unsafe prepared = next
      }
      start += max(1, length)
    }
    guard let found = unsafe found else {
      throw .statement("there is no statement. For example: SELECT * FROM holdings.")
    }
    // A statement without columns, such as REINDEX, reads nothing.
    if unsafe sqlite3_stmt_readonly(found) == 0 || sqlite3_column_count(found) == 0 {
      throw .refused(QueryGuardian.readsOnly)
    }
    if unsafe sqlite3_bind_parameter_count(found) > 0 {
      throw .statement("the statement has parameters without values. Write the values in it.")
    }
    return unsafe QueryStatement(found, self)
  }

  private static func joiningWords(of text: String) -> String? {
    let words = text.lowercased()
    guard words.contains("using") || words.contains("natural") else { return nil }
    let views = QuerySchema.views.filter { words.contains($0.name) }.map(\.query)
    return ([words] + views).joined(separator: " ")
  }

  /// The fault for a result code.
  func fault(_ code: Int32) -> QueryFault {
    if let reason = guardian.refusal { return .refused(reason) }
    if guardian.isOverTime { return .limit(QueryGuardian.overTime) }
    switch code & 0xFF {
    case SQLITE_NOMEM:
      return .limit(
        "the statement needs more memory than a query may use. Select fewer rows at once.")
    case SQLITE_TOOBIG:
      return .limit("a text or the statement is too long. Make it shorter.")
    case SQLITE_AUTH: return .refused(QueryGuardian.readsOnly)
    case let code:
      let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
      return .statement(QueryAdvice.text(for: message ?? "SQLite result \(code)", guardian.tables))
    }
  }

  /// The bytes of the database as a file.
  func bytes() throws(QueryFault) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let start = unsafe sqlite3_serialize(handle, "main", &size, 0) else {
      throw .limit("there is not enough memory for the file. Export a shorter ledger.")
    }
    defer { unsafe sqlite3_free(start) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }
}
#endif

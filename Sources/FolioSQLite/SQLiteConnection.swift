#if canImport(SQLite3) || SQLite

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// A connection to an SQLite database. It is closed when the object is released.
@safe final class SQLiteConnection {
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  /// The value of `PRAGMA schema_version` with which the schema was that of Folio.
  var knownSchema: Int?
  /// The value of `PRAGMA data_version` with which all groups were there.
  var countedVersion: Int?

  /// The time for which a call waits for another connection that is writing, in milliseconds.
  static let busyTimeout: Int32 = 2_000

  /// Opens a file.
  /// - Parameters:
  ///   - isReadOnly: whether the connection can only read.
  ///   - parameters: parameters of SQLite for the file, as in a URI.
  init(
    _ path: String, isReadOnly: Bool = false, parameters: String? = nil
  ) throws(SQLiteFault) {
    var opened: OpaquePointer?
    var flags = SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE
    flags |= isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    if parameters != nil { flags |= SQLITE_OPEN_URI }
    let name = parameters.map { "file:\(PercentCoding.encoded(path, but: "/"))?\($0)" } ?? path
    let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let found = unsafe opened else {
      let fault = unsafe opened.map { unsafe SQLiteFault(code, of: $0) }
      unsafe sqlite3_close_v2(opened)
      throw fault ?? SQLiteFault(code: code, message: "out of memory")
    }
    unsafe handle = found
    unsafe sqlite3_busy_timeout(handle, Self.busyTimeout)
    // Functions in the schema do not run, and sorting needs no disk.
    try execute("PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY")
  }

  deinit {
    for statement in statements.values { statement.finish() }
    unsafe sqlite3_close_v2(handle)
  }

  /// Whether the database is read-only.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") != 0 }

  /// Runs statements without parameters and results.
  func execute(_ text: String) throws(SQLiteFault) {
    let code = unsafe sqlite3_exec(handle, text, nil, nil, nil)
    if code != SQLITE_OK { throw fault(code) }
  }

  /// A prepared statement, from the cache if possible.
  func statement(_ text: String) throws(SQLiteFault) -> SQLiteStatement {
    if let known = statements[text] { return known }
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, text, -1, &prepared, nil)
    guard code == SQLITE_OK, let found = unsafe prepared else { throw fault(code) }
    let statement = unsafe SQLiteStatement(found, self)
    statements[text] = statement
    return statement
  }

  /// Runs `body` in an immediate transaction, which excludes other writers. Rolls back if `body`
  /// throws.
  func transaction(_ body: () throws(SQLiteFault) -> Void) throws(SQLiteFault) {
    try statement("BEGIN IMMEDIATE").run([])
    do throws(SQLiteFault) {
      try body()
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
    do throws(SQLiteFault) {
      try statement("COMMIT").run([])
    } catch {
      try? execute("ROLLBACK")
      var fault = error
      fault.isCommitFailure = true
      throw fault
    }
  }

  /// Begins a transaction in which everything that is read is of one moment.
  /// - Returns: false if one is open already.
  func beginReading() throws(SQLiteFault) -> Bool {
    guard unsafe sqlite3_get_autocommit(handle) != 0 else { return false }
    try statement("BEGIN").run([])
    return true
  }

  /// Ends a transaction in which nothing was changed.
  func endReading() { try? statement("COMMIT").run([]) }

  /// The integer result of a statement; 0 if it returns no rows.
  func number(_ text: String, _ values: [SQLiteValue] = []) throws(SQLiteFault) -> Int {
    try row(text, values) { $0.integer(0) } ?? 0
  }

  /// The first row of a result; nil if there is none.
  func row<Result>(
    _ text: String, _ values: [SQLiteValue] = [], _ read: (SQLiteStatement) -> Result
  ) throws(SQLiteFault) -> Result? {
    let statement = try statement(text)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? read(statement) : nil
  }

  /// All rows of a result.
  func rows<Result>(
    _ text: String, _ values: [SQLiteValue] = [], _ read: (SQLiteStatement) -> Result
  ) throws(SQLiteFault) -> [Result] {
    let statement = try statement(text)
    defer { statement.reset() }
    try statement.bind(values)
    var rows: [Result] = []
    while try statement.step() { rows.append(read(statement)) }
    return rows
  }

  func fault(_ code: Int32) -> SQLiteFault { unsafe SQLiteFault(code, of: handle) }
}

/// A prepared statement.
@safe final class SQLiteStatement {
  private let handle: OpaquePointer
  private unowned let connection: SQLiteConnection

  init(_ handle: OpaquePointer, _ connection: SQLiteConnection) {
    unsafe self.handle = handle
    self.connection = connection
  }

  func finish() { unsafe sqlite3_finalize(handle) }

  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// Advances to the next row; returns false at the end.
  func step() throws(SQLiteFault) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let fault = connection.fault(code)
      reset()
      throw fault
    }
  }

  /// Runs a statement that returns no rows.
  func run(_ values: [SQLiteValue]) throws(SQLiteFault) {
    try bind(values)
    _ = try step()
    reset()
  }

  /// Sets the parameters.
  func bind(_ values: [SQLiteValue]) throws(SQLiteFault) {
    for (index, value) in values.enumerated() { try bind(value, Int32(index + 1)) }
  }

  private func bind(_ value: SQLiteValue, _ index: Int32) throws(SQLiteFault) {
    let code =
      switch value {
      case .null: unsafe sqlite3_bind_null(handle, index)
      case .integer(let number): unsafe sqlite3_bind_int64(handle, index, Int64(number))
      case .text(let bytes):
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe sqlite3_bind_text64(
            handle, index, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
            UInt64(buffer.count), copied, UInt8(SQLITE_UTF8))
        }
      case .blob(let bytes):
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe sqlite3_bind_blob64(
            handle, index, buffer.baseAddress, UInt64(buffer.count), copied)
        }
      }
    if code != SQLITE_OK { throw connection.fault(code) }
  }

  func integer(_ column: Int32) -> Int {
    Int(unsafe sqlite3_column_int64(handle, column))
  }

  /// The bytes of a text value; nil for other types.
  func text(_ column: Int32) -> [UInt8]? {
    guard unsafe sqlite3_column_type(handle, column) == SQLITE_TEXT,
      let start = unsafe sqlite3_column_text(handle, column)
    else { return nil }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Appends a text to bytes.
  /// - Returns: false if the value is no text.
  func appendText(_ column: Int32, to bytes: inout [UInt8]) -> Bool {
    guard unsafe sqlite3_column_type(handle, column) == SQLITE_TEXT,
      let start = unsafe sqlite3_column_text(handle, column)
    else { return false }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    return true
  }

  /// The bytes of a blob.
  func blob(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// An integer value; nil for other types.
  func wholeNumber(_ column: Int32) -> Int? {
    unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER ? integer(column) : nil
  }

  func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }
}

/// SQLITE_TRANSIENT: SQLite copies the bound bytes.
private let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
#endif

#if canImport(SQLite3) || SQLite
#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

extension QueryDatabase {
  /// Fills tables in one transaction.
  /// - Parameter columns: returns the places of the columns to fill in a table; nil for all.
  func load(
    _ tables: [QueryTable], from books: QueryBooks,
    columns: (QueryTable) -> [Int]? = { _ in nil }
  ) throws(QueryFault) -> [Report.Warning] {
    let wasWatched = isWatched
    stopWatching()
    defer { if wasWatched { watch() } }
    var warnings: [Report.Warning] = []
    try execute("BEGIN")
    for table in tables {
      let rows: QueryRows
      do throws(ArithmeticFault) {
        rows = try table.rows(books)
      } catch {
        throw .arithmetic(error)
      }
      let read = columns(table) ?? Array(table.columns.indices)
      try insert(rows, read, into: table)
      for column in read { warnings += rows.warnings[table.columns[column].name] ?? [] }
    }
    try execute("COMMIT")
    return warnings
  }

  private func insert(
    _ rows: QueryRows, _ columns: [Int], into table: QueryTable
  ) throws(QueryFault) {
    var prepared: OpaquePointer?
    let insertion = table.insertion(of: columns)
    let steps = columns.map { table.columns[$0].kind == .exact ? Int32(2) : 1 }
    let code = unsafe sqlite3_prepare_v2(handle, insertion, -1, &prepared, nil)
    guard code == SQLITE_OK, let statement = unsafe prepared else { throw fault(code) }
    defer { unsafe sqlite3_finalize(statement) }
    var values: [Report.Cell] = []
    var digits: [UInt8] = []
    for row in 0..<rows.count {
      values.removeAll(keepingCapacity: true)
      rows.append(row, columns, &values)
      var place: Int32 = 1
      for (step, value) in zip(steps, values) {
        unsafe bind(value, at: place, of: statement, &digits)
        place += step
      }
      let code = unsafe sqlite3_step(statement)
      guard code == SQLITE_DONE else { throw fault(code) }
      unsafe sqlite3_reset(statement)
      unsafe sqlite3_clear_bindings(statement)
    }
  }

  /// Binds a value. The bindings of null stay empty.
  @unsafe private func bind(
    _ value: Report.Cell, at place: Int32, of statement: OpaquePointer, _ digits: inout [UInt8]
  ) {
    switch value {
    case .null: break
    case .text(let text):
      var text = text
      text.withUTF8 { bytes in unsafe bind(bytes, at: place, of: statement) }
    case .integer(let number): unsafe sqlite3_bind_int64(statement, place, Int64(number))
    case .day(let day):
      digits.removeAll(keepingCapacity: true)
      day.write(into: &digits)
      unsafe digits.withUnsafeBufferPointer { unsafe bind($0, at: place, of: statement) }
    // Numbers of records keep their digits. Those of reports have the digits that CSV has.
    case .number(let number, let places):
      unsafe bind(places == nil ? number.normalized() : number, at: place, of: statement, &digits)
    case .money(let amount, let currency):
      unsafe bind(amount.shown(in: currency), at: place, of: statement, &digits)
    }
  }

  @unsafe private func bind(
    _ number: ExactDecimal, at place: Int32, of statement: OpaquePointer, _ digits: inout [UInt8]
  ) {
    unsafe sqlite3_bind_double(statement, place, number.binary)
    digits.removeAll(keepingCapacity: true)
    number.write(into: &digits)
    unsafe digits.withUnsafeBufferPointer { unsafe bind($0, at: place + 1, of: statement) }
  }

  @unsafe private func bind(
    _ bytes: UnsafeBufferPointer<UInt8>, at place: Int32, of statement: OpaquePointer
  ) {
    unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
      // An empty text has no address, which would be a null.
      let start = characters.baseAddress
      if characters.isEmpty {
        unsafe sqlite3_bind_text64(statement, place, "", 0, copied, UInt8(SQLITE_UTF8))
      } else {
        unsafe sqlite3_bind_text64(
          statement, place, start, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
      }
    }
  }
}

/// SQLITE_TRANSIENT: SQLite copies the bound bytes.
let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
#endif

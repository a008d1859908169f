#if canImport(SQLite3) || SQLite
import Synchronization

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// A prepared statement that only reads. One thread at a time uses it, as its database.
@safe struct QueryStatement: @unchecked Sendable {
  fileprivate let handle: OpaquePointer
  private let database: QueryDatabase

  init(_ handle: OpaquePointer, _ database: QueryDatabase) {
    unsafe self.handle = handle
    self.database = database
  }

  /// The names of the columns.
  var names: [String] {
    let count = unsafe sqlite3_column_count(handle)
    return (0..<count).map { column in
      unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// Whether each column is one of texts in a table, and no expression.
  var areTexts: [Bool] {
    let count = unsafe sqlite3_column_count(handle)
    return (0..<count).map { column in
      unsafe sqlite3_column_decltype(handle, column).map { unsafe String(cString: $0) } == "TEXT"
    }
  }

  /// A value of the current row.
  func cell(_ column: Int32) -> Report.Cell {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(Int(unsafe sqlite3_column_int64(handle, column)))
    case SQLITE_FLOAT: return Self.cell(unsafe sqlite3_column_double(handle, column))
    case SQLITE_TEXT: return .text(String(decoding: bytes(column), as: UTF8.self))
    case SQLITE_BLOB: return .text("x'" + bytes(column).hex + "'")
    default: return .null
    }
  }

  private func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A binary number with 15 digits, as the shell of SQLite shows it: more are not certain. Very
  /// large and very small ones are texts.
  private static func cell(_ number: Double) -> Report.Cell {
    guard let exact = try? ExactDecimal(number.description) else {
      return .text(number.description)
    }
    let surplus = "\(exact.normalized().coefficient.magnitude)".utf8.count - 15
    let places = exact.normalized().places
    if surplus <= 0 || surplus > places { return .number(exact.normalized()) }
    return .number(exact.rounded(toPlaces: places - surplus, .halfEven).normalized())
  }
}

extension QueryDatabase {
  /// Runs a statement, and returns its rows.
  func rows(of statement: QueryStatement, _ limits: QueryLimits) throws(QueryFault) -> Report {
    try QueryThread.shared.run(within: limits.time) { () throws(QueryFault) in
      self.guardian.deadline = .now + limits.time
      return try HeapLimit.within(limits.memory) { () throws(QueryFault) in
        try self.rows(statement, limits)
      }
    }
  }

  private func rows(
    _ statement: QueryStatement, _ limits: QueryLimits
  ) throws(QueryFault) -> Report {
    let names = statement.names
    let most = Int(sqlite3_memory_used()) + limits.memory
    var rows: [[Report.Cell]] = []
    var (texts, memory) = (0, 0)
    while true {
      let code = unsafe sqlite3_step(statement.handle)
      if code == SQLITE_DONE { break }
      guard code == SQLITE_ROW else { throw fault(code) }
      let row = names.indices.map { statement.cell(Int32($0)) }
      rows.append(row)
      if rows.count * names.count > limits.values {
        throw .limit(
          "the result has more than \(limits.values) values. Add a LIMIT, or select fewer columns.")
      }
      for case .text(let text) in row { texts += text.utf8.count }
      if texts > limits.bytes {
        throw .limit(
          "the texts of the result have more than \(limits.bytes >> 20) MB. Add a LIMIT, or select "
            + "fewer columns.")
      }
      memory += Self.sizeOfRow + names.count * MemoryLayout<Report.Cell>.stride
      if Int(sqlite3_memory_used()) + texts + memory > most { throw fault(SQLITE_NOMEM) }
    }
    return QueryReport.report(names, consume rows, areTexts: statement.areTexts)
  }

  /// The memory of a row beside its values.
  private static let sizeOfRow = 40
}

/// The limit of the memory of SQLite, which is one for the whole process. While several statements
/// run, the highest of their limits counts; after the last one, the limit is what it was.
enum HeapLimit {
  private static let state = Mutex<(statements: Int, before: Int64)>((0, 0))

  /// Runs work that may use so many more bytes of memory.
  static func within<Value>(
    _ bytes: Int, _ work: () throws(QueryFault) -> Value
  ) throws(QueryFault) -> Value {
    begin(sqlite3_memory_used() + Int64(bytes))
    defer { end() }
    return try work()
  }

  private static func begin(_ bytes: Int64) {
    state.withLock { state in
      let current = sqlite3_hard_heap_limit64(-1)
      if state.statements == 0 { state.before = current }
      state.statements += 1
      let own = state.before > 0 ? min(state.before, bytes) : bytes
      sqlite3_hard_heap_limit64(state.statements == 1 ? own : max(current, own))
    }
  }

  private static func end() {
    state.withLock { state in
      state.statements -= 1
      if state.statements == 0 { sqlite3_hard_heap_limit64(state.before) }
    }
  }
}

extension [UInt8] {
  fileprivate var hex: String {
    reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
#endif

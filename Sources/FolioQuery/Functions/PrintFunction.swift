#if canImport(SQLite3) || SQLite
#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// `printf` and `format` of SQLite, which make null of a text that is too long. Here that is an
/// error, so that no text is missing unnoticed. A database of its own prints.
@safe private final class PrintFunction {
  private let handle: OpaquePointer
  private var statements: [Int32: OpaquePointer] = unsafe [:]

  init?() {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(":memory:", &opened, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      return nil
    }
    unsafe self.handle = handle
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, QueryGuardian.longestText)
  }

  deinit {
    unsafe statements.values.forEach { unsafe sqlite3_finalize($0) }
    unsafe sqlite3_close_v2(handle)
  }

  @unsafe func answer(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>
  ) {
    guard let statement = unsafe statement(count) else {
      unsafe sqlite3_result_error_nomem(context)
      return
    }
    for place in 0..<count {
      unsafe sqlite3_bind_value(statement, place + 1, values[Int(place)])
    }
    let code = unsafe sqlite3_step(statement)
    let isText = unsafe sqlite3_column_type(statement, 0) != SQLITE_NULL
    // Only a format that is null or empty makes null of its own.
    if code != SQLITE_ROW || !isText && (unsafe sqlite3_value_bytes(values[0])) > 0 {
      unsafe sqlite3_result_error_toobig(context)
    } else {
      unsafe sqlite3_result_value(context, sqlite3_column_value(statement, 0))
    }
    unsafe sqlite3_reset(statement)
    unsafe sqlite3_clear_bindings(statement)
  }

  /// The statement that prints so many arguments.
  @unsafe private func statement(_ count: Int32) -> OpaquePointer? {
    if let known = unsafe statements[count] { return unsafe known }
    let places = Array(repeating: "?", count: Int(count)).joined(separator: ",")
    var prepared: OpaquePointer?
    unsafe sqlite3_prepare_v2(handle, "SELECT printf(\(places))", -1, &prepared, nil)
    unsafe statements[count] = prepared
    return unsafe prepared
  }
}

extension QueryDatabase {
  /// Registers `printf` and `format`.
  func registerPrinting() throws(QueryFault) {
    for name in ["printf", "format"] {
      guard let function = PrintFunction() else { throw fault(SQLITE_NOMEM) }
      let box = unsafe Unmanaged.passRetained(function).toOpaque()
      unsafe sqlite3_create_function_v2(
        handle, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, box,
        { context, count, values in
          guard count > 0, let values = unsafe values else {
            unsafe sqlite3_result_null(context)
            return
          }
          guard let data = unsafe sqlite3_user_data(context) else { return }
          unsafe Unmanaged<PrintFunction>.fromOpaque(data).takeUnretainedValue()
            .answer(context, count, values)
        }, nil, nil,
        { box in
          guard let box = unsafe box else { return }
          unsafe Unmanaged<PrintFunction>.fromOpaque(box).release()
        })
    }
  }
}
#endif

#if Postgres
import FolioCPostgres
import FolioSystem

/// A connection to a PostgreSQL server through libpq. It is closed when the object is released.
///
/// Statements go out together and their answers come back together (pipeline mode), so a
/// transaction takes one round trip. No statement is prepared under a name and no setting outlives
/// a transaction, so poolers in transaction mode work, too.
@safe final class PostgresConnection {
  let handle: OpaquePointer
  /// When the last query was cancelled; nil if it was not.
  var cancelledAt: ContinuousClock.Instant?

  /// One statement with its parameters in text format; nil is NULL.
  struct Statement {
    let text: String
    let values: [[UInt8]?]

    init(_ text: String, _ values: [[UInt8]?] = []) { (self.text, self.values) = (text, values) }
  }

  /// Connects.
  init(_ address: PostgresAddress) throws(ServerFault) {
    // Values of the address override those before it. What it does not say, the variables PG* do.
    var settings = try Self.defaults(for: address)
    settings += [("dbname", address.uri), ("client_encoding", "UTF8")]
    let names = unsafe settings.map { unsafe strdup($0.0) } + [nil]
    let values = unsafe settings.map { unsafe strdup($0.1) } + [nil]
    defer { unsafe (names + values).forEach { unsafe free($0) } }
    let constNames = unsafe names.map { unsafe UnsafePointer($0) }
    let constValues = unsafe values.map { unsafe UnsafePointer($0) }
    guard let opened = unsafe PQconnectdbParams(constNames, constValues, 1) else {
      throw ServerFault(code: "", message: "out of memory")
    }
    unsafe handle = opened
    guard unsafe PQstatus(handle) == CONNECTION_OK else {
      // The message names hosts and users, but no passwords.
      throw unsafe ServerFault(code: "08001", message: Self.line(PQerrorMessage(handle)))
    }
    unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
    guard unsafe PQenterPipelineMode(handle) == 1, unsafe PQsetnonblocking(handle, 1) == 0 else {
      throw ServerFault(code: "", message: "libpq cannot send statements together")
    }
  }

  deinit { unsafe PQfinish(handle) }

  // MARK: Statements

  /// Runs statements as one transaction, in one round trip unless one of them fails.
  /// - Returns: the rows of each; nil is NULL.
  func transaction(
    _ statements: [Statement], isReadOnly: Bool
  ) throws(ServerFault) -> [[[[UInt8]?]]] {
    if Task.isCancelled { throw .cancelled }
    cancelledAt = nil
    let first = Statement(isReadOnly ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN")
    do throws(ServerFault) {
      let results = try send([first] + statements + [Statement("COMMIT")])
      return Array(results.dropFirst().dropLast())
    } catch {
      // The server waits for the end of a transaction that failed.
      if !error.isLost { _ = try? send([Statement("ROLLBACK")]) }
      if error.code == "57014", cancelledAt != nil { throw .cancelled }
      throw error
    }
  }

  private func send(_ statements: [Statement]) throws(ServerFault) -> [[[[UInt8]?]]] {
    for statement in statements { try send(statement) }
    guard unsafe PQpipelineSync(handle) == 1 else { throw lost() }
    try flush()
    var results: [[[[UInt8]?]]] = []
    var fault: ServerFault?
    for _ in statements {
      do throws(ServerFault) { results.append(try takeResult()) } catch {
        if error.isLost { throw error }
        // After a fault the server skips the rest.
        fault = fault ?? error
      }
    }
    try awaitResult()
    let end = unsafe PQgetResult(handle)
    defer { unsafe PQclear(end) }
    guard unsafe PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw lost() }
    if let fault { throw fault }
    return results
  }

  private func send(_ statement: Statement) throws(ServerFault) {
    let values = unsafe statement.values.map { value in
      unsafe value.map { bytes in
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { unsafe copy[index] = CChar(bitPattern: byte) }
        unsafe copy[bytes.count] = 0
        return unsafe copy
      } as UnsafeMutablePointer<CChar>?
    }
    defer { unsafe values.forEach { unsafe $0?.deallocate() } }
    let constant = unsafe values.map { unsafe UnsafePointer($0) }
    let isSent = unsafe PQsendQueryParams(
      handle, statement.text, Int32(values.count), nil, constant, nil, nil, 0)
    if isSent != 1 { throw lost() }
  }

  /// The rows of the next statement.
  private func takeResult() throws(ServerFault) -> [[[UInt8]?]] {
    try awaitResult()
    guard let result = unsafe PQgetResult(handle) else { throw lost() }
    defer { unsafe PQclear(result) }
    let status = unsafe PQresultStatus(result)
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
      var fault = unsafe ServerFault(result)
      // The server ends the connection: it shuts down, or an administrator has ended it.
      let isEnded = ["57P01", "57P02", "57P03"].contains(fault.code)
      let isBad = unsafe PQstatus(handle) == CONNECTION_BAD
      fault.isLost = isEnded || isBad
      if fault.isLost { throw fault.code.isEmpty ? lost() : fault }
      try endResult()
      throw fault
    }
    let rows = unsafe Self.rows(of: result)
    try endResult()
    return rows
  }

  @unsafe private static func rows(of result: OpaquePointer) -> [[[UInt8]?]] {
    let count = unsafe PQntuples(result)
    let width = unsafe PQnfields(result)
    return (0..<count).map { row in
      (0..<width).map { column in
        guard unsafe PQgetisnull(result, row, column) == 0,
          let text = unsafe PQgetvalue(result, row, column)
        else { return nil }
        let length = unsafe Int(PQgetlength(result, row, column))
        return unsafe Array(UnsafeRawBufferPointer(start: text, count: length))
      }
    }
  }

  /// The connection ended.
  func lost() -> ServerFault {
    let message = unsafe Self.line(PQerrorMessage(handle))
    return ServerFault(
      code: "", message: message.isEmpty ? "the connection was lost" : message, isLost: true)
  }

  /// The first line of a message.
  @unsafe fileprivate static func line(_ text: UnsafePointer<CChar>?) -> String {
    let words = unsafe text.map { unsafe String(cString: $0) } ?? ""
    return String(words.prefix { $0 != "\n" })
  }
}

extension ServerFault {
  /// The fault of a result.
  @unsafe fileprivate init(_ result: OpaquePointer) {
    func field(_ code: UInt8) -> String {
      let text = unsafe PQresultErrorField(result, Int32(code))
      return unsafe text.map { unsafe String(cString: $0) } ?? ""
    }
    let message = field(UInt8(ascii: "M"))
    self.init(
      code: field(UInt8(ascii: "C")),
      message: message.isEmpty ? "an earlier statement failed" : message,
      hint: field(UInt8(ascii: "H")), details: Array(field(UInt8(ascii: "D")).utf8))
  }
}
#endif

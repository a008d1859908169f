#if canImport(SQLite3) || SQLite
#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// Decides what a statement may do, notes which tables it mentions, and ends it in time.
final class QueryGuardian {
  /// The tables that the statement mentions.
  private(set) var tables: Set<String> = []
  /// The names of the columns that the statement reads, by table.
  private(set) var columns: [String: Set<String>] = [:]
  /// The bytes that a text may have. Some functions take time that grows with the square of it.
  static let longestText: Int32 = 1_000_000
  /// Why the statement was refused; nil if it was not.
  private(set) var refusal: String?
  /// The time at which the statement ends; nil before it runs.
  var deadline: ContinuousClock.Instant?
  private(set) var isOverTime = false

  static let readsOnly =
    "a query only reads the tables. Write SELECT, VALUES or WITH ... SELECT."
  static let overTime =
    "the statement takes too long. Select fewer rows, or end the recursion of WITH RECURSIVE."

  private static let readable = Set(QuerySchema.names).union(["sqlite_master", "sqlite_schema"])

  /// Functions that reach beyond the database, in builds of SQLite that have them.
  private static let refusedFunctions: Set = [
    "load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "zipfile", "fsdir",
    "lsmode", "fileio", "sqlite_dbpage",
  ]

  /// Whether an action of the statement is permitted.
  func permits(_ action: Int32, _ first: String?, _ second: String?) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_READ: return permitsReading(first ?? "", column: second ?? "")
    case SQLITE_FUNCTION:
      let name = (second ?? "").lowercased()
      if !Self.refusedFunctions.contains(name) { return true }
      refusal = "the function \(name) is not available in a query. \(Self.advice)"
    case SQLITE_ATTACH, SQLITE_DETACH:
      refusal = "a query reads one ledger and attaches no database. \(Self.advice)"
    case SQLITE_PRAGMA: refusal = "PRAGMA is not available in a query. \(Self.advice)"
    default: refusal = refusal ?? Self.readsOnly
    }
    return false
  }

  private static let advice = "Specs/query.md lists what there is."

  private func permitsReading(_ name: String, column: String) -> Bool {
    let lower = name.lowercased()
    if QuerySchema.tables.contains(where: { $0.name == lower }) {
      tables.insert(lower)
      columns[lower, default: []].insert(column.lowercased())
    }
    // Without a column, the name may also be that of a part of the statement itself.
    if Self.readable.contains(lower) || column.isEmpty && !lower.hasPrefix("pragma_") {
      return true
    }
    refusal = "the table \(name) is not available in a query. \(Self.advice)"
    return false
  }

  /// Whether the statement may go on.
  func permitsMoreTime() -> Bool {
    guard let deadline, ContinuousClock.now >= deadline else { return true }
    isOverTime = true
    return false
  }
}

extension QueryDatabase {
  /// From now on asks the guardian.
  func watch() {
    isWatched = true
    let own = unsafe Unmanaged.passUnretained(guardian).toOpaque()
    unsafe sqlite3_set_authorizer(
      handle,
      { pointer, action, first, second, _, _ in
        guard let pointer = unsafe pointer else { return SQLITE_DENY }
        let guardian = unsafe Unmanaged<QueryGuardian>.fromOpaque(pointer).takeUnretainedValue()
        let one = unsafe first.map { unsafe String(cString: $0) }
        let two = unsafe second.map { unsafe String(cString: $0) }
        return guardian.permits(action, one, two) ? SQLITE_OK : SQLITE_DENY
      }, own)
    unsafe sqlite3_progress_handler(
      handle, 10_000,
      { pointer in
        guard let pointer = unsafe pointer else { return 1 }
        let guardian = unsafe Unmanaged<QueryGuardian>.fromOpaque(pointer).takeUnretainedValue()
        return guardian.permitsMoreTime() ? 0 : 1
      }, own)
  }

  /// Asks nobody while this program fills the tables.
  func stopWatching() {
    isWatched = false
    unsafe sqlite3_set_authorizer(handle, nil, nil)
  }

  /// Limits what a hostile statement can make SQLite do.
  func setLimits() {
    let limits: [(Int32, Int32)] = [
      (SQLITE_LIMIT_LENGTH, QueryGuardian.longestText), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
      (SQLITE_LIMIT_COLUMN, 500), (SQLITE_LIMIT_EXPR_DEPTH, 200),
      (SQLITE_LIMIT_COMPOUND_SELECT, 50), (SQLITE_LIMIT_VDBE_OP, 250_000),
      (SQLITE_LIMIT_FUNCTION_ARG, 100), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200), (SQLITE_LIMIT_VARIABLE_NUMBER, 100),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in limits { unsafe sqlite3_limit(handle, limit, value) }
  }
}
#endif

#if Postgres
import FolioStores

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Calls of the functions of Specs/schema for one user. It connects when it has to, and again after
/// a connection was lost.
final class PostgresSession {
  /// The address as it may be shown.
  let name: String
  private let address: PostgresAddress
  private let user: [UInt8]
  private var opened: PostgresConnection?
  /// The process of the server in which all transactions of the last connection ran; nil if that is
  /// not known, as behind a pooler.
  private(set) var process: [UInt8]?

  typealias Row = [[UInt8]?]

  /// The attempts at a transaction that the server asks to repeat.
  private static let attempts = 6

  /// - Throws: `unauthorized` if nobody says whose ledger it is.
  init(_ path: String, as name: String) throws(StoreFailure) {
    self.name = name
    address = PostgresAddress(path)
    let variable = unsafe getenv("FOLIO_USER").map { unsafe String(cString: $0) }
    guard let user = address.user ?? variable, !user.isEmpty else {
      throw .unauthorized(
        "\(name): whose ledger is it? Add '?folio_user=ID' to the address, or set FOLIO_USER")
    }
    self.user = Array(user.utf8)
  }

  /// Runs statements in one transaction as the user, under row-level security.
  /// - Returns: the rows of each statement.
  func transaction(
    _ statements: [PostgresConnection.Statement], isReadOnly: Bool
  ) throws(PostgresFault) -> [[Row]] {
    for attempt in 1..<Self.attempts {
      do throws(PostgresFault) {
        return try once(statements, isReadOnly)
      } catch {
        if error.isLost, isReadOnly, attempt == 1 { continue }
        guard error.isRepeatable else { throw error }
        usleep(UInt32.random(in: 5_000...(40_000 << UInt32(attempt))))
      }
    }
    return try once(statements, isReadOnly)
  }

  private func once(
    _ statements: [PostgresConnection.Statement], _ isReadOnly: Bool
  ) throws(PostgresFault) -> [[Row]] {
    let isNew = opened == nil
    if isNew { process = nil }
    let connection = if let opened { opened } else { try PostgresConnection(address) }
    opened = connection
    let checks = isNew ? [Self.isProtected] : []
    do throws(PostgresFault) {
      let results = try connection.transaction(
        [identity] + checks + statements, isReadOnly: isReadOnly)
      let named = Array(String(connection.process).utf8)
      process = results[0].first?.last == named ? named : nil
      if isNew, results[1].first?.first != Array("t".utf8) {
        throw PostgresFault(
          state: "42501",
          message: "row-level security does not apply to the role 'authenticated' here")
      }
      return Array(results.dropFirst(1 + checks.count))
    } catch {
      if error.isLost || isNew { opened = nil }
      throw error
    }
  }

  /// The role, the user and the limits of a transaction, as PostgREST sets them. They end with it,
  /// so nothing is left in a connection that others use next.
  private var identity: PostgresConnection.Statement {
    PostgresConnection.Statement(
      """
      SELECT set_config('role', 'authenticated', true), set_config('request.jwt.claims',
        json_build_object('sub', $1::text, 'role', 'authenticated')::text, true),
        set_config('statement_timeout', '120s', true), set_config('lock_timeout', '30s', true),
        pg_backend_pid()
      """, [user])
  }

  private static let isProtected = PostgresConnection.Statement(
    "SELECT row_security_active('public.transaction_groups')")

  /// Whether the process of an earlier transaction has ended, so it commits nothing any more.
  func hasEnded(_ process: [UInt8]) throws(PostgresFault) -> Bool {
    let text = "SELECT count(*) FROM pg_stat_activity WHERE pid = $1::integer"
    let statement = PostgresConnection.Statement(text, [process])
    return try transaction([statement], isReadOnly: true)[0].first?.first == Array("0".utf8)
  }
}
#endif

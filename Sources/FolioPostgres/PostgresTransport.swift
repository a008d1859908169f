#if Postgres
import FolioSystem

/// Calls of the functions of Specs/schema for one user, over libpq. It connects when it has to, and
/// again after a connection was lost.
final class PostgresTransport: ServerTransport {
  /// The address as it may be shown.
  let name: String
  private let address: PostgresAddress
  private let user: [UInt8]
  private var opened: PostgresConnection?

  typealias Statement = PostgresConnection.Statement

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

  /// One call of this size takes about a second.
  var groupLimit: Int { 5_000 }
  var byteLimit: Int { 4 << 20 }
  var pageSize: Int { 5_000 }

  func watch(_ notify: @escaping @Sendable () -> Void) -> (any StorageWatch)? {
    PostgresListener(address, user, notify)
  }

  // MARK: Functions

  func rows(after place: Int, limit: Int) throws(ServerFault) -> [UInt8] {
    try value(
      Statement(
        "SELECT public.folio_rows($1::bigint, $2::integer)", [words(place), words(limit)]),
      isReadOnly: true)
  }

  func changes(since number: Int, limit: Int, headSince: Int) throws(ServerFault) -> [UInt8] {
    try value(
      Statement(
        "SELECT public.folio_changes($1::bigint, $2::integer, $3::bigint)",
        [words(number), words(limit), words(headSince)]),
      isReadOnly: true)
  }

  func commit(_ commit: ServerCommit) throws(ServerFault) -> [UInt8] {
    try value(
      Statement(
        """
        SELECT public.folio_commit(
          $1::bigint, $2::text, $3::text, $4::json, $5::boolean, $6::json)
        """,
        [
          words(commit.expecting), commit.head?.row,
          commit.head.map { Array($0.updatedAt.description.utf8) }, commit.groups,
          Array((commit.clears ? "true" : "false").utf8), commit.derived,
        ]),
      isReadOnly: false)
  }

  private func words(_ number: Int) -> [UInt8] { Array(String(number).utf8) }

  // MARK: Transactions

  /// The only value of a statement that runs in a transaction as the user, under row-level
  /// security.
  private func value(_ statement: Statement, isReadOnly: Bool) throws(ServerFault) -> [UInt8] {
    let connection = if let opened { opened } else { try connect() }
    do throws(ServerFault) {
      let results = try connection.transaction([identity, statement], isReadOnly: isReadOnly)
      guard let value = results.last?.first?.first ?? nil else {
        throw ServerFault(code: "42883", message: "the function returned nothing")
      }
      return value
    } catch {
      if error.isLost { opened = nil }
      throw error
    }
  }

  /// Connects, and makes sure that row-level security protects the rows of other users.
  private func connect() throws(ServerFault) -> PostgresConnection {
    let connection = try PostgresConnection(address)
    let results = try connection.transaction([identity, Self.isProtected], isReadOnly: true)
    guard results.last?.first?.first == Array("t".utf8) else {
      throw ServerFault(
        code: "42501",
        message: "row-level security does not apply to the role 'authenticated' here")
    }
    opened = connection
    return connection
  }

  /// The role, the user and the limits of a transaction, as PostgREST sets them. They end with it,
  /// so nothing is left in a connection that others use next.
  private var identity: Statement {
    Statement(
      """
      SELECT set_config('role', 'authenticated', true), set_config('request.jwt.claims',
        json_build_object('sub', $1::text, 'role', 'authenticated')::text, true),
        set_config('statement_timeout', '120s', true), set_config('lock_timeout', '30s', true)
      """, [user])
  }

  private static let isProtected = Statement(
    "SELECT row_security_active('public.transaction_groups')")
}
#endif

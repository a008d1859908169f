/// The address of a ledger in a PostgreSQL server: a URI of libpq with the user whose ledger it is,
/// `postgres://host/database?folio_user=ID`.
///
/// Everything but `folio_user` goes to libpq unchanged: several hosts, sockets, services and
/// options. So do the variables `PG*`, and passwords in `.pgpass`.
struct PostgresAddress: Hashable {
  /// The URI without `folio_user`, for libpq.
  let uri: String
  /// The user whose ledger it is; nil if the address does not say.
  let user: String?

  /// - Parameter path: the address after the scheme and its colon.
  init(_ path: String) {
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let options = parts.count < 2 ? [] : parts[1].split(separator: "&")
    let mark = "folio_user="
    user = options.last { $0.hasPrefix(mark) }.flatMap { Self.decoded($0.dropFirst(mark.count)) }
    let rest = options.filter { !$0.hasPrefix(mark) }
    uri = "postgresql:\(parts[0])" + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&"))
  }

  /// The address as it may be shown: without passwords, and without options, which may have one.
  static func shown(_ path: String) -> String {
    let base = path.prefix { $0 != "?" }
    // A password may contain an unescaped slash or '@', so the last '@' ends it.
    guard let at = base.lastIndex(of: "@") else { return String(base) }
    return "//" + base[base.index(after: at)...]
  }

  /// What distinguishes it from other stores: the address as it is shown, and the users.
  static func identity(_ path: String) -> String {
    let base = path.prefix { $0 != "?" }
    let login = base.lastIndex(of: "@").map { base[..<$0].dropFirst(2).prefix { $0 != ":" } }
    return "\(login ?? "")@\(shown(path))?\(PostgresAddress(path).user ?? "")"
  }

  /// Text without percent-encoding; nil if that is invalid. libpq would end it at a zero.
  private static func decoded(_ text: some StringProtocol) -> String? {
    PercentCoding.decoded(text).flatMap { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }
  }
}

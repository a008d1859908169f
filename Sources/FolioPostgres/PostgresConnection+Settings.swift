#if Postgres
import FolioCPostgres
import FolioSystem

// What holds unless the address, a service or a variable says otherwise.
extension PostgresConnection {
  /// Settings that hold unless the address or a variable says otherwise.
  static func defaults(
    for address: PostgresAddress
  ) throws(ServerFault) -> [(String, String)] {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = unsafe PQconninfoParse(address.uri, &message) else {
      unsafe PQfreemem(message)
      // The message of libpq may repeat a part of a password.
      throw ServerFault(code: "08001", message: "this is no valid address of PostgreSQL")
    }
    defer { unsafe PQconninfoFree(options) }
    let given = unsafe values(of: options)
    var known: [String: String] = [:]
    if let options = unsafe PQconndefaults() {
      known = unsafe values(of: options)
      unsafe PQconninfoFree(options)
    }
    var settings = [("fallback_application_name", "folio")]
    // A network that is gone without a word is noticed after a minute.
    settings += [
      ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "60000"),
    ]
    if getValue("PGCONNECT_TIMEOUT") == nil { settings.append(("connect_timeout", "10")) }
    // A service may choose its own mode.
    let hasService = given["service"] != nil || getValue("PGSERVICE") != nil
    let names = [given["host"], given["hostaddr"], known["host"], known["hostaddr"]]
    let hosts: String = names.compactMap { $0 }.first ?? ""
    let isLocal = hosts.split(separator: ",").allSatisfy { isLocalHost(String($0)) }
    if !isLocal, !hasService, given["sslmode"] == nil, getValue("PGSSLMODE") == nil {
      settings.append(("sslmode", "verify-full"))
      if PQlibVersion() >= 160_000, given["sslrootcert"] == nil, getValue("PGSSLROOTCERT") == nil {
        settings.append(("sslrootcert", "system"))
      }
    }
    return settings
  }

  private static func isLocalHost(_ host: String) -> Bool {
    host.hasPrefix("/") || host.hasPrefix("@") || ["localhost", "127.0.0.1", "::1"].contains(host)
  }

  private static func getValue(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  @unsafe private static func values(
    of options: UnsafeMutablePointer<PQconninfoOption>
  ) -> [String: String] {
    var values: [String: String] = [:]
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        unsafe values[String(cString: keyword)] = unsafe String(cString: value)
      }
      unsafe option += 1
    }
    return values
  }
}
#endif

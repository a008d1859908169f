import FolioStores

/// A Supabase project whose database has the tables of Specs/schema: its accounts, and the ledger
/// of each user as a store.
///
/// ```swift
/// let project = try SupabaseProject(
///   url: "https://PROJECT.supabase.co", key: "sb_publishable_…",
///   keeper: KeychainSessionKeeper(service: "my.app"))
/// root.auth = project.auth
/// let choice = BackendChoice(store: device, remote: .init(project.address, .appDefault))
/// ```
public struct SupabaseProject: Sendable {
  /// The session, and the requests of accounts.
  package let holder: SessionHolder

  /// Creates a project. Nothing is sent.
  /// - Parameters:
  ///   - url: the address, such as `https://PROJECT.supabase.co`. It has no encryption only if the
  ///     host is this machine.
  ///   - key: the publishable key, or the legacy `anon` key.
  ///   - keeper: keeps the session.
  /// - Throws: `unsupported` if the address cannot be used; `unauthorized` for a secret key.
  public init(url: String, key: String, keeper: any SessionKeeper) throws(StoreFailure) {
    try self.init(url: url, key: key, keeper: keeper, http: Self.client(for: url))
  }

  /// Creates a project with another client.
  package init(
    url: String, key: String, keeper: any SessionKeeper, http: any HTTPClient,
    now: @escaping @Sendable () -> Int = { time(nil) }
  ) throws(StoreFailure) {
    let project = try Self.parsed(url)
    do throws(ProjectKey.Problem) {
      let key = try ProjectKey(key)
      holder = SessionHolder(AccountClient(project, key, http, now: now), keeper)
    } catch {
      throw .unauthorized("\(project.base): \(error.reason)")
    }
  }

  private static func client(for url: String) throws(StoreFailure) -> any HTTPClient {
    if let client = SystemHTTP.client() { return client }
    throw .unsupported(
      "\(try parsed(url).base): this Folio was built without Supabase "
        + "('swift build --traits Supabase')")
  }

  static func parsed(_ url: String) throws(StoreFailure) -> ProjectAddress {
    do throws(ProjectAddress.Problem) { return try ProjectAddress(url) } catch {
      throw .unsupported("\(shown(url)): \(error.reason)")
    }
  }

  /// An address as it may be shown: without user, password and query.
  static func shown(_ url: some StringProtocol) -> String {
    let base = url.prefix { $0 != "?" && $0 != "#" }
    guard let at = base.lastIndex(of: "@") else { return String(base) }
    let start = base.firstRange(of: "//")?.upperBound ?? base.startIndex
    return String(base[..<start]) + String(base[base.index(after: at)...])
  }

  /// The accounts.
  public var auth: SupabaseAuth { SupabaseAuth(holder: holder) }

  /// The kind of the store `address`, which has the session of this project.
  public var kind: StoreKind {
    let scheme = String(holder.accounts.project.base.prefix { $0 != ":" })
    let holder = holder
    return StoreKind(
      supabase: scheme, session: { _ throws(StoreFailure) in try holder.load() },
      holder: { _ in holder })
  }

  /// The address of the ledger of the user who is signed in.
  public var address: StoreAddress {
    StoreAddress(kind, path: String(holder.accounts.project.base.drop { $0 != ":" }.dropFirst()))
  }
}

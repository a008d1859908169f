extension StoreKind {
  /// The ledger of a user in Supabase: `https://PROJECT.supabase.co`. The key and the session are
  /// those of `folio login` (Specs/supabase.md). Apps use `SupabaseProject` instead.
  ///
  /// On Linux it requires the trait `Supabase`, since the library of curl may not be installed.
  /// Without the trait, opening a store throws `unsupported`.
  public static let https = saved("https")

  /// The same without encryption, for a server on this machine: `http://127.0.0.1:54321`.
  public static let http = saved("http")

  private static func saved(_ scheme: String) -> StoreKind {
    StoreKind(
      supabase: scheme,
      session: { address throws(StoreFailure) in
        try FileSessionKeeper(SavedProject(address).sessionPath).load()
      },
      holder: { address throws(StoreFailure) in try SavedProject(address).project().holder })
  }

  /// - Parameters:
  ///   - session: reads the session for an address.
  ///   - holder: finds what renews it.
  init(
    supabase scheme: String,
    session: @escaping @Sendable (ProjectAddress) throws(StoreFailure) -> AuthSession?,
    holder: @escaping @Sendable (ProjectAddress) throws(StoreFailure) -> SessionHolder
  ) {
    let resolved: @Sendable (String) throws(StoreFailure) -> ProjectAddress = {
      path throws(StoreFailure) in
      var address = try SupabaseProject.parsed("\(scheme):\(path)")
      if address.user != nil { return address }
      guard let session = try session(address) else {
        throw .unauthorized(
          "\(address.base): nobody is signed in; sign in first ('folio login \(address.base)')")
      }
      address.user = session.userID
      return address
    }
    self.init(
      scheme, suffixes: [], waitsForServer: true, shown: { SupabaseProject.shown($0) },
      identity: { Self.path((try? ProjectAddress("\(scheme):\($0)"))?.text ?? $0) },
      user: { (try? ProjectAddress("\(scheme):\($0)"))?.user },
      resolved: { path throws(StoreFailure) in Self.path(try resolved(path).text) }
    ) { path, access, initial, copy, _ throws(StoreFailure) in
      let address = try resolved(path)
      let transport = RestTransport(try holder(address), of: address.user ?? "")
      return try ServerStorage(transport, at: path, access, holding: initial, copy: copy)
    }
  }

  /// The part of an address after its first colon.
  private static func path(_ text: String) -> String {
    String(text.drop { $0 != ":" }.dropFirst())
  }
}

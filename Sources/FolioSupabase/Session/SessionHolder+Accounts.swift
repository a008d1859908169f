// What accounts do, on the thread of the caller.
extension SessionHolder {
  /// Signs in with an e-mail address and a password.
  package func signIn(
    _ credentials: AuthCredentials, _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> AuthSession {
    try signIn("token?grant_type=password", Self.members(credentials, "password"), cancellation)
  }

  /// Signs in a new user without an account.
  package func signInAnonymously(
    _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> AuthSession {
    try signIn("signup", [.json("data", "{}")], cancellation)
  }

  /// Signs in with a token of Apple or Google.
  func signIn(
    with token: IdentityToken, _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> AuthSession {
    var members: [AccountClient.Member] = [
      .text("provider", token.provider.rawValue), .text("id_token", token.token),
    ]
    if let nonce = token.nonce { members.append(.text("nonce", nonce)) }
    if let access = token.accessToken { members.append(.text("access_token", access)) }
    return try signIn("token?grant_type=id_token", members, cancellation)
  }

  /// Signs in with the code of an e-mail.
  func signIn(
    withResetCode credentials: AuthCredentials, _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> AuthSession {
    let members = [.text("type", "recovery")] + Self.members(credentials, "token")
    return try signIn("verify", members, cancellation)
  }

  /// Creates an account. An anonymous user gets it, and the ledger stays.
  /// - Returns: nil if the address has to be confirmed first.
  package func signUp(
    _ credentials: AuthCredentials, _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> AuthSession? {
    let members = Self.members(credentials, "password")
    if let session = try current(), session.isAnonymous {
      let changed = try change(members, cancellation)
      return changed.isAnonymous ? nil : changed
    }
    let time = accounts.now()
    let answer = try accounts.call("signup", members, cancellation)
    guard let session = answer.flatMap({ AuthSession(answer: $0, at: time) }) else { return nil }
    try take(session)
    return session
  }

  /// Changes the account of the signed-in user.
  func change(
    _ members: [AccountClient.Member], _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> AuthSession {
    var session = try valid(cancellation)
    let answer = try accounts.call(
      "user", members, by: "PUT", token: session.accessToken, cancellation)
    if let account = answer?["email"]?.string, !account.isEmpty { session.account = account }
    session.isAnonymous = answer?["is_anonymous"]?.isTrue ?? session.isAnonymous
    try take(session)
    return session
  }

  /// Ends sessions. That of this device is forgotten without a network, too.
  package func signOut(
    _ scope: SignOutScope, _ cancellation: HTTPCancellation
  ) throws(AccountFault) {
    guard let session = try current() else { return }
    do throws(AccountFault) {
      let token = try valid(for: session.userID, cancellation).accessToken
      _ = try accounts.call("logout?scope=\(scope.rawValue)", [], token: token, cancellation)
    } catch {
      switch error {
      case .signedOut, .refused: break
      case .unavailable, .unreachable, .cancelled, .keeping: if scope != .local { throw error }
      }
    }
    if scope != .others { try forget(session.userID) }
  }

  private func current() throws(AccountFault) -> AuthSession? {
    do throws(StoreFailure) { return try load() } catch { throw .keeping(error) }
  }

  private static func members(
    _ credentials: AuthCredentials, _ secret: String
  ) -> [AccountClient.Member] {
    [.text("email", credentials.account), .text(secret, credentials.secret)]
  }
}

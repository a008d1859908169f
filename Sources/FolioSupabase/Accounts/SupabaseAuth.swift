/// The accounts of a Supabase project, for the `auth` of a composition root.
///
/// The user stays signed in without a network, and after any fault of the server. Only a sign-out,
/// or the server's word that the session is no more, ends a session.
public struct SupabaseAuth: AuthService {
  let holder: SessionHolder

  /// The signed-in user, also without a network; `nil` if nobody is signed in, or if the session
  /// cannot be read at the moment.
  public var currentUser: AuthUser? {
    get async {
      // Reading a small file does not wait for a network.
      ((try? holder.load()) ?? nil).map(Self.user)
    }
  }

  private static func user(_ session: AuthSession) -> AuthUser {
    AuthUser(
      id: session.userID, name: session.account.isEmpty ? session.userID : session.account,
      isAnonymous: session.isAnonymous)
  }

  /// Signs in with an e-mail address and a password.
  /// - Throws: `refused`; `unavailable`, `cancelled`.
  @discardableResult
  public func signIn(_ credentials: AuthCredentials) async throws(AuthFailure) -> AuthUser {
    let session = try await run { holder, cancellation throws(AccountFault) in
      try holder.signIn(credentials, cancellation)
    }
    return Self.user(session)
  }

  /// Creates an account with an e-mail address and a password. An anonymous user gets it: the
  /// ledger stays.
  /// - Returns: the user; `nil` if the address has to be confirmed first.
  /// - Throws: `refused`; `unavailable`, `cancelled`.
  @discardableResult
  public func signUp(_ credentials: AuthCredentials) async throws(AuthFailure) -> AuthUser? {
    let session = try await run { holder, cancellation throws(AccountFault) in
      try holder.signUp(credentials, cancellation)
    }
    return session.map(Self.user)
  }

  /// Signs in a new user without an account.
  /// - Throws: `refused` if the project has no such users; `unavailable`, `cancelled`.
  @discardableResult
  public func signInAnonymously() async throws(AuthFailure) -> AuthUser {
    let session = try await run { holder, cancellation throws(AccountFault) in
      try holder.signInAnonymously(cancellation)
    }
    return Self.user(session)
  }

  /// Signs in with a token of Apple or Google.
  /// - Throws: `refused`; `unavailable`, `cancelled`.
  @discardableResult
  public func signIn(with token: IdentityToken) async throws(AuthFailure) -> AuthUser {
    let session = try await run { holder, cancellation throws(AccountFault) in
      try holder.signIn(with: token, cancellation)
    }
    return Self.user(session)
  }

  /// Ends the session of this device. The device forgets it also without a network.
  public func signOut() async throws(AuthFailure) { try await signOut(.local) }

  /// Ends sessions of the user.
  /// - Throws: `unavailable` if the sessions of other devices cannot be ended now; `cancelled`.
  public func signOut(_ scope: SignOutScope) async throws(AuthFailure) {
    try await run { holder, cancellation throws(AccountFault) in
      try holder.signOut(scope, cancellation)
    }
  }

  /// Sends an e-mail with a code.
  /// - Throws: `refused`; `unavailable`, `cancelled`.
  public func sendPasswordReset(to account: String) async throws(AuthFailure) {
    try await run { holder, cancellation throws(AccountFault) in
      _ = try holder.accounts.call("recover", [.text("email", account)], cancellation)
    }
  }

  /// Signs in with the code of an e-mail as the secret.
  /// - Throws: `refused`; `unavailable`, `cancelled`.
  @discardableResult
  public func signIn(
    withResetCode credentials: AuthCredentials
  ) async throws(AuthFailure) -> AuthUser {
    let session = try await run { holder, cancellation throws(AccountFault) in
      try holder.signIn(withResetCode: credentials, cancellation)
    }
    return Self.user(session)
  }

  /// Changes the password of the signed-in user.
  /// - Throws: `signedOut`, `refused`; `unavailable`, `cancelled`.
  public func changePassword(to password: String) async throws(AuthFailure) {
    try await run { holder, cancellation throws(AccountFault) in
      _ = try holder.change([.text("password", password)], cancellation)
    }
  }

  /// The user now, and after each sign-in and sign-out of this program. `nil` means that nobody is
  /// signed in. A renewed session of the same user is no change.
  public func users() async -> AsyncStream<AuthUser?> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: AuthUser?.self, bufferingPolicy: .bufferingNewest(16))
    let number = holder.listen { continuation.yield($0.map(Self.user)) }
    let holder = holder
    continuation.onTermination = { _ in holder.forget(listener: number) }
    continuation.yield(await currentUser)
    return stream
  }

  /// Runs a request on a thread of its own.
  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (SessionHolder, HTTPCancellation) throws(AccountFault) -> Value
  ) async throws(AuthFailure) -> Value {
    let holder = holder
    do throws(AccountFault) {
      return try await OwnThread.run { cancellation throws(AccountFault) in
        try body(holder, cancellation)
      }
    } catch {
      throw error.authFailure
    }
  }
}

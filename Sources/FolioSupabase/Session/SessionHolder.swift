import Synchronization

/// The session of a project: who is signed in, and a token that is valid now.
///
/// All calls but `load` may wait for the network, so they run on threads of their own. Renewing is
/// done by one caller at a time, in all programs that share the keeper: a refresh token that is
/// used twice ends the session. A new session is kept before it is used. No network, no answer and
/// no fault of the server ever ends a session.
package final class SessionHolder: Sendable {
  let accounts: AccountClient
  private let keeper: any SessionKeeper
  private let gate = Mutex(())
  private let listeners = Mutex(Listeners())

  /// A token is renewed so many seconds before its end.
  private static let margin = 30
  /// How often a request to renew is sent if its answer is lost. The server gives the same answer
  /// again for ten seconds.
  private static let attempts = 3

  private struct Listeners {
    var count = 0
    var all: [Int: @Sendable (AuthSession?) -> Void] = [:]
  }

  /// Creates a holder.
  package init(_ accounts: AccountClient, _ keeper: any SessionKeeper) {
    (self.accounts, self.keeper) = (accounts, keeper)
  }

  /// The session as it is kept, also without a network; nil if nobody is signed in.
  package func load() throws(StoreFailure) -> AuthSession? { try keeper.load() }

  /// A session whose token is valid.
  /// - Parameters:
  ///   - stale: a token that the server has refused.
  ///   - user: the only user whose session it may be; nil for anybody.
  package func valid(
    replacing stale: String? = nil, for user: String? = nil, _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> AuthSession {
    let session = try checked(kept(), user)
    if !needsRenewal(session, stale) { return session }
    return try renewing { () throws(AccountFault) in
      // Another program may have renewed it meanwhile.
      let session = try checked(kept(), user)
      if !needsRenewal(session, stale) { return session }
      return try renewed(session, cancellation)
    }
  }

  private func needsRenewal(_ session: AuthSession, _ stale: String?) -> Bool {
    session.accessToken == stale || session.expiresAt <= accounts.now() + Self.margin
  }

  private func kept() throws(AccountFault) -> AuthSession? {
    do throws(StoreFailure) { return try keeper.load() } catch { throw .keeping(error) }
  }

  private func checked(
    _ session: AuthSession?, _ user: String?
  ) throws(AccountFault) -> AuthSession {
    guard let session else { throw .signedOut("nobody is signed in") }
    if let user, session.userID != user {
      throw .signedOut("this ledger is another user's than the one who is signed in")
    }
    return session
  }

  private func renewed(
    _ old: AuthSession, _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> AuthSession {
    for attempt in 1... {
      do throws(AccountFault) {
        let path = "token?grant_type=refresh_token"
        let new = try accounts.session(
          path, [.text("refresh_token", old.refreshToken)], cancellation)
        if new.userID != old.userID { throw .unavailable("the server answered for another user") }
        try keep(new)
        return new
      } catch .unreachable(.noAnswer) where attempt < Self.attempts {
        continue
      } catch .signedOut(let reason) {
        // A program that does not lock may have been faster. Its session is the valid one.
        if let found = try kept(), found.refreshToken != old.refreshToken { return found }
        try keep(nil)
        throw .signedOut(reason)
      }
    }
    throw .cancelled
  }

  /// Keeps a session before anyone uses it, or removes it.
  private func keep(_ session: AuthSession?) throws(AccountFault) {
    let before = try? keeper.load()
    do throws(StoreFailure) { try keeper.save(session) } catch { throw .keeping(error) }
    let isSame = before?.userID == session?.userID && before?.account == session?.account
    // A renewed session of the same user is nothing new.
    if isSame { return }
    let all = listeners.withLock { Array($0.all.values) }
    for listener in all { listener(session) }
  }

  /// Runs work while no other caller and no other program changes the session.
  private func renewing<Result: Sendable>(
    _ body: () throws(AccountFault) -> Result
  ) throws(AccountFault) -> Result {
    try gate.withLock { _ throws(AccountFault) in
      let lock = try locked()
      defer { withExtendedLifetime(lock) {} }
      return try body()
    }
  }

  private func locked() throws(AccountFault) -> FileLock? {
    // Longer than another program takes that waits for a server in vain.
    for _ in 0..<1_600 {
      do throws(StoreFailure) {
        return try keeper.lock()
      } catch {
        guard case .inUse = error else { throw .keeping(error) }
        usleep(50_000)
      }
    }
    throw .unavailable("another program renews the session, and does not end")
  }

  // MARK: Signing in and out

  /// Asks for a session, and keeps it.
  package func signIn(
    _ path: String, _ members: [AccountClient.Member], _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> AuthSession {
    try renewing { () throws(AccountFault) in
      let session = try accounts.session(path, members, cancellation)
      try keep(session)
      return session
    }
  }

  /// Keeps a session that an answer has, if it has one.
  package func take(_ session: AuthSession) throws(AccountFault) {
    try renewing { () throws(AccountFault) in try keep(session) }
  }

  /// Removes the session of this device.
  /// - Parameter user: only if it is this user's.
  package func forget(_ user: String) throws(AccountFault) {
    try renewing { () throws(AccountFault) in
      if try kept()?.userID == user { try keep(nil) }
    }
  }

  // MARK: Listening

  /// Calls a function with each new session of this program; nil after a sign-out.
  package func listen(_ listener: @escaping @Sendable (AuthSession?) -> Void) -> Int {
    listeners.withLock { listeners in
      listeners.count += 1
      listeners.all[listeners.count] = listener
      return listeners.count
    }
  }

  /// Ends the calls of a listener.
  package func forget(listener: Int) {
    _ = listeners.withLock { $0.all.removeValue(forKey: listener) }
  }
}

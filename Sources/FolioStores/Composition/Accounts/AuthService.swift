/// Signs users in and out.
///
/// Stores and reports do not use it. Code that shows or requires a user depends on this protocol,
/// so adding accounts to an app changes nothing else.
public protocol AuthService: Sendable {
  /// The signed-in user, or `nil` if no user is signed in.
  var currentUser: AuthUser? { get async }

  /// Signs a user in.
  /// - Throws: `noAccounts` if the app has no accounts; `refused`; `unavailable`.
  @discardableResult
  func signIn(_ credentials: AuthCredentials) async throws(AuthFailure) -> AuthUser

  /// Signs the user out. Does nothing if no user is signed in.
  /// - Throws: `unavailable`.
  func signOut() async throws(AuthFailure)

  /// Creates an account and signs its user in.
  /// - Returns: the user; `nil` if the service first waits for a confirmation, such as a click on a
  ///   link in an e-mail.
  /// - Throws: `noAccounts` if the app has no accounts; `refused`; `unavailable`.
  @discardableResult
  func signUp(_ credentials: AuthCredentials) async throws(AuthFailure) -> AuthUser?

  /// Signs in a new user without an account.
  /// - Throws: `noAccounts` if the app has no accounts; `refused`; `unavailable`.
  @discardableResult
  func signInAnonymously() async throws(AuthFailure) -> AuthUser

  /// Signs a user in whom another service has identified.
  /// - Throws: `noAccounts` if the app has no accounts; `refused`; `unavailable`.
  @discardableResult
  func signIn(with token: IdentityToken) async throws(AuthFailure) -> AuthUser

  /// Ends sessions of the user.
  /// - Throws: `unavailable`. Signing out on this device alone works without a network, too.
  func signOut(_ scope: SignOutScope) async throws(AuthFailure)

  /// Sends the user a code with which to sign in and to choose another password.
  /// - Throws: `noAccounts` if the app has no accounts; `refused`; `unavailable`.
  func sendPasswordReset(to account: String) async throws(AuthFailure)

  /// Signs a user in with a code of `sendPasswordReset`.
  /// - Throws: `noAccounts` if the app has no accounts; `refused`; `unavailable`.
  @discardableResult
  func signIn(withResetCode credentials: AuthCredentials) async throws(AuthFailure) -> AuthUser

  /// Changes the password of the signed-in user.
  /// - Throws: `noAccounts` if the app has no accounts; `signedOut`, `refused`; `unavailable`.
  func changePassword(to password: String) async throws(AuthFailure)

  /// The user now, and after each sign-in and sign-out. `nil` means that nobody is signed in.
  func users() async -> AsyncStream<AuthUser?>
}

// A service needs the first three only.
extension AuthService {
  /// Throws `noAccounts`.
  public func signUp(_ credentials: AuthCredentials) async throws(AuthFailure) -> AuthUser? {
    throw .noAccounts
  }

  /// Throws `noAccounts`.
  public func signInAnonymously() async throws(AuthFailure) -> AuthUser { throw .noAccounts }

  /// Throws `noAccounts`.
  public func signIn(with token: IdentityToken) async throws(AuthFailure) -> AuthUser {
    throw .noAccounts
  }

  /// Signs out, for a service whose sessions are on this device alone.
  public func signOut(_ scope: SignOutScope) async throws(AuthFailure) {
    if scope != .others { try await signOut() }
  }

  /// Throws `noAccounts`.
  public func sendPasswordReset(to account: String) async throws(AuthFailure) {
    throw .noAccounts
  }

  /// Throws `noAccounts`.
  public func signIn(
    withResetCode credentials: AuthCredentials
  ) async throws(AuthFailure) -> AuthUser { throw .noAccounts }

  /// Throws `noAccounts`.
  public func changePassword(to password: String) async throws(AuthFailure) { throw .noAccounts }

  /// The user now, and nothing later.
  public func users() async -> AsyncStream<AuthUser?> {
    let user = await currentUser
    return AsyncStream { continuation in
      continuation.yield(user)
      continuation.finish()
    }
  }
}

/// The sessions that a sign-out ends. New minor versions may add cases.
public enum SignOutScope: String, Sendable, Hashable, CaseIterable {
  /// The session of this device.
  case local
  /// All sessions of the user.
  case global
  /// All sessions but that of this device.
  case others
}

/// A signed-in user.
public struct AuthUser: Sendable, Hashable {
  /// The id that rows store in `user_id`.
  public var id: String
  /// The display name.
  public var name: String
  /// Whether the user has no account. Only this device can sign in as this user.
  public var isAnonymous: Bool

  /// Creates a user.
  public init(id: String, name: String, isAnonymous: Bool = false) {
    self.id = id
    self.name = name
    self.isAnonymous = isAnonymous
  }
}

/// The credentials of a user. Printing them never shows the secret.
public struct AuthCredentials: Sendable {
  /// The name of the account.
  public var account: String
  /// A password or a token.
  public var secret: String

  /// Creates credentials.
  public init(account: String, secret: String) {
    self.account = account
    self.secret = secret
  }
}

/// A value with a secret, which neither printing nor `dump` shows.
public protocol HidesSecret: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension HidesSecret {
  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror of the description alone.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension AuthCredentials: HidesSecret {
  /// The account, followed by a note in place of the secret.
  public var description: String { "\(account), with a secret that is not shown" }
}

/// The reason why a user could not be signed in or out. New minor versions may add cases.
public enum AuthFailure: Error, Sendable, Hashable {
  /// The app has no accounts.
  case noAccounts
  /// The account or the secret is wrong. The value explains why, without a full stop.
  case refused(String)
  /// The account service cannot be reached. The value explains why, without a full stop.
  case unavailable(String)
  /// No user is signed in, or the service has ended the session. The value explains why, without a
  /// full stop.
  case signedOut(String)
  /// The task was cancelled.
  case cancelled
}

extension AuthFailure: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .noAccounts:
      "nobody can sign in: this app keeps its books on this device alone. Use it without one."
    case .refused(let reason): "\(reason). Check the account and the secret."
    case .unavailable(let reason): "\(reason). Try again later."
    case .signedOut(let reason): "\(reason). Sign in again."
    case .cancelled: "the task was cancelled. Repeat the call if it is still wanted."
    }
  }
}

/// An `AuthService` for an app without accounts. It has no user and rejects every sign-in.
public struct LocalAuthService: AuthService {
  /// Creates the service.
  public init() {}

  /// Always `nil`.
  public var currentUser: AuthUser? { nil }

  /// Rejects the credentials.
  /// - Throws: `noAccounts`, always.
  @discardableResult
  public func signIn(_ credentials: AuthCredentials) async throws(AuthFailure) -> AuthUser {
    throw .noAccounts
  }

  /// Does nothing, because no user is ever signed in.
  public func signOut() async throws(AuthFailure) {}
}

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
}

/// A signed-in user.
public struct AuthUser: Sendable, Hashable {
  /// The id that rows store in `user_id`.
  public var id: String
  /// The display name.
  public var name: String

  /// Creates a user.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
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

extension AuthCredentials: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The account, followed by a note in place of the secret.
  public var description: String { "\(account), with a secret that is not shown" }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror of the account only, so that `dump` does not print the secret.
  public var customMirror: Mirror { Mirror(self, children: ["account": account]) }
}

/// The reason why a user could not be signed in or out. New minor versions may add cases.
public enum AuthFailure: Error, Sendable, Hashable {
  /// The app has no accounts.
  case noAccounts
  /// The account or the secret is wrong. The value explains why, without a full stop.
  case refused(String)
  /// The account service cannot be reached. The value explains why, without a full stop.
  case unavailable(String)
}

extension AuthFailure: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .noAccounts:
      "nobody can sign in: this app keeps its books on this device alone. Use it without one."
    case .refused(let reason): "\(reason). Check the account and the secret."
    case .unavailable(let reason): "\(reason). Try again later."
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

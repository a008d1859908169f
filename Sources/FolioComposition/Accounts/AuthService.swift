/// Knows who uses the app. Stores and reports do without it; what shows or asks for a user goes
/// through this, so that nothing else changes on the day there are accounts.
public protocol AuthService: Sendable {
  /// Who is signed in; nil where nobody is.
  var currentUser: AuthUser? { get async }

  /// Signs somebody in.
  /// - Throws: `noAccounts` where there is nothing to sign in to, `refused`, `unavailable`.
  @discardableResult
  func signIn(_ credentials: AuthCredentials) async throws(AuthFailure) -> AuthUser

  /// Signs out. Where nobody is signed in there is nothing to do.
  /// - Throws: `unavailable`.
  func signOut() async throws(AuthFailure)
}

/// Who is signed in.
public struct AuthUser: Sendable, Hashable {
  /// The id by which rows name their user (`user_id`).
  public var id: String
  /// What people call them.
  public var name: String

  /// A user.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// What somebody signs in with. The secret is in no text that is printed of it.
public struct AuthCredentials: Sendable {
  /// The name of the account.
  public var account: String
  /// A password or a token.
  public var secret: String

  /// Credentials.
  public init(account: String, secret: String) {
    self.account = account
    self.secret = secret
  }
}

extension AuthCredentials: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The account, without the secret.
  public var description: String { "\(account), with a secret that is not shown" }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Nothing but the account, also for `dump`.
  public var customMirror: Mirror { Mirror(self, children: ["account": account]) }
}

/// Why nobody was signed in or out.
public enum AuthFailure: Error, Sendable, Hashable {
  /// This app has no accounts.
  case noAccounts
  /// The account or the secret is wrong; why.
  case refused(String)
  /// Whoever knows the accounts can't be reached; why.
  case unavailable(String)
}

extension AuthFailure: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .noAccounts: "nobody can sign in: this app keeps its books on this device alone"
    case .refused(let reason), .unavailable(let reason): reason
    }
  }
}

/// Stands where there are no accounts: it has no user, and refuses to sign one in.
public struct LocalAuthService: AuthService {
  /// A service without accounts.
  public init() {}

  /// Nobody.
  public var currentUser: AuthUser? { nil }

  /// Refuses.
  /// - Throws: `noAccounts`, always.
  @discardableResult
  public func signIn(_ credentials: AuthCredentials) async throws(AuthFailure) -> AuthUser {
    throw .noAccounts
  }

  /// Does nothing: nobody is signed in.
  public func signOut() async throws(AuthFailure) {}
}

/// A token with which Apple or Google says who a user is. Printing it does not show the token.
public struct IdentityToken: Sendable {
  /// A service that identifies users. New minor versions may add cases.
  public enum Provider: String, Sendable, Hashable, CaseIterable {
    /// Sign in with Apple.
    case apple
    /// Sign in with Google.
    case google
  }

  /// The service that made the token.
  public var provider: Provider
  /// The ID token.
  public var token: String
  /// The random text whose SHA-256 the app passed to the service; `nil` if it passed none. It keeps
  /// others from using the token.
  public var nonce: String?
  /// Google's access token, if the token requires one.
  public var accessToken: String?

  /// Creates a token.
  public init(
    provider: Provider, token: String, nonce: String? = nil, accessToken: String? = nil
  ) {
    self.provider = provider
    self.token = token
    self.nonce = nonce
    self.accessToken = accessToken
  }
}

extension IdentityToken: HidesSecret {
  /// The provider, followed by a note in place of the token.
  public var description: String { "a token of \(provider.rawValue) that is not shown" }
}

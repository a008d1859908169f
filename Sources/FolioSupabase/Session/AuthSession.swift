/// The session of a signed-in user: what a keeper keeps. Printing it shows no token.
public struct AuthSession: Sendable, Hashable {
  /// Proves to the server who asks. It is valid for an hour or so.
  public var accessToken: String
  /// Buys one new session. The server accepts it once.
  public var refreshToken: String
  /// The end of the access token, in seconds since 1970 by the server's count.
  public var expiresAt: Int
  /// The id of the user: the `user_id` of rows.
  public var userID: String
  /// The e-mail address or phone number of the account; empty for an anonymous user.
  public var account: String
  /// Whether the user has no account yet.
  public var isAnonymous: Bool

  /// Creates a session.
  public init(
    accessToken: String, refreshToken: String, expiresAt: Int, userID: String, account: String,
    isAnonymous: Bool
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
    self.userID = userID
    self.account = account
    self.isAnonymous = isAnonymous
  }
}

extension AuthSession: HidesSecret {
  /// The user, without tokens.
  public var description: String { "a session of the user \(userID)" }
}

extension AuthSession {
  private static let format = "folio-session/1"

  /// The session as JSON, to be kept.
  public var encoded: [UInt8] {
    var text = JSONText()
    text.open("{")
    text.text("format", Self.format.utf8)
    text.text("access_token", accessToken.utf8)
    text.text("refresh_token", refreshToken.utf8)
    text.text("expires_at", String(expiresAt).utf8)
    text.text("user_id", userID.utf8)
    text.text("account", account.utf8)
    text.text("is_anonymous", (isAnonymous ? "true" : "false").utf8)
    text.close("}")
    return text.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads what `encoded` has written; nil for anything else.
  public init?(encoded bytes: [UInt8]) {
    guard let node = try? JSONNode.parse(bytes), node["format"]?.string == Self.format,
      let access = node["access_token"]?.string, let refresh = node["refresh_token"]?.string,
      let end = node["expires_at"]?.string.flatMap({ Int($0) }),
      let user = node["user_id"]?.string, let account = node["account"]?.string,
      let anonymous = node["is_anonymous"]?.string, !access.isEmpty, !refresh.isEmpty, !user.isEmpty
    else { return nil }
    self.init(
      accessToken: access, refreshToken: refresh, expiresAt: end, userID: user, account: account,
      isAnonymous: anonymous == "true")
  }

  /// Reads the answer of the account service; nil if it has no session.
  /// - Parameter now: the seconds since 1970 by this machine's clock.
  init?(answer: JSONNode, at now: Int) {
    guard let access = answer["access_token"]?.string, !access.isEmpty,
      let refresh = answer["refresh_token"]?.string, !refresh.isEmpty,
      let user = answer["user"], let id = user["id"]?.string, !id.isEmpty
    else { return nil }
    let names = [user["email"]?.string, user["phone"]?.string].compactMap { $0 }
    // A clock that is wrong makes no difference to a duration.
    let end = answer["expires_in"]?.integer.map { now + $0 } ?? answer["expires_at"]?.integer
    self.init(
      accessToken: access, refreshToken: refresh, expiresAt: end ?? now + 3600, userID: id,
      account: names.first { !$0.isEmpty } ?? "", isAnonymous: user["is_anonymous"]?.isTrue ?? false
    )
  }
}

/// The requests of Supabase's account service (`/auth/v1`), one by one.
package struct AccountClient: Sendable {
  let project: ProjectAddress
  let key: ProjectKey
  let http: any HTTPClient
  /// Seconds since 1970.
  let now: @Sendable () -> Int

  /// Creates a client.
  package init(
    _ project: ProjectAddress, _ key: ProjectKey, _ http: any HTTPClient,
    now: @escaping @Sendable () -> Int
  ) {
    (self.project, self.key, self.http, self.now) = (project, key, http, now)
  }

  /// The members of a body: texts, or JSON that is written already.
  package enum Member {
    case text(String, String)
    case json(String, String)
  }

  /// Sends a request.
  /// - Parameter token: the access token, for a request of a signed-in user.
  /// - Returns: the answer; nil if its body is empty or no JSON.
  package func call(
    _ path: String, _ members: [Member], by method: String = "POST", token: String? = nil,
    _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> JSONNode? {
    var request = HTTPRequest(method, "\(project.base)/auth/v1/\(path)")
    request.headers = [
      ("apikey", key.text), ("Content-Type", "application/json"), ("Accept", "application/json"),
      ("X-Supabase-Api-Version", "2024-01-01"), ("X-Client-Info", "folio"),
    ]
    if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
    request.body = Self.body(members)
    request.timeout = 20
    request.limit = 1 << 20
    let answer: HTTPResponse
    do throws(HTTPFault) {
      answer = try http.send(request, cancellation)
    } catch {
      if case .cancelled = error { throw .cancelled }
      throw .unreachable(error)
    }
    let node = try? JSONNode.parse(answer.body)
    guard (200..<300).contains(answer.status) else { throw Self.fault(answer.status, node) }
    return node
  }

  /// A request whose answer is a session.
  package func session(
    _ path: String, _ members: [Member], _ cancellation: HTTPCancellation
  ) throws(AccountFault) -> AuthSession {
    let time = now()
    let answer = try call(path, members, cancellation)
    guard let session = answer.flatMap({ AuthSession(answer: $0, at: time) }) else {
      throw .unavailable("the account service answered without a session")
    }
    return session
  }

  private static func body(_ members: [Member]) -> [UInt8] {
    var text = JSONText()
    text.open("{")
    for member in members {
      switch member {
      case .text(let key, let value): text.text(key, value.utf8)
      case .json(let key, let value): text.json(key.utf8, value.utf8)
      }
    }
    text.close("}")
    return text.bytes
  }

  /// The codes after which a session is no more (Specs/supabase.md).
  private static let ends = [
    "session_not_found": "the session was ended elsewhere",
    "session_expired": "the session is too old",
    "refresh_token_not_found": "the server does not know the session",
    "refresh_token_already_used": "the session was renewed elsewhere",
  ]

  private static let refusals = [
    "invalid_credentials": "the account or the password is wrong",
    "email_not_confirmed": "the e-mail address is not confirmed yet",
    "phone_not_confirmed": "the phone number is not confirmed yet",
    "user_banned": "the account is blocked",
    "user_already_exists": "there is an account with this e-mail address already",
    "email_exists": "there is an account with this e-mail address already",
    "phone_exists": "there is an account with this phone number already",
    "weak_password": "the password is too weak",
    "same_password": "the new password is the old one",
    "signup_disabled": "the project takes no new accounts",
    "anonymous_provider_disabled": "the project has no anonymous users",
    "email_provider_disabled": "the project has no sign-in by e-mail address",
    "provider_disabled": "the project has no sign-in of this kind",
    "otp_expired": "the code is wrong, or too old",
    "bad_jwt": "the token is not valid",
    "captcha_failed": "the project requires a captcha",
  ]

  private static func fault(_ status: Int, _ answer: JSONNode?) -> AccountFault {
    let code = answer?["code"]?.string ?? answer?["error_code"]?.string ?? ""
    if let reason = ends[code] { return .signedOut(reason) }
    if let reason = refusals[code] { return .refused(reason) }
    switch status {
    case 429: return .unavailable("the account service asks to wait")
    case 400..<500 where status != 408:
      // Only a word is shown, because a message may repeat what was sent.
      let isWord = code.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) }
      let word = isWord && !code.isEmpty && code.utf8.count < 60 ? code : "status \(status)"
      return .refused("the account service refuses (\(word))")
    default: return .unavailable("the account service has a fault (status \(status))")
    }
  }
}

import Synchronization

@testable import FolioSupabase

/// A client whose answers a test writes. It keeps the requests.
final class ScriptedHTTP: HTTPClient {
  typealias Answer = @Sendable (HTTPRequest) -> Result<HTTPResponse, HTTPFault>

  private let state = Mutex(State())

  private struct State {
    var answers: [Answer] = []
    var requests: [HTTPRequest] = []
  }

  /// The requests so far.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// What is after the host in the requests so far.
  var paths: [String] { requests.map { String($0.url.dropFirst("https://host".count)) } }

  /// Adds the answer to a later request.
  func answer(_ status: Int, _ body: String = "", mayBeRepeated: Bool = false) {
    let response = HTTPResponse(
      status: status, body: Array(body.utf8), mayBeRepeated: mayBeRepeated)
    add { _ in .success(response) }
  }

  /// Adds a request without an answer.
  func fail(_ fault: HTTPFault) { add { _ in .failure(fault) } }

  func add(_ answer: @escaping Answer) { state.withLock { $0.answers.append(answer) } }

  func send(
    _ request: HTTPRequest, _ cancellation: HTTPCancellation
  ) throws(HTTPFault) -> HTTPResponse {
    if cancellation.isCancelled { throw .cancelled }
    let answer = state.withLock { state -> Answer? in
      state.requests.append(request)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer else { throw .noConnection("the script has no more answers") }
    return try answer(request).get()
  }
}

extension HTTPRequest {
  /// The value of a header.
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
  /// The body as text.
  var text: String { String(decoding: body ?? [], as: UTF8.self) }
}

/// A project with a script, and a clock that a test moves.
struct Scripted {
  let http = ScriptedHTTP()
  let keeper: any SessionKeeper
  let clock: Clock
  let project: SupabaseProject

  final class Clock: Sendable {
    let seconds = Atomic(1_000_000)
  }

  /// - Parameter session: the session at the start.
  init(
    _ session: AuthSession? = .ofTests(), keeper: (any SessionKeeper)? = nil
  ) throws {
    let clock = Clock()
    (self.clock, self.keeper) = (clock, keeper ?? InMemorySessionKeeper(session))
    project = try SupabaseProject(
      url: "https://host", key: "sb_publishable_key", keeper: self.keeper, http: http,
      now: { clock.seconds.load(ordering: .relaxed) })
  }

  /// The answer of the account service with a session.
  static func session(_ name: String, user: String = "ann", expiresIn: Int = 3_600) -> String {
    """
    {"access_token": "access-\(name)", "refresh_token": "refresh-\(name)",
     "expires_in": \(expiresIn),
     "user": {"id": "\(user)", "email": "\(user)@example.org", "is_anonymous": false}}
    """
  }

  /// Moves the clock beyond the end of the session.
  func expire() { clock.seconds.add(10_000, ordering: .relaxed) }
}

extension AuthSession {
  static func ofTests(user: String = "ann") -> AuthSession {
    AuthSession(
      accessToken: "access-old", refreshToken: "refresh-old", expiresAt: 1_003_600, userID: user,
      account: "\(user)@example.org", isAnonymous: false)
  }
}

import FolioStores
import Synchronization
import Testing

@testable import FolioSupabase

@Suite("Sessions")
struct SessionTests {
  private let refresh = "/auth/v1/token?grant_type=refresh_token"

  @Test("a valid session is used as it is")
  func valid() throws {
    let scripted = try Scripted()
    #expect(try scripted.project.holder.valid(HTTPCancellation()) == .ofTests())
    #expect(scripted.http.requests.isEmpty)
  }

  @Test("an expired session is renewed once, and kept before it is used")
  func renewal() throws {
    let scripted = try Scripted()
    scripted.expire()
    scripted.http.answer(200, Scripted.session("new"))
    let session = try scripted.project.holder.valid(HTTPCancellation())
    #expect(session.accessToken == "access-new")
    #expect(try scripted.keeper.load() == session)
    #expect(try scripted.project.holder.valid(HTTPCancellation()) == session)
    #expect(scripted.http.paths == [refresh])
    #expect(scripted.http.requests[0].text == #"{"refresh_token": "refresh-old"}"#)
    #expect(scripted.http.requests[0].header("Authorization") == nil)
    #expect(scripted.http.requests[0].header("apikey") == "sb_publishable_key")
  }

  @Test("callers at the same time share one renewal")
  func together() async throws {
    let scripted = try Scripted()
    scripted.expire()
    scripted.http.answer(200, Scripted.session("new"))
    let holder = scripted.project.holder
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await OwnThread.run { cancellation throws(AccountFault) in
            try holder.valid(cancellation).accessToken
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens == Array(repeating: "access-new", count: 20))
    #expect(scripted.http.paths == [refresh])
  }

  /// A keeper whose writes fail.
  private struct FullKeeper: SessionKeeper {
    func load() -> AuthSession? { .ofTests() }
    func save(_ session: AuthSession?) throws(StoreFailure) { throw .unavailable("full") }
  }

  @Test("a session that cannot be kept is not used")
  func full() throws {
    let scripted = try Scripted(keeper: FullKeeper())
    scripted.expire()
    scripted.http.answer(200, Scripted.session("new"))
    #expect(throws: AccountFault.self) { try scripted.project.holder.valid(HTTPCancellation()) }
  }

  @Test(
    "no network and no fault of the server ends a session",
    arguments: [
      (0, ""), (429, ""), (500, ""), (502, "<html>"), (503, ""), (504, ""),
      (429, #"{"code": "over_request_rate_limit"}"#), (400, "{}"),
      (400, #"{"code": "validation_failed"}"#), (403, "<html>"), (200, "{}"), (200, "<html>"),
    ])
  func stays(_ status: Int, _ body: String) throws {
    let scripted = try Scripted()
    scripted.expire()
    if status == 0 {
      scripted.http.fail(.noConnection("no network"))
    } else {
      scripted.http.answer(status, body)
    }
    #expect(throws: AccountFault.self) { try scripted.project.holder.valid(HTTPCancellation()) }
    #expect(try scripted.keeper.load() == .ofTests())
  }

  @Test(
    "four words of the server end a session",
    arguments: [
      "session_not_found", "session_expired", "refresh_token_not_found",
      "refresh_token_already_used",
    ])
  func ends(_ code: String) async throws {
    let scripted = try Scripted()
    scripted.expire()
    scripted.http.answer(400, #"{"code": "\#(code)"}"#)
    #expect(throws: AccountFault.self) { try scripted.project.holder.valid(HTTPCancellation()) }
    #expect(try scripted.keeper.load() == nil)
    #expect(await scripted.project.auth.currentUser == nil)
  }

  @Test("another program's newer session is taken when the old token is refused")
  func elsewhere() throws {
    let scripted = try Scripted()
    scripted.expire()
    let keeper = scripted.keeper
    let newer = AuthSession(
      accessToken: "access-theirs", refreshToken: "refresh-theirs", expiresAt: 9_999_999,
      userID: "ann", account: "", isAnonymous: false)
    scripted.http.add { _ in
      try? keeper.save(newer)
      let body = Array(#"{"code": "refresh_token_already_used"}"#.utf8)
      return .success(HTTPResponse(status: 400, body: body))
    }
    #expect(try scripted.project.holder.valid(HTTPCancellation()) == newer)
    #expect(try scripted.keeper.load() == newer)
  }

  @Test("a lost answer to a renewal is asked for again")
  func lost() throws {
    let scripted = try Scripted()
    scripted.expire()
    scripted.http.fail(.noAnswer("cut"))
    scripted.http.answer(200, Scripted.session("new"))
    #expect(try scripted.project.holder.valid(HTTPCancellation()).accessToken == "access-new")
    #expect(scripted.http.paths == [refresh, refresh])
  }

  @Test("the session of another user is neither used nor renewed")
  func anotherUser() throws {
    let scripted = try Scripted()
    scripted.expire()
    #expect(throws: AccountFault.self) {
      try scripted.project.holder.valid(for: "bob", HTTPCancellation())
    }
    #expect(scripted.http.requests.isEmpty)
  }

  @Test("sign-in, sign-out and a renewal, as a sequence")
  func sequence() async throws {
    let scripted = try Scripted(nil)
    let auth = scripted.project.auth
    let users = await auth.users()
    scripted.http.answer(200, Scripted.session("one"))
    let credentials = AuthCredentials(account: "ann@example.org", secret: "hush")
    #expect(try await auth.signIn(credentials).id == "ann")
    scripted.expire()
    scripted.http.answer(200, Scripted.session("two"))
    _ = try scripted.project.holder.valid(HTTPCancellation())
    scripted.http.answer(204)
    try await auth.signOut()
    var seen: [String?] = []
    for await user in users {
      seen.append(user?.id)
      if seen.count == 3 { break }
    }
    #expect(seen == [nil, "ann", nil])
    #expect(scripted.http.paths.last == "/auth/v1/logout?scope=local")
  }

  @Test("an identity token, its nonce, a reset and a new password go where they belong")
  func requests() async throws {
    let scripted = try Scripted()
    let auth = scripted.project.auth
    scripted.http.answer(200, Scripted.session("apple"))
    try await auth.signIn(with: IdentityToken(provider: .apple, token: "t", nonce: "n"))
    scripted.http.answer(200, "{}")
    try await auth.sendPasswordReset(to: "ann@example.org")
    scripted.http.answer(200, Scripted.session("reset"))
    try await auth.signIn(withResetCode: AuthCredentials(account: "ann@example.org", secret: "1"))
    scripted.http.answer(200, #"{"id": "ann", "email": "ann@example.org"}"#)
    try await auth.changePassword(to: "new")
    let requests = scripted.http.requests
    #expect(
      scripted.http.paths == [
        "/auth/v1/token?grant_type=id_token", "/auth/v1/recover", "/auth/v1/verify",
        "/auth/v1/user",
      ])
    #expect(requests[0].text == #"{"provider": "apple", "id_token": "t", "nonce": "n"}"#)
    #expect(
      requests[2].text == #"{"type": "recovery", "email": "ann@example.org", "token": "1"}"#)
    #expect(requests[3].method == "PUT" && requests[3].text == #"{"password": "new"}"#)
    #expect(requests[3].header("Authorization") == "Bearer access-reset")
  }

  @Test("a cancelled task ends a request, and the session stays")
  func cancelled() async throws {
    let scripted = try Scripted()
    scripted.expire()
    let auth = scripted.project.auth
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await auth.changePassword(to: "new")
    }
    task.cancel()
    await #expect(throws: AuthFailure.cancelled) { try await task.value }
    #expect(try scripted.keeper.load() == .ofTests())
  }
}

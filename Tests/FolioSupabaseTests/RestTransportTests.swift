import FolioStores
import Testing

@testable import FolioSupabase

@Suite("Calls over REST")
struct RestTransportTests {
  private let call = "/rest/v1/rpc/folio_changes"
  private let commit = ServerCommit(StoreChange(lastSequence: 8), expecting: 7)

  private func transport(_ scripted: Scripted) -> RestTransport {
    RestTransport(scripted.project.holder, of: "ann")
  }

  @Test("a call has the key, the token, and pages of at most 500 groups")
  func requests() throws {
    let scripted = try Scripted()
    for _ in 0..<3 { scripted.http.answer(200, "{}") }
    _ = try transport(scripted).rows(after: 3, limit: 5_000)
    _ = try transport(scripted).changes(since: 4, limit: 100, headSince: 2)
    _ = try transport(scripted).commit(commit)
    let requests = scripted.http.requests
    #expect(
      scripted.http.paths == ["/rest/v1/rpc/folio_rows", call, "/rest/v1/rpc/folio_commit"])
    #expect(requests[0].text == #"{"after_place":3,"max":500}"#)
    #expect(requests[1].text == #"{"since":4,"max":100,"head_since":2}"#)
    #expect(requests[2].text.hasPrefix(#"{"expecting":7,"clearing":false"#))
    for request in requests {
      #expect(request.method == "POST" && request.header("apikey") == "sb_publishable_key")
      #expect(request.header("Authorization") == "Bearer access-old")
    }
  }

  @Test("a refused token is renewed once", arguments: ["PGRST301", "PGRST303"])
  func refused(_ code: String) throws {
    let scripted = try Scripted()
    let body = #"{"code": "\#(code)", "message": "JWT expired"}"#
    scripted.http.answer(401, body)
    scripted.http.answer(200, Scripted.session("new"))
    scripted.http.answer(200, "{}")
    _ = try transport(scripted).changes(since: 0, limit: 1, headSince: 0)
    #expect(scripted.http.paths == [call, "/auth/v1/token?grant_type=refresh_token", call])
    #expect(scripted.http.requests[2].header("Authorization") == "Bearer access-new")
    scripted.http.answer(401, body)
    scripted.http.answer(200, Scripted.session("newest"))
    scripted.http.answer(401, body)
    #expect(throws: ServerFault.self) {
      try transport(scripted).changes(since: 0, limit: 1, headSince: 0)
    }
    #expect(scripted.http.requests.count == 6)
  }

  @Test("a commit that a library may have sent twice counts as lost if the store has changed")
  func doubled() throws {
    let scripted = try Scripted()
    scripted.http.answer(409, #"{"code": "PT409", "message": "m"}"#, mayBeRepeated: true)
    let fault = #expect(throws: ServerFault.self) { try transport(scripted).commit(commit) }
    #expect(fault?.isLost == true)
    scripted.http.answer(409, #"{"code": "PT409", "message": "m"}"#)
    let second = #expect(throws: ServerFault.self) { try transport(scripted).commit(commit) }
    #expect(second?.isLost == false && second?.code == "PT409")
  }

  @Test("an empty code means that the outcome of a commit is unknown")
  func emptyCode() throws {
    let scripted = try Scripted()
    scripted.http.answer(400, #"{"code": "", "details": null, "hint": null, "message": ""}"#)
    let fault = #expect(throws: ServerFault.self) { try transport(scripted).commit(commit) }
    #expect(fault?.isLost == true && fault?.message.isEmpty == false)
  }

  @Test("the session of another user is not used")
  func anotherUser() throws {
    let scripted = try Scripted(.ofTests(user: "bob"))
    let fault = #expect(throws: ServerFault.self) {
      try transport(scripted).changes(since: 0, limit: 1, headSince: 0)
    }
    guard case .unauthorized? = fault?.failure("host") else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(scripted.http.requests.isEmpty)
  }

  @Test("a store is opened, and its address keeps the user")
  func store() throws {
    let scripted = try Scripted()
    let address = try scripted.project.address.resolved()
    #expect(address.text == "https://host?folio_user=ann" && address.user == "ann")
    #expect(address.shown == "https://host" && address.tag != scripted.project.address.tag)
    scripted.http.answer(
      200, #"{"last":0,"cleared":0,"head":null,"groups":[],"more":false,"next":0}"#)
    scripted.http.answer(
      200, #"{"last":0,"cleared":0,"head":null,"groups":[],"more":false,"next":0}"#)
    let failure = #expect(throws: StoreFailure.self) { try address.open(.reading) }
    guard case .notFound(.store("https://host"))? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    let nobody = try Scripted(nil)
    let refused = #expect(throws: StoreFailure.self) { try nobody.project.address.resolved() }
    #expect(refused?.problem.contains("nobody is signed in") == true)
  }
}

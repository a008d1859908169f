/// Calls of the functions of Specs/schema for one user, over Supabase's REST interface.
///
/// A token that the server refuses is renewed once. `ServerStorage` repeats other calls.
package final class RestTransport: ServerTransport {
  /// The address as it may be shown.
  package let name: String
  private let holder: SessionHolder
  private let user: String

  /// The most groups of the next page. The server gives a statement eight seconds, so the first one
  /// is small. After a quick page come larger ones: a long ledger needs few requests.
  package private(set) var pageSize = 500

  /// The most groups that one call should write.
  package var groupLimit: Int { 1_000 }

  /// Creates a transport.
  /// - Parameter user: the user whose ledger it is. No session of another user is used.
  package init(_ holder: SessionHolder, of user: String) {
    (self.holder, self.user) = (holder, user)
    name = holder.accounts.project.base
  }

  package func rows(after place: Int, limit: Int) throws(ServerFault) -> [UInt8] {
    let start = ContinuousClock.now
    let size = min(limit, pageSize)
    let page = try read("folio_rows", "{\"after_place\":\(place),\"max\":\(size)}")
    if ContinuousClock.now - start < .seconds(1) { pageSize = min(4_000, pageSize * 2) }
    return page
  }

  package func changes(
    since number: Int, limit: Int, headSince: Int
  ) throws(ServerFault) -> [UInt8] {
    let size = min(limit, pageSize)
    return try read(
      "folio_changes", "{\"since\":\(number),\"max\":\(size),\"head_since\":\(headSince)}")
  }

  package func commit(_ commit: ServerCommit) throws(ServerFault) -> [UInt8] {
    if Task.isCancelled { throw .cancelled }
    return try call("folio_commit", commit.body, isCommit: true)
  }

  private func read(_ function: String, _ body: String) throws(ServerFault) -> [UInt8] {
    try call(function, Array(body.utf8), isCommit: false)
  }

  private func call(
    _ function: String, _ body: [UInt8], isCommit: Bool
  ) throws(ServerFault) -> [UInt8] {
    let cancellation = HTTPCancellation(withTask: !isCommit)
    var refused: String?
    while true {
      let session = try session(replacing: refused, cancellation)
      let answer = try send(function, body, session, cancellation)
      if (200..<300).contains(answer.status) { return answer.body }
      let fault = RestFault.fault(of: answer)
      // The request did not reach the database. A clock that is wrong can be the reason, too.
      let isStale = fault.status == 401 && ["PGRST301", "PGRST303"].contains(fault.code)
      if isStale, refused == nil {
        refused = session.accessToken
        continue
      }
      if isCommit, fault.code == "PT409", answer.mayBeRepeated {
        // The first of two requests may be this change. The storage finds out.
        throw ServerFault(code: "", message: "the connection ended", isLost: true)
      }
      throw fault
    }
  }

  private func session(
    replacing refused: String?, _ cancellation: HTTPCancellation
  ) throws(ServerFault) -> AuthSession {
    do throws(AccountFault) {
      return try holder.valid(replacing: refused, for: user, cancellation)
    } catch {
      throw RestFault.fault(of: error)
    }
  }

  private func send(
    _ function: String, _ body: [UInt8], _ session: AuthSession, _ cancellation: HTTPCancellation
  ) throws(ServerFault) -> HTTPResponse {
    let project = holder.accounts.project
    var request = HTTPRequest("POST", "\(project.base)/rest/v1/rpc/\(function)")
    request.headers = [
      ("apikey", holder.accounts.key.text), ("Authorization", "Bearer \(session.accessToken)"),
      ("Content-Type", "application/json"), ("Accept", "application/json"),
      ("X-Client-Info", "folio"),
    ]
    request.body = body
    do throws(HTTPFault) {
      return try holder.accounts.http.send(request, cancellation)
    } catch {
      throw RestFault.fault(of: error)
    }
  }
}

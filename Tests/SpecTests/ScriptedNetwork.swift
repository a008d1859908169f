import Folio
import Synchronization

@testable import FolioCLI

/// Answers requests from a script. The last answer of an address is repeated.
final class ScriptedNetwork: HTTPClient {
  private struct State {
    var answers: [String: [Result<HTTPResponse, HTTPFault>]] = [:]
    var requests: [HTTPRequest] = []
  }

  private let state = Mutex(State())

  /// The requests so far.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// Adds an answer for addresses that contain a text.
  func answer(
    _ part: String, _ status: Int = 200, _ body: String = "", retryAfter: Int? = nil,
    location: String? = nil
  ) {
    var response = HTTPResponse(status: status, body: Array(body.utf8))
    (response.retryAfter, response.location) = (retryAfter, location)
    state.withLock { $0.answers[part, default: []].append(.success(response)) }
  }

  /// Forgets the answers for a text.
  func forget(_ part: String) { state.withLock { $0.answers[part] = nil } }

  func fail(_ part: String, _ fault: HTTPFault) {
    state.withLock { $0.answers[part, default: []].append(.failure(fault)) }
  }

  func send(
    _ request: HTTPRequest, _ cancellation: HTTPCancellation
  ) throws(HTTPFault) -> HTTPResponse {
    let answer = state.withLock { state -> Result<HTTPResponse, HTTPFault>? in
      state.requests.append(request)
      guard let part = state.answers.keys.first(where: { request.url.contains($0) }),
        let first = state.answers[part]?.first
      else { return nil }
      if state.answers[part]?.count ?? 0 > 1 { state.answers[part]?.removeFirst() }
      return first
    }
    guard let answer else { throw .noConnection("could not resolve host name") }
    return try answer.get()
  }
}

/// Sends requests and waits for their answers.
///
/// A call blocks its thread, so it is never made on a thread of Swift's pool. Clients verify the
/// certificate of a server always, follow no redirect, and keep no cookies.
package protocol HTTPClient: Sendable {
  /// Sends a request.
  /// - Parameter cancellation: ends the call early.
  func send(
    _ request: HTTPRequest, _ cancellation: HTTPCancellation
  ) throws(HTTPFault) -> HTTPResponse
}

/// The client of this system.
package enum SystemHTTP {
  /// A client; nil if the program was built without one (Linux, without the trait `Supabase`).
  package static func client() -> (any HTTPClient)? {
    #if canImport(Darwin)
    return URLSessionClient()
    #elseif Supabase
    return CurlClient()
    #else
    return nil
    #endif
  }
}

/// A request. Its headers and its body may be secret, so no description shows them.
package struct HTTPRequest: Sendable {
  /// `GET`, `POST`, `PUT`.
  package var method: String
  /// The whole address.
  package var url: String
  /// Names with values.
  package var headers: [(name: String, value: String)]
  /// The body; nil for none.
  package var body: [UInt8]?
  /// The longest time in seconds for the whole exchange.
  package var timeout = 60
  /// The greatest number of bytes in the body of the answer.
  package var limit = 64 << 20

  /// Creates a request.
  package init(
    _ method: String, _ url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8]? = nil
  ) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method, without the address, whose query may be secret.
  package var description: String { "a \(method) request" }
  /// The same.
  package var debugDescription: String { description }
  /// Nothing but the method.
  package var customMirror: Mirror { Mirror(self, children: ["method": method]) }
}

/// An answer. Its body may be secret, so no description shows it.
package struct HTTPResponse: Sendable {
  /// The status, such as 200.
  package var status: Int
  /// The body.
  package var body: [UInt8]
  /// Whether the request may have been sent twice, because the first connection ended without an
  /// answer. Libraries do so where a server has closed an idle connection.
  package var mayBeRepeated: Bool
  /// The seconds after which the server wants to be asked again (`Retry-After`).
  package var retryAfter: Int?
  /// The whole address to which it redirects (`Location`).
  package var location: String?

  /// Creates an answer.
  package init(status: Int, body: [UInt8], mayBeRepeated: Bool = false) {
    (self.status, self.body, self.mayBeRepeated) = (status, body, mayBeRepeated)
  }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status.
  package var description: String { "status \(status)" }
  /// The same.
  package var debugDescription: String { description }
  /// The status alone.
  package var customMirror: Mirror { Mirror(self, children: ["status": status]) }
}

/// Why there is no answer. The texts contain no address, no header and no body.
package enum HTTPFault: Error, Sendable, Hashable {
  /// No connection came about, so the server has not seen the request.
  case noConnection(String)
  /// The connection ended, or no answer came in time. The server may have acted on the request.
  case noAnswer(String)
  /// The certificate of the server is not that of its name. The server has not seen the request.
  case untrusted(String)
  /// The answer has more bytes than the limit of the request.
  case tooLong
  /// The call was cancelled. The server may have acted on the request.
  case cancelled
}

extension HTTPFault: CustomStringConvertible {
  /// The reason, without a full stop.
  package var description: String {
    switch self {
    case .noConnection(let reason), .noAnswer(let reason), .untrusted(let reason): reason
    case .tooLong: "the answer is too long"
    case .cancelled: "the request was cancelled"
    }
  }
}

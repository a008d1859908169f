#if canImport(Darwin)
import Foundation
import Synchronization

/// The client of Apple's systems, over URLSession. It shares no cookies, no cache and no passwords
/// with the app.
package final class URLSessionClient: NSObject, HTTPClient, URLSessionDataDelegate {
  private let exchanges = Mutex<[Int: Exchange]>([:])
  private let session = Mutex<URLSession?>(nil)

  /// Creates a client.
  package override init() { super.init() }

  /// An exchange under way.
  private final class Exchange: Sendable {
    struct State {
      var status = 0
      var retryAfter: Int?
      var location: String?
      var body: [UInt8] = []
      var isTooLong = false
      var isConnected = false
      var error: URLError.Code?
    }

    let limit: Int
    let state = Mutex(State())
    let end = DispatchSemaphore(value: 0)

    init(_ limit: Int) { self.limit = limit }
  }

  package func send(
    _ request: HTTPRequest, _ cancellation: HTTPCancellation
  ) throws(HTTPFault) -> HTTPResponse {
    guard let url = URL(string: request.url) else {
      throw .noConnection("the address is not valid")
    }
    var sent = URLRequest(url: url, timeoutInterval: TimeInterval(request.timeout))
    sent.httpMethod = request.method
    sent.httpBody = request.body.map { Data($0) }
    for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
    let exchange = Exchange(request.limit)
    let task = opened().dataTask(with: sent)
    let number = task.taskIdentifier
    exchanges.withLock { $0[number] = exchange }
    defer { exchanges.withLock { $0[number] = nil } }
    task.resume()
    let start = ContinuousClock.now
    while exchange.end.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      let isLate = ContinuousClock.now - start > .seconds(request.timeout)
      if isLate || cancellation.isCancelled { task.cancel() }
    }
    let state = exchange.state.withLock { $0 }
    if state.isTooLong { throw .tooLong }
    guard let code = state.error else {
      var response = HTTPResponse(
        status: state.status, body: state.body, mayBeRepeated: true)
      (response.retryAfter, response.location) = (state.retryAfter, state.location)
      return response
    }
    throw Self.fault(code, state.isConnected, cancellation)
  }

  private func opened() -> URLSession {
    session.withLock { session in
      if let session { return session }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpShouldSetCookies = false
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      configuration.waitsForConnectivity = false
      let made = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      session = made
      return made
    }
  }

  private static func fault(
    _ code: URLError.Code, _ isConnected: Bool, _ cancellation: HTTPCancellation
  ) -> HTTPFault {
    let reason = "the network reports error \(code.rawValue)"
    if code == .cancelled {
      return cancellation.isCancelled ? .cancelled : .noAnswer("there was no answer in time")
    }
    let untrusted: Set<URLError.Code> = [
      .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .secureConnectionFailed,
      .appTransportSecurityRequiresSecureConnection,
    ]
    if untrusted.contains(code) { return .untrusted(reason) }
    let before: Set<URLError.Code> = [
      .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
      .dataNotAllowed, .internationalRoamingOff, .callIsActive,
    ]
    return before.contains(code) && !isConnected ? .noConnection(reason) : .noAnswer(reason)
  }

  private func exchange(of task: URLSessionTask) -> Exchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  // MARK: Events of the session

  /// A redirect is an answer like any other: the keys of a request go to its server alone.
  package func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  package func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData sent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    exchange(of: task)?.state.withLock { $0.isConnected = true }
  }

  package func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    guard let exchange = exchange(of: dataTask) else { return }
    let isTooLong = exchange.state.withLock { state in
      state.isTooLong = state.body.count + data.count > exchange.limit
      if !state.isTooLong { state.body.append(contentsOf: data) }
      return state.isTooLong
    }
    if isTooLong { dataTask.cancel() }
  }

  package func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = exchange(of: task) else { return }
    let response = task.response as? HTTPURLResponse
    let status = response?.statusCode ?? 0
    let pause = response?.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
    let place = response?.value(forHTTPHeaderField: "Location")
      .flatMap { URL(string: $0, relativeTo: response?.url)?.absoluteString }
    exchange.state.withLock { state in
      (state.status, state.retryAfter, state.location) = (status, pause, place)
      state.error = error.map { ($0 as? URLError)?.code ?? .unknown }
    }
    exchange.end.signal()
  }
}
#endif

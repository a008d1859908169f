#if Supabase && !canImport(Darwin)
import FolioCCurl
import Synchronization

/// The client of Linux, over the library of curl. It keeps connections open for later requests.
package final class CurlClient: HTTPClient {
  private let idle = Mutex<[CurlHandle]>([])

  /// Creates a client.
  package init() { _ = Self.start }

  /// The library has to be started once, before threads use it.
  private static let start = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  package func send(
    _ request: HTTPRequest, _ cancellation: HTTPCancellation
  ) throws(HTTPFault) -> HTTPResponse {
    guard let handle = idle.withLock({ $0.popLast() }) ?? CurlHandle() else {
      throw .noConnection("there is no memory for a connection")
    }
    let answer = try handle.send(request, cancellation)
    idle.withLock { $0.append(handle) }
    return answer
  }
}

/// A handle of curl. One thread at a time uses it: the pool of `CurlClient` gives it to one call.
@safe private final class CurlHandle: @unchecked Sendable {
  private let curl: UnsafeMutableRawPointer
  /// Whether a request was sent before, so a connection may be idle.
  private var isUsed = false

  init?() {
    guard let curl = unsafe curl_easy_init() else { return nil }
    unsafe self.curl = curl
  }

  deinit { unsafe curl_easy_cleanup(curl) }

  /// What the functions of a call share.
  private final class Exchange {
    var body: [UInt8] = []
    let limit: Int
    let cancellation: HTTPCancellation
    var isTooLong = false

    init(_ limit: Int, _ cancellation: HTTPCancellation) {
      (self.limit, self.cancellation) = (limit, cancellation)
    }

    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
      if body.count + bytes.count > limit {
        isTooLong = true
        return false
      }
      unsafe body.append(contentsOf: bytes)
      return true
    }
  }

  func send(
    _ request: HTTPRequest, _ cancellation: HTTPCancellation
  ) throws(HTTPFault) -> HTTPResponse {
    let exchange = Exchange(request.limit, cancellation)
    // Resetting keeps connections, but no option of the last call.
    unsafe curl_easy_reset(curl)
    setLimits(of: request)
    var headers: UnsafeMutablePointer<curl_slist>?
    for (name, value) in request.headers {
      unsafe headers = unsafe curl_slist_append(headers, "\(name): \(value)")
    }
    // Curl would wait for the leave of the server before a long body.
    unsafe headers = unsafe curl_slist_append(headers, "Expect:")
    defer { unsafe curl_slist_free_all(headers) }
    unsafe folio_set_headers(curl, headers)
    setBody(of: request)
    let context = unsafe Unmanaged.passUnretained(exchange).toOpaque()
    unsafe folio_set_pointer(curl, CURLOPT_WRITEDATA, context)
    unsafe folio_set_on_bytes(curl) { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
      let all = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      return unsafe exchange.take(all) ? size * count : 0
    }
    unsafe folio_set_pointer(curl, CURLOPT_XFERINFODATA, context)
    unsafe folio_set_on_progress(curl) { context, _, _, _, _ in
      guard let context = unsafe context else { return 1 }
      let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
      return exchange.cancellation.isCancelled ? 1 : 0
    }
    if cancellation.isCancelled { throw .cancelled }
    let code = withExtendedLifetime(exchange) { unsafe curl_easy_perform(curl) }
    if code != CURLE_OK { throw fault(code, exchange) }
    let status = unsafe folio_number_of(curl, CURLINFO_RESPONSE_CODE)
    // Curl sends a request again if an idle connection has ended, and connects for that.
    let hasConnected = unsafe folio_number_of(curl, CURLINFO_NUM_CONNECTS) > 0
    defer { isUsed = true }
    var response = HTTPResponse(
      status: status, body: exchange.body, mayBeRepeated: isUsed && hasConnected)
    let pause = unsafe folio_size_of(curl, CURLINFO_RETRY_AFTER)
    if pause > 0 { response.retryAfter = Int(pause) }
    if let place = unsafe folio_text_of(curl, CURLINFO_REDIRECT_URL) {
      response.location = unsafe String(cString: place)
    }
    return response
  }

  private func setLimits(of request: HTTPRequest) {
    unsafe folio_set_text(curl, CURLOPT_URL, request.url)
    unsafe folio_set_text(curl, CURLOPT_CUSTOMREQUEST, request.method)
    unsafe folio_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https")
    // Every compression that the library has. It unpacks the answer, and the limit counts that.
    unsafe folio_set_text(curl, CURLOPT_ACCEPT_ENCODING, "")
    unsafe folio_set_number(curl, CURLOPT_FOLLOWLOCATION, 0)
    unsafe folio_set_number(curl, CURLOPT_SSL_VERIFYPEER, 1)
    unsafe folio_set_number(curl, CURLOPT_SSL_VERIFYHOST, 2)
    // Timeouts without signals, which other threads would get.
    unsafe folio_set_number(curl, CURLOPT_NOSIGNAL, 1)
    unsafe folio_set_number(curl, CURLOPT_CONNECTTIMEOUT, min(10, request.timeout))
    unsafe folio_set_number(curl, CURLOPT_TIMEOUT, request.timeout)
    unsafe folio_set_number(curl, CURLOPT_NOPROGRESS, 0)
    unsafe folio_set_number(curl, CURLOPT_TCP_KEEPALIVE, 1)
    // Requests within the machine never leave it through a proxy.
    unsafe folio_set_text(curl, CURLOPT_NOPROXY, "localhost,127.0.0.1,::1")
  }

  private func setBody(of request: HTTPRequest) {
    guard let body = request.body else {
      unsafe folio_set_number(curl, CURLOPT_HTTPGET, 1)
      unsafe folio_set_text(curl, CURLOPT_CUSTOMREQUEST, request.method)
      return
    }
    unsafe folio_set_size(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
    if body.isEmpty {
      unsafe folio_set_text(curl, CURLOPT_COPYPOSTFIELDS, "")
      return
    }
    // Curl copies as many bytes as the size says.
    unsafe body.withUnsafeBytes { bytes in
      let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      unsafe folio_set_pointer(curl, CURLOPT_COPYPOSTFIELDS, start)
    }
  }

  private func fault(_ code: CURLcode, _ exchange: Exchange) -> HTTPFault {
    if exchange.isTooLong { return .tooLong }
    // The text of a code is fixed, so it contains nothing of the request.
    let text = unsafe String(cString: curl_easy_strerror(code))
    let reason = text.prefix(1).lowercased() + text.dropFirst()
    switch code {
    case CURLE_ABORTED_BY_CALLBACK: return .cancelled
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      return .untrusted(reason)
    default:
      // Curl counts the bytes of the requests that it has sent.
      let sent = unsafe folio_number_of(curl, CURLINFO_REQUEST_SIZE)
      return sent == 0 ? .noConnection(reason) : .noAnswer(reason)
    }
  }
}
#endif

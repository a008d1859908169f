import Synchronization

/// Gets the answers of sources, with pauses and repetitions.
struct QuoteFetcher {
  /// Why there is no answer.
  enum Failure: Error {
    /// The source, or what the user gave, is the reason.
    case fault(QuoteFault)
    /// No connection came about.
    case offline(String)
    /// The program has no client.
    case notBuilt
  }

  /// The bytes of an answer, and the status of HTTP.
  struct Answer {
    var bytes: [UInt8]
    var status: Int?
  }

  let environment: CommandEnvironment
  private let client: (any HTTPClient)?
  /// Says that it waits.
  let note: (TerminalText) -> Void
  /// The hosts that could not be reached, which are not asked again.
  private var unreachable: [String: String] = [:]
  /// Whether a request of the source was sent already.
  private var asked: Set<String> = []
  /// The values of variables, which no message may have.
  private let secrets = SecretValues()

  /// The values of variables that were used.
  private final class SecretValues: Sendable {
    let all = Mutex<[String]>([])
  }

  /// The pauses in seconds before a request is sent again.
  private static let pauses = [1, 4, 15]
  /// The longest pause that a server may ask for.
  private static let longestPause = 120
  private static let mostRedirects = 5

  init(_ environment: CommandEnvironment, note: @escaping (TerminalText) -> Void) {
    (self.environment, self.note) = (environment, note)
    client = environment.http()
  }

  /// The value of a variable, which is kept out of messages.
  func variable(_ name: String) -> String? {
    let value = environment.variable(name)
    if let value, !value.isEmpty { secrets.all.withLock { $0.append(value) } }
    return value
  }

  /// The text without the values of variables.
  func withoutSecrets(_ text: String) -> String {
    secrets.all.withLock { $0 }.reduce(text) { $0.replacing($1, with: "…") }
  }

  /// Gets an answer.
  mutating func answer(
    to request: QuoteRequest, of source: QuoteSource
  ) throws(Failure) -> Answer {
    if !asked.insert(source.name).inserted, source.pause > 0 {
      environment.pause(.milliseconds(source.pause))
    }
    switch request.target {
    case .command(let words):
      do throws(ProgramFault) { return Answer(bytes: try environment.programOutput(words)) } catch {
        throw .fault(QuoteFault(error.reason))
      }
    case .address(let address, let headers):
      return try get(address, headers)
    }
  }

  private mutating func get(
    _ address: String, _ headers: [(name: String, value: String)]
  ) throws(Failure) -> Answer {
    guard let client else { throw .notBuilt }
    var request = HTTPRequest("GET", address, headers: headers)
    var redirects = 0
    var attempts = 0
    while true {
      let host = Self.host(of: request.url)
      if let reason = unreachable[host] { throw .offline(reason) }
      let response = try response(client, request, host, mayWait: attempts < Self.pauses.count)
      if let place = response?.location, (300..<400).contains(response?.status ?? 0) {
        redirects += 1
        try follow(place, redirects, &request)
        continue
      }
      if let response, !Self.isTemporary(response.status) || attempts >= Self.pauses.count {
        return Answer(bytes: response.body, status: response.status)
      }
      let wait = response?.retryAfter ?? Self.pauses[min(attempts, Self.pauses.count - 1)]
      if wait > Self.longestPause {
        throw .fault(
          QuoteFault("\(host) asks to come back in \(wait) seconds; run the command then"))
      }
      attempts += 1
      note("\(host) is busy; waiting \(wait) second\(wait == 1 ? "" : "s")")
      environment.pause(.seconds(wait))
    }
  }

  /// Sends a request once.
  /// - Returns: nil if no answer came, and the request may be sent again.
  private mutating func response(
    _ client: any HTTPClient, _ request: HTTPRequest, _ host: String, mayWait: Bool
  ) throws(Failure) -> HTTPResponse? {
    do throws(HTTPFault) { return try client.send(request, HTTPCancellation()) } catch {
      switch error {
      case .noConnection(let reason):
        unreachable[host] = "\(host) cannot be reached: \(reason)"
        throw .offline("\(host) cannot be reached: \(reason)")
      case .noAnswer where mayWait: return nil
      case .noAnswer, .untrusted, .tooLong, .cancelled:
        throw .fault(QuoteFault("\(host): \(error.description)"))
      }
    }
  }

  /// Changes a request to the address to which its server sent it.
  private func follow(
    _ place: String, _ redirects: Int, _ request: inout HTTPRequest
  ) throws(Failure) {
    let host = Self.host(of: request.url)
    let isSameScheme = place.hasPrefix("http://") && request.url.hasPrefix("http://")
    guard redirects <= Self.mostRedirects, place.hasPrefix("https://") || isSameScheme else {
      throw .fault(QuoteFault("\(host) redirects to an address that is not followed"))
    }
    // A key is for its server alone.
    if Self.host(of: place) != host { request.headers = [] }
    request.url = place
  }

  private static func isTemporary(_ status: Int) -> Bool {
    [408, 425, 429, 500, 502, 503, 504].contains(status)
  }

  private static func host(of address: String) -> String {
    let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    return String(rest.prefix { $0 != "/" && $0 != "?" })
  }
}

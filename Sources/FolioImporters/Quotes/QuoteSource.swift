/// Where prices or exchange rates come from, as a source file describes it (Specs/sources.md): how
/// to ask, and how to read the answer. It sends nothing itself.
public struct QuoteSource: Sendable {
  /// What a source gives.
  public enum Kind: String, Sendable, CaseIterable { case prices, rates }

  /// The stable name, which rows keep.
  public let name: String
  /// The service, for lists.
  public let title: String
  /// What a user has to know: the key, the limits, what was tested.
  public let description: String
  /// What it gives.
  public let kind: Kind
  /// The file as it is written.
  public let bytes: [UInt8]
  let request: QuoteRequestForm
  let answer: QuoteAnswerForm
  /// The two currencies of rates.
  let from: QuoteTemplate
  let to: QuoteTemplate

  /// Whether it runs a program instead of asking a server.
  public var isCommand: Bool { if case .command = request.target { true } else { false } }
  /// The pause in milliseconds between two requests.
  public var pause: Int { request.pause }
  /// The currency that all its rates are from or to; nil if each ledger has its own.
  public var base: Currency? {
    [from, to].lazy.compactMap(\.constant).compactMap { try? Currency($0) }.first
  }
  /// The two currencies of its rates for one currency.
  public func names(_ currency: Currency, base: Currency?) -> [String] {
    let subject = QuoteSubject(currency: currency, base: base)
    let holes = QuoteHoles(subject: subject, days: Day.first...Day.first) { _ in nil }
    return [from, to].map { (try? $0.filled(holes)) ?? "" }
  }
  /// Whether its prices are in the currency of the instrument, because answers have none.
  public var assumesCurrency: Bool { kind == .prices && answer.currency == nil }
}

/// What a source is asked for.
public struct QuoteSubject: Sendable, Hashable {
  /// The name of the instrument at the source; empty for rates.
  public var ticker = ""
  /// The currency of the instrument, or the one whose rates are wanted.
  public var currency: Currency?
  /// The base currency of the ledger.
  public var base: Currency?

  /// Creates a subject.
  public init(ticker: String = "", currency: Currency? = nil, base: Currency? = nil) {
    (self.ticker, self.currency, self.base) = (ticker, currency, base)
  }
}

/// A request of a source, for the caller to send.
public struct QuoteRequest: Sendable {
  /// What is to be done.
  public enum Target: Sendable {
    /// Get this address. The headers may be secret.
    case address(String, headers: [(name: String, value: String)])
    /// Run a program, whose output is the answer.
    case command([String])
  }

  /// What is to be done.
  public var target: Target
  /// The statuses that mean that there are no rows.
  public var emptyStatuses: Set<Int>
  /// What is asked for.
  public var subject: QuoteSubject
  /// The days that are wanted.
  public var days: ClosedRange<Day>

  /// A request that is answered by a file, for any day.
  package static var ofFile: QuoteRequest {
    QuoteRequest(
      target: .command([]), emptyStatuses: [], subject: QuoteSubject(),
      days: Day.first...Day.last)
  }
}

/// Why a source gives no rows.
public struct QuoteFault: Error, Sendable, Hashable {
  /// One sentence, without a full stop. It contains no secret.
  public var reason: String

  /// Creates a fault.
  public init(_ reason: String) { self.reason = reason }
}

/// How a source is asked.
struct QuoteRequestForm: Sendable {
  enum Target: Sendable {
    case address(QuoteTemplate, headers: [(name: String, value: QuoteTemplate)])
    case command([QuoteTemplate])
  }

  var target: Target
  /// The most days of one request; nil for any number.
  var days: Int?
  /// The number of days before today that the source knows; nil for all.
  var reach: Int?
  var pause = 0
  var emptyStatuses: Set<Int> = []
}

extension QuoteSource {
  /// The requests for some days, oldest first.
  /// - Parameters:
  ///   - today: The source may know only some days before it.
  ///   - variable: The value of a variable of the environment.
  /// - Throws: A variable or a currency is missing.
  public func requests(
    _ subject: QuoteSubject, _ days: ClosedRange<Day>, today: Day,
    variable: @escaping (String) -> String?
  ) throws(QuoteFault) -> [QuoteRequest] {
    var first = days.lowerBound
    if let reach = request.reach, let oldest = today.adding(days: -reach) {
      first = max(first, oldest)
    }
    // A later split has changed the prices before it.
    let last = answer.splits == nil ? days.upperBound : max(days.upperBound, today)
    var made: [QuoteRequest] = []
    while first <= last {
      let end = request.days.flatMap { first.adding(days: $0 - 1) } ?? last
      let part = first...min(end, last)
      let hole = QuoteHoles(subject: subject, days: part, variable: variable)
      made.append(
        QuoteRequest(
          target: try target(hole), emptyStatuses: request.emptyStatuses, subject: subject,
          days: part.lowerBound...min(part.upperBound, max(part.lowerBound, days.upperBound))))
      guard let next = part.upperBound.adding(days: 1) else { break }
      first = next
    }
    return made
  }

  /// The first of these days that the source does not know, because it is too long ago.
  public func firstUnknown(of days: ClosedRange<Day>, today: Day) -> Day? {
    guard let reach = request.reach, let oldest = today.adding(days: -reach),
      days.lowerBound < oldest
    else { return nil }
    return days.lowerBound
  }

  private func target(_ holes: QuoteHoles) throws(QuoteFault) -> QuoteRequest.Target {
    switch request.target {
    case .address(let address, let headers):
      var filled: [(name: String, value: String)] = []
      for (name, value) in headers {
        let text = try value.filled(holes)
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
          throw QuoteFault("the header \(name) has a control character")
        }
        filled.append((name, text))
      }
      return .address(try address.filled(holes, encoded: true), headers: filled)
    case .command(let words):
      var filled: [String] = []
      for word in words { filled.append(try word.filled(holes)) }
      return .command(filled)
    }
  }
}

import Folio
import Testing

@testable import FolioImporters

/// The sources of prices and rates under Specs/sources: what each of them is asked, and how its
/// answers are read.
struct SourceSpecs {
  static let cases = SpecFiles.paths(in: "sources", ending: "/case.json")

  @Test func `each source in the program has a case`() {
    let names = Self.cases.compactMap { $0.split(separator: "/").dropLast().last.map(String.init) }
    #expect(names.sorted() == QuoteSource.builtInNames.sorted())
    #expect(QuoteSource.builtIn.count == QuoteSource.builtInNames.count)
  }

  @Test(arguments: cases)
  func `a source is asked and read as written`(_ path: String) throws {
    let spec = try JSONNode.parse(try SpecFiles.bytes(path))
    #expect(spec["source"]?["citation"] != nil)
    let source = try #require(QuoteSource.builtIn.first { $0.name == spec["name"]?.string })
    let request = try request(source, spec)
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let file = try #require(spec["answer"]?.string)
    let answer = try source.read(
      try SpecFiles.bytes("\(folder)/\(file)"), status: 200, for: request)
    let rows = answer.rows.map { row in
      "\(row.day) \(row.value)" + (row.currency.map { " \($0)" } ?? "")
    }
    #expect(rows == spec["rows"]?.items.compactMap(\.string))
    for empty in spec["empty"]?.items ?? [] {
      #expect(try read(empty, source, request).rows == [])
    }
    for refused in spec["refused"]?.items ?? [] {
      let fault = #expect(throws: QuoteFault.self) { try read(refused, source, request) }
      #expect(fault?.reason == refused["reason"]?.string)
    }
  }

  private func read(
    _ answer: JSONNode, _ source: QuoteSource, _ request: QuoteRequest
  ) throws -> QuoteAnswer {
    let bytes = Array((answer["answer"]?.string ?? "").utf8)
    return try source.read(bytes, status: answer["status"]?.integer, for: request)
  }

  private func request(_ source: QuoteSource, _ spec: JSONNode) throws -> QuoteRequest {
    func currency(_ key: String) -> Currency? { spec[key]?.string.flatMap { try? Currency($0) } }
    func day(_ key: String) -> Day? { spec[key]?.string.flatMap { try? Day($0) } }
    let subject = QuoteSubject(
      ticker: spec["ticker"]?.string ?? "", currency: currency("currency"), base: currency("base"))
    let days = try #require(day("from"))...(try #require(day("to")))
    let requests = try source.requests(
      subject, days, today: day("today") ?? days.upperBound,
      variable: { spec["variables"]?[$0]?.string })
    #expect(requests.count == 1)
    let request = try #require(requests.first)
    guard case .address(let address, let headers) = request.target else { return request }
    #expect(address == spec["address"]?.string)
    let wanted = spec["headers"]?.items.compactMap(\.string) ?? []
    #expect(headers.map { "\($0.name): \($0.value)" } == wanted)
    if let pair = spec["pair"]?.items.compactMap(\.string), let currency = subject.currency {
      #expect(source.names(currency, base: subject.base) == pair)
    }
    return request
  }

  @Test func `long periods are divided, and days that a source does not know are left out`() throws
  {
    let days = ("2022-01-01" as Day)...("2023-12-31" as Day)
    let nbp = try #require(QuoteSource.builtIn.first { $0.name == "nbp" })
    let subject = QuoteSubject(currency: "USD")
    let parts = try nbp.requests(subject, days, today: days.upperBound) { _ in nil }
    #expect(parts.map(\.days.lowerBound.description) == ["2022-01-01", "2022-12-27", "2023-12-22"])
    #expect(parts.last?.days.upperBound == days.upperBound)
    let demo = try #require(QuoteSource.builtIn.first { $0.name == "coingecko" })
    let coin = QuoteSubject(ticker: "bitcoin", currency: "USD")
    let known = try demo.requests(coin, days, today: days.upperBound) { _ in "key" }
    #expect(known.map(\.days.lowerBound.description) == ["2023-01-01"])
    #expect(demo.firstUnknown(of: days, today: days.upperBound) == days.lowerBound)
    #expect(
      throws: QuoteFault("the variable COINGECKO_DEMO_KEY is not set; it is the key of the source")
    ) { try demo.requests(coin, days, today: days.upperBound) { _ in nil } }
  }

  @Test func `a value may be for a hundred units`() throws {
    let file = """
      {"format": "folio-source/1", "name": "s", "gives": "rates",
       "rate": {"from": "{currency}", "to": "DKK"}, "request": {"address": "https://host/"},
       "answer": {"form": "csv", "day": "date", "day_form": "dd.MM.yyyy", "value": "rate",
        "decimal": ",", "units": 100}}
      """
    let source = try QuoteSource(reading: Array(file.utf8), name: "s.json")
    let csv = "date;rate\n02.01.2024;1.234,567\n03.01.2024;-\n"
    let answer = try source.read(Array(csv.utf8), for: .ofFile)
    #expect(answer.rows.map { "\($0.day) \($0.value)" } == ["2024-01-02 12.34567"])
    #expect(answer.emptyRows == 1)
    #expect(source.base == "DKK")
  }

  /// Each fault of a source file, with what is changed in a sound one.
  static let faults: [(change: (String, String), message: String)] = [
    (("folio-source/1", "folio-source/9"), "the file has not the format \"folio-source/1\""),
    (("\"gives\": \"prices\"", "\"gives\": \"coins\""), "there is no \"coins\""),
    (("https://host", "http://host"), "the address does not begin with https://"),
    (("{ticker}", "{symbol}"), "there is no {symbol}"),
    (("{ticker}", "{ticker:seconds}"), "there is no {ticker:seconds}"),
    (("\"form\": \"json\"", "\"form\": \"xml\""), "there is no \"xml\""),
    (("\"/rows/*\"", "\"rows/*\""), "\"rows\" does not begin with a slash"),
    (("\"value\": \"p\"", "\"value\": \"p\", \"round\": 2"), "\"answer\" has no key \"round\""),
    (
      ("\"name\": \"s\"", "\"name\": \"a/b\""),
      "the file has no name, or one with a blank or one of /=,\""
    ),
    (
      ("\"value\": \"p\"", "\"value\": \"p\", \"units\": 12"),
      "values are for 1, 10, 100, 1000 … units"
    ),
    (("\"value\": \"p\"", "\"value\": \"p\", \"digits\": 0"), "this is no whole number above zero"),
  ]

  @Test(arguments: faults.indices)
  func `a source file says what is wrong with it`(_ index: Int) throws {
    let (change, message) = Self.faults[index]
    let sound = """
      {"format": "folio-source/1", "name": "s", "gives": "prices",
       "request": {"address": "https://host/{ticker}"},
       "answer": {"form": "json", "rows": "/rows/*", "day": "d", "value": "p"}}
      """
    _ = try QuoteSource(reading: Array(sound.utf8), name: "s.json")
    let broken = sound.replacing(change.0, with: change.1)
    let faults = #expect(throws: LedgerFaults.self) {
      try QuoteSource(reading: Array(broken.utf8), name: "s.json")
    }
    #expect(faults?.diagnostics.map(\.message).contains(message) == true, "\(faults as Any)")
  }

  @Test func `the schema of source files names what the reader takes`() throws {
    let schema = try JSONNode.parse(try SpecFiles.bytes("sources/source.schema.json"))
    func keys(_ node: JSONNode?) -> [String] {
      guard case .object(let members)? = node?["properties"]?.content else { return [] }
      return members.map(\.key).sorted()
    }
    #expect((keys(schema) + ["$schema"]).sorted() == RuleReader.sourceKeys.sorted())
    #expect(keys(schema["properties"]?["request"]) == RuleReader.requestKeys.sorted())
    #expect(keys(schema["properties"]?["answer"]) == RuleReader.answerKeys.sorted())
    let page = String(decoding: try SpecFiles.bytes("sources.md"), as: UTF8.self)
    for key in RuleReader.sourceKeys + RuleReader.requestKeys + RuleReader.answerKeys {
      #expect(page.contains("`\(key)`"), "\(key)")
    }
    for name in QuoteSource.builtInNames { #expect(page.contains("`\(name)`"), "\(name)") }
  }
}

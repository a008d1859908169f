import Folio
import Testing

@testable import FolioCLI
@testable import TestSupport

/// `--each key`: consecutive lines with one key are one ledger; and the limits of a portfolio.
struct KeyedLineSpecs {
  private static func group(_ id: String, _ user: String, amount: String = "10") -> String {
    """
    {"id": "\(id)", "user_id": \(user), "group_type": "deposit", \
    "occurred_at": "2024-03-01T10:00:00Z", "cash_transactions": [{"id": "\(id)-1", \
    "cash_account_id": "c-\(user.filter { $0 != "\"" })", "leg_type": "deposit", \
    "direction": "in", "currency": "USD", "amount": "\(amount)"}]}
    """
  }

  private static func head(_ user: String) -> String {
    """
    {"user_id": \(user), "settings": {"base_currency": "USD"}, "portfolio_cash_accounts": \
    [{"id": "c-\(user.filter { $0 != "\"" })", "name": "Cash", "currency": "USD"}]}
    """
  }

  private static let flags = [
    "cash", "--each", "key", "--key", "user_id", "-f", "json", "k.ndjson",
  ]

  private static func run(_ lines: [String], _ more: [String] = []) async -> CommandSession {
    let session = CommandSession(["k.ndjson": Array(lines.joined(separator: "\n").utf8)])
    await session.run(flags + more, tasks: 2)
    return session
  }

  private static func names(_ session: CommandSession) -> [Substring] {
    session.output.split(separator: "\n").map { $0.dropFirst(14).prefix { $0 != "," } }
  }

  @Test func linesWithOneKeyAreOneLedger() async throws {
    let ledgers = [
      [Self.head("\"u1\""), Self.group("a", "\"u1\""), Self.group("b", "\"u1\"", amount: "2.50")],
      [Self.head("7"), Self.group("a", "7", amount: "1")],
      ["{\"settings\": {\"base_currency\": \"USD\"}, \"user_id\": \"u3\"}"],
    ]
    let session = await Self.run(ledgers.flatMap { $0 + [""] })
    #expect(session.status == 0, "\(session.errors)")
    let found = session.output.split(separator: "\n").map(String.init)
    var expected: [String] = []
    for (name, lines) in zip(["u1", "7", "u3"], ledgers) {
      var alone = lines.joined(separator: "\n")
      for key in ["\"user_id\": \"u1\", \"settings", "\"user_id\": 7, \"settings"] {
        alone = alone.replacing(key, with: "\"settings")
      }
      alone = alone.replacing(", \"user_id\": \"u3\"", with: "")
      let single = CommandSession(["l.ndjson": Array(alone.utf8)])
      await single.run(["cash", "--each", "file", "-f", "json", "l.ndjson"], tasks: 1)
      #expect(single.status == 0, "\(single.errors)")
      let line = String(single.output.dropLast())
      expected.append(line.replacing("\"l.ndjson\"", with: "\"\(name)\""))
    }
    #expect(found == expected)
  }

  @Test func aKeyThatComesBackIsAFault() async throws {
    let lines = [
      Self.head("1"), Self.group("a", "1"), Self.head("2"), Self.group("b", "2"),
      Self.group("c", "1"), Self.head("3"),
    ]
    let session = await Self.run(lines, ["--faults", "inline"])
    #expect(session.status == 0)
    #expect(Self.names(session) == ["\"1\"", "\"2\"", "\"1\"", "\"3\""])
    let third = session.output.split(separator: "\n")[2]
    #expect(third.contains("k.ndjson:5: the key '1' has come before, and others since"))
  }

  @Test func faultsHaveTheirPlacesInTheFile() async throws {
    let lines = [Self.head("1"), "", Self.head("2"), Self.group("b", "2", amount: "ten")]
    let session = await Self.run(lines)
    #expect(session.status == 1)
    #expect(session.output.contains("\"file\": \"k.ndjson\", \"line\": 4, \"column\": "))
    #expect(session.errors.contains("2:\nk.ndjson:4:"))
  }

  @Test func aLineWithoutItsKeyFailsThoseThatItMayBelongTo() async throws {
    let lines = [
      Self.head("1"), Self.group("a", "1"), "{\"id\": \"b\", \"user_", Self.head("2"),
      Self.group("c", "2"), Self.head("3"),
    ]
    let session = await Self.run(lines)
    let output = session.output.split(separator: "\n")
    #expect(Self.names(session) == ["\"1\"", "\"2\"", "\"3\""])
    #expect(output[0].contains("\"faults\"") && output[0].contains("\"line\": 3"))
    #expect(output[1].contains("k.ndjson:4: line 3 before it has no 'user_id' that can be read"))
    #expect(output[2].contains("\"report\""))
    let first = await Self.run(["{}", Self.head("2"), Self.head("3")])
    #expect(Self.names(first) == ["\"k.ndjson:1\"", "\"2\"", "\"3\""])
    #expect(first.errors.contains("k.ndjson:1: there is no 'user_id' that can be read"))
    #expect(first.errors.hasSuffix("folio: 2 of 3 portfolios failed\n"))
  }

  @Test func aPortfolioOverALimitFailsAlone() async throws {
    let small = [Self.head("1"), Self.group("a", "1")]
    let big = [Self.head("2")] + (0..<50).map { Self.group("g\($0)", "2") }
    let lines = small + big + [Self.head("3")]
    for limit in [["--max-bytes", "2000"], ["--max-groups", "49"]] {
      let session = await Self.run(lines, limit)
      #expect(session.status == 1)
      let output = session.output.split(separator: "\n")
      #expect(Self.names(session) == ["\"1\"", "\"2\"", "\"3\""])
      #expect(output.map { $0.contains("\"faults\"") } == [false, true, false])
      #expect(session.errors.contains("\(limit[0]) allows"), "\(session.errors)")
    }
    let within = await Self.run(lines, ["--max-groups", "50", "--max-bytes", "100000"])
    #expect(within.status == 0)
  }

  @Test func aLineOverALimitFailsAlone() async throws {
    let long = String(repeating: "x", count: 400_000)
    let lines = [
      "{\"settings\": {}}", "{\"portfolio\": \"big\", \"ledger\": {\"x_\": \"\(long)\"}}",
      "{\"portfolio\": \"c\", \"ledger\": {}}", "{\"x_\": \"\(long)\"}",
    ]
    let session = CommandSession(["many.ndjson": Array(lines.joined(separator: "\n").utf8)])
    await session.run(
      ["cash", "--each", "line", "-f", "json", "--max-bytes", "399999", "many.ndjson"], tasks: 1)
    #expect(session.status == 1)
    #expect(
      Self.names(session) == ["\"many.ndjson:1\"", "\"big\"", "\"c\"", "\"many.ndjson:4\""])
    #expect(session.errors.contains("many.ndjson:2: the portfolio has more bytes than"))
    #expect(session.errors.hasSuffix("folio: 2 of 4 portfolios failed\n"))
  }
}

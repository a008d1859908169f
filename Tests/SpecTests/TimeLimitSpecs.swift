import Folio
import Testing

@testable import FolioCLI
@testable import TestSupport

/// `--max-seconds`: only the portfolio that takes too long fails, by a clock that goes on by a
/// second each time it is read.
struct TimeLimitSpecs {
  /// A ledger with so many purchases.
  private static func ledger(_ count: Int) -> String {
    let groups = (0..<count).map { number in
      """
      {"id": "g\(number)", "group_type": "deposit", "occurred_at": "2024-01-02", \
      "cash_transactions": [{"id": "c\(number)", "cash_account_id": "c", "leg_type": "deposit", \
      "direction": "in", "amount": "1.00", "currency": "USD"}]}
      """
    }
    return """
      {"settings": {"base_currency": "USD"}, \
      "portfolio_cash_accounts": [{"id": "c", "currency": "USD"}], \
      "transaction_groups": [\(groups.joined(separator: ", "))]}
      """
  }

  private static let lines = ["a": 1, "b": 1000, "c": 2, "d": 0].sorted { $0.key < $1.key }.map {
    "{\"portfolio\": \"\($0)\", \"ledger\": \(ledger($1))}"
  }

  private static func session() -> CommandSession {
    let session = CommandSession(["many.ndjson": Array(lines.joined(separator: "\n").utf8)])
    let clock = SteppingClock()
    session.elapsed = { clock.read() }
    return session
  }

  private static let flags = ["--each", "line", "-f", "json", "many.ndjson"]

  @Test(arguments: [
    ["cash"], ["holdings"], ["pnl"], ["performance"], ["trial-balance"],
    ["cash", "--reports", "holdings,gains,pnl"],
  ])
  func onlyThePortfolioThatTakesTooLongFails(_ command: [String]) async throws {
    let session = Self.session()
    await session.run(command + Self.flags, tasks: 1)
    #expect(session.status == 0, "\(session.errors)")
    var expected = session.output.split(separator: "\n").map(String.init)
    expected[1] = """
      {"portfolio": "b", "faults": [{"code": "F313", "message": "the portfolio took more than \
      40 s, which --max-seconds allows", "file": null, "line": null, "column": null}]}
      """
    await session.run(command + Self.flags + ["--max-seconds", "40"], tasks: 1)
    #expect(session.output.split(separator: "\n").map(String.init) == expected)
    #expect(session.status == 1)
    try Golden(path: "errors/F313/expected.txt").expect(session.errors)

    await session.run(
      command + Self.flags + ["--max-seconds", "40", "--faults", "inline", "-q"], tasks: 1)
    #expect(session.output.split(separator: "\n").map(String.init) == expected)
    #expect(session.status == 0 && session.errors.isEmpty)
  }

  @Test func aLimitThatIsNotReachedChangesNothing() async throws {
    let session = Self.session()
    await session.run(["lots"] + Self.flags, tasks: 1)
    let output = session.output
    await session.run(["lots"] + Self.flags + ["--max-seconds", "1000"], tasks: 1)
    #expect(session.output == output && session.status == 0)
  }

  @Test func theFlagNeedsManyPortfolios() async throws {
    let session = Self.session()
    await session.run(["lots", "many.ndjson", "--max-seconds", "7"], tasks: 1)
    #expect(session.status == 2)
    #expect(session.errors.contains("--max-seconds is for many portfolios. Give --each too"))
    await session.run(["lots"] + Self.flags + ["--max-seconds", "soon"], tasks: 1)
    #expect(session.errors.hasPrefix("folio: --max-seconds: 'soon' is not a number of seconds."))
  }
}

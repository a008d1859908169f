import Folio
import Testing

/// Faults of ledgers that are too large to be kept as files.
struct LargeLedgerSpecs {
  @Test func moreCurrenciesThanCanBeNumbered() throws {
    var text = "{\"portfolio_cash_accounts\": [\n"
    for number in 0...65_535 {
      text += "{\"id\": \"c-\(number)\", \"currency\": \"\(Self.code(number))\"},\n"
    }
    text += "{\"id\": \"c-usd\", \"currency\": \"USD\"}]}\n"
    let session = CommandSession(["ledger.json": Array(text.utf8)])
    session.run(["check", "ledger.json"])
    try Golden(path: "errors/F214/expected.txt").expect(session.errors)
    #expect(session.status == 1)
  }

  /// Faults beyond the hundred thousandth are only counted.
  @Test func moreFaultsThanAnyoneReads() throws {
    let rows = String(repeating: "1,", count: 100_001)
    let found = Ledger.diagnostics(of: Array("{\"fx_rates\": [\(rows)1]}".utf8))
    #expect(found.errors.count == 100_001)
    var counted = found
    counted.diagnostics.removeAll { $0.code != .tooManyRecords }
    try Golden(path: "errors/F214/unlisted-faults/expected.txt").expect(counted.text())
  }

  /// Four capital letters for a number.
  private static func code(_ number: Int) -> String {
    var rest = number
    var letters: [Character] = []
    for _ in 0..<4 {
      letters.insert(Character(Unicode.Scalar(UInt8(65 + rest % 26))), at: 0)
      rest /= 26
    }
    return String(letters)
  }
}

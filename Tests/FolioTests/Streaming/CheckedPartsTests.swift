import Testing

@testable import Folio
@testable import FolioBooking
@testable import FolioInterchange
@testable import TestSupport

/// After a check has failed, reading ahead on another core must not check the next batches.
struct CheckedPartsTests {
  private static func group(_ day: String, _ symbol: String) -> String {
    """
    {"id": "\(symbol)", "occurred_at": "\(day)", "stock_transactions": [{"symbol": "\(symbol)",
    "trade_type": "buy", "quantity": "1", "gross_amount": "1", "currency": "USD"}],
    "cash_transactions": [{"cash_account_id": "c", "leg_type": "principal", "direction": "out",
    "amount": "1", "currency": "USD"}]}
    """
  }

  private static let document =
    """
    {"cash_accounts": [{"id": "c", "name": "c", "currency": "USD"}], "transaction_groups": [
    """
    + [
      group("2024-01-02", "A"), group("2024-01-03", "B"), group("2020-01-01", "C"),
      group("2024-01-04", "D"), group("2024-01-05", "E"),
    ].joined(separator: ",") + "]}"

  @Test func nothingComesAfterAFailedCheck() throws {
    let source = LedgerSource(Array(Self.document.utf8), name: "ledger.json")
    var parts = CheckedParts(LedgerParts(source, user: nil, batchSize: 1, windowSize: 64))
    var kinds: [String] = []
    #expect(throws: NeedsWholeLedger.self) {
      while let part = try parts.next() {
        switch part {
        case .head: kinds.append("head")
        case .groups: kinds.append("groups")
        case .end: kinds.append("end")
        }
      }
    }
    #expect(kinds.first == "head" && !kinds.contains("end"))
    let rest = try parts.next()
    guard case nil = rest else {
      Issue.record("there is a part after the last one")
      return
    }
  }
}

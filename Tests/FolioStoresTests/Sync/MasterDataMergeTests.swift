import FolioNumbers
import Testing

@testable import FolioStores

/// What becomes of accounts, instruments, prices and settings that two stores have.
@Suite("one head of two")
struct MasterDataMergeTests {
  private func merge(
    _ winner: String, _ loser: String, base: String? = nil
  ) -> (text: String, overrules: Bool) {
    func head(_ text: String, _ seconds: Int) -> StoredHead {
      StoredHead(
        row: Array(text.utf8), updatedAt: Timestamp(secondsSince1970: seconds), sequence: 1)
    }
    let merge = MasterDataMerge(
      winner: head(winner, 2), loser: head(loser, 1), base: base.map { Array($0.utf8) })
    return (String(decoding: merge.head.row, as: UTF8.self), merge.overrules)
  }

  @Test("tables, settings and keys of either side stay")
  func union() {
    let merged = merge(
      #"{"settings": {"base_currency": "USD"}, "cash_accounts": [{"id": "a"}]}"#,
      #"{"settings": {"lot_scope": "account"}, "cash_accounts": [{"id": "b"}], "more": 1}"#)
    #expect(
      merged.text
        == #"{"settings": {"base_currency": "USD", "lot_scope": "account"}, "#
        + #""cash_accounts": [{"id": "a"}, {"id": "b"}], "more": 1}"#)
    #expect(!merged.overrules)
  }

  @Test("what one side alone has changed stands, whichever is later")
  func threeWays() {
    let base = #"{"settings": {"x": 1, "y": 1}, "rates": [{"date": "d", "rate": "1"}]}"#
    let winner = #"{"settings": {"x": 2, "y": 1}, "rates": [{"date": "d", "rate": "1"}]}"#
    let loser = #"{"settings": {"x": 1, "y": 3}, "rates": [{"date": "d", "rate": "4"}]}"#
    let merged = merge(winner, loser, base: base)
    #expect(
      merged.text == #"{"settings": {"x": 2, "y": 3}, "rates": [{"date": "d", "rate": "4"}]}"#)
    #expect(!merged.overrules)
    let unknown = merge(winner, loser)
    #expect(unknown.text == winner && unknown.overrules)
  }

  @Test("rows that nothing tells apart are all kept")
  func ambiguous() {
    let merged = merge(
      #"{"portfolio_positions": [{"symbol": "X", "units": "1"}]}"#,
      #"{"portfolio_positions": [{"symbol": "X", "units": "2"}, {"symbol": "X", "units": "3"}]}"#)
    for units in 1...3 { #expect(merged.text.contains("\"units\": \"\(units)\"")) }
  }

  @Test("balances are told apart by what they are of and by day, and a cancelled one stays so")
  func balances() {
    let cash = #"{"cash_account_id": "X", "date": "d", "amount": "1"}"#
    let units = #"{"symbol": "X", "date": "d", "quantity": "1"}"#
    let ofAccount = #"{"symbol": "X", "date": "d", "quantity": "2", "account": "a"}"#
    let cancelled = #"{"symbol": "X", "date": "d", "quantity": "0", "is_deleted": true}"#
    func head(_ rows: String...) -> String {
      #"{"balances": [\#(rows.joined(separator: ", "))]}"#
    }
    let all = head(cash, units, ofAccount)
    #expect(merge(head(cash), head(units, ofAccount)).text == all)
    let kept = merge(all, head(cash, cancelled), base: head(cash, units))
    #expect(kept.text == head(cash, cancelled, ofAccount) && !kept.overrules)
  }

  @Test("an instrument keeps the id and the symbol by which groups name it")
  func instruments() {
    let plain = #"{"stocks_master": [{"symbol": "X", "name": "X"}]}"#
    let named = #"{"stocks_master": [{"id": "s", "symbol": "X", "name": "Y"}]}"#
    let both = #"{"stocks_master": [{"id": "s", "symbol": "X", "name": "X"}]}"#
    #expect(merge(plain, named).text == both)
    #expect(merge(named, plain).text == named)
    let bare = #"{"stocks_master": [{"id": "s", "name": "Z"}]}"#
    #expect(merge(bare, named).text.contains(#""symbol": "X""#))
  }
}

import Testing

@testable import FolioInterchange

/// Two people's rows are never added up.
struct UserTests {
  private let document = """
    {"user_portfolio_settings": [{"user_id": "ann", "base_currency": "USD"},
       {"user_id": "bob", "base_currency": "EUR"}],
     "cash_accounts": [{"id": "c-a", "currency": "USD", "user_id": "ann"},
       {"id": "c-b", "currency": "EUR", "user_id": "bob"}],
     "stocks": [{"symbol": "A"}],
     "cash_transactions": [
       {"group_id": "g-b", "cash_account_id": "c-b", "leg_type": "fee", "direction": "in",
        "amount": 1, "tag": 1},
       {"group_id": "g-a", "cash_account_id": "c-a", "leg_type": "fee", "direction": "in",
        "amount": 2, "tag": 2},
       {"group_id": "g-b", "cash_account_id": "c-b", "leg_type": "fee", "direction": "oops",
        "amount": 3, "user_id": "bob"}],
     "transaction_groups": [{"id": "g-a", "occurred_at": "2024-01-01", "user_id": "ann"},
       {"id": "g-b", "occurred_at": "soon", "user_id": "bob", "stock_transactions": [
         {"symbol": "A", "trade_type": "split", "ratio": "2:1"}]}],
     "portfolio_holdings": [{"user_id": "bob", "symbol": "A"}, {"symbol": "B"}]}
    """

  @Test func severalUsersAreRefusedOnce() {
    let draft = read(document)
    let several = draft.faults.filter { $0.code == .severalUsers }
    #expect(several.map(\.help) == ["Choose one with --user: ann, bob."])
    #expect(several.map(\.summary) == ["F209 user_id"])
  }

  @Test func onlyTheRowsOfTheChosenUserCount() {
    let draft = read(document, user: "ann")
    #expect(draft.faults.isEmpty)
    #expect(draft.tables.settings.baseCurrency?.code == "USD")
    #expect(draft.tables.cashAccounts.count == 1)
    #expect(draft.tables.groups.count == 1)
    #expect(draft.tables.stockLegs.isEmpty)
    #expect(draft.tables.details.isEmpty)
    #expect(draft.flatCashLegs.map { "\($0.amount)" } == ["2"])
    let tags = draft.tables.kept.filter { $0.table == .cashLegs }
    #expect(tags.map(\.row) == [0x8000_0000])
    #expect(tags.map { draft.tables.texts[$0.value] } == ["2"])
    #expect(draft.tables.kept.filter { $0.table == .storedHoldings }.count == 1)
  }

  @Test func usersMayHaveGroupsWithTheSameID() {
    let draft = read(
      """
      {"cash_accounts": [{"id": "c-a", "currency": "USD", "user_id": "ann"},
         {"id": "c-b", "currency": "EUR", "user_id": "bob"}],
       "transaction_groups": [{"id": "g", "occurred_at": "2024-01-01", "user_id": "bob"},
         {"id": "g", "occurred_at": "2024-01-02", "user_id": "ann"}],
       "cash_transactions": [
         {"group_id": "g", "cash_account_id": "c-a", "leg_type": "fee", "direction": "in",
          "amount": 1, "user_id": "ann"},
         {"group_id": "g", "cash_account_id": "c-b", "leg_type": "fee", "direction": "in",
          "amount": 2, "user_id": "bob"}]}
      """, user: "ann")
    #expect(draft.faults.isEmpty)
    #expect(draft.tables.groups.count == 1)
    #expect(draft.flatCashLegs.map { "\($0.amount)" } == ["1"])
  }

  @Test func theSizeOfTheWindowMakesNoDifference() {
    for user in ["ann", "bob", nil] {
      let whole = DraftText(read(document, user: user), positions: true).lines
      let pieces = DraftText(read(document, window: 16, user: user), positions: true).lines
      #expect(whole == pieces)
    }
  }

  @Test func aUserWithoutRowsIsAFault() {
    let draft = read(document, user: "eve")
    #expect(draft.faults.map(\.help) == ["Rows have the users ann, bob."])
    #expect(faults("{}", user: "eve") == ["F209"])
  }

  @Test func oneUserNeedsNoChoice() {
    let text = """
      {"stocks": [{"symbol": "A", "user_id": "ann"}, {"symbol": "B", "user_id": "ann"}]}
      """
    #expect(faults(text).isEmpty)
    #expect(read(text, user: "ann").tables.instruments.count == 2)
  }
}

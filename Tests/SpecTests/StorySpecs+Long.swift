import Testing

/// A group whose story would grow with the square of its legs.
struct LongStorySpecs {
  /// One group of so many purchases and sales, out of one pool.
  private func ledger(_ count: Int) -> [UInt8] {
    let legs = (0..<count).map { _ in
      """
      {"symbol": "A", "trade_type": "buy", "quantity": "2", "gross_amount": "2"},
      {"symbol": "A", "trade_type": "sell", "quantity": "1", "gross_amount": "2"}
      """
    }
    return Array(
      """
      {"settings": {"cost_basis_method": "average"}, "stocks": [{"symbol": "A", "currency": "USD"}],
      "transaction_groups": [{"id": "g", "occurred_at": "2024-01-01",
      "stock_transactions": [\(legs.joined(separator: ","))]}]}
      """.utf8)
  }

  @Test func storyOfAPoolEndsAfterAThousandSteps() throws {
    let session = CommandSession(["ledger.json": ledger(40)])
    session.run(["explain", "g", "ledger.json", "--format", "csv", "--quiet"])
    let lines = session.output.split(separator: "\n").count
    #expect((500...1200).contains(lines), "\(lines)")
    session.run(["explain", "g", "ledger.json", "--quiet"])
    let last = session.output.split(separator: "\n").suffix(2).joined(separator: " ")
    #expect(last.hasPrefix("The story ends here, after 1000 steps. It leaves out "), "\(last)")
    #expect(last.contains("more gains and 40 more lots"), "\(last)")
  }

  @Test func storyOfFewLegsIsWhole() throws {
    let session = CommandSession(["ledger.json": ledger(10)])
    session.run(["explain", "g", "ledger.json", "--quiet"])
    #expect(session.status == 0)
    #expect(!session.output.contains("The story ends here"))
  }
}

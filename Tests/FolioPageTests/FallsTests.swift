import Folio
import Testing

@testable import FolioPage

/// The chart of distances from the highest level.
struct FallsTests {
  /// Ten units whose prices at the ends of the months are 100, 80, 110, 99 and 110.
  private func page() throws -> PortfolioPage {
    let prices = [
      ("2023-12-29", 100), ("2024-01-31", 100), ("2024-02-29", 80), ("2024-03-31", 110),
      ("2024-04-30", 99), ("2024-05-31", 110),
    ]
    let rows = prices.map { #"{"symbol": "ACME", "date": "\#($0)", "close": "\#($1)"}"# }
    let ledger = try Ledger(
      reading: """
        {"format": "folio/1", "settings": {"base_currency": "USD"},
         "portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}],
         "stocks_master": [{"symbol": "ACME", "currency": "USD"}],
         "historical_prices": [\(rows.joined(separator: ", "))],
         "transaction_groups": [
          {"id": "1", "group_type": "deposit", "occurred_at": "2023-12-29T09:00:00Z",
           "cash_transactions": [{"id": "c1", "cash_account_id": "usd", "leg_type": "deposit",
            "direction": "in", "amount": "1000", "currency": "USD"}]},
          {"id": "2", "group_type": "stock_trade", "occurred_at": "2023-12-29T09:00:00Z",
           "stock_transactions": [{"id": "t2", "symbol": "ACME", "trade_type": "buy",
            "quantity": "10", "price_per_share": "100", "gross_amount": "1000",
            "currency": "USD"}],
           "cash_transactions": [{"id": "c2", "cash_account_id": "usd", "leg_type": "principal",
            "direction": "out", "amount": "1000", "currency": "USD"}]}]}
        """, name: "ledger.json")
    var options = BookingOptions()
    options.asOf = try Day("2024-05-31")
    var request = PageRequest()
    request.report.asOf = options.asOf
    return try PortfolioPage(of: ledger, options, request)
  }

  /// The corners of the line of a drawing.
  private func line(of markup: Substring) throws -> [(x: Double, y: Double)] {
    let path = try #require(markup.split(separator: "class=\"line\" d=\"").dropFirst().first)
    return path.prefix { $0 != "\"" }.dropFirst().split(separator: "L").compactMap { corner in
      let numbers = corner.split(separator: " ").compactMap { Double($0) }
      return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
  }

  @Test func `is as deep as the table says, and at the top at each new high`() throws {
    let page = try page()
    let text = String(decoding: page.falls(page.reports.years).bytes, as: UTF8.self)
    let drawings = text.split(separator: "<svg").dropFirst()
    #expect(drawings.count >= 2, "one drawing for each width")
    for drawing in drawings {
      let corners = try line(of: drawing)
      let series = page.reports.series
      #expect(corners.count == series.rowCount)
      let depths = (0..<series.rowCount).map { series.cell($0, "below_high").drawn ?? 1 }
      let (low, high) = (try #require(depths.min()), try #require(depths.max()))
      #expect(high == 0 && abs(low + 0.2) < 1e-9)
      let top = try #require(corners.map(\.y).min())
      let bottom = try #require(corners.map(\.y).max())
      for (corner, depth) in zip(corners, depths) {
        // Coordinates have one digit after the point.
        #expect(abs(corner.y - (top + (bottom - top) * depth / low)) <= 0.11, "\(depth)")
      }
      for (left, right) in zip(corners, corners.dropFirst()) { #expect(left.x <= right.x) }
      #expect(bottom - top > 60, "the deepest fall uses the height of the drawing")
    }
  }

  @Test func `has the falls of the report of drawdowns`() throws {
    let page = try page()
    let depths = (0..<page.reports.drawdowns.rowCount).map {
      page.reports.drawdowns.cell($0, "depth").drawn ?? 1
    }
    #expect(depths.count == 2)
    for (depth, expected) in zip(depths, [0.2, 0.1]) { #expect(abs(abs(depth) - expected) < 1e-9) }
  }
}

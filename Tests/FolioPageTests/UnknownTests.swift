import Folio
import Testing

@testable import FolioPage

/// A page on which the price of one instrument, or everything, is unknown.
struct UnknownTests {
  /// 1,000 USD are put in. 400 buy KNWN, which has a price, and 300 buy NONE, which has none.
  private func page(base: String = "USD") throws -> PortfolioPage {
    let ledger = try Ledger(
      reading: """
        {"format": "folio/1", "settings": {"base_currency": "\(base)"},
         "portfolio_cash_accounts": [
          {"id": "bank-1", "name": "Savings & more", "currency": "USD"}],
         "stocks_master": [
          {"symbol": "KNWN", "currency": "USD", "kind": "stock"},
          {"symbol": "NONE", "currency": "USD", "kind": "stock"}],
         "historical_prices": [
          {"symbol": "KNWN", "date": "2024-03-01", "close": "50"}],
         "transaction_groups": [
          {"id": "1", "group_type": "deposit", "occurred_at": "2024-01-02T09:00:00Z",
           "cash_transactions": [{"id": "c1", "cash_account_id": "bank-1", "leg_type": "deposit",
            "direction": "in", "amount": "1000", "currency": "USD"}]},
          \(buy("KNWN", 10, 40)), \(buy("NONE", 10, 30))]}
        """, name: "ledger.json")
    var options = BookingOptions()
    options.asOf = try Day("2024-03-01")
    var request = PageRequest()
    request.report.asOf = options.asOf
    return try PortfolioPage(of: ledger, options, request)
  }

  private func buy(_ symbol: String, _ quantity: Int, _ price: Int) -> String {
    """
    {"id": "\(symbol)", "group_type": "stock_trade", "occurred_at": "2024-01-03T09:00:00Z",
     "stock_transactions": [{"id": "t-\(symbol)", "symbol": "\(symbol)", "trade_type": "buy",
      "quantity": "\(quantity)", "price_per_share": "\(price)",
      "gross_amount": "\(quantity * price)", "currency": "USD"}],
     "cash_transactions": [{"id": "c-\(symbol)", "cash_account_id": "bank-1",
      "leg_type": "principal", "direction": "out", "amount": "\(quantity * price)",
      "currency": "USD"}]}
    """
  }

  private func text(_ section: PortfolioPage.Section) -> String {
    String(decoding: section.markup.bytes, as: UTF8.self)
  }

  @Test func `a key figure is unknown, with its known part and what is missing`() throws {
    let figures = text(try page().keyFigures)
    let known = "<a href=\"#d-end_value\">Known part</a> 800.00"
    #expect(figures.contains("<strong>unknown</strong>\n<p>\(known)"))
    #expect(figures.contains("Put in</a> 1,000.00"))
    #expect(figures.contains("the price of NONE, from 2024-03-01 on"))
    // The known parts of profit differ by what they leave out.
    #expect(!figures.contains("#d-profit\">Known part"))
    #expect(!figures.contains("*"))
  }

  @Test func `known bars lead to an unknown sum`() throws {
    let section = text(try page().profitSection)
    #expect(section.contains("<text class=\"e value\" x=\"798\" y=\"18\">100.00*</text>"))
    #expect(section.contains(">Unknown</text>") && !section.contains("class=\"whole\""))
    let rows = [
      "+ Price effect</a></th><td class=\"n\">100.00*</td>",
      "+ Unknown</th><td class=\"n\">unknown</td>",
      "= Value at the end</a></th><td class=\"n\">unknown</td>",
      "Known part of the value at the end</a></th><td class=\"n\">800.00</td>",
    ]
    for row in rows { #expect(section.contains(row), "\(row)") }
    #expect(section.contains("<a href=\"#missing\">What is missing</a>"))
    #expect(text(try page().notesSection).contains("<h3 id=\"missing\">"))
  }

  @Test func `a chart that cannot be drawn says why`() throws {
    let words = text(try page(base: "EUR").valueSection)
    #expect(!words.contains("<figure"))
    let reason = "There is no chart here, because something is missing: the rate from USD"
    #expect(words.contains(reason))
    let ledger = try Ledger(reading: #"{"format": "folio/1"}"#, name: "ledger.json")
    let empty = try PortfolioPage(of: ledger, BookingOptions(), PageRequest())
    #expect(text(empty.valueSection).contains("because nothing happened in the period"))
    #expect(!text(empty.valueSection).contains("The area is"))
  }

  @Test func `the known part is divided, and unknown rows say so`() throws {
    let section = text(try page().allocationSection)
    let rows = [
      "KNWN</th><td class=\"n\">500.00</td><td class=\"n\">unknown</td><td class=\"b\"><svg",
      "Cash USD</th><td class=\"n\">300.00</td>",
      "NONE</th><td class=\"n\">unknown</td><td class=\"n\">unknown</td><td class=\"b\"></td>",
      "stock</th><td class=\"n\">500.00</td>", "stock, the rest</th><td class=\"n\">unknown</td>",
      "Known rows</th><td class=\"n\">800.00</td>", "Total</th><td class=\"n\">unknown</td>",
    ]
    for row in rows { #expect(section.contains(row), "\(row)") }
    #expect(!section.contains("Each table sums"))
  }

  @Test func `what is pending has the days of settlement`() throws {
    let page = try page()
    #expect(text(page.cashSection).contains("Nothing is pending"))
    let ledger = try Ledger(
      reading: """
        {"format": "folio/1", "settings": {"base_currency": "USD"},
         "portfolio_cash_accounts": [{"id": "usd", "name": "Dollars", "currency": "USD"}],
         "stocks_master": [{"symbol": "ACME", "currency": "USD"}],
         "transaction_groups": [
          {"id": "buy", "group_type": "stock_trade", "occurred_at": "2024-01-03T09:00:00Z",
           "stock_transactions": [{"id": "t", "symbol": "ACME", "trade_type": "buy",
            "trade_date": "2024-01-03", "settlement_date": "2024-01-05", "quantity": "10",
            "price_per_share": "5", "gross_amount": "50", "currency": "USD"}],
           "cash_transactions": [{"id": "c", "cash_account_id": "usd", "leg_type": "principal",
            "direction": "out", "amount": "50", "currency": "USD"}]},
          {"id": "late", "group_type": "deposit", "occurred_at": "2024-01-02T09:00:00Z",
           "status": "pending", "cash_transactions": [{"id": "d", "cash_account_id": "usd",
            "leg_type": "deposit", "direction": "in", "amount": "70", "currency": "USD"}]}]}
        """, name: "ledger.json")
    var options = BookingOptions()
    options.asOf = try Day("2024-01-04")
    let pending = try PortfolioPage(of: ledger, options, PageRequest())
    let rows = pending.reports.settlements
    let day = Report.Cell.day(try Day("2024-01-05"))
    #expect(rows.cells("settles") == [day, day, .null])
    #expect(rows.cells("item").map(\.text) == ["ACME", "Dollars", "Dollars"])
    #expect(rows.cells("amount").map(\.exact) == [nil, -50, 70])
    #expect(text(pending.cashSection).contains("<th scope=\"row\" class=\"d\">2024-01-05</th>"))
  }

  @Test func `an account has its name, and its id as a title`() throws {
    let section = text(try page().allocationSection)
    #expect(section.contains(" title=\"bank-1\">Savings &amp; more (cash)</th>"))
  }
}

import Folio
import Testing

@testable import FolioPage

struct PageTests {
  private static let hostile = "<script>alert('x')</script>\u{5D0}\u{5D1}"

  /// A ledger with two currencies, gains, income, and names that attack the page.
  private static func ledger() throws -> Ledger {
    let name = hostile.replacing("'", with: "\\u0027")
    return try Ledger(
      reading: """
        {"format": "folio/1", "settings": {"base_currency": "USD"},
         "portfolio_cash_accounts": [
          {"id": "secret-usd", "name": "\(name)", "currency": "USD"},
          {"id": "secret-eur", "name": "Euros", "currency": "EUR"}],
         "stocks_master": [
          {"id": "s", "symbol": "ACME", "name": "\(name)", "currency": "USD", "kind": "stock"}],
         "historical_prices": [
          {"symbol": "ACME", "date": "2023-01-10", "close": "41.37"},
          {"symbol": "ACME", "date": "2024-03-01", "close": "47.91"}],
         "fx_rates": [
          {"date": "2023-01-01", "from": "EUR", "to": "USD", "rate": "1.0731"},
          {"date": "2024-01-01", "from": "EUR", "to": "USD", "rate": "1.1049"}],
         "transaction_groups": [
          {"id": "secret-1", "group_type": "deposit", "status": "settled",
           "occurred_at": "2023-01-05T09:00:00Z", "cash_transactions": [
            {"id": "c1", "cash_account_id": "secret-usd", "leg_type": "deposit",
             "direction": "in", "amount": "98765.43", "currency": "USD"}]},
          {"id": "secret-2", "group_type": "deposit", "status": "settled",
           "occurred_at": "2023-01-06T09:00:00Z", "cash_transactions": [
            {"id": "c2", "cash_account_id": "secret-eur", "leg_type": "deposit",
             "direction": "in", "amount": "5432.19", "currency": "EUR"}]},
          {"id": "secret-3", "group_type": "stock_trade", "status": "settled",
           "occurred_at": "2023-01-10T09:00:00Z", "stock_transactions": [
            {"id": "t3", "stock_id": "s", "symbol": "ACME", "trade_type": "buy",
             "trade_date": "2023-01-10", "quantity": "123.457", "price_per_share": "41.37",
             "gross_amount": "5107.42", "fees": "7.89", "currency": "USD"}],
           "cash_transactions": [
            {"id": "c3", "cash_account_id": "secret-usd", "leg_type": "principal",
             "direction": "out", "amount": "5115.31", "currency": "USD"}]},
          {"id": "secret-4", "group_type": "stock_trade", "status": "settled",
           "occurred_at": "2024-03-01T09:00:00Z", "stock_transactions": [
            {"id": "t4", "stock_id": "s", "symbol": "ACME", "trade_type": "sell",
             "trade_date": "2024-03-01", "quantity": "23.457", "price_per_share": "47.91",
             "gross_amount": "1123.82", "currency": "USD"}],
           "cash_transactions": [
            {"id": "c4", "cash_account_id": "secret-usd", "leg_type": "principal",
             "direction": "in", "amount": "1123.82", "currency": "USD"}]},
          {"id": "secret-5", "group_type": "interest", "status": "settled",
           "occurred_at": "2024-03-05T09:00:00Z", "cash_transactions": [
            {"id": "c5", "cash_account_id": "secret-usd", "leg_type": "interest",
             "direction": "in", "amount": "321.98", "currency": "USD"}]}]}
        """, name: "secret/path.json")
  }

  private static func page(
    _ change: (inout PageRequest) -> Void = { _ in }
  ) throws -> PortfolioPage {
    var request = PageRequest()
    request.command.ledgers = ["secret/path.json"]
    change(&request)
    return try PortfolioPage(of: try ledger(), BookingOptions(), request)
  }

  private static func text(of page: PortfolioPage) throws -> String {
    let collected = Collected()
    var sink = TextSink { block throws(SinkFailure) in collected.bytes.append(contentsOf: block) }
    try page.write(into: &sink)
    try sink.finish()
    return String(decoding: collected.bytes, as: UTF8.self)
  }

  private final class Collected {
    var bytes: [UInt8] = []
  }

  @Test func `a benchmark has a line and a name`() throws {
    let page = try Self.text(
      of: Self.page { $0.report.returns.benchmark = InstrumentIndex(0) })
    #expect(page.contains("<path class=\"compared\"") && page.contains(">Portfolio</text>"))
    #expect(page.contains("Time-weighted return since the start, and ACME"))
    let plain = try Self.text(of: Self.page())
    #expect(!plain.contains("<path class=\"compared\"") && !plain.contains("dotted line"))
  }

  @Test(arguments: [
    (TaxRules.us, "USD", ["II, long term", "Adjustment"]), (.uk, "GBP", ["2023/24", "Losses"]),
    (.ca, "CAD", ["Adjusted cost base", "Denied"]),
  ])
  func `the page has the totals of the tax form`(
    _ rules: TaxRules, _ base: String, _ words: [String]
  ) throws {
    let ledger = try Self.ledger()
    var options = BookingOptions()
    (options.taxRules, options.baseCurrency) = (rules, try Currency(base))
    let page = try PortfolioPage(of: ledger, options, PageRequest())
    let sums = try #require(page.sections.first { $0.id == "gains" }).markup
    let text = String(decoding: sums.bytes, as: UTF8.self)
    #expect(text.contains("Totals of the tax form") && text.contains("folio tax-form"))
    for word in words { #expect(text.contains(word), "\(word)") }
    let plain = try Self.text(of: Self.page())
    #expect(!plain.contains("Totals of the tax form"))
  }

  @Test func `the same ledger gives the same bytes`() throws {
    #expect(try Self.text(of: Self.page()) == Self.text(of: Self.page()))
  }

  @Test func `every column of numbers links to a definition of the page`() throws {
    let page = try Self.page()
    let text = try Self.text(of: page)
    var count = 0
    for part in text.split(separator: "<th scope=\"col\" class=\"n\">").dropFirst() {
      count += 1
      let heading = part.prefix { $0 != "\n" }.prefix(60)
      if heading.hasPrefix("Amount<") { continue }
      let start = "<a href=\"#"
      #expect(heading.hasPrefix(start), "\(heading)")
      let id = heading.dropFirst(start.count).prefix { $0 != "\"" }
      #expect(text.contains("<dt id=\"\(id)\">"), "\(id)")
    }
    #expect(count > 60)
    let ids = Definitions.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    let keys = Definitions.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `every key figure links to its explanation`() throws {
    let text = try Self.text(of: Self.page())
    let list = try #require(text.split(separator: "<ul class=\"keys\">").last)
    let keys = try #require(list.split(separator: "</ul>").first)
    // A figure follows each link, and there is no figure without one.
    let links = keys.split(separator: "<a href=\"#").dropFirst()
    for link in links {
      let id = link.prefix { $0 != "\"" }
      #expect(text.contains("<dt id=\"\(id)\">"), "\(id)")
    }
    let names = links.compactMap { $0.split(separator: ">").dropFirst().first?.dropLast(3) }
    #expect(
      names == [
        "Value", "Put in", "Profit", "Realized in period", "Unrealized in period",
        "Time-weighted return", "A year",
        "2024", "Money-weighted return", "2024", "Income after tax withheld", "Tax withheld",
      ])
  }

  @Test func `the policy allows the style and the script of the page alone`() throws {
    let text = try Self.text(of: Self.page())
    func inside(_ element: String) throws -> String {
      let start = try #require(text.firstRange(of: "<\(element)>"))
      let end = try #require(text.firstRange(of: "</\(element)>"))
      return String(text[start.upperBound..<end.lowerBound])
    }
    for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
      let hash = SHA256.base64(of: try inside(element))
      #expect(text.contains("\(directive) 'sha256-\(hash)';"))
    }
    #expect(text.contains("content=\"default-src 'none'; "))
    #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("style=\""))
    #expect(text.split(separator: "<script>").count == 2)
  }

  @Test func `hostile names are texts`() throws {
    let text = try Self.text(of: try Self.page { $0.title = Self.hostile })
    #expect(!text.contains("<script>alert"))
    #expect(text.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;\u{5D0}\u{5D1}"))
    #expect(text.contains("dir=\"auto\">&lt;script"))
  }

  @Test func `everything reconciles`() throws {
    let page = try Self.page()
    #expect(page.head.checks.count == 4)
    #expect(page.head.checks.allSatisfy { $0.result == .equal })
    #expect(try Self.text(of: page).contains("✓ Everything reconciles: 4 checks"))
  }

  @Test func `a redacted page has no number of the reports`() throws {
    let whole = try Self.page()
    let text = try Self.text(of: try Self.page { $0.isRedacted = true })
    let style = try #require(text.firstRange(of: "<style>"))
    let end = try #require(text.firstRange(of: "</style>"))
    let rest = text[..<style.lowerBound] + text[end.upperBound...]
    var count = 0
    for report in whole.reports.all {
      let cells = (0..<report.rowCount).flatMap(report.row) + report.totals.map(\.value)
      for case .money(let amount, let currency) in cells where amount.magnitude > 5 {
        count += 1
        let shown = HTMLNumber(.money(amount, currency), in: .init("", "", .amount)).text
        for text in [shown, "\(amount)", "\(amount.normalized())"] where text.utf8.count > 3 {
          #expect(!rest.contains(text), "\(report.name): \(text)")
        }
      }
    }
    #expect(count > 50)
    for secret in ["123.457", "41.37", "47.91", "1.0731", "1.1049", "secret", "Euros", "SHA-256"] {
      #expect(!rest.contains(secret), "\(secret)")
    }
    #expect(rest.contains("ACME") && rest.contains("Account 1") && rest.contains("100.00%"))
  }

  @Test func `a redacted page has no text of a warning`() throws {
    var reports = try Self.page().reports
    let warning = Report.Warning(code: .grossDiffers, message: "1013.87 in IBAN-1")
    for path in PageReports.mainPaths + PageReports.stepPaths {
      reports[keyPath: path].warnings.append(warning)
    }
    let texts = reports.redacted.all.flatMap(\.warnings).map(\.message)
    #expect(!texts.isEmpty && !texts.contains { $0.contains("1013.87") || $0.contains("IBAN") })
  }

  @Test func `each table has its command`() throws {
    let text = try Self.text(
      of: try Self.page { request in
        request.command.ledgers = ["a b.json"]
        request.command.flags = [
          .init(name: "--from", value: "2023", reports: ["performance"], isFile: false),
          .init(name: "--prices", value: "p.csv", reports: ["performance"], isFile: true),
          .init(name: "--strict", value: "", reports: ["cash"], isFile: false),
        ]
      })
    #expect(
      text.contains(
        "<code>folio performance --by year &#39;a b.json&#39; --from 2023 --prices p.csv</code>"))
    #expect(text.contains("<code>folio cash &#39;a b.json&#39; --strict</code>"))
  }
}

struct SHA256Tests {
  @Test func `Base64 is that of a content security policy`() {
    #expect(SHA256.base64(of: "") == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
  }
}

import Folio
import Testing

@testable import FolioImporters

/// Signs and codes of currencies in amounts.
struct CurrencySignTests {
  private func codes(_ amount: String, _ currency: String) -> [String] {
    var run = ImportRun()
    let text = """
      Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate
      2024-01-02T10:00:00.000Z,,CASH TOP-UP,,,"\(amount)",\(currency),1

      """
    run.read(Array(text.utf8), name: "a.csv")
    return run.finish().findings.diagnostics.map(\.code.rawValue)
  }

  @Test(arguments: [
    ("$1,000.00", "USD", true), ("$1,000.00", "CAD", true), ("$1,000.00", "AUD", true),
    ("$1,000.00", "EUR", false), ("€1,000.00", "EUR", true), ("€1,000.00", "USD", false),
    ("£10", "GBP", true), ("£10", "EUR", false), ("USD 10", "USD", true),
    ("USD 10", "EUR", false),
    ("10 EUR", "EUR", true), ("10 EUR", "CHF", false), ("1,000.00", "EUR", true),
    ("100 kr", "SEK", true), ("100 kr", "DKK", true), ("100 kr", "EUR", false),
    ("¥100", "JPY", true), ("¥100", "CNY", true), ("¥100", "EUR", false), ("£10", "GBX", false),
  ])
  func aSignFitsItsCurrency(_ amount: String, _ currency: String, _ isRight: Bool) {
    #expect(codes(amount, currency) == (isRight ? [] : ["F506"]), "\(amount) \(currency)")
  }

  @Test(arguments: [
    ("C$5", ["CAD"]), ("US$5", ["USD"]), ("A$5", ["AUD"]), ("5", nil), ("1.0E5", nil),
    ("$5 CAD", ["CAD"]), ("€5 USD", []), ("ABC 5", nil),
  ])
  func theCurrenciesOfAText(_ text: String, _ expected: [String]?) {
    let found = CurrencySigns.currencies(in: Array(text.utf8)[...])
    #expect(found == expected.map { Set($0) }, "\(text)")
  }
}

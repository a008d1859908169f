import Folio
import Testing

@testable import FolioQuery
@testable import TestSupport

/// Asks queries of a ledger.
struct Asking {
  let query: LedgerQuery

  init(_ ledger: Ledger, _ options: BookingOptions = BookingOptions()) {
    query = LedgerQuery(ledger, options)
  }

  /// A small ledger with all kinds of rows.
  static func sample() throws -> Asking {
    Asking(
      try LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR")
        .stock("A", "USD").stock("B", "EUR")
        .group(
          "d", "2024-01-01", .deposit,
          cash: [.into("usd", 1000, .deposit), .into("eur", 500, .deposit)]
        )
        .event("a", "2024-01-02", .buy("A", 10, at: 20))
        .event("b", "2024-01-03", .buy("B", 5, at: 30).with { $0.currency = "EUR" })
        .event("s", "2024-02-01", .sell("A", 4, at: "25.125"))
        .rate("2024-01-01", "EUR", "USD", "1.1").price("A", "2024-03-01", "27")
        .price("B", "2024-03-01", "31", "EUR").ledger())
  }

  /// The rows of an answer as texts, one line for each, with `|` between values.
  func rows(_ statement: String) throws -> [String] {
    let text = try query.answer(to: statement).report.text(as: .csv)
    return text.split(separator: "\r\n").dropFirst().map {
      String($0.map { $0 == "," ? "|" : $0 })
    }
  }

  /// The fault of a statement; nil if it has an answer.
  func fault(_ statement: String) -> QueryFault? {
    do throws(QueryFault) {
      _ = try query.answer(to: statement)
      return nil
    } catch {
      return error
    }
  }
}

import FolioDiagnostics
import FolioModel
import FolioNumbers

@testable import FolioInterchange

/// A ledger with its files of prices and rates, read in the order in which they are given.
struct Quotes {
  /// USD, GBP, and instruments with an id, a name, both or neither.
  static let ledger = """
    {"settings": {"base_currency": "USD"},
     "portfolio_cash_accounts": [{"id": "u", "currency": "USD"}, {"id": "g", "currency": "GBP"}],
     "stocks_master": [
       {"id": "s-1", "symbol": "AAPL", "name": "Apple Inc.", "currency": "USD"},
       {"id": "bitcoin", "symbol": "BTC", "name": "Bitcoin", "currency": "USD"},
       {"symbol": "UNI", "currency": "GBP"}, {"id": "s-4", "name": "Only an id"}]}
    """

  var ledger = Self.ledger
  var prices: [[UInt8]] = []
  var rates: [[UInt8]] = []
  var currency: Currency?
  var day: Day?
  /// The instrument of all prices.
  var symbol: String?
  var wanted: Set<Currency> = []

  init(
    prices: String..., rates: [String] = [], currency: String? = nil, day: String? = nil
  ) {
    self.prices = prices.map { Array($0.utf8) }
    self.rates = rates.map { Array($0.utf8) }
    self.currency = currency.flatMap { try? Currency($0) }
    self.day = day.flatMap { try? Day($0) }
  }

  var draft: LedgerDraft {
    var reader = LedgerReader()
    reader.reportCurrencies = wanted
    reader.read(Array(ledger.utf8), name: "ledger.json")
    for (number, bytes) in prices.enumerated() {
      reader.readPrices(
        bytes, name: "prices-\(number)", currency: currency, undated: day, of: symbol)
    }
    for (number, bytes) in rates.enumerated() {
      reader.readRates(bytes, name: "rates-\(number)")
    }
    return reader.finish()
  }

  /// `2024-03-01 AAPL 180.25 USD`; a dash where the currency is the instrument's.
  var priceLines: [String] {
    let draft = draft
    return draft.tables.prices.map { row in
      let isSymbol = row.instrument != .missing
      let id =
        isSymbol
        ? draft.symbolNames.all[Int(row.instrument)]
        : draft.stockNames.all[Int(row.stockReference)]
      let currency =
        row.currency == missingCurrency ? "-" : draft.tables.currencies[row.currency].code
      return "\(row.day) \(draft.tables.text(id)) \(row.price) \(currency)"
    }
  }

  /// `2024-03-01 EUR USD 1.08`.
  var rateLines: [String] {
    let tables = draft.tables
    return tables.rates.map {
      "\($0.day) \(tables.currencies[$0.from]) \(tables.currencies[$0.to]) \($0.rate)"
    }
  }

  /// `F112 4+3`: code, byte and length.
  var faults: [String] { draft.faults.map(\.placed) }

  var warnings: [String] { draft.warnings.map { "\($0.code.rawValue) \($0.message)" } }
}

extension Diagnostic {
  fileprivate var placed: String {
    guard case .length(let length)? = field.first else { return summary }
    return "\(code.rawValue) \(position.offset)+\(length)"
  }
}

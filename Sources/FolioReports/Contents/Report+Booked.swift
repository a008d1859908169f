import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers

extension Report {
  /// A report on a booked ledger: its day, its base currency, and what is odd about it.
  init(
    _ name: String, _ title: String, _ columns: [Column], on booked: BookedLedger,
    rowCount: Int, row: @escaping @Sendable (Int) -> [Cell]
  ) {
    self.init(name: name, title: title, columns: columns, rowCount: rowCount, row: row)
    asOf = booked.options.asOf
    baseCurrency = booked.baseCurrency
    dateBasis = booked.options.dateBasis
    warnings = booked.reportWarnings
  }
}

extension BookedLedger {
  /// What is odd about the books, as reports on them say it.
  package var reportWarnings: [Report.Warning] {
    warnings.map { Report.Warning(code: $0.code, message: $0.message) }
  }
}

extension LedgerTables {
  /// The currency with this number; nil for none.
  func currency(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : currencies[index]
  }

  /// An amount as a cell; without a currency a plain number.
  func money(_ amount: ExactDecimal, _ index: CurrencyIndex) -> Report.Cell {
    currency(index).map { .money(amount, $0) } ?? .number(amount)
  }
}

extension Report.Cell {
  /// An amount in the base currency, if it and the currency are known.
  static func base(_ amount: ExactDecimal?, _ currency: Currency?) -> Report.Cell {
    guard let amount, let currency else { return .null }
    return .money(amount, currency)
  }

  /// A text; nothing where it is empty.
  static func text(orNull text: String) -> Report.Cell { text.isEmpty ? .null : .text(text) }
}

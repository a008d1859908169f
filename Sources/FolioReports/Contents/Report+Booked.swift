extension BookedLedger {
  /// The warnings of the books, as report warnings.
  package var reportWarnings: [Report.Warning] {
    warnings.map { Report.Warning(code: $0.code, message: $0.message) }
  }

  /// Whether a ledger of several currencies has no base currency. No amount in base is then known.
  package var lacksBaseCurrency: Bool {
    baseCurrency == nil && ledger.tables.currencies.all.count > 1
  }

  /// The reason why all amounts in base are unknown, in a ledger of several currencies.
  package var missingBaseCurrency: [Report.Warning] {
    guard lacksBaseCurrency else { return [] }
    let message = "amounts in base are unknown, because \(Report.reasonOfMissingBase)"
    return [Report.Warning(code: .undefinedReturn, message: message)]
  }
}

extension Report {
  /// Why amounts in base are unknown without a base currency, and what to do: the end of a
  /// sentence.
  package static let reasonOfMissingBase =
    "there is no base currency: give one, such as --base EUR, or set base_currency in the settings"
}

extension LedgerTables {
  /// Returns a currency by index, or `nil` for the missing index.
  func currency(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : currencies[index]
  }

  /// Returns an amount as a cell. Without a currency it is a plain number.
  func money(_ amount: ExactDecimal, _ index: CurrencyIndex) -> Report.Cell {
    .money(amount, currency(index))
  }

  /// Returns the cost of one unit as a cell, or null if there are no units.
  func unitCost(
    _ cost: ExactDecimal, of units: ExactDecimal, _ index: CurrencyIndex
  ) -> Report.Cell {
    let unit = try? cost.divided(by: units, places: Precision.costPlaces)
    return unit.map { money($0, index) } ?? .null
  }

  func id(of group: GroupIndex) -> String { text(groups[Int(group)].id) }
}

extension Report.Cell {
  /// Returns an amount as a cell. Without a currency it is a plain number.
  package static func money(_ amount: ExactDecimal, _ currency: Currency?) -> Report.Cell {
    currency.map { .money(amount, $0) } ?? .number(amount)
  }

  /// Returns an amount in the base currency, or null if the amount or the currency is unknown.
  package static func base(_ amount: ExactDecimal?, _ currency: Currency?) -> Report.Cell {
    guard let amount, let currency else { return .null }
    return .money(amount, currency)
  }

  /// Returns a text cell, or null if the text is empty.
  static func text(orNull text: String) -> Report.Cell { text.isEmpty ? .null : .text(text) }
}

extension Report.Warning {
  init(_ code: DiagnosticCode, _ message: String) { self.init(code: code, message: message) }

  /// Returns a warning about a missing exchange rate.
  static func noRate(from: Currency, to base: Currency, _ when: String) -> Report.Warning {
    Report.Warning(code: .noRate, message: "there is no rate from \(from) to \(base) \(when)")
  }

  /// Returns a warning about some symbols, of which it lists the first 20. Empty if there are none.
  package static func about(
    _ symbols: [String], _ code: DiagnosticCode, _ message: (String) -> String
  ) -> [Report.Warning] {
    if symbols.isEmpty { return [] }
    let more = symbols.count > 20 ? " and \(symbols.count - 20) more" : ""
    let listed = symbols.prefix(20).joined(separator: ", ") + more
    return [Report.Warning(code: code, message: message(listed))]
  }
}

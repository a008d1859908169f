import FolioDiagnostics
import FolioModel
import FolioNumbers

/// The settings; the one row of `user_portfolio_settings`.
struct SettingsRow: LedgerRow {
  static let kind = RowKind.settings
  static let keys = [
    "base_currency", "cost_basis_method", "lot_scope", "fee_treatment", "tax_rules",
    "crossing_zero", "cash_cost_basis_method",
  ]

  var settings = LedgerSettings()
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    if column == 0 {
      settings.baseCurrency = try reader.currencyCode(bytes)
      return
    }
    if column == 1, bytes.byte(at: reader.scanner.index) == UInt8(ascii: "[") {
      settings.methodEntries = try reader.methodEntries(bytes)
      return
    }
    let word = try reader.word(bytes)
    let words = reader.words
    switch column {
    case 1:
      settings.costBasisMethod = reader.known(words.methods[word], word, .badSetting, bytes)
    case 2: settings.lotScope = reader.known(words.lotScopes[word], word, .badSetting, bytes)
    case 3:
      settings.feeTreatment = reader.known(words.feeTreatments[word], word, .badSetting, bytes)
    case 4: settings.taxRules = reader.known(words.taxRules[word], word, .badSetting, bytes)
    case 5: settings.crossingZero = reader.known(words.crossings[word], word, .badSetting, bytes)
    default:
      settings.cashMethod = reader.known(words.cashMethods[word], word, .badSetting, bytes)
    }
  }
}

extension DocumentReader {
  /// Settings; several files, or rows, may each give some as long as they agree.
  mutating func readSettings(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    let position = position(scanner.index)
    var row = SettingsRow()
    guard try readMembers(of: &row, number: 0, bytes, depth: depth) else { return }
    merge(row.settings, \.baseCurrency, "base_currency")
    mergeMethods(row.settings, at: position)
    merge(row.settings, \.crossingZero, "crossing_zero")
    merge(row.settings, \.cashMethod, "cash_cost_basis_method")
    merge(row.settings, \.lotScope, "lot_scope")
    merge(row.settings, \.feeTreatment, "fee_treatment")
    merge(row.settings, \.taxRules, "tax_rules")
    if !draft.tables.settings.position.isKnown { draft.tables.settings.position = position }
  }

  private mutating func merge<Value: Equatable>(
    _ new: LedgerSettings, _ path: WritableKeyPath<LedgerSettings, Value?>, _ key: String
  ) {
    guard let value = new[keyPath: path] else { return }
    if let earlier = draft.tables.settings[keyPath: path], earlier != value {
      report(Wording.contradictorySettings(key, "\(earlier)", "\(value)"), column: key)
    } else {
      draft.tables.settings[keyPath: path] = value
    }
  }
}

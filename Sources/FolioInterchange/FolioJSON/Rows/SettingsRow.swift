import FolioDiagnostics
import FolioModel
import FolioNumbers

/// The settings, or a row of `user_portfolio_settings`.
struct SettingsRow: LedgerRow {
  static let kind = RowKind.settings
  static let keys = [
    "base_currency", "cost_basis_method", "lot_scope", "fee_treatment", "tax_rules",
    "crossing_zero", "cash_cost_basis_method", "closed_until",
    "price_files", "rate_files",
  ]

  var settings = LedgerSettings()
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch column {
    case 0: settings.baseCurrency = try reader.currencyCode(bytes)
    case 1 where bytes.byte(at: reader.scanner.index) == UInt8(ascii: "["):
      settings.methodEntries = try reader.entries(of: MethodEntryRow.self, bytes).map(\.entry)
    case 1: settings.costBasisMethod = try reader.oneOf(reader.words.methods, .badSetting, bytes)
    case 2: settings.lotScope = try reader.oneOf(reader.words.lotScopes, .badSetting, bytes)
    case 3: settings.feeTreatment = try reader.oneOf(reader.words.feeTreatments, .badSetting, bytes)
    case 4: settings.taxRules = try reader.oneOf(reader.words.taxRules, .badSetting, bytes)
    case 5: settings.crossingZero = try reader.oneOf(reader.words.crossings, .badSetting, bytes)
    case 6: settings.cashMethod = try reader.oneOf(reader.words.cashMethods, .badSetting, bytes)
    case 7: settings.closedUntil = try reader.day(bytes)
    case 8: settings.quoteFiles += try reader.quoteFiles(.prices, bytes)
    default: settings.quoteFiles += try reader.quoteFiles(.rates, bytes)
    }
  }
}

extension RecordReader {
  /// Reads settings. Several files or rows may have settings, but they must not differ.
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
    // Files add up: each document names those that it needs.
    for var file in row.settings.quoteFiles {
      file.position = position
      draft.tables.settings.quoteFiles.append(file)
    }
    // The day moves on from year to year, so a later row wins.
    if let day = row.settings.closedUntil { draft.tables.settings.closedUntil = day }
    if !draft.tables.settings.position.isKnown { draft.tables.settings.position = position }
  }

  private mutating func merge<Value: Equatable>(
    _ new: LedgerSettings, _ path: WritableKeyPath<LedgerSettings, Value?>, _ key: String
  ) {
    guard let value = new[keyPath: path] else { return }
    if let earlier = draft.tables.settings[keyPath: path], earlier != value {
      report(Messages.contradictorySettings(key, "\(earlier)", "\(value)"), column: key)
    } else {
      draft.tables.settings[keyPath: path] = value
    }
  }
}

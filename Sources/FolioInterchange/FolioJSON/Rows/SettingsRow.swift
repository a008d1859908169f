/// The settings, or a row of `user_portfolio_settings`.
struct SettingsRow: LedgerRow {
  static let kind = RowKind.settings
  static let keys = Column.allCases.map(\.rawValue)

  /// The columns, in the order of the format.
  private enum Column: String, CaseIterable {
    case baseCurrency = "base_currency"
    case costBasisMethod = "cost_basis_method"
    case lotScope = "lot_scope"
    case feeTreatment = "fee_treatment"
    case taxRules = "tax_rules"
    case crossingZero = "crossing_zero"
    case cashMethod = "cash_cost_basis_method"
    case closedUntil = "closed_until"
    case priceFiles = "price_files"
    case rateFiles = "rate_files"
    case taxCapacities = "tax_capacities"
    case taxInputs = "tax_inputs"
  }

  var settings = LedgerSettings()
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch Column.allCases[column] {
    case .baseCurrency: settings.baseCurrency = try reader.currencyCode(bytes)
    case .costBasisMethod where bytes.byte(at: reader.scanner.index) == UInt8(ascii: "["):
      settings.methodEntries = try reader.entries(of: MethodEntryRow.self, bytes).map(\.entry)
    case .costBasisMethod:
      settings.costBasisMethod = try reader.oneOf(reader.words.methods, .badSetting, bytes)
    case .lotScope: settings.lotScope = try reader.oneOf(reader.words.lotScopes, .badSetting, bytes)
    case .feeTreatment:
      settings.feeTreatment = try reader.oneOf(reader.words.feeTreatments, .badSetting, bytes)
    case .taxRules: settings.taxRules = try reader.oneOf(reader.words.taxRules, .badSetting, bytes)
    case .crossingZero:
      settings.crossingZero = try reader.oneOf(reader.words.crossings, .badSetting, bytes)
    case .cashMethod:
      settings.cashMethod = try reader.oneOf(reader.words.cashMethods, .badSetting, bytes)
    case .closedUntil: settings.closedUntil = try reader.day(bytes)
    case .priceFiles: settings.quoteFiles += try reader.quoteFiles(.prices, bytes)
    case .rateFiles: settings.quoteFiles += try reader.quoteFiles(.rates, bytes)
    case .taxCapacities:
      settings.accountCapacities = try reader.entries(of: CapacityEntryRow.self, bytes)
        .map(\.entry)
    case .taxInputs:
      settings.taxInputs = try reader.entries(of: TaxInputRow.self, bytes).map(\.entry)
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
    mergeCapacities(row.settings)
    mergeTaxInputs(row.settings)
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

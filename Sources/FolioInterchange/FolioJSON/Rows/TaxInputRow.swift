/// An entry of `tax_inputs`.
struct TaxInputRow: EntryRow {
  static let kind = RowKind.taxInput
  static let example = "{\"year\": 2024, \"item\": \"losses\", \"amount\": \"120.50\"}"
  static let keys = ["year", "item", "symbol", "amount"]

  private(set) var entry = TaxInput(.losses, .zero, year: 1)
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch column {
    case 0: if let year = try reader.place(bytes) { entry.year = Int(year) }
    case 1:
      if let item = try reader.oneOf(reader.words.taxItems, .badSetting, bytes) {
        entry.item = item
      }
    case 2:
      let symbol = try reader.name(bytes)
      entry.symbol = symbol.isEmpty ? nil : symbol
    default:
      if let amount = try reader.decimal(bytes, .zeroOrAbove, .columnsOfTaxInput) {
        entry.amount = amount
      }
    }
  }

  /// Reports a missing year, item or amount.
  func check(_ reader: inout RecordReader) {
    for column in [0, 1, 3] {
      require(column, of: "entry of tax_inputs", .columnsOfTaxInput, &reader)
    }
  }
}

extension RecordReader {
  /// Adds the entries of new settings. Two rows must not give different amounts for one thing.
  mutating func mergeTaxInputs(_ new: LedgerSettings) {
    for entry in new.taxInputs {
      var key = entry
      key.amount = .zero
      guard let known = taxInputs.updateValue(entry.amount, forKey: key) else {
        draft.tables.settings.taxInputs.append(entry)
        continue
      }
      if known == entry.amount { continue }
      let owner = entry.symbol.map { " of \($0)" } ?? ""
      report(
        Messages.contradictorySettings(
          "\(entry.item.rawValue)\(owner) in \(entry.year)", "\(known)", "\(entry.amount)"),
        column: "tax_inputs")
    }
  }
}

/// An entry of `tax_capacities`.
struct CapacityEntryRow: EntryRow {
  static let kind = RowKind.capacityEntry
  static let example = "{\"account\": \"isa\", \"capacity\": \"sheltered\"}"
  static let keys = ["account", "capacity"]

  private(set) var entry = AccountCapacity<SecuritiesAccountIndex>(0, .taxable)
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    if column == 0 {
      guard let account = try reader.identifier(bytes) else { return }
      entry.account = reader.draft.tables.securitiesAccounts.index(of: account)
    } else {
      let word = try reader.oneOf(reader.words.capacities, .badSetting, bytes)
      entry.capacity = word ?? .taxable
    }
  }

  /// Reports a missing account or capacity.
  func check(_ reader: inout RecordReader) {
    require(0, of: "entry of tax_capacities", .columnsOfCapacity, &reader)
    require(1, of: "entry of tax_capacities", .columnsOfCapacity, &reader)
  }
}

extension RecordReader {
  /// Adds the capacities of new settings. Two rows must not give an account different ones.
  mutating func mergeCapacities(_ new: LedgerSettings) {
    for entry in new.accountCapacities {
      let known = draft.tables.settings.accountCapacities.first { $0.account == entry.account }
      guard let known else {
        draft.tables.settings.accountCapacities.append(entry)
        continue
      }
      if known.capacity == entry.capacity { continue }
      let account = draft.tables.securitiesAccount(entry.account)
      report(
        Messages.contradictorySettings(
          "the capacity of \(account)", known.capacity.rawValue, entry.capacity.rawValue),
        column: "tax_capacities")
    }
  }
}

/// Rows that change a ledger, as they were read. Their references are names of the ledger's reader.
package struct LedgerChange: Sendable {
  /// The groups that are added or changed. Whoever knows the ledger gives them their numbers.
  package var groups = GroupBatch()
  /// Cash accounts to add.
  package var cashAccounts: [CashAccount] = []
  /// Instruments to add.
  package var instruments: [Instrument] = []
  /// Prices to add. A price of the same instrument and day is replaced.
  package var prices: [PriceRecord] = []
  /// Rates to add. A rate of the same pair and day is replaced.
  package var rates: [RateRecord] = []
  /// The faults of reading.
  package var faults: [Diagnostic] = []
  /// Why these rows cannot be checked without the whole ledger, if the reader knows.
  package var needsWhole: NeedsWholeLedger.Reason?

  /// No rows.
  package init() {}

  /// Whether it has other rows than groups.
  package var changesHead: Bool {
    !cashAccounts.isEmpty || !instruments.isEmpty || !prices.isEmpty || !rates.isEmpty
  }
}

extension StoreOperations {
  /// The faults that booking finds in the stored ledger. Versions from another store can cause
  /// them: two ledgers without faults may have some together.
  package mutating func bookingFaults() throws(StoreFailure) -> LedgerFaults {
    // Live books have none.
    if live.canOpen, let store = try takeLive(readsAll: true) {
      live.put(store)
      return LedgerFaults([], sources: [])
    }
    let document = StoreInput.stored(try storage.contents().document, name: name)
    let found = LedgerCheck(of: StoreCheck.draft([document])).diagnostics(StoreCheck.booking)
    return cited(LedgerFaults(found.errors, sources: found.sources), [document])
  }
}

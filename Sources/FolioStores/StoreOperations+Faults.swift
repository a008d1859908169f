import FolioDiagnostics
import FolioModel

extension StoreOperations {
  /// The faults that booking finds in the stored ledger. Versions from another store can cause
  /// them: two ledgers without faults may have some together.
  package mutating func bookingFaults() throws(StoreFailure) -> LedgerFaults {
    // Books that go on from a checkpoint have none.
    let hasCheckpoint = !storage.checkpointPlaces().isEmpty
    if hasCheckpoint, (try? RestoredBooks(&storage, readsAll: false)) != nil {
      return LedgerFaults([], sources: [])
    }
    let document = StoreInput.stored(try storage.contents().document, name: name)
    let found = LedgerCheck(of: StoreCheck.draft([document])).diagnostics(StoreCheck.booking)
    return cited(LedgerFaults(found.errors, sources: found.sources), [document])
  }
}

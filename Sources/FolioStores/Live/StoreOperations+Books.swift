import FolioBooking
import FolioModel

extension StoreOperations {
  /// The books from the newest checkpoint on, which cost what came after it. Their ledger has no
  /// groups; they have holdings and cash alone.
  /// - Returns: nil if there is no checkpoint, or if the books have warnings, whose places only the
  ///   whole ledger knows; if they are to be booked in another way, or with more than that.
  package mutating func restoredBooks(
    _ options: BookingOptions
  ) throws(StoreFailure) -> BookedLedger? {
    var lean = StoreCheck.booking
    (lean.keepsPostings, lean.keepsDisposals, lean.keepsIncome) = (false, false, false)
    guard options == lean, !storage.checkpointPlaces().isEmpty else { return nil }
    let counts = try storage.counts()
    let restored: RestoredBooks
    do throws(RestoringFailure) {
      restored = try RestoredBooks(&storage, readsAll: false)
    } catch {
      if case .store(let failure) = error { throw failure }
      return nil
    }
    let head = restored.rows.checker.head
    let warnings = try? restored.rows.checker.warnings { _ in .none }
    guard warnings?.isEmpty == true, restored.books.warnings(since: .start).isEmpty,
      // Others may have changed it meanwhile.
      try storage.counts() == counts
    else { return nil }
    return restored.books.booked(head)
  }
}

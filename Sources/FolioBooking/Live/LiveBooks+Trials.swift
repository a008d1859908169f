// Groups that are booked at the end only to see their effect.
extension LiveBooks {
  /// Makes lists that each trial would otherwise make of all open lots.
  package mutating func prepareTrials() { main.prepareTrials() }

  /// Books groups that come after all others in a copy of the books.
  /// - Parameters:
  ///   - batch: the checked groups, in order of booking.
  ///   - numbers: their numbers in the ledger.
  /// - Returns: the copy, with the holdings of before; nil if the groups have faults, or if they
  ///   cannot be booked at the end.
  package func trying(_ batch: Ledger, _ numbers: [GroupIndex]) -> LiveBooks? {
    if reasonForWhole(batch) != nil { return nil }
    var trial = self
    trial.main.book(batch, numbers)
    return trial.booker.faults.isEmpty ? trial : nil
  }
}

extension Booker {
  mutating func prepareTrials() {
    for position in positions.indices where positions[position].openLots > 0 {
      makeChoiceIndex(of: position)
    }
  }
}

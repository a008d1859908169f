import FolioModel
import FolioNumbers

// Groups that are booked at the end only to see what they give.
extension LiveBooks {
  /// Makes lists that each trial would otherwise make of all open lots, and drops what no group on
  /// a day or after it can ask for.
  package mutating func prepareTrials(from day: Day) {
    main.prepareTrials(from: day)
  }

  /// Books groups that come after all others, hands over the books with them, and takes them back.
  /// It costs what the groups change, not what the books have.
  /// - Parameters:
  ///   - batch: the checked groups, in order of booking.
  ///   - numbers: their numbers in the ledger.
  /// - Returns: `nil` if the groups have faults, or if they cannot be booked at the end.
  package mutating func trying<Result>(
    _ batch: Ledger, _ numbers: [GroupIndex], _ body: (borrowing LiveBooks) throws -> Result
  ) rethrows -> Result? {
    if reasonForWhole(batch) != nil { return nil }
    let ahead = timeline?.setPoint()
    if let ahead, lookAhead(batch, numbers, since: ahead) != nil {
      lookBack(to: ahead)
      return nil
    }
    let point = main.setPoint()
    defer {
      main.undo(to: point)
      if let ahead { lookBack(to: ahead) }
    }
    main.book(batch, numbers, keepsCheckpoints: false)
    return main.booker.faults.isEmpty ? try body(self) : nil
  }
}

extension Booker {
  mutating func prepareTrials(from day: Day) {
    for position in positions.indices where positions[position].openLots > 0 {
      makeChoiceIndex(of: position)
    }
    rules?.letPass(until: day, lots.all)
  }
}

/// How much there was in the draft when a row or a step began, so that it can be taken back.
///
/// A step is taken back when the window ends in it; a row, when it is a user's who was not chosen.
/// Names and currencies that were numbered meanwhile stay: they do no harm, and a step that comes
/// again numbers them alike.
struct Checkpoint {
  private let faults: Int
  private let warnings: Int
  private let unlistedFaults: Int
  private let columns: Int
  private let mentions: Int
  private let stockLegs: Int
  private let cashLegs: Int
  private let details: Int

  @inline(__always)
  init(_ reader: borrowing DocumentReader) {
    faults = reader.draft.faults.count
    warnings = reader.draft.warnings.count
    unlistedFaults = reader.unlistedFaults
    columns = reader.staging.columns.count
    mentions = reader.staging.mentions.count
    stockLegs = reader.draft.tables.stockLegs.count
    cashLegs = reader.draft.tables.cashLegs.count
    details = reader.draft.tables.details.count
  }

  /// Takes back all that came after the mark.
  @inline(never)
  func drop(_ reader: inout DocumentReader) {
    dropRows(&reader)
    reader.draft.faults.shorten(to: faults)
    reader.draft.warnings.shorten(to: warnings)
    reader.unlistedFaults = unlistedFaults
  }

  /// Takes back the rows that came after the mark; what was found in them stays.
  func dropRows(_ reader: inout DocumentReader) {
    reader.staging.columns.shorten(to: columns)
    reader.staging.mentions.shorten(to: mentions)
    reader.draft.tables.stockLegs.shorten(to: stockLegs)
    reader.draft.tables.cashLegs.shorten(to: cashLegs)
    reader.draft.tables.details.shorten(to: details)
  }
}

extension DocumentReader {
  /// A mark for a row that may turn out to be another user's; none where all users' rows count.
  @inline(__always)
  var checkpoint: Checkpoint? { users.chosen == nil ? nil : Checkpoint(self) }
}

extension Array {
  /// Drops what comes after the first `count` elements.
  mutating func shorten(to count: Int) {
    if self.count > count { removeLast(self.count - count) }
  }
}

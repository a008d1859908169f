/// The sizes of the draft's tables when a row or a step began, to undo it.
///
/// A step is undone when the window ends in it, and a row when it belongs to a user who was not
/// chosen.
/// Names and currencies that were added meanwhile stay: they do no harm, and a step that is read
/// again gives them the same numbers.
struct Checkpoint {
  private let faults: Int
  private let warnings: Int
  private let entryKeys: Int
  private let unlistedFaults: Int
  private let columns: Int
  private let texts: Int
  private let mentions: Int
  private let stockLegs: Int
  private let cashLegs: Int
  private let details: Int

  @inline(__always)
  init(_ reader: borrowing RecordReader) {
    faults = reader.draft.faults.count
    warnings = reader.draft.warnings.count
    entryKeys = reader.entryKeys.count
    unlistedFaults = reader.unlistedFaults
    columns = reader.draft.tables.kept.count
    texts = reader.draft.tables.texts.count
    mentions = reader.mentions.count
    stockLegs = reader.draft.tables.stockLegs.count
    cashLegs = reader.draft.tables.cashLegs.count
    details = reader.draft.tables.details.count
  }

  /// Undoes everything after the checkpoint.
  @inline(never)
  func restore(_ reader: inout RecordReader) {
    dropRows(&reader)
    reader.draft.faults.shorten(to: faults)
    reader.draft.warnings.shorten(to: warnings)
    reader.entryKeys.shorten(to: entryKeys)
    reader.unlistedFaults = unlistedFaults
  }

  /// Drops the rows after the checkpoint, but keeps their faults.
  func dropRows(_ reader: inout RecordReader) {
    reader.draft.tables.kept.shorten(to: columns)
    reader.draft.tables.texts.shorten(to: texts)
    reader.mentions.shorten(to: mentions)
    reader.draft.tables.stockLegs.shorten(to: stockLegs)
    reader.draft.tables.cashLegs.shorten(to: cashLegs)
    reader.draft.tables.details.shorten(to: details)
  }
}

extension Array {
  /// Drops all elements after the first `count`.
  mutating func shorten(to count: Int) {
    if self.count > count { removeLast(self.count - count) }
  }
}

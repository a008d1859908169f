// Values of rows that no reader knows.
extension ImportDraft {
  /// Reports a number of a booked row that nothing reads, once for each name of a file. It may be a
  /// cost, which would be lost.
  package mutating func reportUnread(
    _ name: String, _ text: String, row: ImportRow, at place: Range<Int>
  ) {
    guard unreadNames.insert("\(file) \(name)").inserted else { return }
    report(
      options.isStrict ? .unknownKind : .skippedUnknown,
      "nothing reads the value \"\(name)\", whose first amount is \(text)",
      help: "If it was paid, the ledger lacks it. Enter it by hand, and report the name.",
      row: row, at: place.lowerBound, length: place.count)
  }
}

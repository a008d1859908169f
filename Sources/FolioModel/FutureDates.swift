// Dates in the future. Only what knows the clock asks for them: `add`, and imports.
extension LedgerTables {
  /// Warnings of groups, prices and rates that are dated after today, one for each table.
  /// - Parameters:
  ///   - now: the clock.
  ///   - files: the numbers of the files whose rows count; nil for all.
  package func futureDates(at now: Timestamp, in files: ClosedRange<Int>? = nil) -> [Diagnostic] {
    // The next day may have begun in another time zone.
    guard let today = now.day.adding(days: 1) else { return [] }
    let rows = LedgerRows(self)
    let isChosen = { (position: SourcePosition) in
      files?.contains(position.file) ?? true
    }
    let late = groups.filter {
      isChosen($0.position) && $0.counts && max($0.occurredAt.day, $0.tradeDay(rows)) > today
    }
    let latePrices = prices.filter { isChosen($0.position) && $0.day > today }
    let lateRates = rates.filter { isChosen($0.position) && $0.day > today }
    var found: [Diagnostic] = []
    if let group = late.first {
      let day = max(group.occurredAt.day, group.tradeDay(rows))
      found.append(
        futureDate(
          "group \"\(text(group.id))\"", day, more: late.count - 1, "group", group.position,
          group.occurredAt.day > today ? ["occurred_at"] : []))
    }
    if let price = latePrices.first {
      found.append(
        futureDate("a price", price.day, more: latePrices.count - 1, "price", price.position, []))
    }
    if let rate = lateRates.first {
      found.append(
        futureDate("a rate", rate.day, more: lateRates.count - 1, "rate", rate.position, []))
    }
    return found + futureVersions(after: now, isChosen)
  }

  /// A warning of groups whose `updated_at` is in the future. Other devices' changes lose against
  /// such a version until then.
  private func futureVersions(
    after now: Timestamp, _ isChosen: (SourcePosition) -> Bool
  ) -> [Diagnostic] {
    let limit = Timestamp(secondsSince1970: Int(now.seconds) + 86_400)
    let late = kept.compactMap { column -> (column: PassthroughColumn, time: Timestamp)? in
      guard column.table == .groups, isChosen(column.position), texts[column.key] == "updated_at",
        let time = try? Timestamp((texts[column.value] ?? "").filter { $0 != "\"" }), time > limit
      else { return nil }
      return (column, time)
    }
    guard let first = late.first else { return [] }
    let others = late.count == 1 ? "" : ", and so are \(late.count - 1) more"
    let id = text(groups[Int(first.column.row)].id)
    return [
      Diagnostic(
        .futureDate,
        "group \"\(id)\" has an updated_at of \(first.time), which is in the future\(others)",
        help: "Until then, a sync prefers this version to changes of other devices. "
          + "Correct updated_at, or remove it.",
        at: first.column.position, field: ["updated_at"])
    ]
  }

  private func futureDate(
    _ subject: String, _ day: Day, more: Int, _ row: String, _ position: SourcePosition,
    _ field: [FieldStep]
  ) -> Diagnostic {
    let others =
      more == 0 ? "" : more == 1 ? "; so is 1 more \(row)" : "; so are \(more) more \(row)s"
    return Diagnostic(
      .futureDate, "\(subject) is dated \(day), which is in the future\(others)",
      help: "Reports without --as-of are made for the last day of the ledger. Is the year right?",
      at: position, field: field)
  }
}

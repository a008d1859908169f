// The order of rows, which shows that a day is wrong.
extension RowBooker {
  /// Trades settle within some days; those of new issues within weeks.
  private static let longestSettlement = 31
  /// Days by which time zones can turn the order of the two days around.
  private static let earliestSettlement = 1

  /// Fewer rows may be in order by chance.
  private static let leastInOrder = 4
  /// Rows of one moment around midnight may be listed in any order, as may rows of one day.
  private static let slack: Int64 = 3600

  /// Warns of the only row of a part that is not in the order of time. One that lists its rows in
  /// another order has several.
  /// - Parameter effects: Those of a part, in the order of time.
  mutating func warnOfDisorder(_ effects: [RowEffect]) {
    func isInOrder(_ place: Int, after other: Int) -> Bool {
      if place >= effects.count || other < 0 { return true }
      let (one, two) = (effects[other].time, effects[place].time)
      return two.day >= one.day || two.seconds >= one.seconds - Self.slack
    }
    let early = effects.indices.filter { !isInOrder($0, after: $0 - 1) }
    // Sections of statements are in the order of currencies and instruments first.
    guard bound.table.section == nil, early.count == 1, let place = early.first else { return }
    let wrong: Int
    if isInOrder(place + 1, after: place - 1) {
      wrong = place
    } else if isInOrder(place, after: place - 2) {
      wrong = place - 1
    } else {
      return
    }
    let days = Set(effects.indices.filter { $0 != wrong }.map { effects[$0].time.day })
    guard effects.count > Self.leastInOrder, days.count > 1 else { return }
    draft.report(
      .dayOutOfOrder,
      "the day of this row is \(effects[wrong].time.day), although all other rows of the table are "
        + "in the order of time",
      help: "Look whether the day is right.", row: effects[wrong].row)
  }

  /// The day on which a trade settles; nil if the row does not name one from the trade date on. A
  /// day far from the trade date is reported, since one of the two may be wrong.
  mutating func settlementDay(_ row: TableRow, _ traded: Day) throws(RowError) -> Day? {
    guard let day = try row.settles(form) else { return nil }
    let days = traded.days(until: day)
    if days > Self.longestSettlement || days < -Self.earliestSettlement {
      draft.report(
        .dayOutOfOrder,
        "the trade of \(traded) settles on \(day), which is \(days.magnitude) days "
          + (days < 0 ? "before" : "after"),
        help: "Look whether both days are right.", row: row.row)
    }
    return days >= 0 ? day : nil
  }
}

/// Rows that make one group.
struct JoinedTransaction {
  /// The rows that are a transaction without the others.
  var main: [RowEffect]
  /// The costs and other parts of it.
  var parts: [RowEffect] = []
}

extension JoinedTransaction {
  /// The transactions of rows that were joined.
  ///
  /// A join by day and instrument may find two dividends and their taxes. Each dividend is a group
  /// of its own, so that it keeps its id if a later file has one more of them. A tax belongs to a
  /// dividend of its own day.
  static func all(of main: [RowEffect], _ parts: [RowEffect]) -> [JoinedTransaction] {
    guard main.count > 1, main.allSatisfy(\.joinHasOneMainRow),
      parts.allSatisfy({ $0.part != .removed })
    else { return [JoinedTransaction(main: main, parts: parts)] }
    let days = Dictionary(grouping: main, by: \.time.day)
    if days.count > 1 {
      let parts = Dictionary(grouping: parts, by: \.time.day)
      return days.sorted { $0.key < $1.key }.flatMap { day, main in
        Self.all(of: main, parts[day] ?? [])
      }
    }
    var all = main.map { JoinedTransaction(main: [$0]) }
    let places = places(of: parts, among: main)
    for (part, place) in zip(parts, places) { all[place].parts.append(part) }
    return all
  }

  /// The number of the row to which each part belongs. If there are as many taxes as dividends, the
  /// largest tax belongs to the largest dividend, and so on. Otherwise the largest dividend has
  /// them all. The gains of sales are in their order.
  private static func places(of parts: [RowEffect], among main: [RowEffect]) -> [Int] {
    let bySize = main.indices.sorted { isGreater(main[$0].size, main[$1].size, $0 < $1) }
    let standing = bySize.filter { main[$0].cancelledBy == nil }
    let greatest = standing.first ?? 0
    if parts.count == main.count, parts.allSatisfy({ $0.part == .proceeds }) {
      return Array(parts.indices)
    }
    let arePairs = parts.count == standing.count && parts.allSatisfy { !$0.isRefund }
    guard arePairs else { return Array(repeating: greatest, count: parts.count) }
    var places = Array(repeating: greatest, count: parts.count)
    let partsBySize = parts.indices.sorted { isGreater(parts[$0].size, parts[$1].size, $0 < $1) }
    for (part, place) in zip(partsBySize, standing) { places[part] = place }
    return places
  }

  private static func isGreater(_ one: ExactDecimal, _ two: ExactDecimal, _ isFirst: Bool) -> Bool {
    one == two ? isFirst : one > two
  }
}

extension RowEffect {
  /// Whether it is a cost that is paid back.
  var isRefund: Bool { costs.first?.amount.isNegative ?? false }

  /// The amount by which rows of a day are compared.
  fileprivate var size: ExactDecimal {
    ExactDecimal.given(
      costs.first?.amount ?? stockLegs.first?.gross ?? cashLegs.first?.amount
    ).magnitude
  }
}

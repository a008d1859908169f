import Folio

extension Report {
  /// The leaderboard of CoinFlip: rank, net worth and gain of each user.
  public static func leaderboard(_ entries: [CoinFlip.LeaderboardEntry]) -> Report {
    var report = Report(
      name: "leaderboard", title: "Leaderboard", columns: columns, rows: entries.map(row))
    report.baseCurrency = CoinFlip.currency
    let unpriced = Set(entries.flatMap(\.valuation.unpriced)).sorted()
    if !unpriced.isEmpty {
      report.warnings = [
        Warning(
          code: .unpricedCoin,
          message: "no price is known of \(unpriced.joined(separator: ", ")): "
            + "the average buy price counts")
      ]
    }
    return report
  }

  private static var columns: [Column] {
    [
      Column("rank", "Rank", .integer, priority: Column.essential),
      Column("username", "User", .text, priority: Column.essential),
      Column("user_id", "User id", .text, isInTable: false),
      Column("avatar_emoji", "Avatar", .text, isInTable: false),
      Column("net_worth", "Net worth", .amount, priority: Column.essential),
      Column("holdings_value", "In coins", .amount, priority: 10),
      Column("starting_balance", "Started with", .amount, priority: 20),
      Column("gain", "Gain", .amount, priority: 30),
      Column("gain_percent", "Gain %", .rate, displayPlaces: 2),
      Column("unpriced", "At buy price", .text, priority: 40),
    ]
  }

  /// Converts a ratio to a percentage. The column holds percentages in every output format.
  private static func percent(_ ratio: ExactDecimal?) -> Cell {
    guard let percent = try? ratio?.multiplied(by: 100) else { return .null }
    return .number(percent, places: 2)
  }

  private static func row(_ entry: CoinFlip.LeaderboardEntry) -> [Cell] {
    let money: (ExactDecimal) -> Cell = { .money($0.normalized(), CoinFlip.currency) }
    let unpriced = entry.valuation.unpriced
    return [
      .integer(entry.rank), .text(entry.user.username), .text(entry.user.id),
      .text(orNull: entry.user.avatarEmoji), money(entry.valuation.netWorth),
      money(entry.valuation.holdingsValue), money(entry.startingBalance),
      money(entry.gain), percent(entry.gainRatio),
      unpriced.isEmpty ? .null : .text(unpriced.joined(separator: ", ")),
    ]
  }
}

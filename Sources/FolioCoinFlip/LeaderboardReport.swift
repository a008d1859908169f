extension Report {
  /// The leaderboard of CoinFlip: rank, net worth and gain of each user.
  public static func leaderboard(_ entries: [CoinFlip.LeaderboardEntry]) -> Report {
    var report = Report(
      "leaderboard", "Leaderboard", fields, of: entries, base: CoinFlip.currency)
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

  private static var fields: [ReportField<CoinFlip.LeaderboardEntry>] {
    [
      .cell("rank", "Rank", .integer, priority: .max) { .integer($0.rank) },
      .cell("username", "User", .text, priority: .max) { .text($0.user.username) },
      .cell("user_id", "User id", .text, isInTable: false) { .text($0.user.id) },
      .cell("avatar_emoji", "Avatar", .text, isInTable: false) {
        .text(orNull: $0.user.avatarEmoji)
      },
      .base("net_worth", "Net worth", priority: .max) { $0.valuation.netWorth.normalized() },
      .base("holdings_value", "In coins", priority: 10) { $0.valuation.holdingsValue.normalized() },
      .base("starting_balance", "Started with", priority: 20) { $0.startingBalance.normalized() },
      .base("gain", "Gain", priority: 30) { $0.gain.normalized() },
      .cell("gain_percent", "Gain %", .rate, displayPlaces: 2) { percent($0.gainRatio) },
      .text("unpriced", "At buy price", priority: 40) {
        $0.valuation.unpriced.joined(separator: ", ")
      },
    ]
  }

  /// Converts a ratio to a percentage. The column holds percentages in every output format.
  private static func percent(_ ratio: ExactDecimal?) -> Cell {
    guard let percent = try? ratio?.multiplied(by: 100) else { return .null }
    return .number(percent, places: 2)
  }
}

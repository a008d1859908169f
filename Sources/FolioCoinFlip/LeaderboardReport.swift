import Folio

extension Report {
  /// The leaderboard of CoinFlip: net worth, gain and place of each user.
  public static func leaderboard(_ standings: [CoinFlip.Standing]) -> Report {
    var report = Report(
      name: "leaderboard", title: "Leaderboard", columns: columns, rows: standings.map(row))
    report.baseCurrency = CoinFlip.currency
    let unpriced = Set(standings.flatMap(\.valuation.unpriced)).sorted()
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

  /// A ratio as the percentage that the column's key says, in every format.
  private static func percent(_ ratio: ExactDecimal?) -> Cell {
    guard let percent = try? ratio?.multiplied(by: 100) else { return .null }
    return .number(percent, places: 2)
  }

  private static func row(_ standing: CoinFlip.Standing) -> [Cell] {
    let money: (ExactDecimal) -> Cell = { .money($0.normalized(), CoinFlip.currency) }
    let unpriced = standing.valuation.unpriced
    return [
      .integer(standing.rank), .text(standing.user.username), .text(standing.user.id),
      .text(orNull: standing.user.avatarEmoji), money(standing.valuation.netWorth),
      money(standing.valuation.holdingsValue), money(standing.startingBalance),
      money(standing.gain), percent(standing.gainRatio),
      unpriced.isEmpty ? .null : .text(unpriced.joined(separator: ", ")),
    ]
  }
}

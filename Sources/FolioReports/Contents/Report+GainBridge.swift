extension Report {
  /// Adds the amounts that lead from gains from cost to gains from the start of the period, as
  /// totals, and a note with them.
  mutating func add(_ bridge: GainBridge, in base: Currency?) {
    let parts: [(key: String, heading: String, amount: ExactDecimal?)] = [
      ("realized_from_cost", "Realized from cost", bridge.realized),
      ("unrealized_from_cost_at_end", "Unrealized from cost, at the end", bridge.unrealizedAtEnd),
      (
        "unrealized_from_cost_at_start", "Unrealized from cost, before the period",
        bridge.unrealizedAtStart
      ),
      ("trade_charges", "Fees and taxes of trades, separate in the period", bridge.charges),
      ("in_kind_effect", "Units in kind at market value, and rates in groups", bridge.other),
      ("period_gain", "Realized and unrealized in the period", bridge.inPeriod),
      ("gain_difference", "Difference of the two", bridge.difference),
    ]
    let added = parts.map { part in
      var total = Total(part.key, .base(part.amount?.normalized(), base), heading: part.heading)
      total.isInTable = false
      return total
    }
    totals += added
    guard bridge.difference?.isZero == true else { return }
    let words = added.map { TableField($0.value, in: $0.column).text }
    notes.append(
      "Gains from cost: realized \(words[0]), plus unrealized at the end \(words[1]), minus "
        + "unrealized before the period \(words[2]), plus fees and taxes of trades \(words[3])"
        + (bridge.other?.isZero == true ? "" : ", plus units in kind at market value \(words[4])")
        + ". Together exactly the gains in the period: \(words[5]), realized and unrealized.")
  }
}

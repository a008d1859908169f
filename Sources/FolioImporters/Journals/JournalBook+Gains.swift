// The gains of sales, and the income beside them.
extension JournalBook {
  /// Decides which income beside a sale is its gain, and which comes from elsewhere. An account
  /// whose name says gains has one. Income of another name is a gain where the prices say so:
  /// without it, the rest of the money is what they give.
  /// - Returns: What the money has beyond the prices. Money counts: the prices may be the costs.
  func settleGains(
    _ money: String, _ sold: ExactDecimal, _ slack: ExactDecimal, _ parts: inout TransactionParts
  ) throws(FieldFault) -> ExactDecimal {
    let plain = (parts.flows[money] ?? JournalFlows())[.plain]
    var rest = try proceeds(money, parts).minus(sold)
    let all = (parts.incomes[money]?.inOrder ?? []).map(\.amount)
    let incomes = all.filter { !$0.isZero }
    var isExplained = true
    var gain = try Self.gain(among: incomes, of: rest, within: slack)
    if gain?.isZero == true, !incomes.isEmpty, try isWrittenAtCost(money, sold, slack, parts) {
      parts.unclear += (parts.incomes[money]?.inOrder ?? []).map(\.account)
    }
    if gain == nil {
      isExplained = false
      gain = parts.namesGain ? .zero : try incomes.total(\.self)
    }
    if let gain, !gain.isZero {
      rest = try rest.minus(gain)
      try parts.gains.add(-gain, money)
      try parts.flows[money]?.add(gain, .gain)
      try parts.flows[money]?.add(-gain, .income)
    }
    // Other income pays its own taxes, as a salary does.
    let hasOther = parts.flows[money]?[.income].isZero == false || incomes.count < all.count
    if parts.earns || hasOther {
      try parts.flows[money]?.move(.tax, to: .plain)
    }
    try parts.flows[money]?.move(.income, to: .plain)
    if isExplained || plain.isZero { return rest }
    // Perhaps other accounts have the gain.
    let gains = try rest.minus(plain)
    if gains.magnitude > slack { return rest }
    try parts.flows[money]?.add(plain, .gain)
    try parts.flows[money]?.add(-plain, .plain)
    return gains
  }

  /// Whether sales have their costs as prices, as guides of hledger and ledger write them.
  private func isWrittenAtCost(
    _ money: String, _ sold: ExactDecimal, _ slack: ExactDecimal, _ parts: TransactionParts
  ) throws(FieldFault) -> Bool {
    if journal.dialect.balancesAtCost || parts.namesGain { return false }
    let sales = parts.moves.filter { $0.kind == .sell && $0.amount?.commodity == money }
    let cost = try sales.flatMap(\.lots).total(\.cost)
    if cost.isZero { return false }
    return try cost.minus(sold).magnitude <= slack
  }

  /// Says that income beside a sale at cost is taken for income, though it may be the gain.
  func noteIncomes(_ parts: TransactionParts, _ row: ImportRow, _ draft: inout ImportDraft) {
    guard let account = parts.unclear.first else { return }
    draft.report(
      .assumedSign,
      "the money of \(account) beside the sale at cost is income, and the sale has no gain",
      help: "If it is the gain, declare the account: account \(account)  ; type: G", row: row)
  }

  /// The sum of the fewest incomes that make up the rest of the money; nil if none do.
  private static func gain(
    among incomes: [ExactDecimal], of rest: ExactDecimal, within slack: ExactDecimal
  ) throws(FieldFault) -> ExactDecimal? {
    let few = incomes.prefix(8)
    let choices = (0..<(1 << few.count)).sorted {
      ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
    }
    for choice in choices {
      let chosen = few.indices.filter { choice >> $0 & 1 == 1 }
      let sum = try chosen.total { few[$0] }
      if try rest.minus(sum).magnitude <= slack { return sum }
    }
    return nil
  }

  /// Compares the gain that the journal gives with proceeds and costs. hledger refuses a gain of
  /// lots that is wrong; in beancount the transaction would not balance.
  func checkGain(
    _ parts: TransactionParts, _ settled: Settled
  ) throws(FieldFault) {
    guard parts.namesGain, sellsLots(settled.postings), !journal.dialect.balancesAtCost,
      !parts.moves.contains(where: { $0.kind == .cover })
    else { return }
    for money in parts.gains.amounts.keys.sorted() {
      var gain = ExactDecimal.zero
      for move in parts.moves where move.kind == .sell {
        guard let amount = move.amount, amount.commodity == money,
          move.lots.allSatisfy({ $0.currency == money })
        else { return }
        gain = try gain.plus(amount.number).minus(move.lots.total(\.cost))
        if try move.lots.total(\.units) != move.units { return }
      }
      let slack = max(tolerance(money, settled.postings), ExactDecimal.halfUnit(2))
      let given = parts.gains[money]
      if try given.minus(gain).magnitude <= slack { continue }
      throw FieldFault(
        .contradictoryRow,
        "the journal gives a gain of \(given) \(money), but the price and the cost give "
          + "\(gain.normalized())",
        help: "Correct the gain, or leave its posting away.")
    }
  }
}

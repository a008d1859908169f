/// Money that moves in an account that Folio keeps.
struct JournalCash {
  var account: String
  var currency: Currency
  var amount: ExactDecimal
  /// What it counts for in the sum of the transaction.
  var weight: JournalAmount
}

/// A transaction, taken apart into units, cash and money for other purposes.
struct TransactionParts {
  var day: Day
  var moves: [JournalMove] = []
  var cash: [JournalCash] = []
  /// Money of other accounts, by its commodity.
  var flows: [String: JournalFlows] = [:]
  /// The gains that the journal gives, by commodity.
  var gains = JournalSums()
  /// Whether an account for gains gives one.
  var namesGain = false
  /// Whether income comes in beside a sale that is none of it.
  var earns = false
  /// Income beside a sale that may be its gain, by commodity and account.
  var incomes: [String: AccountSums] = [:]
  /// Accounts of income beside sales at cost that may have their gain.
  var unclear: [String] = []
  /// What comes in beyond the prices of sales, by commodity.
  var unexplained: [String: ExactDecimal] = [:]
  var isOpening = false
  /// Whether its taxes are on income or gains, not costs of a trade.
  var isWithheld = false
  /// Whether its taxes are on gains.
  var taxesGain = false

  /// Whether it has a trade that ends a position, and so may have a gain.
  var sells: Bool { moves.contains { $0.kind.hasGain } }

  /// Whether units get other costs.
  var hasResets: Bool { moves.contains { $0.kind == .reset } }

  /// The sum of the cash in one commodity, as the transaction counts it.
  func cashSum(_ commodity: String) throws(FieldFault) -> ExactDecimal {
    try cash.filter { $0.weight.commodity == commodity }.total(\.weight.number)
  }

  /// The sum of the amounts of some moves in one commodity.
  func moved(
    _ kinds: [JournalMove.Kind], _ commodity: String
  ) throws(FieldFault) -> ExactDecimal {
    try moves.filter { kinds.contains($0.kind) }.compactMap(\.amount)
      .filter { $0.commodity == commodity }.total(\.number)
  }

  /// The commodities of all money, in the order in which they come.
  var moneys: [String] {
    var all: [String] = []
    var seen: Set<String> = []
    let used =
      moves.filter(\.kind.movesMoney).compactMap(\.amount?.commodity)
      + cash.map(\.weight.commodity) + flows.keys.sorted()
    for commodity in used where seen.insert(commodity).inserted { all.append(commodity) }
    return all
  }
}

extension JournalBook {
  /// Takes a transaction apart.
  func parts(of settled: Settled) throws(FieldFault) -> TransactionParts {
    var parts = TransactionParts(day: settled.transaction.day)
    var postings = settled.postings
    let isExchange = try isExchangeAtCost(postings)
    if isExchange { for place in postings.indices { postings[place].forgetPrice() } }
    let hasMoney = !isExchange && postings.contains { $0.money != nil && !$0.number.isZero }
    // Units that leave at a price pay for others.
    let sold = Set(postings.filter(\.isPricedSale).map(\.commodity))
    var (order, same) = ([String](), [String: [SettledPosting]]())
    for posting in postings where posting.money == nil {
      if same[posting.commodity] == nil { order.append(posting.commodity) }
      same[posting.commodity, default: []] += posting.number.isZero ? [] : [posting]
    }
    for commodity in order {
      let isPaid = hasMoney || sold.contains { $0 != commodity }
      let moved = try JournalMoves(
        same[commodity] ?? [], on: parts.day, isPaid: isPaid,
        isBeancount: journal.dialect.balancesAtCost)
      if isInLots(commodity, postings) { try moved.refuseRest() }
      parts.moves += moved.moves
      // Units that a purchase pays a fee with were never held: they count as money.
      for posting in moved.outside where posting.number.isPositive {
        guard let priced = posting.priced, isPaid, !moved.incoming.isEmpty else { continue }
        try parts.flows[priced.commodity, default: JournalFlows()].add(priced.number, posting.flow)
      }
    }
    let units = Set(parts.moves.map(\.commodity))
    let (named, inText) = instruments(of: settled)
    let entry = Entry(
      units: units, named: named, inText: inText, atCost: settled.atCost,
      taxesInvestments: taxes.areOfInvestments(postings))
    for posting in postings where posting.money != nil && !posting.number.isZero {
      try take(posting, entry, into: &parts)
    }
    if parts.sells, !postings.contains(where: { $0.flow == .dividend && !$0.number.isZero }) {
      parts.taxesGain = true
    }
    try settlePurposes(&parts)
    return parts
  }

  /// Whether units become others at their cost, and prices say only what both are worth: they give
  /// a gain, but no posting has it.
  private func isExchangeAtCost(_ postings: [SettledPosting]) throws(FieldFault) -> Bool {
    guard journal.dialect.balancesAtCost else { return false }
    var money = JournalSums()
    var hasGain = false
    for posting in postings {
      if posting.money != nil {
        if posting.kind == .income || posting.flow == .gain { return false }
        try money.add(posting.number, posting.commodity)
      } else {
        guard posting.isStock, posting.cost != nil, !posting.isShort else { return false }
        if posting.number.isNegative, let price = posting.priced {
          guard let cost = try posting.takenCost(), price.commodity == cost.commodity else {
            return false
          }
          if try price.number.plus(cost.number).magnitude > ExactDecimal.halfUnit(2) {
            hasGain = true
          }
        }
      }
    }
    return hasGain && money.beyond { tolerance($0, postings) }.isEmpty
  }

  /// Whether a journal of hledger or ledger keeps lots of a commodity.
  private func isInLots(_ commodity: String, _ postings: [SettledPosting]) -> Bool {
    !journal.dialect.balancesAtCost
      && (journal.commodityMethods[commodity] != nil
        || postings.contains { $0.commodity == commodity && $0.cost != nil })
  }

  /// What a posting has to know of its transaction.
  private struct Entry {
    /// The instruments whose units move.
    var units: Set<String>
    /// Those that the names of accounts have; if there are none, those of the text.
    var named: Set<String>
    var inText: Set<String>
    var atCost: Bool
    var taxesInvestments: Bool
  }

  private func take(
    _ posting: SettledPosting, _ entry: Entry, into parts: inout TransactionParts
  ) throws(FieldFault) {
    let weight = try posting.weight(atCost: entry.atCost)
    if posting.kind.isHeld, let currency = posting.money {
      parts.cash.append(
        JournalCash(
          account: posting.account, currency: currency, amount: posting.number, weight: weight))
      return
    }
    var flow = posting.flow
    if posting.kind == .unrealizedGain { return }
    if flow == .income, isOfInstrument(posting, entry) { flow = .dividend }
    // Losses of sales may be expenses. Without a sale, they are other losses.
    if flow == .gain, !parts.sells, posting.kind == .expense { flow = .plain }
    // Other taxes are those of the owner.
    if flow == .tax {
      if !entry.taxesInvestments { flow = .plain }
      if taxes.isWithheld(posting.account) { parts.isWithheld = true }
      if taxes.isOnGains(posting.account) { parts.taxesGain = true }
    }
    if flow == .gain {
      try parts.gains.add(-weight.number, weight.commodity)
      parts.namesGain = true
    }
    if flow == .income, parts.sells {
      if JournalFlow.isEarned(posting.account) {
        flow = .plain
        parts.earns = true
      } else {
        try parts.incomes[weight.commodity, default: AccountSums()].add(
          weight.number, posting.account)
      }
    }
    let symbol = instrument(of: posting, flow, entry)
    // With units that get other costs, a gain is the part of the money beyond the cost.
    let isPayment = flow == .dividend || (flow == .gain && !parts.hasResets && !parts.sells)
    if isPayment, weight.number.isNegative, let symbol {
      parts.moves.append(
        JournalMove(
          kind: .dividend, account: "", commodity: symbol, units: .zero,
          amount: JournalAmount(number: -weight.number, commodity: weight.commodity),
          place: posting.place))
      return
    }
    if posting.kind == .equity, posting.account.lowercased().contains("opening") {
      parts.isOpening = true
    }
    try parts.flows[weight.commodity, default: JournalFlows()].add(
      weight.number, flow, about: symbol)
  }

  /// The instrument that income or a cost is about: the name of the account has its symbol, or the
  /// transaction has no other.
  private func instrument(
    of posting: SettledPosting, _ flow: JournalFlow, _ entry: Entry
  ) -> String? {
    func only(_ all: Set<String>) -> String? { all.count == 1 ? all.first : nil }
    if flow == .plain || flow == .income { return nil }
    if let named = commodities.instrument(in: posting.account) { return named }
    switch flow {
    case .plain, .income, .interest: return nil
    case .gain: return only(entry.units)
    case .dividend: return only(entry.units.isEmpty ? entry.inText : entry.units)
    case .fee, .tax: return only(entry.units.union(entry.named).union(entry.inText))
    }
  }

  /// Whether income without units is that of the instrument after which its account is called,
  /// perhaps with a currency behind it.
  private func isOfInstrument(_ posting: SettledPosting, _ entry: Entry) -> Bool {
    if !entry.units.isEmpty || JournalFlow.isEarned(posting.account) { return false }
    let last = posting.account.split(separator: ":").last { commodities.money(String($0)) == nil }
    return last.map { commodities.instrument(named: $0) != nil } ?? false
  }

  /// The instruments that the names of accounts have, or else the text of a transaction.
  private func instruments(of settled: Settled) -> (named: Set<String>, inText: Set<String>) {
    let accounts = settled.postings.filter { $0.flow != .plain }.map(\.account)
    let named = Set(accounts.compactMap(commodities.instrument(in:)))
    if accounts.isEmpty || !named.isEmpty { return (named, []) }
    let words = settled.transaction.text.split {
      !$0.isLetter && !$0.isNumber && !".-_".contains($0)
    }
    let symbols = words.filter { $0.count > 1 }.map(String.init)
    return (named, Set(symbols.filter(commodities.valued.contains)))
  }

  /// Decides what ambiguous purposes are in this transaction.
  private func settlePurposes(_ parts: inout TransactionParts) throws(FieldFault) {
    let sells = parts.sells
    for commodity in parts.flows.keys {
      guard var flows = parts.flows[commodity] else { continue }
      if !sells {
        // A salary pays its own taxes: only what arrives counts.
        if !flows[.income].isZero {
          for flow in [JournalFlow.fee, .tax] { try flows.move(flow, to: .plain) }
        }
        try flows.move(.income, to: .plain)
      }
      parts.flows[commodity] = flows
    }
  }
}

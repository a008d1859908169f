/// Books one supposed sale with many choices of lots, and compares them.
struct SaleComparison {
  private let supposed: SupposedLedger
  private let trade: SupposedTrade
  private let instrument: InstrumentIndex
  private let day: Day
  private let rates: TaxRates?
  private let group: SupposedGroup
  /// The books at the end of the day, without the sale and without later groups.
  private let booksOfDay: BookedLedger
  /// The lots that can be sold.
  private let lots: [Lot]
  /// The tax year of the sale.
  private let year: (first: Day, last: Day)
  /// The taxable gains of the year without the sale.
  let yearBefore: YearGains

  init(
    _ supposed: SupposedLedger, _ trade: SupposedTrade, _ instrument: InstrumentIndex, _ day: Day,
    _ rates: TaxRates?
  ) throws {
    (self.supposed, self.trade, self.instrument) = (supposed, trade, instrument)
    (self.day, self.rates) = (day, rates)
    let books = try supposed.books(at: day)
    booksOfDay = books
    let lots = supposed.lots(of: instrument, in: trade.account, books)
    let held = try lots.units()
    if held < trade.quantity {
      throw WhatIfFault.tooFew(symbol: trade.symbol, held: held, day: day)
    }
    self.lots = lots
    group = try supposed.adding(trade)
    year =
      TaxYear(containing: day, under: supposed.regime)?.period(under: supposed.regime)
      ?? (day, day)
    yearBefore = try supposed.books.gains(from: year.first, to: year.last)
  }

  /// Why there is no choice; nil if there is one.
  var reasonForNoChoice: String? {
    supposed.reasonForNoChoice(instrument, on: day, in: trade.account)
  }

  // MARK: Choices

  /// The choice of a method, or of the ledger.
  func choice(
    named name: String, taking units: [UnitsOfLot]? = nil, by method: CostBasisMethod? = nil
  ) throws -> SaleChoice {
    let booked = try group.bookedWithLaterGroups(taking: units, by: method)
    let parts = try booked.parts(of: group.group)
    var choice = SaleChoice(
      name: name, parts: parts, proceeds: .zero, cost: .zero, taxable: YearGains(),
      year: try booked.gains(from: year.first, to: year.last),
      effects: try booked.effects(since: supposed.books, except: group.group))
    for disposal in booked.disposals where disposal.group == group.group {
      try choice.proceeds.add(disposal.proceeds)
      try choice.cost.add(disposal.cost)
      choice.currency =
        disposal.currency == missingCurrency
        ? nil : booked.ledger.tables.currencies[disposal.currency]
    }
    for part in parts {
      try choice.quantity.add(part.quantity)
      try choice.gainBase.add(part.gainBase)
      try choice.disallowedBase.add(part.disallowedBase)
      try choice.taxableBase.add(part.taxableBase)
      if part.term == .short {
        try choice.taxable.short.add(part.taxableBase)
      } else {
        try choice.taxable.long.add(part.taxableBase)
      }
    }
    if let rates {
      choice.tax = try choice.year.tax(at: rates).subtracting(yearBefore.tax(at: rates))
    }
    return choice
  }

  /// The choices of the methods, and the best one for each goal.
  func choices(for goals: [SaleGoal]) throws -> [SaleChoice] {
    let methods: [CostBasisMethod] = [.fifo, .lifo, .hifo, .lofo]
    let ofMethods = try methods.map { try choice(named: $0.rawValue, by: $0) }
    let search = try search()
    return try ofMethods + goals.map { try best(for: $0, ofMethods, search) }
  }

  // MARK: The best choice

  /// The lots as the search sees them: the cost and the term of each, from a sale of all.
  private func search() throws -> LotSearch {
    var all = trade
    all.quantity = try lots.units()
    all.fees = nil
    let named = try lots.named()
    let sold = try supposed.adding(all)
    let disposals = try sold.booked(taking: named, isAlone: true).parts(of: sold.group)
    let net = try choice(named: "").parts.reduce(ExactDecimal.zero) {
      try $0.adding($1.proceedsBase)
    }
    let quantities = [trade.quantity] + named.map(\.quantity)
    let places = quantities.map { $0.normalized().places }.max() ?? 0
    let wanted = try Self.steps(trade.quantity, places)
    var isLinear = !hasLaterLegs
    let candidates = try named.map { units in
      let own = disposals.filter {
        $0.units.group == units.group && $0.units.acquired == units.acquired
      }
      let isDivisible = own.count < 2
      if !isDivisible || own.contains(where: { $0.rule == "giver" }) { isLinear = false }
      return LotSearch.Candidate(
        group: units.group, acquired: units.acquired,
        costBase: try own.reduce(.zero) { try $0.adding($1.costBase) },
        isLong: own.allSatisfy { $0.term != .short }, isDivisible: isDivisible,
        count: try Self.steps(units.quantity, places))
    }
    let steps = try ExactDecimal(coefficient: wanted, places: 0)
    return LotSearch(
      candidates: candidates, wanted: wanted, places: places,
      proceedsOfStep: try net.divided(by: steps, places: Precision.costPlaces),
      isLinear: isLinear && supposed.gifts(among: lots, booksOfDay).isEmpty)
  }

  private static func steps(_ quantity: ExactDecimal, _ places: Int) throws -> Int128 {
    let number = quantity.normalized()
    return number.padded(toPlaces: places).coefficient
  }

  /// Whether the instrument moves after the sale: its lots then decide about later gains, too.
  private var hasLaterLegs: Bool {
    let rows = supposed.ledger.rows
    return rows.groups.contains { record in
      record.counts
        && rows.stockLegs[record.stockLegs].contains {
          $0.instrument == instrument && $0.tradeDay > day
        }
    }
  }

  private func best(
    for goal: SaleGoal, _ ofMethods: [SaleChoice], _ search: LotSearch
  ) throws -> SaleChoice {
    let allocation =
      switch goal {
      case .leastGain: try search.leastGain()
      case .keepLongTerm: try search.mostLongTerm()
      case .leastTax(let rates): try search.leastTax(yearBefore, rates)
      }
    var best = try start(search.units(allocation), goal, ofMethods)
    // Deferred losses only make a gain larger, so a choice that defers none is the best one.
    if best.proof == .exact, search.isLinear, best.disallowedBase.isZero, best.effects.isEmpty {
      return best
    }
    let groups = supposed.ledger.tables.groups.count
    let limit = min(WhatIf.choiceLimit, WhatIf.searchLimit / max(groups, 1))
    if search.count(upTo: limit) != nil {
      if best.proof == .exact { best.proof = .enumerated }
      try search.forEach { try consider(search.units($0), goal, &best) }
    } else {
      best.proof = .searched
      try improve(&best, allocation, search, goal, limit)
    }
    return try better(of: best, ofMethods, goal)
  }

  /// The first choice of a search. If it would take a part of lots that can only be named as a
  /// whole, it is the best choice of a method.
  private func start(
    _ units: [UnitsOfLot], _ goal: SaleGoal, _ ofMethods: [SaleChoice]
  ) throws -> SaleChoice {
    do {
      var choice = try choice(named: goal.name, taking: units)
      (choice.goal, choice.proof) = (goal, .exact)
      return choice
    } catch let faults as LedgerFaults {
      guard let first = ofMethods.first else { throw faults }
      return try better(of: first.named(for: goal), ofMethods, goal)
    }
  }

  /// A choice, or that of a method if it is better: methods may take a part of several lots of one
  /// group and day, which a sale can only name as a whole.
  private func better(
    of choice: SaleChoice, _ ofMethods: [SaleChoice], _ goal: SaleGoal
  ) throws -> SaleChoice {
    var best = choice
    for other in ofMethods
    where try rank(other, goal).lexicographicallyPrecedes(rank(best, goal)) {
      best = other.named(for: goal)
    }
    return best
  }

  /// Takes another choice if it is better. One that cannot be booked is none.
  private func consider(
    _ units: [UnitsOfLot], _ goal: SaleGoal, _ best: inout SaleChoice
  ) throws {
    var other: SaleChoice
    do {
      other = try choice(named: goal.name, taking: units)
    } catch is LedgerFaults {
      return
    }
    guard try rank(other, goal).lexicographicallyPrecedes(rank(best, goal)) else { return }
    (other.goal, other.proof) = (best.goal, best.proof)
    best = other
  }

  /// Moves units from one lot to another as long as that is better.
  private func improve(
    _ best: inout SaleChoice, _ start: LotSearch.Allocation, _ search: LotSearch,
    _ goal: SaleGoal, _ limit: Int
  ) throws {
    var (allocation, tried, isBetter) = (start, 0, true)
    while isBetter {
      isBetter = false
      for from in allocation.indices {
        for to in allocation.indices where from != to {
          let room = search.candidates[to].count - allocation[to]
          let moved = min(allocation[from], room)
          if moved == 0 { continue }
          if tried >= limit { return }
          tried += 1
          var next = allocation
          next[from] -= moved
          next[to] += moved
          let before = try rank(best, goal)
          try consider(search.units(next), goal, &best)
          if try rank(best, goal).lexicographicallyPrecedes(before) {
            (allocation, isBetter) = (next, true)
          }
        }
      }
    }
  }

  /// What decides between two choices: the least is the best.
  private func rank(_ choice: SaleChoice, _ goal: SaleGoal) throws -> [ExactDecimal] {
    switch goal {
    case .leastGain: return [choice.taxableBase]
    case .leastTax(let rates):
      return [try choice.year.tax(at: rates), choice.taxableBase]
    case .keepLongTerm:
      let long = choice.parts.filter { $0.term == .long }
      let units = try long.reduce(ExactDecimal.zero) { try $0.adding($1.quantity) }
      return [-units, choice.taxableBase]
    }
  }
}

extension SaleChoice {
  /// The choice of a method as the one found for a goal. Not all choices were compared.
  fileprivate func named(for goal: SaleGoal) -> SaleChoice {
    var choice = self
    (choice.name, choice.goal, choice.proof) = (goal.name, goal, .searched)
    return choice
  }
}

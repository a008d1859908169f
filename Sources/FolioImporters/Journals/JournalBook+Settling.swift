// What a transaction leaves out: lots, costs, and amounts.
extension JournalBook {
  /// A transaction whose postings are complete.
  struct Settled {
    var transaction: JournalTransaction
    var postings: [SettledPosting]
    /// Whether the postings add up with units at cost.
    var atCost: Bool

    /// Whether units leave that are not there.
    var takesMissingUnits: Bool {
      get throws(FieldFault) {
        for posting in postings where posting.isStock && posting.number.isNegative {
          if try posting.takenUnits() != posting.number.magnitude { return true }
        }
        return false
      }
    }
  }

  /// Books one transaction.
  mutating func book(
    _ transaction: JournalTransaction, _ row: ImportRow, _ draft: inout ImportDraft
  ) throws(FieldFault) {
    lots.begin()
    do throws(FieldFault) {
      let settled = try settle(transaction)
      if transaction.isVirtual, try settled.takesMissingUnits {
        lots.undo()
        return draft.skip(row, "a virtual posting of units that its account does not have")
      }
      let unexplained = try makeGroups(settled, row, &draft)
      try checkSalePrices(settled, unexplained, row, &draft)
      try checkEmptyPosting(settled, row, &draft)
      try openMoneyAtCost(settled)
      for (posting, written) in zip(settled.postings, transaction.postings) {
        try balances.add(posting.number, posting.commodity, to: posting.account)
        forgetAssertion(of: posting.account, posting.commodity, on: transaction.day)
        if let assertion = written.assertion {
          try check(assertion, of: written, on: transaction.day, row, &draft)
        }
      }
      for posting in settled.postings.dropFirst(transaction.postings.count) {
        try balances.add(posting.number, posting.commodity, to: posting.account)
      }
    } catch {
      lots.undo()
      throw error
    }
  }

  private mutating func settle(
    _ transaction: JournalTransaction
  ) throws(FieldFault) -> Settled {
    var postings: [SettledPosting?] = []
    var running: [String: JournalSums] = [:]
    try refuseOpenCurrency(transaction)
    for posting in transaction.postings {
      let settled = try start(posting, transaction.day, &running)
      postings.append(settled)
    }
    try takeLots(&postings, Array(postings.indices), transaction)
    try giveCosts(&postings, transaction.day)
    let missing = postings.indices.filter { postings[$0] == nil }
    let elided = missing.first { transaction.postings[$0].commodity == nil }
    let known = postings.compactMap(\.self)
    let isGain = elided.map { place in
      let kind = kind(of: transaction.postings[place].account)
      return kind == .income || kind == .gain || kind == .unrealizedGain
    }
    var atCost = journal.dialect.balancesAtCost || isGain ?? false
    if !missing.isEmpty {
      try fill(&postings, missing, transaction, atCost: atCost)
      // An empty posting may be that of the units that leave.
      let written = transaction.postings.count
      let filled = [elided].compactMap(\.self) + (written..<max(written, postings.count))
      try takeLots(&postings, filled, transaction)
    } else if try inferCost(&postings, known, transaction, atCost: atCost) {
      atCost = true
    } else if try !balances(known, transaction, atCost: atCost) {
      guard !journal.dialect.balancesAtCost else { throw unbalanced(known, atCost: true) }
      // At cost, a posting has to have the gain. Otherwise the price says something else than cash.
      let hasGain = known.contains { $0.money != nil && !$0.kind.isHeld && !$0.number.isZero }
      guard hasGain, try balances(known, transaction, atCost: true) else {
        throw unbalanced(known, atCost: false)
      }
      atCost = true
    }
    return Settled(
      transaction: transaction, postings: postings.compactMap(\.self), atCost: atCost)
  }

  /// beancount has to know in which currency units cost that come in: the transaction names one.
  private func refuseOpenCurrency(_ transaction: JournalTransaction) throws(FieldFault) {
    guard journal.dialect.balancesAtCost,
      let open = transaction.postings.first(where: {
        $0.cost?.commodity == nil && $0.cost != nil && $0.number?.isNegative == false
          && $0.price?.commodity == nil && kind(of: $0.account).isHeld
          && lots.isEmpty(.init(account: $0.account, commodity: $0.commodity ?? "", isShort: true))
      }),
      !transaction.postings.contains(where: { posting in
        posting.cost?.commodity != nil || posting.price?.commodity != nil
          || posting.commodity.map { commodities.money($0) != nil } ?? false
      })
    else { return }
    throw FieldFault(
      .ambiguousValue, "what \(open.commodity ?? "the units") costs is missing",
      help: "Write it in the braces.", at: open.place.offset)
  }

  /// A posting as far as it is written; nil if its number is missing.
  private func start(
    _ posting: JournalPosting, _ day: Day, _ running: inout [String: JournalSums]
  ) throws(FieldFault) -> SettledPosting? {
    var number = posting.number
    if number == nil, let assertion = posting.assertion {
      // An assignment: the posting is what is missing from the balance.
      let sum = try balances.sum(posting.account, assertion)
      let now = running[posting.account, default: JournalSums()][assertion.amount.commodity]
      number = try assertion.amount.number.minus(sum).minus(now)
    }
    guard let number, let commodity = posting.commodity ?? posting.assertion?.amount.commodity
    else { return nil }
    try running[posting.account, default: JournalSums()].add(number, commodity)
    var settled = SettledPosting(
      account: posting.account, kind: kind(of: posting.account),
      flow: flow(of: posting.account), number: number, commodity: commodity,
      money: commodities.money(commodity), cost: posting.cost, place: posting.place)
    if let price = posting.price, let quote = price.commodity, let amount = price.number {
      let total =
        price.isTotal
        ? (number.isNegative ? -amount.magnitude : amount.magnitude) : try number.scaled(by: amount)
      settled.priced = JournalAmount(number: total, commodity: quote)
      if !price.isTotal { settled.unitPrice = JournalAmount(number: amount, commodity: quote) }
    }
    settled.isMade = posting.isMade
    settled.isAveraged = method(posting.account, commodity).costBasisMethod == .average
    let isHeld = settled.kind.isHeld
    let hasLot = posting.cost != nil && journal.dialect.name != "beancount"
    // Equity that gives units which it does not have brings them from outside.
    let isGiven = number.isNegative && lots.isEmpty(settled.key)
    settled.isStock =
      settled.money == nil && !number.isZero
      && (isHeld
        || (hasLot && !isGiven && settled.kind != .expense && settled.kind != .income))
    return settled
  }

  // MARK: Costs

  /// Gives each posting of units that come in its cost: that in braces, or the price.
  private func giveCosts(
    _ postings: inout [SettledPosting?], _ day: Day
  ) throws(FieldFault) {
    for place in postings.indices {
      guard let posting = postings[place], posting.money == nil || posting.isMoneyAtCost else {
        continue
      }
      let isOpening = posting.number.isPositive || posting.isShort || posting.isLotOutside
      guard isOpening || posting.isUnmatched else { continue }
      if let cost = posting.cost, let currency = cost.commodity ?? posting.priced?.commodity,
        let written = cost.written
      {
        let total = posting.number.isNegative ? -written.total : written.total
        let sum = try posting.number.scaled(by: written.perUnit).plus(total)
        postings[place]?.opening = JournalAmount(number: sum, commodity: currency)
      } else if isOpening {
        postings[place]?.opening = posting.priced
      }
    }
  }

  // MARK: Amounts that are left out

  private func fill(
    _ postings: inout [SettledPosting?], _ missing: [Int], _ transaction: JournalTransaction,
    atCost: Bool
  ) throws(FieldFault) {
    let known = postings.compactMap(\.self)
    var rest = try residual(known, atCost: atCost, skipsGains: !atCost && sellsLots(known))
    let named = missing.filter { transaction.postings[$0].commodity != nil }
    for place in named {
      let written = transaction.postings[place]
      guard let commodity = written.commodity else { continue }
      let (amount, unit) = try solve(written, commodity, rest)
      try rest.add(amount, unit)
      let number = try numberOfUnits(written, amount, unit)
      var filled = written
      filled.number = number
      var running: [String: JournalSums] = [:]
      postings[place] = try start(filled, transaction.day, &running)
      if let posting = postings[place], posting.isStock, posting.number.isNegative {
        throw FieldFault(
          .ambiguousValue, "the number of units that leave is missing", help: "Write it.",
          at: written.place.offset)
      }
      if postings[place]?.cost != nil {
        postings[place]?.opening = JournalAmount(number: amount, commodity: unit)
      }
    }
    let open = missing.filter { transaction.postings[$0].commodity == nil }
    guard let place = open.first else { return }
    guard open.count == 1 else {
      throw FieldFault(
        .ambiguousValue, "two postings have no amount", help: "Write one of the amounts.",
        at: transaction.postings[open[1]].place.offset)
    }
    let left = rest.beyond { _ in .zero }
    let written = transaction.postings[place]
    try refuseUnits(left, written)
    try refuseMissingCost(postings.compactMap(\.self), left, written)
    guard let first = left.first else {
      var zero = written
      zero.number = .zero
      zero.commodity = postings.compactMap(\.self).first?.commodity ?? journal.baseCommodity
      var running: [String: JournalSums] = [:]
      postings[place] = try start(zero, transaction.day, &running)
      return
    }
    for commodity in left {
      var filled = written
      (filled.number, filled.commodity) = (-rest[commodity], commodity)
      if journal.dialect.balancesAtCost {
        filled.number = try journal.tolerances.rounded(-rest[commodity], commodity, known)
      }
      filled.assertion = nil
      var running: [String: JournalSums] = [:]
      let settled = try start(filled, transaction.day, &running)
      if commodity == first { postings[place] = settled } else { postings.append(settled) }
    }
  }

  /// The weight that a posting without a number takes.
  private func solve(
    _ posting: JournalPosting, _ commodity: String, _ rest: JournalSums
  ) throws(FieldFault) -> (ExactDecimal, String) {
    let unit = posting.cost?.commodity ?? posting.price?.commodity ?? commodity
    return (-rest[unit], unit)
  }

  private func numberOfUnits(
    _ posting: JournalPosting, _ amount: ExactDecimal, _ unit: String
  ) throws(FieldFault) -> ExactDecimal {
    if let perUnit = posting.cost?.perUnit, !perUnit.isZero { return try amount.over(perUnit) }
    if let price = posting.price?.number, posting.price?.isTotal == false, !price.isZero {
      return try amount.over(price)
    }
    guard unit == posting.commodity else {
      throw FieldFault(
        "the number of units cannot be computed", help: "Write it.", at: posting.place.offset)
    }
    return amount
  }

  /// An empty posting of an account that is not kept may take money or units, but not both: then a
  /// cost or a price is missing.
  private func refuseUnits(
    _ left: [String], _ elided: JournalPosting
  ) throws(FieldFault) {
    guard left.count > 1, !kind(of: elided.account).mayTakeUnits,
      let units = left.first(where: { commodities.money($0) == nil }),
      left.contains(where: { commodities.money($0) != nil })
    else { return }
    throw FieldFault(
      .emptyPostingTakesUnits,
      "the empty posting of \(elided.account) would take \(units) and money",
      help: "Write the cost or the price of \(units), so that only money is left.",
      at: elided.place.offset)
  }

  /// A sale without a price cannot give the amount that it is paid with, and neither can a
  /// purchase.
  private func refuseMissingCost(
    _ postings: [SettledPosting], _ left: [String], _ elided: JournalPosting
  ) throws(FieldFault) {
    guard !journal.dialect.balancesAtCost else { return }
    for posting in postings where posting.isStock && left.contains(posting.commodity) {
      let isLot = posting.cost != nil || journal.commodityMethods[posting.commodity] != nil
      let isPaid = kind(of: elided.account).isHeld
      guard isLot, isPaid, posting.priced == nil, posting.opening == nil else { continue }
      if posting.cost == nil { continue }
      let what = posting.number.isNegative ? "were sold for" : "cost"
      throw FieldFault(
        "what the units \(what) is missing", help: "Write a price after @.",
        at: posting.place.offset)
    }
  }

  // MARK: The sum

  /// - Parameter skipsGains: Whether gains do not count, since sales count at the price.
  func residual(
    _ postings: [SettledPosting], atCost: Bool, skipsGains: Bool = false
  ) throws(FieldFault) -> JournalSums {
    var sums = JournalSums()
    for posting in postings {
      if posting.kind == .unrealizedGain { continue }
      if skipsGains, posting.flow == .gain { continue }
      let weight = try posting.weight(atCost: atCost)
      try sums.add(weight.number, weight.commodity)
    }
    return sums
  }

  /// Whether the postings add up to zero, within the precision of what is written.
  private func balances(
    _ postings: [SettledPosting], _ transaction: JournalTransaction, atCost: Bool
  ) throws(FieldFault) -> Bool {
    let sells = postings.contains { $0.isStock && $0.number.isNegative != $0.isShort }
    let sums = try residual(postings, atCost: atCost, skipsGains: !atCost && sells)
    let left = sums.beyond { tolerance($0, postings) }
    if left.isEmpty { return true }
    // Two commodities without a price are exchanged for each other.
    if journal.dialect.balancesAtCost || left.count != 2 { return false }
    return sums[left[0]].isNegative != sums[left[1]].isNegative
  }

  /// The tolerance of beancount, or half a unit of the last place of the amounts that are written.
  func tolerance(_ commodity: String, _ postings: [SettledPosting]) -> ExactDecimal {
    // Long quotients differ from the exact ones in the last digit that a number has.
    let smallest = max(commodities.balanceTolerance(commodity), .halfUnit(11))
    if journal.dialect.balancesAtCost {
      let inferred = try? journal.tolerances.tolerance(commodity, postings)
      return inferred.map { max(.given(try? $0.plus(.halfUnit(11))), smallest) } ?? smallest
    }
    let places = postings.filter { $0.commodity == commodity && $0.cost == nil && !$0.isMade }
      .map(\.number.places).max()
    return places.map { max(ExactDecimal.halfUnit($0), smallest) } ?? smallest
  }

  private func unbalanced(_ postings: [SettledPosting], atCost: Bool) -> FieldFault {
    let sums = (try? residual(postings, atCost: atCost)) ?? JournalSums()
    let left = sums.beyond { tolerance($0, postings) }
    let text = left.map { "\(sums[$0].normalized()) \($0)" }.joined(separator: " and ")
    return FieldFault(
      .contradictoryRow, "the postings add up to \(text), not to zero",
      help: "Look for a wrong amount or sign, or a posting that is missing.")
  }
}

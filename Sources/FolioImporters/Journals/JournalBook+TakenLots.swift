import Folio

// The lots that leave with units.
extension JournalBook {
  mutating func takeLots(
    _ postings: inout [SettledPosting?], _ transaction: JournalTransaction
  ) throws(JournalFault) {
    let namesCost = try isWrittenAtCost(postings, transaction)
    for place in postings.indices {
      guard var posting = postings[place], posting.isStock || posting.isMoneyAtCost else {
        continue
      }
      try refuseOtherMethod(posting)
      var key = JournalLots.Key(account: posting.account, commodity: posting.commodity)
      let isCover = try covers(posting)
      if isCover || opensShort(posting) {
        posting.isShort = true
        postings[place] = posting
        if !isCover { continue }
        key.isShort = true
      } else if !posting.number.isNegative {
        continue
      }
      do throws(JournalFault) {
        try takeLots(&posting, from: key, namesCost: namesCost)
        postings[place] = posting
      } catch {
        var error = error
        error.offset = posting.place.offset
        throw error
      }
    }
  }

  private mutating func takeLots(
    _ posting: inout SettledPosting, from key: JournalLots.Key, namesCost: Bool
  ) throws(JournalFault) {
    // Units without a cost are all alike in beancount.
    let isAlike = journal.dialect.balancesAtCost && posting.cost == nil
    let method = isAlike ? .fifo : method(posting.account, posting.commodity)
    var cost = posting.cost
    if cost == nil, namesCost, let price = posting.unitPrice {
      cost = JournalCost(perUnit: price.number, commodity: price.commodity)
    }
    if journal.dialect.balancesAtCost, method == .none, let cost, cost.written == nil {
      throw JournalFault(
        "the braces do not say what the units cost, and \(posting.account) has the method NONE",
        help: "Write the cost of one unit in them.", code: .ambiguousValue)
    }
    let wanted = posting.number.magnitude
    posting.taken = try lots.take(wanted, from: key, cost, method)
    let missing = try wanted.decreased(by: posting.takenUnits())
    if missing.isPositive, method == .none || posting.cost == nil {
      posting.taken += try lots.take(missing, from: key, nil, method)
    } else if missing.isPositive {
      try refuseMissingLot(posting, missing, key, method)
    }
    let found = try posting.takenUnits()
    posting.isUnmatched = method == .none || found != wanted
    if let (account, lot) = lots.account(before: posting.taken, of: key, method) {
      throw JournalFault(
        "\(account) has a lot of \(key.commodity) that the method takes first: \(Self.text(lot))",
        help: "Sell that lot, or give \(key.commodity) a method for each account, such as FIFO.",
        code: .otherLotFirst)
    }
  }

  /// A method over all accounts is that of all accounts which have the commodity.
  private func refuseOtherMethod(_ posting: SettledPosting) throws(JournalFault) {
    let own = method(posting.account, posting.commodity)
    guard let usual = journal.commodityMethods[posting.commodity], own != usual, own != .none,
      own.isGlobal || usual.isGlobal
    else { return }
    throw JournalFault(
      "\(posting.account) has another method for lots than \(posting.commodity), which has one "
        + "over all accounts",
      help: "Give one of them the method of the other.", at: posting.place.offset,
      code: .contradictoryRow)
  }

  /// Refuses a lot that the account does not have. If it has too few units of all lots, a purchase
  /// is missing, and booking says so.
  private mutating func refuseMissingLot(
    _ posting: SettledPosting, _ missing: ExactDecimal, _ key: JournalLots.Key,
    _ method: JournalMethod
  ) throws(JournalFault) {
    let found = try posting.takenUnits()
    let hasOthers = lots.units(key).map { $0 >= missing } ?? false
    let isNamed = posting.cost?.written != nil
    if !hasOthers, isNamed || posting.priced != nil { return }
    let fits = found.isZero ? "no lot of it fits" : "only \(found.normalized()) of them fit"
    var held = (posting.taken + lots.first(8, of: key, method)).map(Self.text)
    if held.isEmpty { held = ["no other units"] }
    throw JournalFault(
      "\(posting.number.magnitude) \(key.commodity) leave \(key.account), but \(fits) what the "
        + "braces name",
      help: "The account has \(held.joined(separator: ", ")). Correct the number, or what the "
        + "braces name.", code: .lotNotFound)
  }

  private static func text(_ lot: JournalLot) -> String {
    let label = lot.label.map { ", \"\($0)\"" } ?? ""
    let cost = "\(lot.unitCost.normalized()) \(lot.currency)"
    return "\(lot.units.normalized()) {\(cost), \(lot.day)\(label)}"
  }

  /// Whether a sale without braces has its cost as the price, so that a posting has the gain.
  private func isWrittenAtCost(
    _ postings: [SettledPosting?], _ transaction: JournalTransaction
  ) throws(JournalFault) -> Bool {
    let known = postings.compactMap(\.self)
    let sells = known.contains { $0.isStock && $0.number.isNegative && $0.unitPrice != nil }
    let hasGain = zip(transaction.postings, postings).contains { written, settled in
      flow(of: written.account) == .gain && settled?.number.isZero != true
    }
    guard sells, hasGain, !sellsLots(known) else { return false }
    let isComplete = known.count == postings.count
    let sums = try residual(known, atCost: false, skipsGains: isComplete)
    return !sums.beyond { tolerance($0, known) }.isEmpty
  }

  /// Whether a sale names lots, or has a method for them.
  func sellsLots(_ postings: [SettledPosting]) -> Bool {
    postings.contains { posting in
      posting.isStock && posting.number.isNegative != posting.isShort
        && (posting.cost != nil || journal.commodityMethods[posting.commodity] != nil
          || journal.accountMethods[posting.account] != nil)
    }
  }

  /// Keeps the lots of money that has a cost. The ledger has none for it.
  mutating func openMoneyAtCost(_ settled: Settled) throws(JournalFault) {
    for posting in settled.postings
    where posting.isMoneyAtCost && posting.number.isPositive {
      guard let cost = posting.opening else { continue }
      try lots.open(
        JournalLot(
          units: posting.number, cost: cost.number, currency: cost.commodity,
          day: posting.cost?.day ?? settled.transaction.day, label: posting.cost?.label,
          opener: .named(nil), acquired: nil),
        in: JournalLots.Key(account: posting.account, commodity: posting.commodity))
    }
  }
}

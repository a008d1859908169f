// The lots that leave with units.
extension JournalBook {
  /// Takes the lots of some postings.
  mutating func takeLots(
    _ postings: inout [SettledPosting?], _ places: [Int], _ transaction: JournalTransaction
  ) throws(FieldFault) {
    let namesCost = try isWrittenAtCost(postings, transaction)
    for place in places {
      guard var posting = postings[place],
        posting.isStock || posting.isMoneyAtCost || keepsLot(of: posting)
      else { continue }
      try refuseOtherMethod(posting)
      var key = posting.key
      let isCover = try covers(posting)
      if isCover || opensShort(posting) {
        posting.isShort = true
        postings[place] = posting
        if !isCover { continue }
        key.isShort = true
      } else if !posting.number.isNegative {
        continue
      }
      do throws(FieldFault) {
        try takeLots(&posting, from: key, namesCost: namesCost)
        postings[place] = posting
      } catch {
        throw FieldFault(error.code, error.message, help: error.help, at: posting.place.offset)
      }
    }
  }

  private mutating func takeLots(
    _ posting: inout SettledPosting, from key: JournalLots.Key, namesCost: Bool
  ) throws(FieldFault) {
    // Units without a cost are all alike in beancount.
    let isAlike = journal.dialect.balancesAtCost && posting.cost == nil
    let method = isAlike ? .fifo : method(posting.account, posting.commodity)
    var cost = posting.cost
    if cost == nil, namesCost, let price = posting.unitPrice {
      cost = JournalCost(perUnit: price.number, commodity: price.commodity)
    }
    if journal.dialect.balancesAtCost, method == .none, let cost, cost.written == nil {
      throw FieldFault(
        .ambiguousValue,
        "the braces do not say what the units cost, and \(posting.account) has the method NONE",
        help: "Write the cost of one unit in them.")
    }
    let wanted = posting.number.magnitude
    posting.taken = try lots.take(wanted, from: key, cost, method)
    let missing = try wanted.minus(posting.takenUnits())
    if missing.isPositive, method == .none || posting.cost == nil {
      posting.taken += try lots.take(missing, from: key, nil, method)
    } else if missing.isPositive {
      try refuseMissingLot(posting, missing, key, method)
    }
    let found = try posting.takenUnits()
    posting.isUnmatched = method == .none || found != wanted
    if let (account, lot) = lots.account(before: posting.taken, of: key, method) {
      throw FieldFault(
        .otherLotFirst,
        "\(account) has a lot of \(key.commodity) that the method takes first: \(Self.text(lot))",
        help: "Sell that lot, or give \(key.commodity) a method for each account, such as FIFO.")
    }
  }

  /// A method over all accounts is that of all accounts which have the commodity.
  private func refuseOtherMethod(_ posting: SettledPosting) throws(FieldFault) {
    let own = method(posting.account, posting.commodity)
    guard let usual = journal.commodityMethods[posting.commodity], own != usual, own != .none,
      own.isGlobal || usual.isGlobal
    else { return }
    throw FieldFault(
      .contradictoryRow,
      "\(posting.account) has another method for lots than \(posting.commodity), which has one "
        + "over all accounts",
      help: "Give one of them the method of the other.", at: posting.place.offset)
  }

  /// Refuses a lot that the account does not have. If it has too few units of all lots, a purchase
  /// is missing, and booking says so.
  private mutating func refuseMissingLot(
    _ posting: SettledPosting, _ missing: ExactDecimal, _ key: JournalLots.Key,
    _ method: JournalMethod
  ) throws(FieldFault) {
    let found = try posting.takenUnits()
    let hasOthers = lots.units(key).map { $0 >= missing } ?? false
    let isNamed = posting.cost?.written != nil
    if !hasOthers, isNamed || posting.priced != nil { return }
    let fits = found.isZero ? "no lot of it fits" : "only \(found.normalized()) of them fit"
    var held = (posting.taken + lots.first(8, of: key, method)).map(Self.text)
    if held.isEmpty { held = ["no other units"] }
    throw FieldFault(
      .lotNotFound,
      "\(posting.number.magnitude) \(key.commodity) leave \(key.account), but \(fits) what the "
        + "braces name",
      help: "The account has \(held.joined(separator: ", ")). Correct the number, or what the "
        + "braces name.")
  }

  private static func text(_ lot: JournalLot) -> String {
    let label = lot.label.map { ", \"\($0)\"" } ?? ""
    let cost = "\(lot.unitCost.normalized()) \(lot.currency)"
    return "\(lot.units.normalized()) {\(cost), \(lot.day)\(label)}"
  }

  /// Whether a sale without braces has its cost as the price, so that a posting has the gain.
  private func isWrittenAtCost(
    _ postings: [SettledPosting?], _ transaction: JournalTransaction
  ) throws(FieldFault) -> Bool {
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

  /// Whether beancount keeps the lot of a posting whose account Folio does not keep.
  private func keepsLot(of posting: SettledPosting) -> Bool {
    journal.dialect.balancesAtCost && posting.isLotOutside
  }

  /// Keeps the lots of money that has a cost, and of units outside. The ledger has none for them.
  mutating func openMoneyAtCost(_ settled: Settled) throws(FieldFault) {
    for posting in settled.postings
    where (posting.isMoneyAtCost || keepsLot(of: posting)) && posting.number.isPositive {
      guard let cost = posting.opening else { continue }
      try lots.open(
        JournalLot(
          units: posting.number, cost: cost.number, currency: cost.commodity,
          day: posting.cost?.day ?? settled.transaction.day, label: posting.cost?.label,
          opener: .named(nil), acquired: nil),
        in: posting.key)
    }
  }

  // MARK: Short positions

  /// Whether a posting sells units that the account does not have, and says so.
  ///
  /// In beancount, units below zero with a cost in braces open a lot if the account has no units.
  /// In the other programs an account with the word "short" in its name says it. Any other sale of
  /// units that are not held may just as well miss its purchase.
  func opensShort(_ posting: SettledPosting) -> Bool {
    guard posting.number.isNegative, posting.kind.isHeld, lots.isEmpty(posting.key) else {
      return false
    }
    if journal.dialect.balancesAtCost { return posting.cost?.written != nil }
    let words = posting.account.lowercased().split { !$0.isLetter }
    return words.contains { $0 == "short" || $0 == "shorts" } && posting.priced != nil
  }

  /// Whether a posting brings back units that are owed.
  func covers(_ posting: SettledPosting) throws(FieldFault) -> Bool {
    let key = JournalLots.Key(
      account: posting.account, commodity: posting.commodity, isShort: true)
    guard posting.number.isPositive, !lots.isEmpty(key) else { return false }
    guard let owed = lots.units(key) else { throw .tooLong }
    guard posting.number <= owed else {
      throw FieldFault(
        .contradictoryRow, "\(posting.number) units come in, but only \(owed) are owed",
        help: "Write one posting for the units that are owed, and one for the others.",
        at: posting.place.offset)
    }
    return true
  }

  /// Says once for each position that it is taken as a short one.
  mutating func noteShort(_ move: JournalMove, _ row: ImportRow, _ draft: inout ImportDraft) {
    let key = JournalLots.Key(account: move.account, commodity: move.commodity, isShort: true)
    guard noted.insert(key).inserted else { return }
    draft.report(
      .assumedShort,
      "\(move.account) has no \(move.commodity) to sell, so this is read as a short sale",
      help: "If it is none, a purchase before it is missing.", row: row)
  }
}

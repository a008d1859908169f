/// The lots of all accounts, as the journal sees them.
struct JournalLots {
  struct Key: Hashable {
    var account: String
    var commodity: String
    /// Whether it is the short position, whose lots have the units that are owed.
    var isShort = false
  }

  /// The units and the cost of lots that have an average cost.
  private struct Pool {
    var units = ExactDecimal.zero
    var cost = ExactDecimal.zero
  }

  /// Whether equal lots of a day are one lot, and the method LIFO takes lots of one day in their
  /// order, as in beancount.
  private let mergesEqualLots: Bool
  private var positions: [Key: JournalPosition] = [:]
  /// The positions that the transaction changes.
  private var changed: Set<Key> = []
  /// The accounts that ever had lots of a commodity.
  private var accounts: [String: Set<String>] = [:]
  /// The pools of positions, and of commodities over all accounts, whose key has no account.
  private var pools: [Key: Pool] = [:]
  private var poolsBefore: [Key: Pool] = [:]
  /// The positions that ever had a lot with a label of a day.
  private var labelled: [Label: Set<Key>] = [:]

  private struct Label: Hashable {
    var commodity: String
    var day: Day
    var text: String
  }

  init(mergesEqualLots: Bool) { self.mergesEqualLots = mergesEqualLots }

  /// Whether a position has no units.
  func isEmpty(_ key: Key) -> Bool { positions[key].map { $0.count == 0 } ?? true }

  /// The units of a position.
  func units(_ key: Key) -> ExactDecimal? { positions[key]?.units }

  /// Whether a position has the rest of a lot of which some units were taken.
  func hasRest(of lot: JournalLot, _ key: Key) -> Bool {
    positions[key]?.hasRest(of: lot) ?? false
  }

  /// Whether a position has units that came with those of a lot and cost something else now.
  func hasOtherCost(of lot: JournalLot, _ key: Key) -> Bool {
    positions[key]?.hasOtherCost(of: lot) ?? false
  }

  /// Some lots of a position, those first that a method takes first.
  mutating func first(_ count: Int, of key: Key, _ method: JournalMethod) -> [JournalLot] {
    positions[key]?.first(count, method) ?? []
  }

  mutating func open(_ lot: JournalLot, in key: Key) throws(FieldFault) {
    changed.insert(key)
    accounts[key.commodity, default: []].insert(key.account)
    if let text = lot.label {
      let label = Label(commodity: key.commodity, day: lot.day, text: text)
      labelled[label, default: []].insert(key)
    }
    positions[key, default: JournalPosition(mergesEqualLots: mergesEqualLots)].open(lot)
    try changePools(of: key, lot.units, lot.cost)
  }

  /// Takes units out of the lots that a posting selects.
  /// - Returns: The lots with the units that were taken. Fewer units than wanted if the account
  ///   does not have them.
  mutating func take(
    _ wanted: ExactDecimal, from key: Key, _ cost: JournalCost?, _ method: JournalMethod
  ) throws(FieldFault) -> [JournalLot] {
    changed.insert(key)
    var taken = try positions[key, default: JournalPosition(mergesEqualLots: mergesEqualLots)].take(
      wanted, cost, method)
    if method.costBasisMethod == .average {
      for place in taken.indices { taken[place] = try averaged(taken[place], key, method) }
    }
    for lot in taken { try changePools(of: key, -lot.units, -lot.cost) }
    return taken
  }

  /// Whether any account has units of a commodity with a label of a day.
  mutating func has(_ label: String, of day: Day, _ commodity: String) -> Bool {
    let keys = labelled[Label(commodity: commodity, day: day, text: label)] ?? []
    return keys.contains { positions[$0]?.has(label, of: day) ?? false }
  }

  // MARK: Averages

  /// The lot at the average cost of its pool.
  private func averaged(
    _ lot: JournalLot, _ key: Key, _ method: JournalMethod
  ) throws(FieldFault) -> JournalLot {
    guard let pool = pools[method.isGlobal ? Self.whole(key) : key] else { return lot }
    return lot.costing(try pool.cost.share(lot.units, of: pool.units), label: lot.label)
  }

  private static func whole(_ key: Key) -> Key {
    Key(account: "", commodity: key.commodity, isShort: key.isShort)
  }

  private mutating func changePools(
    of key: Key, _ units: ExactDecimal, _ cost: ExactDecimal
  ) throws(FieldFault) {
    for key in [key, Self.whole(key)] {
      var pool = pools[key] ?? Pool()
      if poolsBefore[key] == nil { poolsBefore[key] = pool }
      pool.units = try pool.units.plus(units)
      pool.cost = try pool.cost.plus(cost)
      pools[key] = pool
    }
  }

  // MARK: Methods over all accounts

  /// An account with a lot that a method over all accounts takes before one that was taken.
  mutating func account(
    before taken: [JournalLot], of key: Key, _ method: JournalMethod
  ) -> (account: String, lot: JournalLot)? {
    guard method.isGlobal, method != .averageAll, let last = taken.last else { return nil }
    let order = LotOrder(method, keepsOrderOfDay: mergesEqualLots)
    for account in (accounts[key.commodity] ?? []).sorted() where account != key.account {
      let other = Key(account: account, commodity: key.commodity)
      if let lot = first(1, of: other, method).first, order.prefers(lot, to: last) {
        return (account, lot)
      }
    }
    return nil
  }

  // MARK: Undoing a transaction

  /// Begins a transaction, which can be undone.
  mutating func begin() {
    for key in changed { positions[key]?.begin() }
    (changed, poolsBefore) = ([], [:])
  }

  /// Restores the lots as they were before the transaction.
  mutating func undo() {
    for key in changed { positions[key]?.undo() }
    pools.merge(poolsBefore) { _, before in before }
    (changed, poolsBefore) = ([], [:])
  }
}

/// Units that an account holds, bought at one time.
struct JournalLot {
  /// The group that opened a lot.
  enum Opener: Hashable {
    /// By its number in the draft.
    case group(Int)
    /// By its id, in a journal that Folio wrote; nil if that does not name it.
    case named(String?)

    /// What `lots` of later groups name.
    var id: String? {
      switch self {
      case .group(let number): ImportDraft.reference(toGroup: number)
      case .named(let id): id
      }
    }
  }

  var units: ExactDecimal
  /// The cost of these units.
  var cost: ExactDecimal
  let currency: String
  /// The day that selects the lot in the journal.
  let day: Day
  let label: String?
  /// Whether the label is a note of ledger, which several lots of a day may have.
  var isNote = false
  /// The group that opened it.
  var opener: Opener
  /// The day of the acquisition in that group, if it brought units of several days.
  let acquired: Day?
  /// The cost of one unit when the lot was opened. It stays when units are taken, so that rounding
  /// never hides a lot from the postings that name it.
  let unitCost: ExactDecimal
  /// Its place in the order in which lots were opened.
  var rank = 0
  /// The number that lots of a position have in common which are alike in everything.
  var kind = 0

  init(
    units: ExactDecimal, cost: ExactDecimal, currency: String, day: Day, label: String?,
    opener: Opener, acquired: Day?
  ) {
    (self.units, self.cost, self.currency) = (units, cost, currency)
    (self.day, self.label, self.opener, self.acquired) = (day, label, opener, acquired)
    // For comparisons only. A lot without units has none.
    unitCost = .given(try? cost.over(units))
  }

  /// Whether a cost per unit selects the lot.
  func costs(_ perUnit: ExactDecimal, isExact: Bool) -> Bool {
    let places = Self.comparedPlaces(of: perUnit, isExact: isExact)
    return unitCost(inPlaces: places) == perUnit.rounded(toPlaces: places, .halfEven)
  }

  /// The decimal places in which a written cost is compared with lots. Quotients such as 1/3 differ
  /// in their last digits from program to program.
  /// - Parameter isExact: Whether the cost may not be written with fewer digits than the lot has.
  static func comparedPlaces(of perUnit: ExactDecimal, isExact: Bool) -> Int {
    isExact ? 16 : min(perUnit.places, 16)
  }

  /// The cost of one unit as it is written with so many decimal places.
  func unitCost(inPlaces places: Int) -> ExactDecimal {
    unitCost.rounded(toPlaces: places, .halfEven)
  }

  /// The same units with another cost and label.
  func costing(_ cost: ExactDecimal, label: String?) -> JournalLot {
    JournalLot(
      units: units, cost: cost, currency: currency, day: day, label: label, opener: opener,
      acquired: acquired)
  }

  /// Some of the units, with their share of the cost.
  func part(_ wanted: ExactDecimal) throws(FieldFault) -> JournalLot {
    var part = self
    (part.units, part.cost) = (wanted, try cost.share(wanted, of: units))
    return part
  }

  /// The lot without a part of it.
  func without(_ part: JournalLot) throws(FieldFault) -> JournalLot {
    var rest = self
    rest.units = try units.minus(part.units)
    rest.cost = try cost.minus(part.cost)
    return rest
  }
}

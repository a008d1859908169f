import Folio

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

  mutating func open(_ lot: JournalLot, in key: Key) throws(JournalFault) {
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
  ) throws(JournalFault) -> [JournalLot] {
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
  ) throws(JournalFault) -> JournalLot {
    guard let pool = pools[method.isGlobal ? Self.whole(key) : key] else { return lot }
    return lot.costing(try pool.cost.share(lot.units, of: pool.units))
  }

  private static func whole(_ key: Key) -> Key {
    Key(account: "", commodity: key.commodity, isShort: key.isShort)
  }

  private mutating func changePools(
    of key: Key, _ units: ExactDecimal, _ cost: ExactDecimal
  ) throws(JournalFault) {
    for key in [key, Self.whole(key)] {
      var pool = pools[key] ?? Pool()
      if poolsBefore[key] == nil { poolsBefore[key] = pool }
      pool.units = try pool.units.increased(by: units)
      pool.cost = try pool.cost.increased(by: cost)
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

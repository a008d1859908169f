import Folio

/// The lots of all accounts, as the journal sees them.
struct JournalLots {
  struct Key: Hashable {
    var account: String
    var commodity: String
    /// Whether it is the short position, whose lots have the units that are owed.
    var isShort = false
  }

  /// Whether the method LIFO takes lots of one day in their order, as in beancount.
  let keepsOrderOfDay: Bool
  private var positions: [Key: JournalPosition] = [:]
  /// The positions that the transaction changes.
  private var changed: Set<Key> = []

  init(keepsOrderOfDay: Bool) { self.keepsOrderOfDay = keepsOrderOfDay }

  /// Whether a position has no units.
  func isEmpty(_ key: Key) -> Bool { positions[key].map { $0.count == 0 } ?? true }

  /// The units of a position.
  func units(_ key: Key) -> ExactDecimal? { positions[key]?.units }

  /// Whether a position has the rest of a lot of which some units were taken.
  func hasRest(of lot: JournalLot, _ key: Key) -> Bool {
    positions[key]?.hasRest(of: lot) ?? false
  }

  mutating func open(_ lot: JournalLot, in key: Key) {
    changed.insert(key)
    positions[key, default: JournalPosition()].open(lot)
  }

  /// Takes units out of the lots that a posting selects.
  /// - Returns: The lots with the units that were taken. Fewer units than wanted if the account
  ///   does not have them.
  mutating func take(
    _ wanted: ExactDecimal, from key: Key, _ cost: JournalCost?, _ method: JournalMethod
  ) throws(JournalFault) -> [JournalLot] {
    changed.insert(key)
    return try positions[key, default: JournalPosition()].take(
      wanted, cost, method, keepsOrderOfDay: keepsOrderOfDay)
  }

  // MARK: Undoing a transaction

  /// Begins a transaction, which can be undone.
  mutating func begin() {
    for key in changed { positions[key]?.begin() }
    changed = []
  }

  /// Restores the lots as they were before the transaction.
  mutating func undo() {
    for key in changed { positions[key]?.undo() }
    changed = []
  }
}

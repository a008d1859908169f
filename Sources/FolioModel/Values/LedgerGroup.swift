/// A transaction group as a value: what its row of a ledger document says, with its legs.
///
/// It refers to accounts and instruments by name. Optional columns that the row leaves out are
/// `nil`, so that a group goes into a store and out of it without a change. `GroupEntry` makes
/// balanced groups of common transactions.
///
/// Its coded form has the keys of Specs/ledger-format.md, and `other_columns`.
public struct LedgerGroup: Sendable, Hashable, Identifiable {
  /// The group's id.
  public var id: String
  /// The type, which describes the group.
  public var type: GroupType?
  /// Whether the money has moved.
  public var status: GroupStatus
  /// The time of the event: the order of booking, and the civil day as written.
  public var occurredAt: Timestamp
  /// The settlement of cash and units; `nil` if the legs' settlement dates give it.
  public var settledAt: Timestamp?
  /// The notes.
  public var notes: String?
  /// Whether the group was deleted softly. It is kept on record and moves nothing.
  public var isDeleted = false
  /// The stock legs, in the order of booking.
  public var stockLegs: [StockLeg]
  /// The cash legs.
  public var cashLegs: [CashLeg]
  /// The columns without a meaning.
  public var otherColumns: [LedgerColumn] = []

  /// Creates a group.
  public init(
    id: String, type: GroupType? = nil, status: GroupStatus = .settled, occurredAt: Timestamp,
    notes: String? = nil, stockLegs: [StockLeg] = [], cashLegs: [CashLeg] = []
  ) {
    self.id = id
    self.type = type
    self.status = status
    self.occurredAt = occurredAt
    self.notes = notes
    self.stockLegs = stockLegs
    self.cashLegs = cashLegs
  }

  /// The symbols that its legs name, without repetitions.
  public var symbols: Set<String> {
    let named = stockLegs.flatMap { [$0.symbol, $0.newSymbol ?? ""] }
    return Set(named + cashLegs.map { $0.symbol ?? "" }).subtracting([""])
  }

  /// The ids of the cash accounts and the names of the securities accounts of its legs.
  public var accounts: Set<String> {
    Set(cashLegs.map(\.account) + stockLegs.compactMap(\.account))
  }

  /// The civil day on which it occurred, as written.
  public var day: Day { occurredAt.day }
}

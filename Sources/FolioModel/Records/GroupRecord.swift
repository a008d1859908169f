/// One transaction group: a wrapper around the legs of one event. 80 bytes.
public struct GroupRecord: Sendable {
  /// The group's id.
  public var id: Identifier
  /// The time of the event: the order of booking, and the civil day as written.
  public var occurredAt: Timestamp
  /// The settlement of its cash and units; nil if the legs' settlement dates give it.
  public var settledAt: Timestamp?
  /// The position of its row.
  public var position: SourcePosition
  /// Its stock legs in `LedgerTables.stockLegs`.
  public var firstStockLeg: UInt32 = 0
  /// The number of its stock legs.
  public var stockLegCount: UInt32 = 0
  /// Its cash legs in `LedgerTables.cashLegs`.
  public var firstCashLeg: UInt32 = 0
  /// The number of its cash legs.
  public var cashLegCount: UInt32 = 0
  /// Its notes in `LedgerTables.texts`.
  public var notes = TextTable.none
  /// Its column `import` in `LedgerTables.texts`, if that names the row of a file.
  package var importedRow = TextTable.none
  /// The type; nil if the column was left out.
  public var type: GroupType?
  /// Whether its money has moved.
  public var status: GroupStatus
  /// Whether it was deleted softly: kept on record, like a void group, and moves nothing.
  public var isDeleted = false
  /// In a checked ledger, whether its legs leave something that goes to rounding or is an exchange
  /// inside of it: see `GroupBalance`.
  package internal(set) var hasResidual = false

  /// A group with no legs yet.
  public init(
    id: Identifier, occurredAt: Timestamp, type: GroupType? = nil, status: GroupStatus = .settled,
    position: SourcePosition = .none
  ) {
    self.id = id
    self.occurredAt = occurredAt
    self.type = type
    self.status = status
    self.position = position
  }

  /// Its stock legs as a range.
  @inlinable public var stockLegs: Range<Int> {
    get { Int(firstStockLeg)..<Int(firstStockLeg) + Int(stockLegCount) }
    set {
      firstStockLeg = UInt32(truncatingIfNeeded: newValue.lowerBound)
      stockLegCount = UInt32(truncatingIfNeeded: newValue.count)
    }
  }

  /// Its cash legs as a range.
  @inlinable public var cashLegs: Range<Int> {
    get { Int(firstCashLeg)..<Int(firstCashLeg) + Int(cashLegCount) }
    set {
      firstCashLeg = UInt32(truncatingIfNeeded: newValue.lowerBound)
      cashLegCount = UInt32(truncatingIfNeeded: newValue.count)
    }
  }

  /// Whether the group moves anything at all.
  @inlinable public var counts: Bool { status != .void && !isDeleted }
}

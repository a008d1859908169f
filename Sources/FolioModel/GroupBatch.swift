/// Some groups of a ledger document, one after the other, with what their rows name for the first
/// time: as much of it as is in memory at once when a ledger is booked while it is read.
///
/// Ranges of legs are those of the batch's own arrays.
public struct GroupBatch: Sendable {
  /// The groups in the order of the document.
  public var groups: [GroupRecord] = []
  /// Their stock legs.
  public var stockLegs: [StockLeg] = []
  /// Their cash legs.
  public var cashLegs: [CashLeg] = []
  /// The rarer columns of their stock legs.
  public var details: [StockLegDetail] = []
  /// The cash accounts that no batch before has named, in the order of their numbers.
  public var accountNames: [Identifier] = []
  /// The symbols that nothing before has named.
  public var symbolNames: [Identifier] = []
  /// The stock ids that nothing before has named.
  public var stockNames: [Identifier] = []
  /// The securities accounts that nothing before has named.
  public var securitiesAccounts: [Identifier] = []

  /// No groups.
  public init() {}
}

/// A part of a ledger document in which the tables stand before the groups.
public enum DocumentPart: Sendable {
  /// All that stands before the first group.
  case head(LedgerDraft)
  /// The next groups.
  case groups(GroupBatch)
  /// What the document had beside groups, at its end.
  case end(LedgerDraft)
  /// The document can't be taken in parts: something is wrong or odd in it, or its tables stand
  /// behind its groups. It has to be read as a whole.
  case indivisible
}

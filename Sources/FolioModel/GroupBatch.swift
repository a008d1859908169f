/// Some consecutive groups of a ledger document, with the names that they mention for the first
/// time. It is the part of a ledger in memory at a time when the ledger is booked while it is read.
///
/// Ranges of legs are those of the batch's own arrays.
package struct GroupBatch: Sendable {
  /// The groups in the order of the document.
  package var groups: [GroupRecord] = []
  /// Their stock legs.
  package var stockLegs: [StockLeg] = []
  /// Their cash legs.
  package var cashLegs: [CashLeg] = []
  /// The rarer columns of their stock legs.
  package var details: [StockLegDetail] = []
  /// The cash accounts that no batch before has named, in the order of their numbers.
  package var accountNames: [Identifier] = []
  /// The symbols that nothing before has named.
  package var symbolNames: [Identifier] = []
  /// The stock ids that nothing before has named.
  package var stockNames: [Identifier] = []
  /// The securities accounts that nothing before has named.
  package var securitiesAccounts: [Identifier] = []
  /// The texts of names that are not packed and new: in a document, new in this batch or in the one
  /// before.
  package var names = BatchNames()
  /// The notes, and the columns of a batch of a change.
  package var texts = TextTable()
  /// The columns of the rows of a change that are kept.
  package var kept: [PassthroughColumn] = []
  /// The number of each group; nil if the batches of a document are counted.
  package var numbers: [GroupIndex]?

  /// No groups.
  package init() {}

  /// Whether a leg has a new symbol whose text is not packed.
  package var namesNewSymbols: Bool { details.contains { $0.newSymbol.internedIndex != nil } }
}

/// A part of a ledger document whose tables come before its groups.
package enum DocumentPart: Sendable {
  /// Everything before the first group.
  case head(LedgerDraft)
  /// The next groups.
  case groups(GroupBatch)
  /// The rest of the document, at its end.
  case end(LedgerDraft)
}

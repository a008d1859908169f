extension BookedLedger {
  /// Books the same ledger by its own method, without the tax rules.
  /// - Throws: every fault that booking finds.
  package func onBookBasis() throws(LedgerFaults) -> BookedLedger {
    var plain = options
    plain.dropTaxRules()
    // A method or a scope of the rules is not that of the books.
    if regime?.traits.method != nil { plain.method = nil }
    if regime?.traits.lotScope != nil { plain.lotScope = nil }
    return try BookedLedger(booking: ledger, plain)
  }

  /// How the cost of each instrument changed by each kind of event, in base, below zero for units
  /// that are owed. The changes of all kinds add up to the cost of the open lots. The ledger has to
  /// be booked with its trace.
  /// - Throws: if a sum has too many digits.
  package func costChanges() throws(ArithmeticFault) -> [InstrumentIndex: CostChanges] {
    var changes: [InstrumentIndex: CostChanges] = [:]
    for event in trace {
      if event.kind == .disposed { continue }
      let isKnown = event.before.hasBase && event.after.hasBase
      let change = try event.after.costBase.subtracting(event.before.costBase)
      changes[event.instrument, default: CostChanges()].isKnown =
        isKnown && changes[event.instrument]?.isKnown != false
      try changes[event.instrument]?.add(event.isShort ? -change : change, of: event.kind)
    }
    return changes
  }
}

/// How the cost of an instrument changed by each kind of event, in base.
package struct CostChanges: Sendable {
  /// Whether all costs are known in base.
  package fileprivate(set) var isKnown = true
  private var sums: [LotEvent.Kind: ExactDecimal] = [:]

  package init() {}

  /// The sum of the changes of some kinds.
  package func sum(of kinds: [LotEvent.Kind]) throws(ArithmeticFault) -> ExactDecimal {
    try kinds.sum { kind throws(ArithmeticFault) in sums[kind, default: .zero] }
  }

  fileprivate mutating func add(
    _ change: ExactDecimal, of kind: LotEvent.Kind
  ) throws(ArithmeticFault) {
    try sums[kind, default: .zero].add(change)
  }
}

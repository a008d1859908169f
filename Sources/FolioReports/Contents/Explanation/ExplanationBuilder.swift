/// Builds an explanation from the books and their indexed trace, and formats its numbers and names.
struct ExplanationBuilder {
  let booked: BookedLedger
  let tables: LedgerTables
  let index: TraceIndex
  let base: Currency?
  /// The groups in one line each.
  let descriptions: GroupDescription
  private let prefixes: IDPrefixes
  private let legsWithFees: [UInt32: StockLeg]

  init(_ booked: BookedLedger) {
    self.booked = booked
    tables = booked.ledger.tables
    index = TraceIndex(booked.trace)
    base = booked.baseCurrency
    descriptions = GroupDescription(tables)
    legsWithFees = Self.legsWithFees(in: booked.ledger.rows)
    prefixes = IDPrefixes(of: tables.groups.map { [tables] in tables.text($0.id) })
  }

  /// The legs of groups that have fees in units, as they are booked.
  private static func legsWithFees(in rows: LedgerRows) -> [UInt32: StockLeg] {
    var legs: [UInt32: StockLeg] = [:]
    for group in rows.groups
    where group.stockLegCount > 1
      && group.stockLegs.contains(where: { rows.stockLegs[$0].type == .unitFee })
    {
      for (index, leg) in zip(group.stockLegs, rows.bookedLegs(of: group)) {
        legs[UInt32(truncatingIfNeeded: index)] = leg
      }
    }
    return legs
  }

  var trace: [LotEvent] { booked.trace }

  func leg(_ event: LotEvent) -> StockLeg {
    legsWithFees[event.leg] ?? tables.stockLegs[Int(event.leg)]
  }

  func rule(_ disposal: Disposal) -> String {
    disposal.rule(under: booked.regime)
  }

  func groupID(_ group: GroupIndex) -> String {
    group == .missing ? "" : tables.id(of: group)
  }

  /// The id of a group in a sentence: the shortest unique prefix of a long id, which `explain`
  /// accepts too.
  func briefID(_ group: GroupIndex) -> String { prefixes.brief(groupID(group)) }

  func symbol(_ event: LotEvent) -> String { tables.symbol(event.instrument) }

  /// Formats a cost in the currency of an event.
  func cost(_ state: LotEvent.State, _ event: LotEvent) -> String {
    money(state.cost, event.currency)
  }

  func cost(_ change: StateChange, _ event: LotEvent) -> String {
    money(change.cost, event.currency)
  }

  /// Formats fees and taxes that are not zero: `fees 2.00`.
  func charges(_ leg: StockLeg, _ write: (ExactDecimal, CurrencyIndex) -> String) -> [String] {
    [("fees", leg.fees), ("taxes", leg.taxes)].filter { !$0.1.isZero }
      .map { "\($0.0) \(write($0.1, leg.currency))" }
  }

  /// `Loss` or `Gain`.
  func outcome(_ gain: ExactDecimal) -> String { gain.isNegative ? "Loss" : "Gain" }

  /// Returns the note if the two products differ, and an empty string if they are equal.
  func note(
    _ note: String, unless left: ExactDecimal, times factor: ExactDecimal?,
    equals right: ExactDecimal?, times other: ExactDecimal
  ) -> String {
    guard let factor, let right else { return "" }
    return ExactDecimal.compareProducts(left, factor, right, other) == 0 ? "" : note
  }

  /// Formats a number of units with thousands separators, without trailing zeros.
  func units(_ quantity: ExactDecimal?) -> String {
    quantity.map { descriptions.units($0) } ?? GroupDescription.tooLong
  }

  /// Formats the exact amount with thousands separators and at least the minor units of its
  /// currency.
  func amount(_ value: ExactDecimal?, _ currency: CurrencyIndex) -> String {
    value.map { descriptions.number($0, currency) } ?? GroupDescription.tooLong
  }

  func amount(_ value: ExactDecimal?, _ currency: Currency?) -> String {
    guard let value else { return GroupDescription.tooLong }
    return TableField(.money(value, currency), in: Report.Column("", "", .rate)).text
  }

  /// Formats an amount with its currency code.
  func money(_ value: ExactDecimal?, _ currency: CurrencyIndex) -> String {
    money(value, tables.currency(currency))
  }

  func money(_ value: ExactDecimal?, _ currency: Currency?) -> String {
    currency.map { "\(amount(value, $0)) \($0.code)" } ?? units(value)
  }

  /// Whether amounts in a currency must also be shown in the base currency.
  func hasOtherBase(_ currency: CurrencyIndex) -> Bool {
    guard let base, let own = tables.currency(currency) else { return false }
    return own != base
  }
}

/// The difference between two states. A figure is `nil` if it exceeds the precision of
/// `ExactDecimal`.
struct StateChange {
  var quantity, cost, costBase: ExactDecimal?
  var hasBase: Bool
}

extension LotEvent.State {
  /// Returns the difference from this state to another.
  func change(to other: LotEvent.State) -> StateChange {
    StateChange(
      quantity: try? other.quantity.subtracting(quantity),
      cost: try? other.cost.subtracting(cost),
      costBase: try? other.costBase.subtracting(costBase), hasBase: hasBase && other.hasBase)
  }

  /// Returns the state after a change, or `nil` if it exceeds the precision of `ExactDecimal`.
  func adding(_ change: StateChange) -> LotEvent.State? {
    guard let quantity = Optional(quantity).adding(change.quantity),
      let cost = Optional(cost).adding(change.cost),
      let costBase = Optional(costBase).adding(change.costBase)
    else { return nil }
    var sum = self
    (sum.quantity, sum.cost, sum.costBase) = (quantity, cost, costBase)
    sum.hasBase = hasBase && change.hasBase
    return sum
  }
}

import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers

/// Everything that a story is made from: the books, the trace with its index, and the numbers and
/// names as they are written.
struct ExplanationBuilder {
  let booked: BookedLedger
  let tables: LedgerTables
  let index: TraceIndex
  let base: Currency?
  /// The first deferred loss of each disposal and amount: many lots may replace the units of one.
  private let deferred: [DeferredKey: DeferredLoss]

  private struct DeferredKey: Hashable {
    var disposal: Int
    var amountBase: ExactDecimal
  }

  init(_ booked: BookedLedger) {
    self.booked = booked
    let losses = booked.deferredLosses.map {
      (DeferredKey(disposal: $0.disposal, amountBase: $0.amountBase), $0)
    }
    deferred = Dictionary(losses) { first, _ in first }
    tables = booked.ledger.tables
    index = TraceIndex(booked.trace)
    base = booked.baseCurrency
  }

  var trace: [LotEvent] { booked.trace }

  /// What was deferred of the loss of a disposal, by its amount.
  func deferredLoss(of disposal: Int, _ amountBase: ExactDecimal) -> DeferredLoss? {
    deferred[DeferredKey(disposal: disposal, amountBase: amountBase)]
  }

  func leg(_ event: LotEvent) -> StockLeg { tables.stockLegs[Int(event.leg)] }

  func rule(_ disposal: Disposal) -> String {
    disposal.rule(under: booked.options.taxRules ?? .none)
  }

  func groupID(_ group: GroupIndex) -> String {
    group == missingIndex ? "" : tables.text(tables.groups[Int(group)].id)
  }

  func groupDay(_ group: GroupIndex) -> Day {
    booked.ledger.tradeDay(of: tables.groups[Int(group)])
  }

  func symbol(_ event: LotEvent) -> String { tables.symbol(event.instrument) }

  /// Units without idle zeros.
  func units(_ quantity: ExactDecimal) -> String { quantity.normalized().description }

  /// An amount, exact, with the minor units of its currency.
  func amount(_ value: ExactDecimal, _ currency: CurrencyIndex) -> String {
    amount(value, tables.currency(currency))
  }

  func amount(_ value: ExactDecimal, _ currency: Currency?) -> String {
    currency.map { value.shown(in: $0).description } ?? units(value)
  }

  /// The same with the code of the currency.
  func money(_ value: ExactDecimal, _ currency: CurrencyIndex) -> String {
    money(value, tables.currency(currency))
  }

  func money(_ value: ExactDecimal, _ currency: Currency?) -> String {
    currency.map { "\(amount(value, $0)) \($0.code)" } ?? units(value)
  }

  /// Whether amounts in a currency have others in base beside them.
  func hasOtherBase(_ currency: CurrencyIndex) -> Bool {
    guard let base, let own = tables.currency(currency) else { return false }
    return own != base
  }
}

extension LotEvent.State {
  /// What another state has more.
  func change(to other: LotEvent.State) -> LotEvent.State {
    var change = self
    change.quantity = (try? other.quantity.subtracting(quantity)) ?? .zero
    change.cost = (try? other.cost.subtracting(cost)) ?? .zero
    change.costBase = (try? other.costBase.subtracting(costBase)) ?? .zero
    change.hasBase = hasBase && other.hasBase
    return change
  }

  /// The sum of two states; nil where it needs more digits than a number has.
  func adding(_ other: LotEvent.State) -> LotEvent.State? {
    var sum = self
    guard (try? sum.quantity.add(other.quantity)) != nil, (try? sum.cost.add(other.cost)) != nil,
      (try? sum.costBase.add(other.costBase)) != nil
    else { return nil }
    sum.hasBase = hasBase && other.hasBase
    return sum
  }
}

/// A change of a lot, or of the pool of an averaged position, with its state before and after.
public struct LotEvent: Sendable {
  /// The kind of event. New minor versions may add cases.
  public enum Kind: String, Sendable, CaseIterable {
    /// A lot was bought, brought in, or made of another one (`origin`).
    case opened
    /// Some of its units became a lot of their own, with their cost.
    case divided
    /// A lot was made of these units of another one (`origin`).
    case separated
    /// Units left it with their cost.
    case taken
    /// Its units were multiplied at the same cost.
    case multiplied
    /// Money was paid back, and lowered the cost.
    case costLowered = "cost_lowered"
    /// A cost adjustment raised or lowered the cost.
    case costAdjusted = "cost_adjusted"
    /// A share of its cost went to another instrument.
    case costMoved = "cost_moved"
    /// A loss that is not allowed went into its cost.
    case costRaised = "cost_raised"
    /// The cost was carried to the base currency, because no rate leads to its own.
    case currencyChanged = "currency_changed"
    /// A change of the method moved its units into a pool or out of one, with their cost. Of the
    /// two costs of a gift, the pool takes the lower.
    case methodChanged = "method_changed"
    /// Purchased units stay out of the pool, with their cost.
    case matched
    /// A gain or a loss was realized. The state does not change.
    case disposed
  }

  /// The state of a lot or a pool.
  public struct State: Sendable, Hashable {
    /// Units.
    public var quantity = ExactDecimal.zero
    /// Their cost, in the currency of the lot.
    public var cost = ExactDecimal.zero
    /// Their cost in the base currency; zero if `hasBase` is false.
    public var costBase = ExactDecimal.zero
    /// Whether the cost in base is known.
    public var hasBase = true
    /// The first day of the holding period; nil for a pool.
    public var holdingFrom: Day?

    /// Nothing.
    public static let nothing = State()
  }

  /// The kind of event.
  public internal(set) var kind: Kind
  /// Whether the states are those of a pool.
  public internal(set) var isPool = false
  /// The lot, numbered in order of opening; `missing` for a pool.
  public internal(set) var lot = UInt32.missing
  /// The lot that it came from; `missing` if none.
  public internal(set) var origin = UInt32.missing
  /// The position, numbered in order of opening: its lots share the pool, if there is one.
  public internal(set) var position: UInt32
  /// The instrument.
  public internal(set) var instrument = InstrumentIndex.missing
  /// The securities account.
  public internal(set) var account: SecuritiesAccountIndex = 0
  /// Whether its units are owed.
  public internal(set) var isShort = false
  /// The group that opened the lot; `missing` for a pool.
  public internal(set) var openedBy = GroupIndex.missing
  /// The day on which the lot was acquired; nil for a pool.
  public internal(set) var acquired: Day?
  /// The currency of its cost; `missingCurrency` if it has none.
  public internal(set) var currency = missingCurrency
  /// The group that caused the change.
  public internal(set) var group: GroupIndex
  /// The index in `LedgerTables.stockLegs` of the leg that caused the change.
  public internal(set) var leg: UInt32
  /// The rate of the leg's currency to the base currency on its day; nil if not known.
  public internal(set) var rate: ExchangeRate?
  /// The state before.
  public internal(set) var before = State()
  /// The state after.
  public internal(set) var after = State()
  /// The units of each account, if a pool is of several; else empty.
  package internal(set) var unitsByAccount: [SecuritiesAccountIndex: ExactDecimal] = [:]
  /// Units that a pool has beyond those held; see `Pool.ahead`.
  var ahead = ExactDecimal.zero
  /// The index in `disposals` of the row that was realized, or whose loss is deferred.
  public internal(set) var disposal: Int?
}

extension LotEvent {
  /// The units held after the event and their cost, as the open lots have them. Units that were
  /// sold against a later purchase are still in the pool, but no longer held.
  package func held() throws(ArithmeticFault) -> (quantity: ExactDecimal, cost: ExactDecimal) {
    if ahead.isZero { return (after.quantity, after.cost) }
    let quantity = try after.quantity.subtracting(ahead)
    guard ahead.isPositive else { return (quantity, after.cost) }
    let share = try after.cost.share(ahead, of: after.quantity)
    return (quantity, try after.cost.subtracting(share))
  }
}

/// The events of booking so far, and the last state of each lot and pool.
struct LotTrace {
  private(set) var events: [LotEvent] = []
  private var lots: [LotEvent.State] = []
  private var pools: [LotEvent.State] = []
  /// The last event of each position that has a pool.
  private var last: [UInt32: Int] = [:]

  mutating func add(_ event: LotEvent) {
    var event = event
    if event.isPool {
      if event.lot == .missing { describe(&event) }
      event.before = Self.exchange(&pools, event.position, event.after)
    } else {
      event.before = Self.exchange(&lots, event.lot, event.after)
    }
    // Most purchases of a pool have none of their units matched.
    if event.kind == .matched && event.before == event.after { return }
    if event.isPool { last[event.position] = events.count }
    events.append(event)
  }

  /// Copies the account and the currency of a pool from the last lot that went into it.
  private func describe(_ event: inout LotEvent) {
    guard let known = last[event.position].map({ events[$0] }) else { return }
    event.account = known.account
    if event.currency == missingCurrency { event.currency = known.currency }
  }

  /// Changes the kind of the last event: it divided a lot.
  mutating func callLastDivided() {
    if let last = events.indices.last { events[last].kind = .divided }
  }

  private static func exchange(
    _ states: inout [LotEvent.State], _ index: UInt32, _ new: LotEvent.State
  ) -> LotEvent.State {
    while states.count <= Int(index) { states.append(LotEvent.State()) }
    let old = states[Int(index)]
    states[Int(index)] = new
    return old
  }
}

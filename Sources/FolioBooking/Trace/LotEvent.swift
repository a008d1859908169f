import FolioModel
import FolioNumbers

/// One thing that happened to a lot, or to the pool of an averaged position: what it held before,
/// and what it holds now.
public struct LotEvent: Sendable {
  /// What happened.
  public enum Kind: String, Sendable, CaseIterable {
    /// A lot came to be: bought, brought in, or made of another one (`origin`).
    case opened
    /// Some of its units became a lot of their own, with their cost.
    case divided
    /// The lot that these units became (`origin`).
    case separated
    /// Units left it with their cost.
    case taken
    /// Its units were multiplied at the same cost.
    case multiplied
    /// Money was paid back, and lowered the cost.
    case costLowered = "cost_lowered"
    /// A share of its cost went to another instrument.
    case costMoved = "cost_moved"
    /// A loss that is not allowed went into its cost.
    case costRaised = "cost_raised"
    /// The cost went over to the base currency, since no rate led to its own.
    case currencyChanged = "currency_changed"
    /// Units that were bought stay out of the pool, with their cost.
    case matched
    /// A gain or a loss was realized; what is held does not change by it.
    case disposed
  }

  /// What a lot or a pool holds.
  public struct State: Sendable, Hashable {
    /// Units.
    public var quantity = ExactDecimal.zero
    /// Their cost, in the currency of the lot.
    public var cost = ExactDecimal.zero
    /// Their cost in the base currency; zero where `hasBase` is false.
    public var costBase = ExactDecimal.zero
    /// Whether the cost in base is known.
    public var hasBase = true
    /// The day from which the holding period counts; nil of a pool.
    public var holdingFrom: Day?

    /// Nothing.
    public static let nothing = State()
  }

  /// What happened.
  public internal(set) var kind: Kind
  /// Whether the states are those of a pool.
  public internal(set) var isPool = false
  /// The lot, numbered in order of opening; `missing` where it is only the pool.
  public internal(set) var lot = UInt32.missing
  /// The lot that it came of; `missing` where it came of none.
  public internal(set) var origin = UInt32.missing
  /// The position, numbered in order of opening: its lots share the pool, if there is one.
  public internal(set) var position: UInt32
  /// What it holds.
  public internal(set) var instrument = InstrumentIndex.missing
  /// The account that it is in.
  public internal(set) var account: SecuritiesAccountIndex = 0
  /// Whether its units are owed.
  public internal(set) var isShort = false
  /// The group that opened the lot; `missing` where it is only the pool.
  public internal(set) var openedBy = GroupIndex.missing
  /// The day on which the lot was acquired; nil where it is only the pool.
  public internal(set) var acquired: Day?
  /// The currency of its cost; `missingCurrency` where it has none.
  public internal(set) var currency = missingCurrency
  /// The group whose booking did it.
  public internal(set) var group: GroupIndex
  /// The stock leg that did it, as its place in `LedgerTables.stockLegs`.
  public internal(set) var leg: UInt32
  /// The rate of the leg's currency to the base currency on its day; nil where there is none.
  public internal(set) var rate: ExchangeRate?
  /// Before it.
  public internal(set) var before = State()
  /// After it.
  public internal(set) var after = State()
  /// The row that was realized, or whose loss is deferred: its place in `disposals`.
  public internal(set) var disposal: Int?
}

/// The events of booking so far, and the state in which each lot and pool was seen last.
struct LotTrace {
  private(set) var events: [LotEvent] = []
  private var lots: [LotEvent.State] = []
  private var pools: [LotEvent.State] = []
  /// The last event of each position that has a pool.
  private var last: [UInt32: Int] = [:]
  /// The leg of `rate`.
  private var ratedLeg = UInt32.missing
  private var rate: ExchangeRate?

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

  /// What a pool holds and where is known from the lots that went into it.
  private func describe(_ event: inout LotEvent) {
    guard let known = last[event.position].map({ events[$0] }) else { return }
    event.instrument = known.instrument
    event.account = known.account
    event.isShort = known.isShort
    if event.currency == missingCurrency { event.currency = known.currency }
  }

  /// Says of the last event that it divided a lot.
  mutating func callLastDivided() {
    if let last = events.indices.last { events[last].kind = .divided }
  }

  /// The rate of a leg, looked up once.
  mutating func rate(_ number: UInt32, _ leg: StockLeg, _ rates: RateFinder) -> ExchangeRate? {
    if ratedLeg == number { return rate }
    // What is missing is for booking to count, not for its trace.
    var finder = rates
    ratedLeg = number
    rate = finder.rate(of: leg, on: leg.tradeDay)
    return rate
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

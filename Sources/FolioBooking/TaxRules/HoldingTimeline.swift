/// The acquisitions and disposals of each instrument, in order of booking. Tax rules that look
/// ahead read it before the ledger is booked.
///
/// It is recorded while the ledger is booked once without rules, so that splits, transfers and
/// mergers count as they are booked.
struct HoldingTimeline {
  /// The events of each line of a share of a holder.
  private(set) var events: [[Event]] = []
  /// Which instruments are one share.
  private(set) var lines: ShareLines
  /// The base currency; `missingCurrency` if there is none.
  private(set) var base = missingCurrency

  struct Event: Equatable {
    var kind: Kind
    var day: Day
    /// The units acquired or disposed of; for a rescaling, the new units; for a move, the change;
    /// for a cost that rises, the units that the leg gives.
    var units: ExactDecimal
    /// The cost of acquired units, or the amount by which the cost rises.
    var cost = ExactDecimal.zero
    var costBase = ExactDecimal.zero
    var hasBase = false
    var currency = missingCurrency
    /// The place of its group.
    var key: OrderKey
    /// For a rescaling: the old units for `units` new ones.
    var old = ExactDecimal.one
    /// For a disposal: whether its proceeds are its cost.
    var isWithoutGain = false
  }

  enum Kind { case acquired, disposed, rescaled, moved, costRaised }

  /// Whether options are exercised. What their premiums are depends on the rules.
  private(set) var hasPremiums = false

  /// Records the booking of a ledger.
  /// - Parameters:
  ///   - bySettlement: whether an event is on its settlement date instead of its trade date.
  ///   - premiums: the premiums of the trades by the rules.
  init(
    _ ledger: Ledger, _ options: BookingOptions, bySettlement: Bool,
    premiums: [UInt32: Premium] = [:]
  ) {
    let holders = TaxHolders(ledger.tables)
    let keys = holders.count * ledger.tables.instruments.count
    let recorder = TimelineRecorder(keys: keys, bySettlement: bySettlement)
    var booker = Booker(ledger, options.lean, recorder)
    booker.premiumsByTrade = PremiumsByTrade(known: premiums, found: [:])
    booker.book(ledger)
    hasPremiums = booker.premiumsByTrade.found?.isEmpty == false
    let recorded = booker.rules as? TimelineRecorder ?? recorder
    events = recorded.lines.joined(recorded.events)
    lines = recorded.lines.known(keys: keys)
    base = booker.rates.baseIndex
  }
}

import FolioDiagnostics
import FolioModel
import FolioNumbers

/// What the tax law of a country changes about booking.
///
/// A country is one type that conforms to this, in a file of its own, and a case of `TaxRules`;
/// what it leaves out is plain booking. The booker is generic over it, so that plain booking
/// pays nothing for the others. Functions are static and get the booker, whose `rules` are the
/// state of the country: a rule may change lots and rows.
protocol TaxRuleSet {
  /// The state before the first group. `timeline` is empty unless `looksAhead`.
  init(_ timeline: HoldingTimeline)

  /// Whether a disposal depends on what is acquired after it, so that the whole ledger has to be
  /// looked at first.
  static var looksAhead: Bool { get }
  /// The method that the rules call for; nil where it is the user's choice.
  static var method: CostBasisMethod? { get }
  /// The rule of a disposal where the rules know one pool and no lots; nil where they know lots.
  static var poolRule: MatchingRule? { get }
  /// Where the rules look for lots; nil where it is the user's choice.
  static var lotScope: LotScope? { get }
  /// Whether rows of disposals are changed after they are booked.
  static var needsDisposals: Bool { get }
  /// For how many disposals there is room at the beginning, for each stock leg.
  static var rowsPerLeg: Int { get }
  /// Whether a disposal counts on its settlement date.
  static var countsBySettlement: Bool { get }
  /// How cash is treated that a merger pays beside new units; where it is a part disposal, so is
  /// money that is paid back.
  static var mergerCash: MergerCash { get }
  /// For how many days after a disposal a purchase may still bear on it: in that time a split
  /// counts although nothing is held.
  static var window: Int32 { get }
  /// Whether who gives units away disposes of them at their market value.
  static var giftIsDisposal: Bool { get }

  /// A lot was bought.
  static func acquired(_ lot: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>) throws
  /// A lot came in that was bought before: from another account or from outside, or under
  /// another symbol.
  static func carried(_ lot: UInt32, _ booker: inout Booker<Self>) throws
  /// Finds what a sale relieves, and leaves it in `booker.reliefs`.
  static func identify(
    _ position: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>) throws
  /// Finds what a merger for cash relieves that takes some of the units: a sale, but for the choice
  /// of lots.
  static func identifyTendered(
    _ position: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>) throws
  /// A disposal was booked; `lot` is where its units came from, which were held from a day on.
  static func disposed(
    _ row: Int, _ lot: UInt32, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws
  /// The units of an instrument were multiplied.
  static func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws
  /// An instrument goes on under another symbol.
  static func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ booker: inout Booker<Self>) throws
  /// A leg was booked.
  static func booked(_ leg: StockLeg, _ booker: inout Booker<Self>) throws
}

extension TaxRuleSet {
  static var looksAhead: Bool { false }
  static var method: CostBasisMethod? { nil }
  static var poolRule: MatchingRule? { nil }
  static var lotScope: LotScope? { nil }
  static var needsDisposals: Bool { false }
  static var rowsPerLeg: Int { 1 }
  static var countsBySettlement: Bool { false }
  static var mergerCash: MergerCash { .lowersCost }
  static var window: Int32 { 0 }
  static var giftIsDisposal: Bool { false }

  static func acquired(_ lot: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>) {}
  static func carried(_ lot: UInt32, _ booker: inout Booker<Self>) {}
  static func identify(
    _ position: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws {
    if let rule = poolRule { return try booker.relievePooled(position, leg.quantity, rule) }
    try booker.relieve(position, for: leg)
  }
  static func identifyTendered(
    _ position: UInt32, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) throws {
    try booker.relieveForDisposal(position, leg.quantity)
  }
  static func disposed(
    _ row: Int, _ lot: UInt32, _ heldFrom: Day, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) {}
  static func rescaled(
    _ instrument: InstrumentIndex, _ ratio: Ratio, _ leg: StockLeg, _ booker: inout Booker<Self>
  ) {}
  static func renamed(
    _ old: InstrumentIndex, _ new: InstrumentIndex, _ booker: inout Booker<Self>
  ) {}
  static func booked(_ leg: StockLeg, _ booker: inout Booker<Self>) {}
}

/// What cash means that a merger pays beside new units.
enum MergerCash {
  /// It lowers the cost; what goes beyond the cost is a gain.
  case lowersCost
  /// The gain is taxed up to the cash; a loss is not recognized.
  case gainUpToCash
  /// A part of the holding is sold for it, unless it is small.
  case partDisposal
}

/// No country's rules: plain booking.
struct PlainRules: TaxRuleSet {
  init(_ timeline: HoldingTimeline) {}
}

extension BookedLedger {
  /// Books a ledger under the rules that the options or its settings name.
  static func book(
    _ ledger: Ledger, _ options: BookingOptions, doubtful: Set<InstrumentIndex> = [],
    progress: WorkProgress.Receiver? = nil
  ) -> (booked: BookedLedger, faults: [Diagnostic]) {
    switch options.taxRules ?? ledger.tables.settings.taxRules ?? TaxRules.none {
    case .none: book(PlainRules.self, ledger, options, doubtful, progress)
    case .us: book(UnitedStates.self, ledger, options, doubtful, progress)
    case .uk: book(UnitedKingdom.self, ledger, options, doubtful, progress)
    case .ca: book(Canada.self, ledger, options, doubtful, progress)
    }
  }

  /// Books a ledger for a period.
  static func book(
    _ ledger: Ledger, _ options: BookingOptions, _ period: BookingPeriod
  ) -> (booked: BookedLedger, faults: [Diagnostic]) {
    var (plain, period) = (options, period)
    let rules = options.taxRules ?? ledger.tables.settings.taxRules ?? TaxRules.none
    plain.taxRules = TaxRules.none
    plain.keepsPostings = false
    plain.keepsDisposals = true
    plain.keepsTrace = false
    if rules == .uk || rules == .ca {
      plain.method = .average
      plain.lotScope = .portfolio
    }
    period.isOfTaxRules = rules != .none
    var booker = Booker(ledger, plain, PlainRules(HoldingTimeline()))
    booker.period = PeriodState(period: period)
    booker.bookAll()
    let faults = booker.faults
    return (booker.finish(), faults)
  }

  private static func book<Rules: TaxRuleSet>(
    _ rules: Rules.Type, _ ledger: Ledger, _ options: BookingOptions,
    _ doubtful: Set<InstrumentIndex>, _ progress: WorkProgress.Receiver?
  ) -> (booked: BookedLedger, faults: [Diagnostic]) {
    let timeline =
      Rules.looksAhead
      ? HoldingTimeline(ledger, options, bySettlement: Rules.countsBySettlement)
      : HoldingTimeline()
    var booker = Booker(ledger, options, Rules(timeline))
    booker.doubtful = doubtful
    booker.progress = progress
    booker.warnOfChoices(options)
    booker.bookAll()
    let faults = booker.faults
    return (booker.finish(), faults)
  }
}

extension Booker {
  /// What was asked for and the rules leave no choice in.
  fileprivate mutating func warnOfChoices(_ asked: BookingOptions) {
    let settings = tables.settings
    let rules = options.taxRules ?? TaxRules.none
    func warn(_ choice: String) {
      booked.warnings.append(.methodOfTaxRules(rules, choice, at: settings.position))
    }
    if Rules.method != nil {
      let method = asked.method ?? settings.costBasisMethod
      if let method, method != Rules.method { warn("the method \(method.rawValue)") }
      if asked.method == nil, !settings.methodEntries.isEmpty { warn("the list of methods") }
    }
    if let scope = asked.lotScope ?? settings.lotScope, let own = Rules.lotScope, scope != own {
      warn("the lot scope \(scope.rawValue)")
    }
  }
}

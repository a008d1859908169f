/// The date on which a trade counts.
public enum DateBasis: String, Sendable, CaseIterable {
  /// The day of the trade.
  case trade
  /// The day on which cash and units change hands.
  case settlement
}

/// How a ledger is booked. The settings of the ledger apply to everything that is nil.
public struct BookingOptions: Sendable, Hashable {
  /// The base currency of the portfolio.
  public var baseCurrency: Currency?
  /// Which lots a disposal relieves. For a booked ledger it is nil if the settings have a list of
  /// methods by day and instrument.
  public var method: CostBasisMethod?
  /// Which foreign cash is spent first.
  public var cashMethod: CashMethod?
  /// Whether a trade may end one position and open its opposite.
  public var crossingZero: CrossingZero?
  /// The scope in which lots are relieved.
  public var lotScope: LotScope?
  /// The treatment of fees and taxes of trades.
  public var feeTreatment: FeeTreatment?
  /// The country whose tax rules apply.
  public var taxRules: TaxRules?
  /// Tax rules that are in no list. They go before `taxRules`.
  package var ownRegime: TaxRegime?
  /// The tax rules that were asked for, if the books do not follow them.
  package private(set) var regimeSetAside: TaxRegime?
  /// The last day that counts; the whole ledger if it is left out.
  public var asOf: Day?
  /// Which date of a trade counts.
  public var dateBasis = DateBasis.trade
  /// Whether groups that are still pending are left out.
  public var excludesPending = false
  /// Whether a cash account that is below zero at the end of a day gives a warning.
  public var warnsOfNegativeCash = false
  /// Whether the journal is kept: 48 bytes a posting.
  public var keepsPostings = true
  /// Whether each disposal is kept: 144 bytes. Without disposals no income is kept either.
  public var keepsDisposals = true
  /// Whether each item of income is kept, where disposals are: about 130 bytes.
  public var keepsIncome = true
  /// Whether each change in units is kept: 48 bytes a change.
  package var keepsMovements = false
  /// How many open lots a position has at least if they take over events when they are read. The
  /// books are the same whatever it is.
  package var leastLateLots = 16
  /// The method of one group, whatever the settings say; rules that prescribe a method go first.
  package var trial: TrialMethod?
  /// The time after which booking stops; nil for no limit.
  package var timeLimit: TimeLimit?
  /// Whether each change of a lot is kept, and with them the disposals: about 500 bytes a change.
  public var keepsTrace = false

  /// The settings of the ledger.
  public init() {}
}

extension BookingOptions {
  /// The tax rules of a ledger; nil if there are none.
  package func regime(of ledger: Ledger) -> TaxRegime? {
    ownRegime ?? (taxRules ?? ledger.tables.settings.taxRules)?.regime
  }

  /// Books by the methods of the ledger, without tax rules.
  package mutating func dropTaxRules() {
    regimeSetAside = ownRegime ?? taxRules?.regime ?? regimeSetAside
    taxRules = TaxRules.none
    ownRegime = nil
  }

  /// The same options without the journal, disposals and trace.
  var lean: BookingOptions {
    var lean = self
    lean.keepsPostings = false
    lean.keepsDisposals = false
    lean.keepsTrace = false
    return lean
  }

  /// Whether a group counts on the day of the report only by its trade date: by settlement date,
  /// its units and cash have not changed hands yet. A pending group has not settled, whatever its
  /// date.
  /// A split, a merger or a transfer is no delivery: it counts from its day in either basis, since
  /// later trades depend on it.
  func isUnsettled(_ record: GroupRecord, of ledger: Ledger) -> Bool {
    guard dateBasis == .settlement, let asOf else { return false }
    guard record.status == .pending || ledger.settlementDay(of: record) > asOf else { return false }
    for index in record.stockLegs where ledger.rows.stockLegs[index].type.remakesUnits {
      return false
    }
    return true
  }

  /// Whether the legs of a group are booked.
  func includes(_ record: GroupRecord, of ledger: Ledger) -> Bool {
    guard record.counts, !(record.status == .pending && excludesPending) else { return false }
    if let asOf, ledger.tradeDay(of: record) > asOf { return false }
    return !isUnsettled(record, of: ledger)
  }
}

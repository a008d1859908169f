/// The market value of units on a day.
package struct MarketValue: Sendable, Hashable {
  /// The amount, in `currency`.
  package var amount: ExactDecimal
  /// The currency of the price.
  package var currency: CurrencyIndex

  /// A value.
  package init(amount: ExactDecimal, currency: CurrencyIndex) {
    self.amount = amount
    self.currency = currency
  }
}

/// A period whose movements are recorded with their amounts in base, so that its profit can be
/// split exactly.
package struct BookingPeriod: Sendable {
  /// The first day; the beginning of the ledger if it is nil. The last day is
  /// `BookingOptions.asOf`.
  package var firstDay: Day?
  /// Returns the value of units of an instrument on a day; nil if no price is known. If this
  /// function is given, lots that are open when the period begins have as cost their value at the
  /// end of the day before, and units that come from outside or leave have their market value.
  package var marketValue: Worth?
  /// The splits so far, if the ledger is booked in batches. The prices know no others then.
  var splits: SplitBook?
  /// Whether the settings name tax rules that are not applied.
  var isOfTaxRules = false
  /// Whether gains are those of the tax rules, as in the report on gains.
  private var appliesTaxRules = false

  /// Returns the value of units on a day. Splits replace those of the prices.
  package typealias Worth =
    @Sendable (InstrumentIndex, ExactDecimal, Day, SplitBook?) -> MarketValue?

  /// A period.
  package init(
    from firstDay: Day?,
    marketValue: Worth? = nil
  ) {
    self.firstDay = firstDay
    self.marketValue = marketValue
  }

  /// Returns the value of units on a day; nil if it is unknown or not needed.
  func value(
    of quantity: ExactDecimal, _ instrument: InstrumentIndex, on day: Day
  ) -> MarketValue? {
    marketValue?(instrument, quantity, day, splits)
  }

  /// Whether the whole history is booked from cost, too. That takes as long again. A period with a
  /// first day always is.
  package var comparesWholeHistory = false

  /// The same period from cost, if this one is from market value and both are compared.
  var fromCost: BookingPeriod? {
    if marketValue == nil || firstDay == nil && !comparesWholeHistory { return nil }
    var period = BookingPeriod(from: firstDay)
    period.appliesTaxRules = true
    return period
  }

  /// Sets the options with which a ledger is booked for the period. Statements from cost are books
  /// by the ledger's method, as the journal. From market value, the costs are not those that tax
  /// rules are about; the rules only decide the method if they prescribe average cost. Fees and
  /// taxes of trades are then expenses.
  mutating func prepare(_ options: inout BookingOptions, of ledger: Ledger) {
    let regime = options.regime(of: ledger)
    options = options.lean
    // Gains and income are found, but only added up.
    options.keepsDisposals = true
    options.keepsIncome = false
    if appliesTaxRules { return }
    if marketValue == nil { return options.dropTaxRules() }
    isOfTaxRules = regime != nil
    options.dropTaxRules()
    options.feeTreatment = .expense
    if let method = regime?.traits.method {
      options.method = method
      options.lotScope = regime?.traits.lotScope
    }
  }
}

/// The place of a movement: an instrument in a securities account, or a cash account.
public enum PeriodPlace: Sendable, Hashable {
  /// Units in a securities account.
  case units(InstrumentIndex, SecuritiesAccountIndex)
  /// A cash account.
  case cash(CashAccountIndex)
}

/// One movement of a period, or the sum of all movements of one kind in one place.
package struct PeriodEntry: Sendable {
  /// The kind of a movement. The first three move into or out of their place; the others are earned
  /// or spent there.
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// Money paid for units or got for them, and money that moves for any reason in the ledger.
    case flow
    /// Units that move to another account or instrument, at their cost.
    case moved
    /// Contributions and withdrawals of the owner.
    case contribution
    /// Dividends before tax.
    case dividend
    /// Interest, and interest that had accrued when units were traded.
    case interest
    /// Fees, below zero.
    case fee
    /// Taxes, below zero.
    case tax
    /// Other income and expenses, and residuals within the balance tolerance.
    case other
    /// No movement: the gain or loss that a disposal realized.
    case gain
    /// No movement: the gain of units that move to another account at their cost, positive in the
    /// account that they leave and negative in the other.
    case revaluation

    /// Whether it goes in or out of its place.
    package var isFlow: Bool { self == .flow || self == .moved || self == .contribution }

    /// Whether it is earned or spent there.
    var isEarned: Bool { !isFlow && self != .gain && self != .revaluation }
  }

  /// The kind of movement.
  package internal(set) var kind: Kind
  /// The place.
  package internal(set) var place: PeriodPlace
  /// Into the place or earned there, above zero; in base; nil if a rate is not known.
  package internal(set) var amountBase: ExactDecimal?
  /// For a gain, the price effect at the rate of the day; the rest is the currency effect.
  package internal(set) var priceEffectBase: ExactDecimal? = .zero
}

/// The value of a place when a period began.
package struct PeriodOpening: Sendable {
  /// The place.
  package internal(set) var place: PeriodPlace
  /// Units, below zero if they are owed, or the balance of cash.
  package internal(set) var quantity: ExactDecimal
  /// The value in base at the price and the rate of the day before the period; nil if one of them
  /// is not known, or if the period needs no prices.
  package internal(set) var valueBase: ExactDecimal?
}

/// The movements of a period.
package struct PeriodBook: Sendable {
  /// The units and balances that were not zero when the period began.
  package internal(set) var openings: [PeriodOpening] = []
  /// The cost in base of the units in each place when the period began, below zero if they are
  /// owed; nil if it is not known. No dictionary for a period from market value, or from the
  /// beginning of the ledger.
  package internal(set) var openingCosts: [PeriodPlace: ExactDecimal?]?
  /// The sums of the movements of each kind in each place.
  package internal(set) var sums: [PeriodEntry] = []
  /// Instruments without a price on the day on which units came from outside or left: at cost.
  package internal(set) var inKindAtCost: Set<InstrumentIndex> = []

  /// Nothing yet.
  package init() {}
}

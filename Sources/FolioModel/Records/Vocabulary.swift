/// The type of a group. It is a description; the legs decide (Specs/ledger-format.md). New minor
/// versions may add cases.
public enum GroupType: String, Sendable, CaseIterable {
  case deposit, withdrawal, interest, fee, tax
  case fxExchange = "fx_exchange"
  case transfer
  case stockTrade = "stock_trade"
  case dividend
  case corporateAction = "corporate_action"
  case openingBalance = "opening_balance"
  case adjustment
}

/// Whether the money of a group has moved. A void group stays on record and moves nothing.
public enum GroupStatus: String, Sendable, CaseIterable {
  case settled, pending, void
}

/// The effect of a stock leg on a position. New minor versions may add cases.
public enum TradeType: String, Sendable, CaseIterable {
  case buy, sell
  case shortSell = "short_sell"
  case cover
  case dividend
  case split
  case stockDividend = "stock_dividend"
  case returnOfCapital = "return_of_capital"
  case costAdjustment = "cost_adjustment"
  case deemedDisposition = "deemed_disposition"
  case spinOff = "spin_off"
  case merger
  case symbolChange = "symbol_change"
  case transferOut = "transfer_out"
  case transferIn = "transfer_in"
  case writeOff = "write_off"
  case exercise, assignment, expiry
  case gift
  case unitFee = "unit_fee"
}

/// The purpose of a cash leg. New minor versions may add cases.
public enum CashLegType: String, Sendable, CaseIterable {
  case deposit, withdrawal, principal, fee, tax, dividend, interest, fx, transfer, other
}

/// Whether the amount of a cash leg comes into its account or leaves it.
public enum Direction: String, Sendable, CaseIterable {
  case `in`, out
}

/// Whether a cost adjustment raises or lowers the cost.
public enum CostDirection: String, Sendable, CaseIterable {
  case increase, decrease
}

/// Who gets a gift, where tax rules make a difference. New minor versions may add cases.
public enum GiftRecipient: String, Sendable, CaseIterable {
  /// The owner's spouse, civil partner or common-law partner.
  case spouse
}

/// Which lots a disposal relieves first. New minor versions may add cases.
public enum CostBasisMethod: String, Sendable, CaseIterable {
  /// The oldest first, by the day acquired, then the order of booking.
  case fifo
  /// The newest first.
  case lifo
  /// The highest unit cost first; among equals the oldest.
  case hifo
  /// The lowest unit cost first; among equals the oldest.
  case lofo
  /// One pool whose cost is relieved in proportion.
  case average
  /// The lots that the leg names.
  case specific
}

/// Which money of a foreign currency is spent first. New minor versions may add cases.
public enum CashMethod: String, Sendable, CaseIterable {
  /// The oldest first.
  case fifo
  /// A share of the whole pool.
  case average
}

/// Whether a trade may exceed the position that it ends, and open the opposite one.
public enum CrossingZero: String, Sendable, CaseIterable {
  case refuse, allow
}

/// Whether a leg relieves lots of the whole portfolio or only of its own account. Either way the
/// units leave the account that the leg names.
public enum LotScope: String, Sendable, CaseIterable {
  case portfolio, account
}

/// Whether fees and taxes of a trade are part of cost and proceeds, or expenses.
public enum FeeTreatment: String, Sendable, CaseIterable {
  case capitalize, expense
}

/// How the law taxes the units of a securities account. New minor versions may add cases.
public enum TaxCapacity: String, Sendable, CaseIterable {
  /// The owner's own, whose gains are taxed.
  case taxable
  /// An account whose gains are not taxed when they arise, such as an ISA, an IRA or a TFSA.
  case sheltered
  /// The account of the owner's spouse, civil partner or common-law partner.
  case spouse
  /// The account of a company or a trust that the owner or the spouse controls.
  case affiliated
  /// The account of somebody else, such as a child.
  case other
}

/// The name of a country's tax rules. The library's own are in `allCases`.
public struct TaxRules: RawRepresentable, Sendable, Hashable, CaseIterable {
  /// The word in ledgers and options.
  public let rawValue: String

  /// The name of rules of the library. Returns `nil` for any other word.
  public init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  /// The name of rules that are in no list.
  public init(ownName: String) { rawValue = ownName }

  /// No tax rules: gains are those of the books.
  public static let none = TaxRules(ownName: "none")
  /// The United States.
  public static let us = TaxRules(ownName: "us")
  /// The United Kingdom.
  public static let uk = TaxRules(ownName: "uk")
  /// Canada.
  public static let ca = TaxRules(ownName: "ca")
  /// Germany.
  public static let de = TaxRules(ownName: "de")
  /// Poland.
  public static let pl = TaxRules(ownName: "pl")
  /// Sweden.
  public static let se = TaxRules(ownName: "se")
  /// Australia.
  public static let au = TaxRules(ownName: "au")
  /// Spain.
  public static let es = TaxRules(ownName: "es")
  /// Ireland.
  public static let ie = TaxRules(ownName: "ie")
  /// France.
  public static let fr = TaxRules(ownName: "fr")
  /// Austria.
  public static let at = TaxRules(ownName: "at")
  /// The Netherlands.
  public static let nl = TaxRules(ownName: "nl")
  /// India.
  public static let india = TaxRules(ownName: "in")

  /// The rules of the library, in the order of the help.
  public static let allCases = [
    none, us, uk, ca, de, pl, se, au, es, ie, fr, at, nl, india,
  ]
}

/// What a group is said to be. It describes; its legs decide (Specs/ledger-format.md).
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

/// Whether a group's money has moved. A void group stays on record and moves nothing.
public enum GroupStatus: String, Sendable, CaseIterable {
  case settled, pending, void
}

/// What a stock leg does to a position.
public enum TradeType: String, Sendable, CaseIterable {
  case buy, sell
  case shortSell = "short_sell"
  case cover
  case dividend
  case split
  case stockDividend = "stock_dividend"
  case returnOfCapital = "return_of_capital"
  case spinOff = "spin_off"
  case merger
  case symbolChange = "symbol_change"
  case transferOut = "transfer_out"
  case transferIn = "transfer_in"
  case writeOff = "write_off"
  case gift
  case unitFee = "unit_fee"
}

/// What a cash leg is for.
public enum CashLegType: String, Sendable, CaseIterable {
  case deposit, withdrawal, principal, fee, tax, dividend, interest, fx, transfer, other
}

/// Whether a cash leg's amount comes into its account or goes out of it.
public enum Direction: String, Sendable, CaseIterable {
  case `in`, out
}

/// Which lots a disposal relieves first.
public enum CostBasisMethod: String, Sendable, CaseIterable {
  /// The oldest first, by the day acquired, then the order of booking.
  case fifo
  /// The newest first.
  case lifo
  /// The dearest first, by unit cost; among equals the oldest.
  case hifo
  /// The cheapest first, by unit cost; among equals the oldest.
  case lofo
  /// One pool whose cost is relieved in proportion.
  case average
  /// The lots that the leg names.
  case specific
}

/// Which money of a foreign currency is spent first.
public enum CashMethod: String, Sendable, CaseIterable {
  /// What came in first.
  case fifo
  /// A share of all that is there.
  case average
}

/// Whether a trade may go beyond the position that it ends, and open the opposite one.
public enum CrossingZero: String, Sendable, CaseIterable {
  case refuse, allow
}

/// Whether lots are looked for in the whole portfolio or only in the leg's own account.
public enum LotScope: String, Sendable, CaseIterable {
  case portfolio, account
}

/// Whether fees and taxes of a trade go into cost and proceeds or are expenses of their own.
public enum FeeTreatment: String, Sendable, CaseIterable {
  case capitalize, expense
}

/// Whose tax rules decide what a gain is.
public enum TaxRules: String, Sendable, CaseIterable {
  case none, us, uk, ca
}

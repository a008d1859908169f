/// The kinds of account that postings go to. Cash, securities, dividends, accrued interest, cost
/// adjustments and gains have an account for each cash account or instrument; the others are one
/// account each. Interest, fees, taxes paid for themselves, and other income and expenses also have
/// one for each instrument that a cash leg names. New minor versions may add cases.
public enum JournalAccountKind: UInt8, Sendable, CaseIterable {
  /// Cash in an account, `Assets:Cash:<account>`.
  case cash
  /// Units held, at cost, `Assets:Securities:<symbol>`.
  case securities
  /// `Income:Dividends:<symbol>`
  case dividends
  /// Dividends that no stock leg explains, `Income:Dividends`.
  case otherDividends
  /// `Income:Interest`
  case interest
  /// Interest that had accrued when units were traded, received or, as a debit, paid:
  /// `Income:AccruedInterest:<symbol>`.
  case accruedInterest
  /// The amount that a cost adjustment adds to the cost, or as a debit takes from it:
  /// `Income:CostAdjustments:<symbol>`.
  case costAdjustments
  /// Proceeds of disposals less their cost, `Income:Gains:<symbol>`.
  case gains
  /// `Income:Other`
  case otherIncome
  /// `Expenses:Fees`
  case fees
  /// Taxes on trades, `Expenses:Taxes:Transaction`.
  case transactionTaxes
  /// Tax withheld from dividends, `Expenses:Taxes:Withholding`.
  case withholdingTaxes
  /// Taxes paid for themselves, `Expenses:Taxes:Paid`.
  case paidTaxes
  /// `Expenses:Other`
  case otherExpenses
  /// Money put in and taken out by the owner, `Equity:Contributions`.
  case contributions
  /// Opening balances, `Equity:Opening`.
  case opening
  /// The two sides of exchanges, `Equity:Conversions`.
  case conversions
  /// Differences within the balance tolerance, `Equity:Rounding`.
  case rounding

  /// The kind of the account for a cash leg that names an instrument; nil if it makes no
  /// difference.
  @usableFromInline package var ofInstrument: JournalAccountKind? {
    switch self {
    case .otherDividends: .dividends
    case .interest, .otherIncome, .fees, .paidTaxes, .otherExpenses: self
    case .cash, .securities, .dividends, .accruedInterest, .costAdjustments, .gains,
      .transactionTaxes, .withholdingTaxes, .contributions, .opening, .conversions, .rounding:
      nil
    }
  }
}

/// An account of the double-entry journal.
public struct JournalAccount: Sendable, Hashable {
  /// The kind of account.
  public let kind: JournalAccountKind
  /// The number of the cash account or instrument that it is kept for; `missing` if it is one
  /// account.
  @usableFromInline package let reference: UInt32

  /// An account that is kept for an instrument, or one that is kept for nothing.
  @inlinable public init(
    _ kind: JournalAccountKind, of instrument: InstrumentIndex = .missing
  ) {
    self.kind = kind
    reference = instrument.rawValue
  }

  /// The cash in an account.
  @inlinable public init(cash account: CashAccountIndex) {
    kind = .cash
    reference = account.rawValue
  }

  /// The account's full name in a ledger, such as `Assets:Cash:c-usd`.
  public func name(in tables: LedgerTables) -> String {
    func symbol() -> String { tables.symbol(InstrumentIndex(rawValue: reference)) }
    func suffix() -> String { reference == .missing ? "" : ":" + symbol() }
    return switch kind {
    case .cash: "Assets:Cash:" + tables.text(tables.cashAccounts[Int(reference)].id)
    case .securities: "Assets:Securities:" + symbol()
    case .dividends: "Income:Dividends:" + symbol()
    case .accruedInterest: "Income:AccruedInterest:" + symbol()
    case .costAdjustments: "Income:CostAdjustments:" + symbol()
    case .gains: "Income:Gains:" + symbol()
    case .otherDividends: "Income:Dividends"
    case .interest: "Income:Interest" + suffix()
    case .otherIncome: "Income:Other" + suffix()
    case .fees: "Expenses:Fees" + suffix()
    case .transactionTaxes: "Expenses:Taxes:Transaction"
    case .withholdingTaxes: "Expenses:Taxes:Withholding"
    case .paidTaxes: "Expenses:Taxes:Paid" + suffix()
    case .otherExpenses: "Expenses:Other" + suffix()
    case .contributions: "Equity:Contributions"
    case .opening: "Equity:Opening"
    case .conversions: "Equity:Conversions"
    case .rounding: "Equity:Rounding"
    }
  }
}

/// The kinds of account that postings go to. Cash, securities, dividends, accrued interest and
/// gains are kept per cash account or instrument; the others are one account each.
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
  /// What disposals brought above their cost, `Income:Gains:<symbol>`.
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
  /// What was there when the ledger began, `Equity:Opening`.
  case opening
  /// The two sides of exchanges, `Equity:Conversions`.
  case conversions
  /// What the balance tolerance absorbed, `Equity:Rounding`.
  case rounding
}

/// An account of the double-entry journal.
public struct JournalAccount: Sendable, Hashable {
  /// What kind of account it is.
  public var kind: JournalAccountKind
  /// The cash account or instrument that it is kept for; `missingIndex` where it is one account.
  public var reference: UInt32

  /// An account of a kind, kept for a cash account or an instrument where the kind is.
  @inlinable public init(_ kind: JournalAccountKind, _ reference: UInt32 = missingIndex) {
    self.kind = kind
    self.reference = reference
  }

  /// The account's full name in a ledger, such as `Assets:Cash:c-usd`.
  public func name(in tables: LedgerTables) -> String {
    switch kind {
    case .cash: "Assets:Cash:" + tables.text(tables.cashAccounts[Int(reference)].id)
    case .securities: "Assets:Securities:" + tables.symbol(reference)
    case .dividends: "Income:Dividends:" + tables.symbol(reference)
    case .accruedInterest: "Income:AccruedInterest:" + tables.symbol(reference)
    case .gains: "Income:Gains:" + tables.symbol(reference)
    case .otherDividends: "Income:Dividends"
    case .interest: "Income:Interest"
    case .otherIncome: "Income:Other"
    case .fees: "Expenses:Fees"
    case .transactionTaxes: "Expenses:Taxes:Transaction"
    case .withholdingTaxes: "Expenses:Taxes:Withholding"
    case .paidTaxes: "Expenses:Taxes:Paid"
    case .otherExpenses: "Expenses:Other"
    case .contributions: "Equity:Contributions"
    case .opening: "Equity:Opening"
    case .conversions: "Equity:Conversions"
    case .rounding: "Equity:Rounding"
    }
  }
}

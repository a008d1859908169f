import Folio

extension Flag {
  /// How lots are matched, and in which currency the answer is.
  static let booking = [
    base, method, cashMethod, includeCash, lotScope, feeTreatment, taxRules,
  ]

  private static let base = Flag(
    name: "base", short: "b", argument: .value("CUR"), topic: .booking,
    scopes: [.report, .snapshot, .create],
    summary: "the currency that amounts are converted to",
    details: "The ledger's base_currency where left out.",
    example: "--base EUR"
  ) { text, options throws(UsageError) in
    do throws(CurrencyFault) {
      options.base = try Currency(text)
    } catch {
      throw .value(.notACurrency(flag: "base", value: text))
    }
  }

  private static let method = Flag(
    name: "method", short: "m", argument: .choice("METHOD", of: CostBasisMethod.self),
    topic: .booking, scopes: [.report, .check, .snapshot],
    summary: "which lots a sale uses up first",
    details: "The ledger's cost_basis_method where left out.",
    example: "--method hifo", store: choosing("method") { $1.method = $0 })

  private static let cashMethod = Flag(
    name: "cash-method", argument: .choice("METHOD", of: CashMethod.self), topic: .booking,
    scopes: [.gains], summary: "which foreign cash is spent first",
    details: "For --include-cash. The ledger's cash_cost_basis_method where left out, else fifo.",
    example: "--cash-method average", store: choosing("cash-method") { $1.cashMethod = $0 })

  private static let includeCash = Flag(
    name: "include-cash", argument: .none, topic: .booking, scopes: [.gains],
    summary: "also what is gained on foreign cash when it is spent",
    example: "--include-cash"
  ) { _, options in options.includeCash = true }

  private static let lotScope = Flag(
    name: "lot-scope", argument: .choice("SCOPE", of: LotScope.self), topic: .booking,
    scopes: [.report, .check, .snapshot],
    summary: "match lots across all accounts, or within each",
    example: "--lot-scope account", store: choosing("lot-scope") { $1.lotScope = $0 })

  private static let feeTreatment = Flag(
    name: "fee-treatment", argument: .choice("TREATMENT", of: FeeTreatment.self),
    topic: .booking, scopes: [.report, .check, .snapshot],
    summary: "whether the fees of a buy are part of its cost",
    example: "--fee-treatment expense",
    store: choosing("fee-treatment") { $1.feeTreatment = $0 })

  private static let taxRules = Flag(
    name: "tax-rules", argument: .choice("RULES", of: TaxRules.self), topic: .booking,
    scopes: [.report, .check, .snapshot],
    summary: "whose tax rules decide what a gain is",
    details: "The ledger's tax_rules where left out, else none.",
    example: "--tax-rules uk", store: choosing("tax-rules") { $1.taxRules = $0 })
}

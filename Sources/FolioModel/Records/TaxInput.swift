/// What a tax return needs and no transaction says, such as a loss that was carried forward. New
/// minor versions may add cases.
public enum TaxItem: String, Sendable, CaseIterable {
  /// Losses on securities that arose in the year and are still to be used.
  case losses
  /// The same of losses that the law keeps apart: on shares (Germany), on units held for a long
  /// time (India), on private sales within a year (Germany), and of income from capital (Spain).
  case lossesOfShares = "losses_of_shares"
  case longTermLosses = "long_term_losses"
  case lossesOfPrivateSales = "losses_of_private_sales"
  case lossesOfIncome = "losses_of_income"
  /// The allowance of the year, instead of that of a single person.
  case allowance
  /// The advance lump sum (Vorabpauschale) of one unit of a fund that was declared for the year.
  case advanceLumpSum = "advance_lump_sum"
  /// The franking credits of the year's dividends (Australia).
  case frankingCredits = "franking_credits"
  /// The highest price of one unit on 31 January 2018 (India).
  case fairValue = "fair_value"
}

/// An entry of the setting `tax_inputs`.
public struct TaxInput: Sendable, Hashable {
  /// The calendar year in which the tax year begins.
  public var year: Int
  /// What the amount is.
  public var item: TaxItem
  /// The instrument, if the item is that of one.
  public var symbol: String?
  /// The amount in the base currency, at least zero.
  public var amount: ExactDecimal

  /// Creates an entry.
  public init(_ item: TaxItem, _ amount: ExactDecimal, year: Int, symbol: String? = nil) {
    self.year = year
    self.item = item
    self.symbol = symbol
    self.amount = amount
  }
}

extension TaxItem: Codable {}

extension TaxInput: Codable {
  private static let form = CodedForm(
    blank: TaxInput(.losses, 0, year: 1),
    columns: [
      .required("year", \.year), .required("item", \.item), .optional("symbol", \.symbol),
      .required("amount", \.amount),
    ])

  /// Decodes an entry.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the entry.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

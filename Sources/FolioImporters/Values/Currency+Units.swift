import Folio

extension Currency {
  /// A currency of a file, or the hundredth of it in which some exchanges quote.
  package struct Unit: Sendable, Hashable {
    /// The currency.
    package var currency: Currency
    /// Whether amounts are in hundredths of it.
    package var isHundredth: Bool

    /// A currency itself.
    package init(_ currency: Currency, isHundredth: Bool = false) {
      self.currency = currency
      self.isHundredth = isHundredth
    }

    /// An amount in the currency.
    package func major(_ amount: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
      isHundredth ? try amount.multiplied(by: Currency.quoteUnitSize) : amount
    }
  }

  /// Hundredths as brokers write them, and the currency.
  private static let hundredths = [
    "GBX": "GBP", "GBp": "GBP", "GBPENCE": "GBP", "GBPENNY": "GBP", "ILA": "ILS", "ILAC": "ILS",
    "ZAC": "ZAR", "ZAc": "ZAR",
  ]

  private static let signs = ["€": "EUR", "£": "GBP", "CHF.": "CHF"]

  /// Reads a code or a sign as files of brokers have it: `USD`, `usd`, `GBX`, `GBp`, `GBPence`,
  /// `€`. A dollar sign is no currency: several countries use it.
  package static func unit(_ text: String) -> Unit? {
    if let major = hundredths[text] ?? hundredths[text.uppercased()],
      let currency = try? Currency(major)
    {
      return Unit(currency, isHundredth: true)
    }
    let code = signs[text] ?? text.uppercased()
    return (try? Currency(code)).map { Unit($0) }
  }
}

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

  /// The currency of hundredths as brokers write them.
  private static func major(ofHundredth text: String) -> String? {
    switch text {
    case "GBX", "GBp", "GBPENCE", "GBPENNY": "GBP"
    case "ILA", "ILAC": "ILS"
    case "ZAC", "ZAc": "ZAR"
    default: nil
    }
  }

  private static func code(ofSign text: String) -> String? {
    switch text {
    case "€": "EUR"
    case "£": "GBP"
    case "CHF.": "CHF"
    default: nil
    }
  }

  /// The unit that a code of ISO 4217 or a sign names; nil for any other word.
  package static func nationalUnit(_ text: String) -> Unit? {
    unit(text).flatMap { $0.currency.isNational ? $0 : nil }
  }

  /// Reads a code or a sign as files of brokers have it: `USD`, `usd`, `GBX`, `GBp`, `GBPence`,
  /// `€`. A dollar sign is no currency: several countries use it.
  package static func unit(_ text: String) -> Unit? {
    let capitals = text.uppercased()
    if let major = major(ofHundredth: text) ?? major(ofHundredth: capitals),
      let currency = try? Currency(major)
    {
      return Unit(currency, isHundredth: true)
    }
    let code = code(ofSign: text) ?? capitals
    return (try? Currency(code)).map { Unit($0) }
  }
}

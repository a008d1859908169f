extension Currency {
  /// A unit in which some exchanges quote prices, and the currency of which it is a hundredth.
  public typealias QuoteUnit = (unit: Currency, currency: Currency)

  /// The quote units: British pence, Israeli agorot and South African cents.
  public static let quoteUnits: [QuoteUnit] = [
    ("GBX", "GBP"), ("ILA", "ILS"), ("ZAC", "ZAR"),
  ].compactMap { unit, currency in
    guard let unit = try? Currency(unit), let currency = try? Currency(currency) else { return nil }
    return (unit, currency)
  }

  /// The size of a quote unit in its currency: 0.01.
  public static let quoteUnitSize = ExactDecimal(short: 1, places: 2)

  /// The quote units whose codes vendors write with a small letter.
  private static let vendorCodes = ["GBp": "GBX", "ZAc": "ZAC"]

  /// Creates a currency from a code in a file: `GBp` and `ZAc` are `GBX` and `ZAC`, all other codes
  /// are as in ``init(bytes:)``.
  package init(read bytes: Span<UInt8>) throws(CurrencyFault) {
    do throws(CurrencyFault) {
      try self.init(bytes: bytes)
    } catch {
      guard case .lowercase = error,
        let code = Self.vendorCodes[String(decoding: bytes.copyOfCode, as: UTF8.self)]
      else { throw error }
      try self.init(code)
    }
  }
}

extension Span<UInt8> {
  /// The bytes of a code, which are few.
  fileprivate var copyOfCode: [UInt8] { indices.map { self[$0] } }
}

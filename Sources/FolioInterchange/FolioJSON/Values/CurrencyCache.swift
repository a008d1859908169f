/// The numbers of recent currencies, so that most legs need no dictionary.
struct CurrencyCache {
  private var codes: [UInt64] = Array(repeating: 0, count: 64)
  private var numbers: [CurrencyIndex] = Array(repeating: 0, count: 64)

  /// One of 64 numbers for three capital letters.
  @inline(__always)
  private static func bucket(_ code: UInt64) -> Int {
    Int(truncatingIfNeeded: (code &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  /// The number of a currency from its three letters in quotes; nil for anything else and for a
  /// currency that is not in the cache.
  @inline(__always)
  func number(ofQuoted word: UInt64) -> CurrencyIndex? {
    guard word & 0xFF_0000_00FF == 0x22_0000_0022 else { return nil }
    let code = (word &>> 8 & 0xFF_FFFF).byteSwapped
    let bucket = Self.bucket(code)
    return codes[bucket] == code ? numbers[bucket] : nil
  }

  /// The number of a currency in the table; nil if the table is full.
  mutating func number(
    of currency: Currency, in table: inout CurrencyTable
  ) -> CurrencyIndex? {
    guard let number = table.index(of: currency) else { return nil }
    let bucket = Self.bucket(currency.rawValue)
    codes[bucket] = currency.rawValue
    numbers[bucket] = number
    return number
  }
}

/// The signs and codes of currencies in the text of an amount, such as `$1,000.00` or `EUR 12`.
enum CurrencySigns {
  /// The currencies that use a sign. Several countries share some of them.
  private static let signs: [Character: Set<String>] = [
    "$": [
      "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "BRL", "UYU",
      "BBD", "BMD", "BND", "BSD", "BZD", "DOP", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD",
      "SRD", "TTD", "XCD", "CUP", "MOP", "ZWL",
    ],
    "€": ["EUR"],
    "£": ["GBP", "EGP", "FKP", "GIP", "LBP", "SDG", "SHP", "SSP", "SYP"],
    "¥": ["JPY", "CNY"], "₹": ["INR"], "₽": ["RUB"], "₺": ["TRY"], "₩": ["KRW", "KPW"],
    "₪": ["ILS"], "₫": ["VND"], "₴": ["UAH"], "₦": ["NGN"], "₱": ["PHP"], "฿": ["THB"],
    "₸": ["KZT"], "₡": ["CRC"], "₲": ["PYG"], "₼": ["AZN"], "₾": ["GEL"],
  ]
  /// Letters before a dollar sign.
  private static let dollars = [
    "US": "USD", "C": "CAD", "CA": "CAD", "A": "AUD", "AU": "AUD", "NZ": "NZD", "HK": "HKD",
    "S": "SGD", "R": "BRL", "MX": "MXN", "NT": "TWD",
  ]

  /// The currencies of countries that write `kr`.
  private static let crowns: Set = ["SEK", "NOK", "DKK", "ISK"]

  /// Whether a text may have a sign or a code: most amounts are digits alone.
  private static func mayHaveSign(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains { $0 > 0x7F || $0 == 0x24 || $0 == 0x6B || $0 &- 0x41 < 26 }
  }

  /// The currencies that the signs and the code in a text allow; nil if it has neither.
  static func currencies(in text: ArraySlice<UInt8>) -> Set<String>? {
    guard mayHaveSign(text) else { return nil }
    var allowed: Set<String>?
    func allow(_ codes: Set<String>) { allowed = allowed?.intersection(codes) ?? codes }
    var letters = ""
    let whole = String(decoding: text, as: UTF8.self)
    if whole.lowercased().contains("kr") { allow(crowns) }
    for character in whole + " " {
      if character.isASCII, character.isUppercase {
        letters.append(character)
        continue
      }
      if character == "$", let code = dollars[letters] {
        allow([code])
      } else if let codes = signs[character] {
        allow(codes)
      }
      if letters.count == 3, let unit = Currency.nationalUnit(letters) {
        allow([unit.currency.code])
      }
      letters = ""
    }
    return allowed
  }
}

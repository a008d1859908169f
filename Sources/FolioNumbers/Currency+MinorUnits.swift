/// The number of decimal places of currencies by code.
///
/// Source: ISO 4217 list one as of 2026-01-01 (with XAD, XCG and ZWG; without ANG, BGN, CUC and
/// ZWL). The standard gives no minor unit ("N.A.") for metals, drawing rights and the like; their
/// codes have the same number of places as unknown codes. It gives none for the withdrawn codes of
/// list three either; these have two places, or zero if fractions were no longer in use.
enum MinorUnitTable {
  /// The decimal places of unknown codes.
  static let unknownMinorUnits = 8

  /// The ISO codes by the decimal places of their minor unit.
  static let listOne: [(places: UInt8, codes: String)] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (
      2,
      """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
      CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP
      GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
      LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO
      NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
      SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST
      XAD XCD XCG YER ZAR ZMW ZWG
      """
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
    (8, "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"),
  ]

  /// Codes of list three that were withdrawn since 1999 and may occur in old transactions.
  static let withdrawn: [(places: UInt8, codes: String)] = [
    (0, "BYR ESP ITL LUF MGF TRL"),
    (
      2,
      """
      AFA ANG ATS AZM BEF BGL BGN CUC CYP DEM EEK FIM FRF GHC GRD HRK IEP LTL LVL MRO MTL MZM
      NLG PTE ROL RUR SDD SIT SKK SLL SRG STD TMM VEB VEF YUM ZMK ZWD ZWL
      """
    ),
  ]

  /// Digital currencies by the decimal places of the smallest amount on their blockchain.
  static let digital: [(places: UInt8, codes: String)] = [
    (6, "ADA ALGO ATOM EURC TRX USDC USDT XRP XTZ"),
    (7, "XLM"),
    (8, "APT BCH BTC DOGE HBAR ICP LTC XBT ZEC"),
    (9, "SOL SUI TON"),
    (10, "DOT"),
    (12, "XMR"),
    (18, "AAVE AVAX BNB DAI ETC ETH FIL LINK POL UNI"),
    (24, "NEAR"),
  ]

  /// The decimal places of every code of three letters, so that a lookup is a single load.
  private static let threeLetters: [UInt8] = {
    var table = [UInt8](repeating: UInt8(unknownMinorUnits), count: 26 * 26 * 26)
    for (packed, places) in known { if let index = index(of: packed) { table[index] = places } }
    return table
  }()

  private static let known: [UInt64: UInt8] = {
    var table: [UInt64: UInt8] = [:]
    for (places, codes) in listOne + withdrawn + digital {
      for packed in packedCodes(codes) { table[packed] = places }
    }
    return table
  }()

  /// The codes of money that states issue or issued. CNH, the offshore yuan, is no ISO code, but
  /// brokers write it.
  static let national = Set((listOne + withdrawn).flatMap { packedCodes($0.codes) })
    .union(packedCodes("CNH"))

  static func minorUnits(of packed: UInt64) -> Int {
    if let index = index(of: packed) { return Int(threeLetters[index]) }
    return known[packed].map(Int.init) ?? unknownMinorUnits
  }

  /// The index of a code of three letters, read as a number in base 26; nil for any other code.
  private static func index(of packed: UInt64) -> Int? {
    guard packed &<< 24 == 0 else { return nil }
    let first = Int(packed &>> 56) &- 0x41
    let second = Int(packed &>> 48 & 0xFF) &- 0x41
    let third = Int(packed &>> 40 & 0xFF) &- 0x41
    guard 0..<26 ~= first, 0..<26 ~= second, 0..<26 ~= third else { return nil }
    return (first &* 26 &+ second) &* 26 &+ third
  }

  /// The codes in a text, packed as in ``Currency``.
  private static func packedCodes(_ codes: String) -> [UInt64] {
    codes.split(whereSeparator: \.isWhitespace).compactMap { (try? Currency($0))?.rawValue }
  }
}

extension Currency {
  /// The number of decimal places of amounts in the currency: 2 for USD, 0 for JPY, 8 for BTC. It
  /// is 8 for unknown codes and for ISO codes without a minor unit, such as XAU, XDR and XXX.
  public var minorUnits: Int { MinorUnitTable.minorUnits(of: rawValue) }

  /// Whether ISO 4217 lists the code, today or in the past, so that it names money and no coin.
  package var isNational: Bool { MinorUnitTable.national.contains(rawValue) }

  /// Half a minor unit, the largest residual that rounding can leave in a group: 0.005 USD, 0.5
  /// JPY.
  public var balanceTolerance: ExactDecimal {
    ExactDecimal(unchecked: 5, places: minorUnits + 1)
  }
}

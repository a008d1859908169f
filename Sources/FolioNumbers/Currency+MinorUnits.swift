/// What is known of currencies by their code: how many places their minor unit has.
///
/// Source: ISO 4217 list one as of 2026-01-01 (with XAD, XCG and ZWG; without ANG, BGN, CUC and
/// ZWL). The standard gives no minor unit ("N.A.") for metals, drawing rights and the like: they
/// count as unknown codes do. It gives none for the withdrawn codes of list three either: here
/// they have two places, and none where fractions were out of use.
enum CurrencyTable {
  /// For codes that stand in no list: as fine as one hundred-millionth.
  static let unknownMinorUnits = 8

  /// The ISO codes, by the places of their minor unit.
  static let listOne: [(places: UInt8, codes: String)] = [
    (
      0,
      """
      BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF
      """
    ),
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
    (
      3,
      """
      BHD IQD JOD KWD LYD OMR TND
      """
    ),
    (
      4,
      """
      CLF UYW
      """
    ),
    (
      8,
      """
      XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX
      """
    ),
  ]

  /// Codes of list three that a portfolio's history may still bear: withdrawn since 1999.
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

  /// Digital currencies, by the places of the smallest amount that their ledger records.
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

  /// The places, and a flag for ISO codes, for every code of three letters: one load to look up.
  private static let threeLetters: [UInt8] = {
    var table = [UInt8](repeating: UInt8(unknownMinorUnits), count: 26 * 26 * 26)
    for (places, codes) in listOne + withdrawn {
      for packed in packedCodes(codes) { table[index(of: packed) ?? 0] = places | isoFlag }
    }
    for (places, codes) in digital {
      for packed in packedCodes(codes) {
        if let index = index(of: packed) { table[index] = places }
      }
    }
    return table
  }()

  private static let longer: [UInt64: UInt8] = {
    var table: [UInt64: UInt8] = [:]
    for (places, codes) in digital {
      for packed in packedCodes(codes) where index(of: packed) == nil { table[packed] = places }
    }
    return table
  }()

  private static let isoFlag: UInt8 = 0x80

  static func minorUnits(of packed: UInt64) -> Int {
    guard let index = index(of: packed) else {
      return longer[packed].map(Int.init) ?? unknownMinorUnits
    }
    return Int(threeLetters[index] & ~isoFlag)
  }

  static func isISO(_ packed: UInt64) -> Bool {
    guard let index = index(of: packed) else { return false }
    return threeLetters[index] & isoFlag != 0
  }

  /// The number, in base 26, of a code of three letters; nil for any other code.
  private static func index(of packed: UInt64) -> Int? {
    guard packed &<< 24 == 0 else { return nil }
    let first = Int(packed &>> 56) &- 0x41
    let second = Int(packed &>> 48 & 0xFF) &- 0x41
    let third = Int(packed &>> 40 & 0xFF) &- 0x41
    guard 0..<26 ~= first, 0..<26 ~= second, 0..<26 ~= third else { return nil }
    return (first &* 26 &+ second) &* 26 &+ third
  }

  /// The codes of a text, packed as ``Currency`` packs them.
  private static func packedCodes(_ codes: String) -> [UInt64] {
    codes.split(whereSeparator: \.isWhitespace).map { code in
      var packed: UInt64 = 0
      var shift: UInt64 = 56
      for byte in code.utf8 {
        packed |= UInt64(byte) &<< shift
        shift &-= 8
      }
      return packed
    }
  }
}

extension Currency {
  /// How many places an amount of the currency has: 2 for USD, 0 for JPY, 8 for BTC; 8 for codes
  /// that are not known, and for ISO codes without a minor unit (XAU, XDR, XXX ...).
  public var minorUnits: Int { CurrencyTable.minorUnits(of: rawValue) }

  /// Whether the code is one of ISO 4217: in force, or withdrawn since 1999.
  public var isISO: Bool { CurrencyTable.isISO(rawValue) }

  /// Half a minor unit, what rounding can leave in a group: 0.005 USD, 0.5 JPY.
  public var balanceTolerance: ExactDecimal {
    ExactDecimal(unchecked: 5, places: minorUnits + 1)
  }
}

/// What the words of a file say about the price of an instrument.
enum InstrumentClass: Sendable, Hashable {
  /// A bond or a bill, whose price may be in per cent of its units.
  case bond
  /// A stock, a fund, an option or a coin, whose price is that of one unit.
  case pricedByUnit

  private static let unitWords: Set<String> = [
    "stock", "stocks", "share", "shares", "equity", "equities", "aktie", "aktien", "stk", "etf",
    "etfs", "etp", "ucits", "fund", "funds", "fonds", "option", "options", "opt", "warrant",
    "warrants", "coin", "coins", "crypto", "cryptocurrency", "reit", "adr",
  ]
  private static let bondWords: Set<String> = [
    "bond", "bonds", "bill", "bills", "treasury", "treasuries", "gilt", "gilts", "anleihe",
    "anleihen", "obligation", "obligations", "obligatie", "obligaties",
  ]
  /// Words of the names of funds, which may name bonds as well.
  private static let fundWords: Set<String> = [
    "etf", "etfs", "etp", "ucits", "fund", "funds", "fonds", "ishares", "xtrackers", "amundi",
    "spdr", "lyxor", "invesco", "vaneck", "wisdomtree",
  ]

  /// The class that the kind of an instrument names, such as `STOCK`, `Mutual Fund` or
  /// `Treasury Bills`; nil if its words name neither.
  init?(kind: String) {
    let words = Self.words(kind)
    if !Self.unitWords.isDisjoint(with: words) {
      self = .pricedByUnit
    } else if !Self.bondWords.isDisjoint(with: words) {
      self = .bond
    } else {
      return nil
    }
  }

  /// The class that the name of an instrument shows: a fund says that it is one, and a bond has a
  /// coupon or the day on which it is due.
  init?(name: String) {
    let words = Self.words(name)
    if !Self.fundWords.isDisjoint(with: words) {
      self = .pricedByUnit
      return
    }
    let isTreasury = words.contains { $0.hasPrefix("treas") }
    let isSecurity = words.contains { word in
      ["bond", "bill", "note", "gilt"].contains { word.hasPrefix($0) }
    }
    guard isTreasury && isSecurity || Self.hasCoupon(name) || Self.hasMaturity(name) else {
      return nil
    }
    self = .bond
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Whether a text has a number in per cent, such as `4.25%` or `4 %`.
  private static func hasCoupon(_ text: String) -> Bool {
    text.split(separator: "%", omittingEmptySubsequences: false).dropLast().contains { part in
      part.last { $0 != " " }?.isNumber ?? false
    }
  }

  /// Whether a text has a day between slashes, such as `12/31/30`.
  private static func hasMaturity(_ text: String) -> Bool {
    text.split(separator: " ").contains { word in
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count == 3
        && parts.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(\.isNumber) }
    }
  }
}

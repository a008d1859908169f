/// What money that leaves the accounts, or comes into them, is for. The names of accounts say it.
enum JournalFlow: Sendable, Hashable {
  case fee, tax, dividend, interest
  /// The gain of a sale, which Folio computes itself.
  case gain
  /// Anything else: a deposit or a withdrawal.
  case plain
  /// An income of a kind that has no place of its own, such as a salary.
  case income

  /// The purpose of an account that Folio does not keep.
  static func of(_ account: String, _ kind: JournalAccountKind) -> JournalFlow {
    let name = AccountWords(account)
    switch kind {
    case .expense:
      if let cost = name.last([.fee, .tax]) { return cost }
      if name.has(.gains), !name.has(.dividends + .interests) { return .gain }
      return name.has(.interests) ? .interest : .plain
    case .income:
      if let flow = name.last([.dividend, .interest, .tax]) { return flow }
      return name.has(.gains + .profits) ? .gain : .income
    case .gain: return .gain
    case .unknown: return name.last([.tax]) ?? .plain
    case .equity, .asset, .liability, .unrealizedGain: return .plain
    }
  }

  /// Whether the name of an account of income says that it is no gain of a sale.
  static func isEarned(_ account: String) -> Bool { AccountWords(account).has(.earned) }
}

/// The words in the name of an account, by its parts.
struct AccountWords {
  private let parts: [[String]]

  init(_ account: String) {
    parts = account.split(separator: ":").map { part in
      part.split { !$0.isLetter }.flatMap { word in
        let pieces = Self.pieces(of: word)
        return (pieces.count > 1 ? [word[...]] + pieces : pieces).map { $0.lowercased() }
      }
    }
  }

  /// The pieces of a word that capital letters divide: `WTax` and `BrokerFees`.
  private static func pieces(of word: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var start = word.startIndex
    for place in word.indices.dropFirst() where word[place].isUppercase {
      let next = word.index(after: place)
      let isEnd = next < word.endIndex && word[next].isLowercase
      if word[word.index(before: place)].isLowercase || isEnd {
        pieces.append(word[start..<place])
        start = place
      }
    }
    return pieces + [word[start...]]
  }

  /// Whether any part has one of some words.
  func has(_ words: [AccountWord]) -> Bool { parts.contains { Self.names($0, words) } }

  /// The purpose that the last part with one of some purposes names.
  func last(_ flows: [JournalFlow]) -> JournalFlow? {
    for part in parts.reversed() {
      if let flow = flows.first(where: { Self.names(part, $0) }) { return flow }
    }
    return nil
  }

  private static func names(_ part: [String], _ flow: JournalFlow) -> Bool {
    switch flow {
    case .fee: names(part, .fees)
    case .tax: names(part, .taxes + .withheld) && !names(part, .untaxed)
    case .dividend: names(part, .dividends)
    case .interest: names(part, .interests)
    case .gain: names(part, .gains)
    case .income: names(part, .earned)
    case .plain: false
    }
  }

  private static func names(_ part: [String], _ words: [AccountWord]) -> Bool {
    part.contains { word in words.contains { $0.fits(word) } }
  }
}

/// A word that says what an account is for: a whole word, or with `*` its beginning or end.
struct AccountWord: ExpressibleByStringLiteral {
  private enum Place { case whole, beginning, end }
  private let text: String
  private let place: Place

  init(stringLiteral word: String) {
    place = word.hasSuffix("*") ? .beginning : word.hasPrefix("*") ? .end : .whole
    text = word.replacing("*", with: "")
  }

  func fits(_ word: String) -> Bool {
    switch place {
    case .whole: word == text
    case .beginning: word.hasPrefix(text)
    case .end: word.hasSuffix(text)
    }
  }
}

extension [AccountWord] {
  static let fees: Self = ["fee*", "commission*", "brokerage*", "charges", "gebühr*", "gebuehr*"]
  /// Taxes of any kind.
  static let taxes: Self = [
    "tax", "taxes", "taxation", "*steuer", "*steuern", "soli", "solidar*", "impuesto*", "imposto*",
    "imposta",
    "imposte", "impôt*", "impot*", "belasting*", "*belasting", "*skatt", "*skat", "podatek",
    "podatki",
  ]
  /// Taxes that are taken from income of securities.
  static let withheld: Self = [
    "withh*", "wht", "wtax", "quellenst*", "kapst", "kest", "kapitalertrags*", "abgeltung*",
    "verrechnungssteuer", "bronbelasting", "dividendbelasting", "ritenut*", "retencion*",
    "retenção", "précompte", "källskatt", "kildeskat*",
  ]
  /// Words beside "tax" for what is not taxed.
  static let untaxed: Self = ["free", "exempt", "deferred", "advantaged", "sheltered"]
  static let dividends: Self = [
    "dividend*", "div", "divs", "distribution*", "ausschüttung*", "ausschuettung*",
  ]
  static let interests: Self = ["interest*", "coupon*", "zins*", "lending"]
  static let gains: Self = ["gain*", "capgain*", "pnl*", "realized*", "realised*", "loss*"]
  static let profits: Self = ["capital*", "profit*", "trading*"]
  /// Income that is no gain of a sale.
  static let earned: Self = [
    "salary*", "wage*", "payroll*", "bonus*", "pension*", "reward*", "staking*",
    "rebate*", "refund*", "cashback*", "rent*", "gift*",
  ]
  /// Words of accounts for the costs of securities.
  static let investments: Self =
    withheld + dividends + gains + [
      "invest*", "broker*", "securities", "depot", "stocks", "shares", "capital",
    ]
}

/// Money of one currency that goes to accounts that Folio does not keep, by purpose. Above zero: it
/// leaves.
struct JournalFlows {
  private(set) var amounts: [JournalFlow: ExactDecimal] = [:]
  /// The parts of them that are about an instrument.
  private var named: [JournalFlow: [String: ExactDecimal]] = [:]

  subscript(flow: JournalFlow) -> ExactDecimal { amounts[flow, default: .zero] }

  mutating func add(
    _ number: ExactDecimal, _ flow: JournalFlow, about symbol: String? = nil
  ) throws(FieldFault) {
    amounts[flow] = try self[flow].plus(number)
    guard let symbol else { return }
    let before = named[flow, default: [:]][symbol, default: .zero]
    named[flow, default: [:]][symbol] = try before.plus(number)
  }

  mutating func remove(_ flow: JournalFlow) { (amounts[flow], named[flow]) = (nil, nil) }

  /// Moves one purpose to another.
  mutating func move(_ old: JournalFlow, to new: JournalFlow) throws(FieldFault) {
    let number = self[old]
    remove(old)
    if !number.isZero { try add(number, new) }
  }

  /// The amounts of a purpose by instrument; last, what is about none.
  func byInstrument(
    _ flow: JournalFlow
  ) throws(FieldFault) -> [(symbol: String?, amount: ExactDecimal)] {
    let own = (named[flow] ?? [:]).sorted { $0.key < $1.key }
    let rest = try self[flow].minus(own.total(\.value))
    let all = own.map { ($0.key as String?, $0.value) } + [(nil, rest)]
    return all.filter { !$0.1.isZero }
  }

  /// Takes a cost of an instrument out, with what is about none, for the gain of a trade.
  /// - Parameter others: The instruments of the transaction that have costs of their own.
  /// - Returns: Nil if there is none.
  mutating func take(
    _ flow: JournalFlow, of symbol: String, besides others: Set<String>
  ) throws(FieldFault) -> ExactDecimal? {
    let own = try byInstrument(flow).filter {
      $0.symbol == symbol || !others.contains($0.symbol ?? "")
    }
    let amount = try own.total(\.amount)
    guard amount.isPositive else { return nil }
    for part in own { try add(-part.amount, flow, about: part.symbol) }
    try add(amount, .gain)
    return amount
  }

  /// The sum of some purposes.
  func sum(_ flows: [JournalFlow]) throws(FieldFault) -> ExactDecimal {
    try flows.total { self[$0] }
  }

  var isEmpty: Bool { amounts.allSatisfy { $0.value.isZero } }
}

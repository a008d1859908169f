/// The kind of an instrument, as far as tax laws tell them apart. It comes from the words of
/// `kind` in `stocks_master`, such as "equity fund".
enum TaxClass: String, Sendable, CaseIterable {
  case share
  case equityFund = "equity fund"
  case mixedFund = "mixed fund"
  case propertyFund = "property fund"
  case foreignPropertyFund = "foreign property fund"
  case otherFund = "bond fund"
  case bond, derivative, coin
  /// A fund of which the kind does not say what it holds.
  case unknownFund = "fund"
  /// An instrument without a kind, or with an unknown one.
  case unknown = ""

  init(_ kind: String) {
    let words = Set(kind.lowercased().split { !$0.isLetter }.map(String.init))
    func has(_ some: String...) -> Bool { some.contains(where: words.contains) }
    if has("fund", "funds", "etf", "ucits") {
      if has("mixed", "balanced") {
        self = .mixedFund
      } else if has("property", "estate", "reit") {
        self = has("foreign") ? .foreignPropertyFund : .propertyFund
      } else if has("equity", "stock", "stocks", "share", "shares") {
        self = .equityFund
      } else if has("bond", "bonds", "money", "commodity", "other") {
        self = .otherFund
      } else {
        self = .unknownFund
      }
    } else if has("option", "future", "warrant", "certificate", "cfd", "derivative", "turbo") {
      self = .derivative
    } else if has("stock", "share", "shares", "equity", "adr", "reit") {
      self = .share
    } else if has("bond", "note", "bill", "debt", "etc", "etn") {
      self = .bond
    } else if has("coin", "crypto", "cryptocurrency", "token") {
      self = .coin
    } else {
      self = .unknown
    }
  }

  /// Whether it is a fund.
  var isFund: Bool {
    switch self {
    case .equityFund, .mixedFund, .propertyFund, .foreignPropertyFund, .otherFund, .unknownFund:
      true
    case .share, .bond, .derivative, .coin, .unknown: false
    }
  }

  /// Whether the kind says what a law may ask.
  var isKnown: Bool { self != .unknown && self != .unknownFund }

  /// The kinds that a person may write.
  static var choices: String {
    allCases.filter(\.isKnown).map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }
}

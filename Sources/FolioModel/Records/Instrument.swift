import FolioDiagnostics
import FolioNumbers

/// A share, fund, coin or other thing that is held in lots.
public struct Instrument: Sendable, Hashable {
  /// The id in the master table; none if legs name the symbol alone.
  public var stockID: Identifier
  /// The symbol; none only while a row that names it is still missing.
  public var symbol: Identifier
  /// The name that people read; empty if none was given.
  public var name = ""
  /// The market, such as a MIC; empty if none was given.
  public var market = ""
  /// The kind, such as `stock`, `etf`, `coin`; empty if none was given.
  public var kind = ""
  /// Its ISIN; empty if none was given.
  public var isin = ""
  /// The source of its prices, and its name there: `yahoo/VWCE.DE`; empty if none was given.
  public var priceSource = ""
  /// The currency it is traded in unless a leg says otherwise.
  public var currency: CurrencyIndex?
  /// The hundredth of its currency in which its rows are quoted, if they do not say otherwise.
  public var quoteUnit: CurrencyIndex?
  /// The number of priced units in one unit held, above zero: 100 for most options. One if it was
  /// not given.
  public var multiplier: ExactDecimal?
  /// The value of one point of a price, above zero: 0.01 for a bond quoted in per cent. One if it
  /// was not given.
  public var priceFactor: ExactDecimal?
  /// Whether it has a row in the master table, rather than only legs that mention it.
  public var hasMasterRow = false
  /// The position of its master row, or of its first mention.
  public var position: SourcePosition

  /// An instrument of which only the symbol or the id is known so far.
  public init(
    symbol: Identifier = .none, stockID: Identifier = .none, position: SourcePosition = .none
  ) {
    self.symbol = symbol
    self.stockID = stockID
    self.position = position
  }

  /// Whether a word is one of those of its `kind`.
  package func isCalled(_ word: String) -> Bool {
    kind.lowercased().split { !$0.isLetter }.contains { $0 == word }
  }

  /// The factor by which quantity × price is an amount of money.
  /// - Throws: `ArithmeticFault` when the product has too many digits.
  package func valueFactor() throws(ArithmeticFault) -> ExactDecimal {
    try (multiplier ?? .one).multiplied(by: priceFactor ?? .one)
  }
}

/// The values of a row by name. The names that Folio knows come first; rules may use others, for
/// conditions and joins.
struct RuleSlots: Sendable, Hashable {
  /// The type of a value.
  enum Kind: Sendable, Hashable { case text, symbol, number, currency, isin, day }

  /// The names with a meaning.
  enum Known: Int, Sendable, CaseIterable {
    case date, time, settles, kind, text, symbol, isin, otherID, name, id, account, market, type
    case currency, quantity, price, amount, gross, fees, taxes, rate, balance, accrued, gain
    case otherAmount, new, old, newSymbol, newISIN, note, multiplier, priceFactor
    case priceCurrency, amountCurrency, otherAmountCurrency, grossCurrency, feesCurrency,
      taxesCurrency
    case balanceCurrency, gainCurrency, accruedCurrency, cash, otherQuantity, newName, worth,
      worthCurrency
    case gainsTax, gainsTaxCurrency, feeQuantity, feeSymbol, underlying, parent, parentISIN
    case localDay, cashAccount, otherCashAccount
    /// What kind of instrument it is, in the words of the program.
    case `class`
  }

  private(set) var names: [String]
  private var places: [String: Int]
  private(set) var kinds: [Kind]
  /// The slot with the currency of an amount; -1 if there is none.
  private(set) var currencies: [Int]
  /// The codes that count as currencies besides those of ISO 4217, such as those of stablecoins.
  var declaredCurrencies: Set<String> = []

  private static let knownNames = Known.allCases.map(name)

  /// The name in rule files: `otherID` is `other_id`.
  static func name(_ known: Known) -> String {
    var name = ""
    for character in "\(known)" {
      let isCapital = character.isUppercase && name.last.map { $0 != "_" } ?? false
      let isPartOfWord = name.last?.isUppercase ?? false
      if isCapital, !isPartOfWord { name += "_" }
      name.append(character)
    }
    return name.lowercased()
  }

  init() {
    names = Self.knownNames
    places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    kinds = names.map(Self.kind)
    currencies = Array(repeating: -1, count: names.count)
    for name in names { link(name) }
  }

  /// The slot of a name, which is added if it is new.
  mutating func slot(_ name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    kinds.append(Self.kind(of: name))
    currencies.append(-1)
    link(name)
    return names.count - 1
  }

  /// The slot of a name; nil if no rule uses it.
  func existing(_ name: String) -> Int? { places[name] }

  private mutating func link(_ name: String) {
    if let own = places[name], let currency = places[name + "_currency"] {
      currencies[own] = currency
    }
    if name.hasSuffix("_currency"), let own = places[String(name.dropLast(9))],
      let currency = places[name]
    {
      currencies[own] = currency
    }
  }

  private static func kind(of name: String) -> Kind {
    if name.hasSuffix("currency") { return .currency }
    switch name {
    case "isin", "new_isin", "parent_isin": return .isin
    case "symbol", "new_symbol", "parent", "underlying": return .symbol
    case "date", "settles", "time", "local_day": return .day
    case "quantity", "price", "amount", "gross", "fees", "taxes", "rate", "balance", "accrued",
      "gain", "other_amount", "new", "old", "multiplier", "price_factor", "other_quantity", "worth",
      "gains_tax", "fee_quantity":
      return .number
    default: return .text
    }
  }

  /// Whether a text can be the value of a hole.
  func accepts(_ text: Span<UInt8>, in slot: Int) -> Bool {
    let count = text.count
    switch kinds[slot] {
    case .text: return count == 0 || text[0] != 0x20 && text[count - 1] != 0x20
    case .symbol:
      // A parenthesis begins another part of the text.
      return count == 0
        || text[0] != 0x20 && text[count - 1] != 0x20 && Self.all(text) { $0 &- 0x28 > 1 }
    case .day: return Self.all(text) { $0 > 0x20 }
    case .number:
      guard count > 0, text[count - 1] &- 0x30 < 10 else { return false }
      return Self.all(text) {
        $0 &- 0x30 < 10 || $0 == 0x2C || $0 == 0x2D || $0 == 0x2E || $0 == 0x27
      }
    case .currency:
      // A word in small letters is no code, though some codes are words: all, top, try.
      guard (1...7).contains(count), text[0] &- 0x61 >= 26 else { return false }
      return unit(String(decoding: text.indices.map { text[$0] }, as: UTF8.self)) != nil
    case .isin:
      return count == 12 && text[0] &- 0x41 < 26 && text[1] &- 0x41 < 26
        && Self.all(text) { $0 &- 0x41 < 26 || $0 &- 0x30 < 10 }
    }
  }

  /// Codes of ISO 4217 for amounts without a currency, and for tests.
  private static let noCurrencies: Set = ["XXX", "XTS"]

  /// The currency that a code or a sign names; nil for a word that is neither of ISO 4217 nor
  /// declared by the rules.
  func unit(_ text: String) -> Currency.Unit? {
    guard let unit = Currency.unit(text), !Self.noCurrencies.contains(unit.currency.code),
      unit.currency.isNational || declaredCurrencies.contains(unit.currency.code)
    else { return nil }
    return unit
  }

  private static func all(_ text: Span<UInt8>, _ isWanted: (UInt8) -> Bool) -> Bool {
    for place in text.indices where !isWanted(text[place]) { return false }
    return true
  }
}

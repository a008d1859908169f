/// Which commodities of a journal are money, and which are instruments.
///
/// A journal does not say it. A sign or an ISO code is money, and so is what prices are in; what
/// has lots, or a price itself, is an instrument.
struct JournalCommodities {
  private var moneys: [String: Currency] = [:]
  /// Instruments for which the journal has a cost or a price.
  private(set) var valued: Set<String> = []
  /// Their symbols by the same in small letters; nil if several are the same.
  private var inSmallLetters: [String: String?] = [:]
  /// Signs that several countries use, and the currency that was taken.
  private(set) var assumed: [(sign: String, currency: Currency)] = []
  /// Codes of currencies that shares may have as symbols, and nothing says which it is.
  private(set) var unclear: [(code: String, currency: Currency)] = []
  private let journal: Journal
  private let symbols: [String: String]
  /// What Folio wrote that the names stand for.
  private let own: OwnNames

  private static let signs: [String: String] = [
    "$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB",
    "₩": "KRW", "₺": "TRY", "₴": "UAH", "₪": "ILS", "฿": "THB", "C$": "CAD", "A$": "AUD",
    "R$": "BRL", "zł": "PLN", "Kč": "CZK", "Rs": "INR",
  ]
  private static let shared: Set<String> = ["$", "¥", "Rs"]
  /// The currencies that are traded most, which no share is mistaken for.
  private static let traded: Set<String> = [
    "USD", "EUR", "GBP", "CHF", "CAD", "AUD", "NZD", "SGD", "JPY", "CNY", "HKD", "SEK", "NOK",
    "DKK",
    "INR", "KRW", "MXN", "ZAR", "BRL", "PLN", "CZK", "HUF", "ILS", "THB", "IDR", "TWD",
  ]
  /// Those of which ten are worth more than a unit of any currency.
  private static let large: Set<String> = ["USD", "EUR", "GBP", "CHF", "CAD", "AUD", "NZD", "SGD"]

  init(_ journal: Journal, symbols: [String: String]) {
    self.journal = journal
    self.symbols = symbols
    own = journal.own.ownNames ?? OwnNames()
    let uses = CommodityUses(journal)
    for commodity in uses.all + journal.moneys.sorted() {
      guard let currency = currency(commodity), isMoney(commodity, currency, uses) else {
        continue
      }
      moneys[commodity] = currency
      if Self.shared.contains(commodity) || commodity.isEmpty, symbols[commodity] == nil {
        assumed.append((commodity, currency))
      }
      if isUnclear(commodity, currency, uses) { unclear.append((commodity, currency)) }
    }
    for unit in uses.withLots.union(uses.exchanged) where moneys[unit] == nil {
      valued.insert(unit)
    }
    for (unit, quotes) in uses.priced where moneys[unit] == nil {
      if quotes.contains(where: { moneys[$0] != nil }) { valued.insert(unit) }
    }
    for unit in valued {
      inSmallLetters.updateValue(
        inSmallLetters[unit.lowercased()] == nil ? unit : nil, forKey: unit.lowercased())
    }
  }

  /// The instrument that a part of an account's name is called after. In small letters, short parts
  /// are words.
  func instrument(named part: Substring) -> String? {
    let name = String(part)
    if valued.contains(name) { return name }
    return name.count > 2 ? inSmallLetters[name] ?? nil : nil
  }

  /// The instrument whose symbol the name of an account has.
  func instrument(in account: String) -> String? {
    account.split(separator: ":").reversed().lazy.compactMap(instrument(named:)).first
  }

  private func isMoney(
    _ commodity: String, _ currency: Currency, _ uses: CommodityUses
  ) -> Bool {
    if own.currencies[commodity] != nil { return true }
    if own.symbols[commodity] != nil { return false }
    if commodity.isEmpty { return true }
    if Self.signs[commodity] != nil || journal.moneys.contains(commodity) { return true }
    let isQuote = uses.quoting.contains(commodity)
    let hasLots = uses.withLots.contains(commodity)
    let isISO = currency.code.utf8.count == 3 && currency.minorUnits < 8
    // A currency that some accounts hold at cost stays money if others hold it without.
    let isPlain = uses.plain.contains(commodity) && journal.commodityMethods[commodity] == nil
    if isISO, isShare(commodity, currency, uses) { return false }
    if isISO, isQuote || !hasLots || isPlain { return true }
    // Prices are in it, or it is only counted, as hours are, and never exchanged for money.
    if hasLots || uses.priced[commodity] != nil { return false }
    return isQuote || !uses.exchanged.contains(commodity)
  }

  /// Whether a code of a currency is the symbol of an instrument: it has an ISIN, or costs more
  /// than any currency.
  private func isShare(_ commodity: String, _ currency: Currency, _ uses: CommodityUses) -> Bool {
    if journal.commodityISINs[commodity] != nil { return true }
    if Self.traded.contains(currency.code) || uses.quoting.contains(commodity) { return false }
    return uses.dear[commodity]?.contains { quote in
      self.currency(quote).map { Self.large.contains($0.code) } ?? false
    } ?? false
  }

  private func isUnclear(_ commodity: String, _ currency: Currency, _ uses: CommodityUses) -> Bool {
    commodity == currency.code && currency.minorUnits < 8 && symbols[commodity] == nil
      && own.currencies[commodity] == nil && !journal.moneys.contains(commodity)
      && !Self.traded.contains(commodity) && !uses.quoting.contains(commodity)
      && (uses.priced[commodity] != nil || uses.withLots.contains(commodity))
  }

  /// The currency that a name may stand for: that of the user, of a sign, or the name itself.
  private func currency(_ commodity: String) -> Currency? {
    if let known = own.currencies[commodity] { return known }
    // What has no commodity is money of a currency that the journal does not name.
    if commodity.isEmpty { return try? Currency(symbols[commodity] ?? "XXX") }
    let code = symbols[commodity] ?? Self.signs[commodity] ?? commodity.uppercased()
    return try? Currency(code)
  }

  /// Whether a name alone is that of money: a sign, or the code of a currency.
  static func isNameOfMoney(_ name: String) -> Bool {
    if name.isEmpty || signs[name] != nil { return true }
    guard let currency = try? Currency(name) else { return false }
    return name.utf8.count == 3 && currency.minorUnits < 8
  }

  /// The difference in sums that rounding explains; zero for what is no money.
  func balanceTolerance(_ commodity: String) -> ExactDecimal {
    .given(money(commodity)?.balanceTolerance)
  }

  /// The currency of a commodity that is money.
  func money(_ commodity: String) -> Currency? { moneys[commodity] }

  /// The commodities that are money, in order.
  var allMoneys: [String] { moneys.keys.sorted() }

  /// The text that stands for an instrument in a draft: what the journal says about it, or the
  /// symbol if Folio wrote it.
  func instrument(_ commodity: String, in draft: inout ImportDraft) -> String {
    own.symbols[commodity]
      ?? draft.instrument(
        ImportInstrument(
          isin: journal.commodityISINs[commodity] ?? "", ticker: commodity,
          name: journal.commodityNames[commodity] ?? ""))
  }
}

/// How the commodities of a journal are used.
struct CommodityUses {
  /// All commodities, in the order in which they come.
  private(set) var all: [String] = []
  private(set) var withLots: Set<String> = []
  /// Commodities in which there are prices and costs.
  private(set) var quoting: Set<String> = []
  /// The commodities in which each commodity has a price.
  private(set) var priced: [String: Set<String>] = [:]
  /// The commodities in which a unit of each commodity costs more than ten.
  private(set) var dear: [String: Set<String>] = [:]
  /// Commodities that postings have without a cost and a price.
  private(set) var plain: Set<String> = []
  /// Commodities that come in or go out for others, without a price.
  private(set) var exchanged: Set<String> = []
  private var seen: Set<String> = []

  init(_ journal: Journal) {
    withLots.formUnion(journal.commodityMethods.keys)
    let padded = Set(
      journal.events.compactMap { event -> String? in
        guard case .pad(let account, _) = event.kind else { return nil }
        return account
      })
    for event in journal.events {
      switch event.kind {
      case .transaction(let transaction): see(transaction)
      case .price(let commodity, let amount):
        see(commodity)
        see(amount.commodity)
        priced[commodity, default: []].insert(amount.commodity)
        quoting.insert(amount.commodity)
        note(commodity, amount.number, amount.commodity)
      case .balance(let account, let amount, _):
        see(amount.commodity)
        // A pad has postings without costs.
        if padded.contains(account) { plain.insert(amount.commodity) }
      case .pad: continue
      }
    }
  }

  private mutating func see(_ commodity: String?) {
    if let commodity, seen.insert(commodity).inserted { all.append(commodity) }
  }

  /// Notes what a unit costs.
  private mutating func note(_ commodity: String, _ number: ExactDecimal?, _ quote: String?) {
    guard let number, let quote, number > .power(ofTen: 1) else { return }
    dear[commodity, default: []].insert(quote)
  }

  private mutating func noteCosts(of posting: JournalPosting, _ unit: String) {
    func each(_ total: ExactDecimal?) -> ExactDecimal? {
      guard let total, let number = posting.number else { return nil }
      return try? total.magnitude.over(number.magnitude)
    }
    if let cost = posting.cost {
      note(unit, cost.perUnit ?? each(cost.total), cost.commodity)
    }
    if let price = posting.price {
      note(unit, price.isTotal ? each(price.number) : price.number, price.commodity)
    }
  }

  private mutating func see(_ transaction: JournalTransaction) {
    var sums: [String: ExactDecimal] = [:]
    var isComplete = true
    for posting in transaction.postings {
      if posting.commodity != "" || posting.number?.isZero == false { see(posting.commodity) }
      see(posting.assertion?.amount.commodity)
      if let unit = posting.commodity {
        if posting.cost != nil { withLots.insert(unit) }
        noteCosts(of: posting, unit)
        if posting.cost == nil, posting.price == nil, posting.number?.isZero == false {
          plain.insert(unit)
        }
        if let price = posting.price {
          priced[unit, default: []].insert(price.commodity ?? "")
        }
        if let number = posting.number {
          if let sum = try? sums[unit, default: .zero].adding(number) {
            sums[unit] = sum
          } else {
            isComplete = false
          }
        }
      }
      if posting.number == nil { isComplete = false }
      for quote in [posting.cost?.commodity, posting.price?.commodity] {
        see(quote)
        if let quote { quoting.insert(quote) }
      }
    }
    let open = sums.filter { !$0.value.isZero }
    if isComplete, open.count == 2 { exchanged.formUnion(open.keys) }
  }
}

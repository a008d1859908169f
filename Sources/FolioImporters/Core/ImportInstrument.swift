/// What a file says about an instrument.
package struct ImportInstrument: Sendable, Hashable {
  /// The ISIN; empty if the file has none.
  package var isin = ""
  /// Another id that does not change, such as a CUSIP or the broker's number.
  package var otherID = ""
  /// The ticker; empty if the file has none.
  package var ticker = ""
  /// The name; empty if the file has none.
  package var name = ""
  /// The currency in which it is traded. A hundredth, such as `GBX`, counts as its currency.
  package var currency: Currency?
  /// The currency of its payments, which counts if no row says in which it is traded.
  package var paidIn: Currency?
  /// The kind, such as `stock`, `option` or `coin`.
  package var kind = ""
  /// The market, such as a MIC.
  package var market = ""
  /// The number of priced units in one unit held.
  package var multiplier: ExactDecimal?
  /// The value of one point of a price.
  package var priceFactor: ExactDecimal?

  /// An instrument of which a file gives some of this.
  package init(
    isin: String = "", otherID: String = "", ticker: String = "", name: String = "",
    currency: Currency? = nil
  ) {
    self.isin = isin
    self.otherID = otherID
    self.ticker = ticker
    self.name = name
    self.currency = currency
  }

  /// Whether it is a coin, which is traded in many currencies.
  package var isCoin: Bool { kind == "coin" || kind == "crypto" || kind == "cryptocurrency" }

  /// What identifies it in any file: the ISIN, or another id, or the ticker with the currency.
  package var key: String {
    if !isin.isEmpty { return "isin:\(isin)" }
    if !otherID.isEmpty { return "id:\(otherID)" }
    if ticker.isEmpty { return "name:\(name)" }
    if isCoin { return "coin:\(ticker)" }
    return "ticker:\(ticker):\(currency?.code ?? "")"
  }

  /// Takes what another row says and this one does not.
  fileprivate mutating func merge(_ other: ImportInstrument) {
    if ticker.isEmpty { ticker = other.ticker }
    if name.isEmpty { name = other.name }
    if kind.isEmpty { kind = other.kind }
    if market.isEmpty { market = other.market }
    if isin.isEmpty { isin = other.isin }
    if otherID.isEmpty { otherID = other.otherID }
    currency = currency ?? other.currency
    paidIn = paidIn ?? other.paidIn
    multiplier = multiplier ?? other.multiplier
    priceFactor = priceFactor ?? other.priceFactor
  }
}

/// The instruments of an import, and the symbols that they get.
struct ImportInstruments: Sendable {
  private(set) var all: [ImportInstrument] = []
  private var places: [String: Int] = [:]
  /// What was noted, so that equal rows are quick.
  private var seen: [ImportInstrument: String] = [:]

  mutating func note(_ facts: ImportInstrument) -> String {
    if let known = seen[facts] { return known }
    let key = facts.key
    if let place = places[key] {
      all[place].merge(facts)
    } else {
      places[key] = all.count
      all.append(facts)
    }
    seen[facts] = key
    return key
  }

  /// The symbol of each key, and the rows of the master table.
  func named(_ options: ImportOptions) -> (symbols: [String: String], rows: [LedgerInstrument]) {
    var symbols: [String: String] = [:]
    var owners: [String: String] = [:]
    let known = KnownInstruments(options.knownInstruments)
    for instrument in options.knownInstruments where !instrument.isin.isEmpty {
      owners[instrument.symbol] = "isin:\(instrument.isin)"
    }
    var rows: [LedgerInstrument] = []
    var named: Set<String> = []
    let aliases = aliases()
    let traded = Dictionary(
      all.compactMap { facts in
        aliases[facts.key].flatMap { key in facts.currency.map { (key, $0) } }
      }
    ) { first, _ in first }
    for var facts in all where aliases[facts.key] == nil {
      let key = facts.key
      facts.currency = facts.currency ?? traded[key]
      let symbol = symbol(of: facts, options, known, owners)
      owners[symbol] = owners[symbol] ?? key
      symbols[key] = symbol
      if named.insert(symbol).inserted { rows.append(row(facts, symbol)) }
    }
    for (alias, key) in aliases { symbols[alias] = symbols[key] }
    return (symbols, rows)
  }

  /// The keys that mean the instrument of another key: some rows of a file name an instrument by
  /// its ISIN, others by its ticker, and some rows do not have the currency.
  private func aliases() -> [String: String] {
    var strong: [String: [ImportInstrument]] = [:]
    for facts in all where !facts.ticker.isEmpty {
      let isKnown = !facts.isin.isEmpty || !facts.otherID.isEmpty
      if isKnown || facts.currency != nil || facts.isCoin {
        strong[facts.ticker, default: []].append(facts)
      }
    }
    var found: [String: String] = [:]
    for facts in all where facts.isin.isEmpty && facts.otherID.isEmpty && !facts.ticker.isEmpty {
      let others = (strong[facts.ticker] ?? []).filter { other in
        other.key != facts.key
          && (facts.currency == nil || !other.isin.isEmpty
            || !other.otherID.isEmpty)
          && (facts.currency == nil || other.currency == nil || facts.currency == other.currency)
      }
      if others.count == 1 { found[facts.key] = others[0].key }
    }
    // A name that stands for another one which stands for a third.
    for (alias, key) in found { if let last = found[key] { found[alias] = last } }
    return found
  }

  private func symbol(
    of facts: ImportInstrument, _ options: ImportOptions, _ known: KnownInstruments,
    _ owners: [String: String]
  ) -> String {
    let ids = [facts.isin, facts.otherID, facts.ticker].filter { !$0.isEmpty }
    if let given = ids.lazy.compactMap({ options.symbols[$0] }).first { return given }
    if let symbol = known.symbol(of: facts) { return symbol }
    let withCurrency = facts.currency.map { "\(facts.ticker).\($0.code)" } ?? ""
    let possible =
      (facts.ticker.isEmpty ? [] : [facts.ticker, withCurrency])
      + [facts.isin, facts.otherID, facts.name]
    let free = possible.first { !$0.isEmpty && owners[$0] ?? facts.key == facts.key }
    return free ?? facts.key
  }

  private func row(_ facts: ImportInstrument, _ symbol: String) -> LedgerInstrument {
    var row = LedgerInstrument(
      symbol: symbol, name: facts.name, currency: facts.currency ?? facts.paidIn)
    (row.isin, row.kind, row.market) = (facts.isin, facts.kind, facts.market)
    (row.multiplier, row.priceFactor) = (facts.multiplier, facts.priceFactor)
    return row
  }
}

/// The instruments of the ledger to which the rows will be added.
private struct KnownInstruments {
  private var byISIN: [String: String] = [:]
  private var bySymbol: [String: LedgerInstrument] = [:]

  init(_ instruments: [LedgerInstrument]) {
    for instrument in instruments.reversed() where !instrument.symbol.isEmpty {
      if !instrument.isin.isEmpty { byISIN[instrument.isin] = instrument.symbol }
      bySymbol[instrument.symbol] = instrument
    }
  }

  /// The symbol of an instrument that the ledger has: it has the ISIN, or, where a file has no
  /// ISINs, the ticker and the currency.
  func symbol(of facts: ImportInstrument) -> String? {
    if !facts.isin.isEmpty { return byISIN[facts.isin] }
    guard facts.otherID.isEmpty, let currency = facts.currency,
      let known = bySymbol[facts.ticker], known.currency == currency
    else { return nil }
    return known.symbol
  }
}

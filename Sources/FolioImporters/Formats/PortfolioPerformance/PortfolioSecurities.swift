/// The securities of a file of Portfolio Performance: instruments, prices and rates.
struct PortfolioSecurities {
  /// A security as the draft knows it.
  struct Entry {
    var key: String
    var unit: Currency.Unit
  }

  private(set) var entries: [Int: Entry] = [:]
  /// The prices of a security, by the day.
  private(set) var prices: [String: [Day: ExactDecimal]] = [:]
  private var isins: [String: Currency] = [:]

  /// The instrument of a security, noted if it is new.
  mutating func entry(
    of element: Int, _ file: inout PortfolioFile, _ draft: inout ImportDraft
  ) throws(FieldFault) -> Entry {
    if let known = entries[element] { return known }
    let unit = try file.currency(of: element)
    let uuid = try file.text(element, "uuid")
    var facts = ImportInstrument(
      isin: try file.text(element, "isin"), otherID: uuid,
      ticker: try file.text(element, "tickerSymbol"), name: try file.text(element, "name"),
      currency: unit.currency)
    // A security without a symbol has its German number, or else its name for a symbol.
    if facts.ticker.isEmpty { facts.ticker = try file.text(element, "wkn") }
    if facts.ticker.isEmpty { facts.ticker = facts.name }
    // A security that is traded in two currencies is in the file twice, with two lists of prices.
    if !facts.isin.isEmpty {
      let first = isins[facts.isin] ?? unit.currency
      isins[facts.isin] = first
      if first != unit.currency { facts.isin = "" }
    }
    let entry = Entry(key: draft.instrument(facts), unit: unit)
    entries[element] = entry
    return entry
  }

  /// Reads a security of the list, with its prices.
  mutating func read(
    _ element: Int, _ row: ImportRow, _ file: inout PortfolioFile, _ draft: inout ImportDraft
  ) throws(FieldFault) {
    let code = try file.text(element, "currencyCode")
    if code.isEmpty, file.version >= PortfolioFile.firstWithCurrencies {
      return draft.skip(row, "an index, which nobody can hold")
    }
    let unit = try file.currency(code, at: element)
    let target = try file.text(element, "targetCurrencyCode")
    let quotes = try quotes(of: element, &file)
    if !target.isEmpty {
      let other = try file.currency(target, at: element)
      for (day, rate) in quotes where !unit.isHundredth && !other.isHundredth && rate.isPositive {
        draft.add(LedgerRate(day: day, from: unit.currency, to: other.currency, rate: rate))
      }
      return draft.noteRead(row)
    }
    let entry = try entry(of: element, &file, &draft)
    var known = prices[entry.key] ?? [:]
    for (day, quote) in quotes {
      let price = try unit.inCurrency(quote).normalized()
      known[day] = price
      draft.add(LedgerPrice(symbol: entry.key, day: day, price: price, currency: unit.currency))
    }
    prices[entry.key] = known
    draft.noteRead(row)
  }

  /// The prices of a security by day, and its latest price if no other one has its day.
  private func quotes(
    of element: Int, _ file: inout PortfolioFile
  ) throws(FieldFault) -> [(Day, ExactDecimal)] {
    var quotes: [(Day, ExactDecimal)] = []
    if let list = try file.object(element, "prices") {
      for price in file.tree.children(list, "price") {
        quotes.append(try quote(try file.target(price), file))
      }
    }
    if let latest = try file.object(element, "latest"), try !file.attribute(latest, "t").isEmpty {
      let last = try quote(latest, file)
      if !quotes.contains(where: { $0.0 == last.0 }) { quotes.append(last) }
    }
    return quotes
  }

  private func quote(
    _ element: Int, _ file: PortfolioFile
  ) throws(FieldFault) -> (Day, ExactDecimal) {
    let text = try file.attribute(element, "t")
    let price = try file.number(element, attribute: "v", places: file.pricePlaces)
    guard let day = try? Day(text), !price.isNegative else {
      throw FieldFault(
        "a price has no day of the calendar, or is below zero",
        help: "Correct it in Portfolio Performance.", at: file.tree.elements[element].range)
    }
    return (day, price.normalized())
  }
}

/// Reads an export of Ghostfolio into a draft.
struct GhostfolioReader {
  let root: JSONNode
  var draft: ImportDraft
  /// The names of accounts by their ids.
  private(set) var accounts: [String: String] = [:]
  private(set) var profiles: [String: ImportInstrument] = [:]
  /// The id of the first account of each name.
  private var firstAccounts: [String: String] = [:]
  /// The currency of the first trade of each instrument without a profile. The data source and the
  /// symbol are one instrument, in whatever currency its later activities are.
  var currencies: [String: Currency] = [:]
  private var activities: [(node: JSONNode, row: ImportRow)] = []
  /// The time zone of the user, if all activities are at its midnight.
  private var zone: LocalMidnight?
  /// Purchases and sales, which are booked in the order of time.
  var trades: [Activity] = []

  init(_ root: JSONNode, _ draft: ImportDraft) {
    self.root = root
    self.draft = draft
  }

  /// Reads the whole file.
  mutating func read() {
    draft.noteMissingCash()
    let base = root["user"]?["settings"]?["currency"]?.string.flatMap { Currency.unit($0) }
    draft.set { $0.baseCurrency = $0.baseCurrency ?? base?.currency }
    // Rows begin in the order of the file, whatever order its lists have.
    var lists: [(node: JSONNode, read: (inout Self, JSONNode) -> Void)] = [
      ("accounts", { $0.readAccount($1) }), ("assetProfiles", { $0.readProfile($1) }),
      ("activities", { $0.collect($1) }), ("orders", { $0.collect($1) }),
    ].compactMap { name, read in root[name].map { ($0, read) } }
    lists.sort { $0.node.range.lowerBound < $1.node.range.lowerBound }
    for list in lists {
      guard case .array(let rows) = list.node.content else {
        draft.report(
          .unreadableValue, "this is no list", help: "Export the data again in Ghostfolio.",
          at: list.node.range.lowerBound)
        continue
      }
      for row in rows { list.read(&self, row) }
    }
    if draft.options.timeZone == nil {
      zone = LocalMidnight(activities.compactMap { (try? time($0.node)) ?? nil })
      if let zone { draft.note(zone) }
    }
    findCurrencies()
    for activity in activities { read(activity.node, activity.row) }
    bookTrades()
    draft.reportOpenDays()
  }

  /// Keeps an activity until accounts and instruments are known.
  private mutating func collect(_ node: JSONNode) { activities.append((node, begin(node))) }

  private mutating func findCurrencies() {
    var first: [String: Timestamp] = [:]
    for (node, _) in activities {
      guard let type = node["type"]?.string, ["BUY", "SELL", "ITEM", "DIVIDEND"].contains(type),
        let symbol = symbol(of: node), let time = (try? time(node)) ?? nil,
        let unit = (try? currency(node)) ?? nil
      else { continue }
      let key = profileKey(node, symbol)
      if let before = first[key], before <= time { continue }
      (first[key], currencies[key]) = (time, unit.currency)
    }
  }

  private mutating func begin(_ node: JSONNode) -> ImportRow {
    draft.row(at: node.range.lowerBound, length: min(node.range.count, 1))
  }

  // MARK: Master data

  private mutating func readAccount(_ node: JSONNode) {
    let row = begin(node)
    if let id = node["id"]?.string, let name = node["name"]?.string {
      // Two accounts of one name stay two accounts.
      let first = firstAccounts[name] ?? id
      firstAccounts[name] = first
      accounts[id] = first == id ? name : "\(name) \(id)"
    }
    if case .array(let balances)? = node["balances"]?.content, !balances.isEmpty {
      draft.skip(row, "balances of an account, of whose payments the file has nothing")
    } else {
      draft.noteRead(row)
    }
  }

  private mutating func readProfile(_ node: JSONNode) {
    let row = begin(node)
    guard let symbol = symbol(of: node) else {
      return draft.report(
        .unreadableValue, "the instrument has no symbol", help: "Export the data again.", row: row)
    }
    do throws(FieldFault) {
      let unit = try currency(node)
      var facts = ImportInstrument(
        isin: node["isin"]?.string ?? "", ticker: symbol, name: node["name"]?.string ?? "",
        currency: unit?.currency)
      if isManual(node) {
        facts.otherID = symbol
        if !facts.name.isEmpty { facts.ticker = facts.name }
      }
      profiles[profileKey(node, symbol)] = facts
      try readPrices(node, facts, unit)
      draft.noteRead(row)
    } catch {
      draft.report(error, row: row)
    }
  }

  private mutating func readPrices(
    _ node: JSONNode, _ facts: ImportInstrument, _ unit: Currency.Unit?
  ) throws(FieldFault) {
    guard case .array(let quotes)? = node["marketData"]?.content, !quotes.isEmpty else { return }
    let key = draft.instrument(facts)
    for quote in quotes {
      guard let day = try time(quote)?.day, let price = try number(quote, "marketPrice") else {
        continue
      }
      draft.add(
        LedgerPrice(
          symbol: key, day: day, price: try unit?.inCurrency(price) ?? price,
          currency: unit?.currency))
    }
  }

  private func isManual(_ node: JSONNode) -> Bool { node["dataSource"]?.string == "MANUAL" }

  func profileKey(_ node: JSONNode, _ symbol: String) -> String {
    "\(value("dataSource", of: node)?.string ?? "")/\(symbol)"
  }

  func symbol(of node: JSONNode) -> String? { value("symbol", of: node)?.string }

  /// A value of an activity. Files that were read from Ghostfolio's interface have the instrument
  /// inside of it.
  private func value(_ key: String, of node: JSONNode) -> JSONNode? {
    node[key] ?? node["SymbolProfile"]?[key]
  }

  // MARK: Values

  func fault(_ message: String, _ node: JSONNode?) -> FieldFault {
    FieldFault(message, help: "Correct it in Ghostfolio, and export again.", at: node?.range)
  }

  func number(_ node: JSONNode, _ key: String) throws(FieldFault) -> ExactDecimal? {
    guard let value = node[key] else { return nil }
    guard let text = value.stringOrNumber, let number = try? ExactDecimal(text),
      !number.isNegative
    else { throw fault("the \(key) is no number, or is below zero", value) }
    return number
  }

  private static let dates = DateFormat("iso")

  func time(_ node: JSONNode) throws(FieldFault) -> Timestamp? {
    guard let value = node["date"] else { throw fault("the date is missing", node) }
    guard let text = value.string, let time = Self.dates?.read(text.utf8) else {
      throw fault("the date is no day of the calendar", value)
    }
    if let zone { return zone.day(time) }
    // Days are midnight of the time zone UTC.
    return time.isMidnight ? Timestamp(time.day) : draft.options.timeZone?.local(time) ?? time
  }

  func currency(_ node: JSONNode) throws(FieldFault) -> Currency.Unit? {
    guard let value = value("currency", of: node) else { return nil }
    guard let unit = value.string.flatMap({ Currency.nationalUnit($0) }) else {
      throw fault("the currency is no code of a currency", value)
    }
    return unit
  }
}

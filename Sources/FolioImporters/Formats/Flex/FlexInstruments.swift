/// The instruments of a Flex query. Some rows have an ISIN, others only the broker's number.
struct FlexInstruments {
  private var isins: [String: String] = [:]
  private var rows: [String: FlexRow] = [:]

  /// The instrument of a symbol; nil if no row has the symbol.
  func named(_ symbol: String) -> ImportInstrument? {
    rows[symbol].flatMap { try? facts($0) }
  }

  /// Takes the ISIN that belongs to a number of the broker, and the symbol.
  mutating func see(_ row: FlexRow) {
    if let symbol = try? row.text("symbol"), !symbol.isEmpty, rows[symbol] == nil {
      rows[symbol] = row
    }
    guard row.has("conid"), let id = try? row.text("conid"), !id.isEmpty,
      let isin = try? Self.isin(row), !isin.isEmpty
    else { return }
    if isins[id] == nil { isins[id] = isin }
  }

  private static func isin(_ row: FlexRow) throws(FieldFault) -> String {
    let given = try row.text("isin")
    if isISIN(given) { return given }
    let other = try row.text("securityID")
    return isISIN(other) ? other : ""
  }

  private static func isISIN(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 12 && bytes[11].isDigit && bytes[0].isCapital && bytes[1].isCapital
      && bytes.allSatisfy { $0.isCapital || $0.isDigit }
  }

  /// What a row says about its instrument.
  func facts(_ row: FlexRow) throws(FieldFault) -> ImportInstrument {
    let id = try row.text("conid", "securityID", "cusip")
    var isin = isins[id] ?? ""
    if isin.isEmpty { isin = try Self.isin(row) }
    let unit = try? row.unit()
    // An option's symbol is padded with blanks.
    let symbol = try row.text("symbol").filter { $0 != " " }
    var facts = ImportInstrument(
      isin: isin, otherID: id, ticker: symbol, name: try row.text("description"),
      currency: unit?.currency)
    let category = try row.text("assetCategory")
    facts.kind = try kind(category, row)
    // Rows of cash and of corporate actions describe the event, not the instrument.
    if row.name == "CashTransaction" { facts.name = "" }
    if row.name == "CorporateAction" {
      facts.name = Self.name(inEvent: facts.name, of: facts.isin)
    }
    if facts.isin.isEmpty, facts.otherID.isEmpty, facts.ticker.isEmpty {
      throw row.missing("symbol")
    }
    switch category {
    case "OPT", "FOP": facts.multiplier = try multiplier(row) ?? 100
    case "BOND", "BILL": facts.priceFactor = ExactDecimal(short: 1, places: 2)
    default:
      if let multiplier = try multiplier(row), multiplier != 1 { facts.multiplier = multiplier }
    }
    return facts
  }

  /// The name in the description of an event, such as `... (BBB, BBB INC, US0000000099)`; empty if
  /// it is about another instrument.
  private static func name(inEvent text: String, of isin: String) -> String {
    guard !isin.isEmpty, text.hasSuffix(", \(isin))"), let open = text.lastIndex(of: "(") else {
      return ""
    }
    let parts = text[text.index(after: open)...].dropLast(isin.count + 3)
    guard let comma = parts.firstIndex(of: ",") else { return "" }
    return String(parts[comma...].dropFirst().drop { $0 == " " })
  }

  private func multiplier(_ row: FlexRow) throws(FieldFault) -> ExactDecimal? {
    guard row.name != "CashTransaction", let value = try row.number("multiplier"), value.isPositive
    else { return nil }
    return value
  }

  private func kind(_ category: String, _ row: FlexRow) throws(FieldFault) -> String {
    switch category {
    case "STK": return try row.text("subCategory") == "ETF" ? "etf" : "stock"
    case "OPT", "FOP":
      let side = try row.text("putCall")
      return side == "C" ? "call option" : side == "P" ? "put option" : "option"
    default: return Self.kinds[category] ?? ""
    }
  }

  private static let kinds = [
    "BOND": "bond", "BILL": "bill", "FUND": "fund", "WAR": "warrant",
    "IOPT": "structured product", "CRYPTO": "crypto", "CMDTY": "commodity",
  ]
}

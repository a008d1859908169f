extension FlatApp {
  /// A parsed document of the app, with the source position of each row.
  public struct Source: Sendable {
    /// The document.
    public private(set) var document = Document()
    /// Warnings about unknown keys.
    public private(set) var warnings: [Diagnostic] = []
    /// The file, for showing the lines with faults.
    public let file: SourceFile
    private(set) var capitals: [PlacedRow<Capital>] = []
    private(set) var tickers: [PlacedRow<StockTicker>] = []
    private(set) var transactions: [PlacedRow<Transaction>] = []
    private(set) var holdings: [PlacedRow<Holding>] = []

    /// Parses the JSON that the app stores.
    /// - Throws: All faults together, each with its source position.
    public init(reading bytes: [UInt8], name: String = "simple.json") throws(LedgerFaults) {
      file = SourceFile(name: name, contents: bytes)
      var reader = try TableReader(file, bytes)
      document.currency = reader.currency("currency")
      var hasNumbers = false
      capitals = reader.rows("capitals", "capital") { Capital(&$0, &hasNumbers) }
      tickers = reader.rows("stock_tickers", "ticker") { StockTicker(&$0) }
      transactions = reader.rows("transactions", "transaction") { Transaction(&$0, &hasNumbers) }
      holdings = reader.rows("holdings", "holding") { Holding(&$0) }
      check(&reader)
      try reader.finish(file)
      warnings = reader.warnings
      document.dates = hasNumbers ? .secondsSince2001 : .text
      (document.capitals, document.stockTickers) = (capitals.map(\.row), tickers.map(\.row))
      (document.transactions, document.holdings) = (transactions.map(\.row), holdings.map(\.row))
    }

    private func check(_ reader: inout TableReader) {
      let codes = Set(tickers.map(\.row.code))
      reader.refuseRepetitions(capitals, "capital", "id", \.id)
      reader.refuseRepetitions(tickers, "ticker", "code", \.code)
      reader.refuseRepetitions(transactions, "transaction", "id", \.id)
      reader.refuseRepetitions(holdings, "holding", "code", \.code)
      // The codes of tickers with faults are unknown, so references to them cannot be checked.
      if !reader.faults.isEmpty { return }
      reader.refuseUnknown(transactions, "transaction", "code", codes, \.code)
      reader.refuseUnknown(holdings, "holding", "code", codes, \.code)
    }
  }

  /// The limits of numbers. They are tight enough that the product of two numbers fits an
  /// `ExactDecimal`.
  static let limits = DecimalLimits(wholeDigits: 15, places: 15)
}

extension FlatApp.Capital {
  init?(_ row: inout RowReader, _ hasNumbers: inout Bool) {
    let id = row.text("id")
    let type: FlatApp.CapitalType? = row.word("type", .badGroupType)
    let amount = row.number("amount", .aboveZero, FlatApp.limits)
    let date = row.time("date", orSecondsSince2001: &hasNumbers)
    let note = row.optionalText("note")
    guard let id, let type, let amount, let date else { return nil }
    self.init(id: id, type, amount, date, note: note)
  }
}

extension FlatApp.StockTicker {
  init?(_ row: inout RowReader) {
    let name = row.optionalText("name")
    let code = row.text("code")
    let market = row.optionalText("market")
    let currency = row.currency("currency")
    guard let code, let currency else { return nil }
    self.init(name: name ?? "", code: code, market: market ?? "", currency: currency)
  }
}

extension FlatApp.Transaction {
  init?(_ row: inout RowReader, _ hasNumbers: inout Bool) {
    let id = row.text("id")
    let type: FlatApp.TransactionType? = row.word("type", .badTradeType)
    let code = row.text("code")
    let quantity = row.number("quantity", .aboveZero, FlatApp.limits)
    let price = row.number(
      "price", type == .dividend ? .aboveZero : .zeroOrAbove, FlatApp.limits)
    let date = row.time("date", orSecondsSince2001: &hasNumbers)
    let note = row.optionalText("note")
    guard let id, let type, let code, let quantity, let price, let date else { return nil }
    self.init(id: id, type, code, quantity: quantity, price: price, date, note: note)
  }
}

extension FlatApp.Holding {
  init?(_ row: inout RowReader) {
    let code = row.text("code")
    let quantity = row.number("quantity", .zeroOrAbove, FlatApp.limits)
    let cost = row.number("average_cost", .zeroOrAbove, FlatApp.limits)
    guard let code, let quantity, let cost else { return nil }
    self.init(code: code, quantity: quantity, averageCost: cost)
  }
}

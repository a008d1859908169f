extension FlatApp.Source {
  /// Converts the document to a draft of a ledger: one transaction group per row, one cash account
  /// per currency, and average cost as the cost basis method. Stored holdings are ignored because
  /// they are derived from the transactions.
  public func draft() -> LedgerDraft {
    var draft = LedgerDraft()
    draft.tables.sources = [file]
    let currencies = document.tickerCurrencies
    let currency = self.currency
    draft.tables.settings.baseCurrency = currency
    draft.tables.settings.costBasisMethod = .average
    for ticker in tickers { draft.append(ticker) }
    var groups: [PlacedRow<LedgerGroup>] = []
    for placed in capitals {
      if let currency {
        groups.append(
          PlacedRow(row: placed.row.expanded(in: currency), position: placed.position))
      } else {
        draft.faults.append(.noCurrency(at: placed.position))
      }
    }
    for placed in transactions {
      guard let currency = currencies[placed.row.code] else { continue }
      do throws(ArithmeticFault) {
        groups.append(
          PlacedRow(row: try placed.row.expanded(in: currency), position: placed.position))
      } catch {
        draft.faults.append(.tooManyDigits(at: placed.position))
      }
    }
    draft.appendCashAccounts(of: groups)
    draft.append(groups.lazy.map { ($0.row, $0.position) })
    if document.dates != .text {
      draft.keep(
        LedgerColumn(FlatApp.datesKey, text: document.dates.rawValue), of: .document, row: 0,
        at: .none)
    }
    return draft
  }

  /// The currency of capital movements: that of the document, or the one that all tickers share.
  private var currency: Currency? {
    let all = Set(document.stockTickers.map(\.currency))
    return document.currency ?? (all.count == 1 ? all.first : nil)
  }

  /// Returns warnings about stored holdings that differ from those computed from the transactions.
  public func differences(from computed: [FlatApp.Holding]) -> [Diagnostic] {
    var rest = Dictionary(computed.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [Diagnostic] = []
    for placed in holdings {
      let (row, position) = (placed.row, placed.position)
      // Without transactions, no units are held.
      let own = rest.removeValue(forKey: row.code)
      let (quantity, cost) = own.map { ($0.quantity, $0.averageCost) } ?? (.zero, .zero)
      if row.quantity != quantity {
        found.append(
          .differs("quantity", row.quantity, computed: quantity, row.code, at: position))
      } else if !row.averageCost.isRounded(from: cost) {
        found.append(
          .differs("average_cost", row.averageCost, computed: cost, row.code, at: position))
      }
    }
    let missing = rest.values.sorted { $0.code < $1.code }
    return found + missing.map { .notStored("\($0.quantity) of \($0.code)") }
  }
}

extension FlatApp {
  /// The key of the document column that stores the date style.
  static let datesKey = "simple_dates"
}

extension LedgerDraft {
  /// Appends a cash account for each account id that is not in the draft yet.
  fileprivate mutating func appendCashAccounts(of groups: [PlacedRow<LedgerGroup>]) {
    var known: Set<String> = []
    for placed in groups {
      for leg in placed.row.cashLegs where known.insert(leg.account).inserted {
        let (id, currency) = (identifier(leg.account), currency(leg.currency))
        tables.cashAccounts.append(
          CashAccount(id: id, currency: currency, position: placed.position))
      }
    }
  }

  fileprivate mutating func append(_ placed: PlacedRow<FlatApp.StockTicker>) {
    let ticker = placed.row
    var row = Instrument(symbol: identifier(ticker.code), position: placed.position)
    row.name = ticker.name
    row.market = ticker.market
    row.currency = currency(ticker.currency)
    row.hasMasterRow = true
    tables.instruments.append(row)
  }
}

extension ExactDecimal {
  /// Whether a stored number equals a computed one at its own number of decimal places, rounded
  /// half-even or half-up (Specs/decisions/balances.md).
  fileprivate func isRounded(from computed: ExactDecimal) -> Bool {
    let places = max(2, min(self.places, FlatApp.averagePlaces))
    return [.halfEven, .halfUp].contains { (rule: RoundingRule) in
      rounded(toPlaces: places, rule) == computed.rounded(toPlaces: places, rule)
    }
  }
}

extension Diagnostic {
  fileprivate static func noCurrency(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .unknownCurrency, "nothing says which currency this amount is in",
      help: "Give the document a \"currency\": its tickers have several, or there are none.",
      at: position, field: ["amount"])
  }

  package static func tooManyDigits(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .arithmetic, "quantity times price needs more than \(ExactDecimal.maximumDigits) digits",
      help: "Look for a number with too many zeros.", at: position, field: ["quantity"])
  }

  package static func differs(
    _ column: String, _ stored: ExactDecimal, computed: ExactDecimal, _ name: String,
    at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .simpleDiffers,
      "\(column) of \(name) is \(stored), and \(computed.normalized()) by the transactions",
      help: "The transactions count. Store the computed value, or correct them.", at: position,
      field: [.key(column)])
  }

  package static func notStored(_ what: String) -> Diagnostic {
    Diagnostic(
      .simpleDiffers, "by the transactions \(what) is held, and no row is stored for it",
      help: "The transactions count. Store a row, or correct them.", at: .none)
  }
}

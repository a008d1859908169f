import FolioDiagnostics
import FolioModel
import FolioNumbers

extension FlatApp.Source {
  /// The document as the draft of a ledger: each row expanded to a group, one cash account for
  /// each currency, holdings at average cost. Stored holdings are no part of it: they are derived.
  public func draft() -> LedgerDraft {
    var draft = LedgerDraft()
    draft.tables.sources = [file]
    let currencies = Dictionary(
      document.stockTickers.map { ($0.code, $0.currency) }, uniquingKeysWith: { first, _ in first })
    let currency = self.currency
    draft.tables.settings.baseCurrency = currency
    draft.tables.settings.costBasisMethod = .average
    for ticker in tickers { draft.append(ticker) }
    var groups = LedgerGroups()
    for placed in capitals {
      if let currency {
        groups.append(placed.row.expanded(in: currency), at: placed.position)
      } else {
        draft.faults.append(.noCurrency(at: placed.position))
      }
    }
    for placed in transactions {
      guard let currency = currencies[placed.row.code] else { continue }
      do throws(ArithmeticFault) {
        groups.append(try placed.row.expanded(in: currency), at: placed.position)
      } catch {
        draft.faults.append(.tooManyDigits(at: placed.position))
      }
    }
    groups.move(to: &draft)
    if document.dates != .text {
      draft.keep(
        FlatApp.datesKey, text: document.dates.rawValue, of: .document, row: 0, at: .none)
    }
    return draft
  }

  /// The currency of the capital: the document's own, or the one that all tickers share.
  private var currency: Currency? {
    if let currency = document.currency { return currency }
    let all = Set(document.stockTickers.map(\.currency))
    return all.count == 1 ? all.first : nil
  }

  /// Warnings about stored holdings that are not those that the transactions make.
  public func differences(from computed: [FlatApp.Holding]) -> [Diagnostic] {
    var rest = Dictionary(computed.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [Diagnostic] = []
    for placed in holdings {
      let row = placed.row
      let own = rest.removeValue(forKey: row.code)
      let (quantity, cost) = (own?.quantity ?? .zero, own?.averageCost ?? .zero)
      if row.quantity != quantity {
        found.append(
          .differs("quantity", row.quantity, computed: quantity, row.code, at: placed.position))
      } else if !row.averageCost.isRounded(from: cost) {
        found.append(
          .differs("average_cost", row.averageCost, computed: cost, row.code, at: placed.position))
      }
    }
    for missing in rest.values.sorted(by: { $0.code < $1.code }) {
      found.append(.notStored("\(missing.quantity) of \(missing.code)"))
    }
    return found
  }
}

extension FlatApp {
  /// The key of the document's column that tells how dates are written.
  static let datesKey = "simple_dates"
}

extension LedgerDraft {
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
  /// Whether a stored number is a computed one at the places that it has, rounded either way
  /// (Specs/decisions/0034).
  fileprivate func isRounded(from computed: ExactDecimal) -> Bool {
    let places = max(2, min(self.places, FlatApp.averagePlaces))
    return [.halfEven, .halfUp].contains { (rule: RoundingRule) in
      rounded(toPlaces: places, rule) == computed.rounded(toPlaces: places, rule)
    }
  }
}

/// Groups on their way into a draft, with the cash accounts that they need.
struct LedgerGroups {
  private var groups: [(group: TransactionGroup, position: SourcePosition)] = []

  mutating func append(_ group: TransactionGroup, at position: SourcePosition) {
    groups.append((group, position))
  }

  /// Appends the groups, after the accounts that no row has yet.
  func move(to draft: inout LedgerDraft) {
    var known = Set(draft.tables.cashAccounts.map { draft.tables.text($0.id) })
    for (group, position) in groups {
      for leg in group.cashLegs where known.insert(leg.account).inserted {
        draft.tables.cashAccounts.append(
          CashAccount(
            id: draft.identifier(leg.account), currency: draft.currency(leg.currency),
            position: position))
      }
    }
    for (group, position) in groups { draft.append(group, at: position) }
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

import FolioDiagnostics
import FolioModel
import FolioNumbers

@testable import FolioInterchange

/// Reads one document through a window that starts with so many bytes.
func read(_ bytes: [UInt8], window: Int = 1 << 20, user: String? = nil) -> LedgerDraft {
  var reader = LedgerReader(user: user, windowSize: window)
  reader.read(bytes, name: "ledger.json")
  return reader.finish()
}

/// Reads one document.
func read(_ text: String, window: Int = 1 << 20, user: String? = nil) -> LedgerDraft {
  read(Array(text.utf8), window: window, user: user)
}

/// The codes of what is wrong with a document, each with the column.
func faults(_ text: String, user: String? = nil) -> [String] {
  read(text, user: user).faults.map(\.summary)
}

extension Diagnostic {
  /// The code and the path to the column: `F112 lots[0].quantity`.
  var summary: String {
    var path = ""
    for step in field {
      switch step {
      case .key(let key), .name(let key): path += path.isEmpty ? key : ".\(key)"
      case .index(let index): path += "[\(index)]"
      case .length: break
      }
    }
    return path.isEmpty ? code.rawValue : "\(code.rawValue) \(path)"
  }
}

/// A draft as lines of text in which names stand for their numbers, so that two drafts are alike
/// when their lines are.
struct DraftText {
  private let draft: LedgerDraft
  private let showsPositions: Bool

  init(_ draft: LedgerDraft, positions: Bool = false) {
    self.draft = draft
    showsPositions = positions
  }

  var lines: [String] {
    let tables = draft.tables
    var lines = ["settings \(settings)"]
    lines += tables.cashAccounts.map {
      "account \(text($0.id)) \($0.name) \(currency($0.currency))\(at($0.position))"
    }
    lines += tables.instruments.map { "stock \(instrument($0))\(at($0.position))" }
    for (number, group) in tables.groups.enumerated() {
      lines.append("group \(describe(group, number))")
      lines += group.stockLegs.map { "  stock \(describe(tables.stockLegs[$0]))" }
      lines += group.cashLegs.map { "  cash \(describe(tables.cashLegs[$0]))" }
    }
    lines += zip(draft.flatStockLegs, draft.flatStockGroups).map {
      "flat \(text($1)) \(describe($0))"
    }
    lines += zip(draft.flatCashLegs, draft.flatCashGroups).map {
      "flat \(text($1)) \(describe($0))"
    }
    lines += tables.prices.map {
      "price \(name($0.instrument.rawValue, draft.symbolNames))"
        + " \(name($0.stockReference, draft.stockNames)) \($0.day) \($0.price)"
        + " \(currency($0.currency))\(at($0.position))"
    }
    lines += tables.rates.map {
      "rate \($0.day) \(currency($0.from)) \(currency($0.to)) \($0.rate)\(at($0.position))"
    }
    lines += tables.kept.map(describe).sorted()
    lines += draft.faults.map { "fault \($0.summary) \($0.message)\(at($0.position))" }
    lines += draft.warnings.map { "warning \($0.summary) \($0.message)\(at($0.position))" }
    return lines
  }

  private func at(_ position: SourcePosition) -> String {
    showsPositions ? " @\(position.isKnown ? position.offset : -1)" : ""
  }

  private var settings: String {
    let settings = draft.tables.settings
    return "\(settings.baseCurrency?.code ?? "-") \(settings.costBasisMethod?.rawValue ?? "-")"
      + " \(settings.lotScope?.rawValue ?? "-") \(settings.feeTreatment?.rawValue ?? "-")"
      + " \(settings.taxRules?.rawValue ?? "-") \(settings.crossingZero?.rawValue ?? "-")"
      + " \(settings.cashMethod?.rawValue ?? "-") \(settings.closedUntil?.description ?? "-")"
      + settings.methodEntries.map { entry in
        " \(entry.method) \(entry.from?.description ?? "-") \(entry.symbols.map(text))"
          + " \(draft.tables.securitiesAccount(entry.account))"
      }.joined()
      + settings.quoteFiles.map { " \($0.kind) \($0.path)\(at($0.position))" }.joined()
      + at(settings.position)
  }

  private func describe(_ group: GroupRecord, _ number: Int) -> String {
    "\(text(group.id)) \(group.type?.rawValue ?? "-") \(group.status) \(group.occurredAt)"
      + " \(group.settledAt?.description ?? "-")"
      + " \(group.isDeleted) \(draft.tables.texts[group.notes] ?? "-")\(at(group.position))"
  }

  private func describe(_ leg: CashLeg) -> String {
    "\(text(leg.id)) \(name(leg.account.rawValue, draft.accountNames)) \(leg.type) \(leg.direction)"
      + " \(leg.amount) \(currency(leg.currency))\(at(leg.position))"
      + " \(name(leg.instrument.rawValue, draft.symbolNames))"
      + " \(name(leg.stockReference, draft.stockNames))"
  }

  private func describe(_ leg: StockLeg) -> String {
    let detail = draft.tables.detail(of: leg).map { "\($0)" } ?? "-"
    return "\(text(leg.id)) \(name(leg.instrument.rawValue, draft.symbolNames))"
      + " \(name(leg.stockReference, draft.stockNames)) \(leg.type) \(leg.tradeDay)"
      + " \(leg.settlementDay) \(leg.quantity) \(leg.price) \(leg.gross) \(leg.fees)"
      + " \(leg.taxes) \(leg.fxRate) \(currency(leg.currency)) \(leg.given.rawValue)"
      + " \(draft.tables.securitiesAccount(leg.account)) \(detail)\(at(leg.position))"
  }

  private func describe(_ column: PassthroughColumn) -> String {
    "kept \(column.table) \(column.row) \(draft.tables.texts[column.key] ?? "-")"
      + " \(draft.tables.texts[column.value] ?? "-") \(column.isKnown)\(at(column.position))"
  }

  private func instrument(_ instrument: Instrument) -> String {
    "\(text(instrument.stockID)) \(text(instrument.symbol)) \(instrument.name)"
      + " \(instrument.market) \(instrument.kind) \(instrument.isin)"
      + " \(currency(instrument.currency ?? missingCurrency))"
      + " \(instrument.multiplier?.description ?? "-")"
      + " \(instrument.priceFactor?.description ?? "-")"
  }

  private func text(_ identifier: Identifier) -> String { draft.tables.text(identifier) }

  private func name(_ number: UInt32, _ names: NumberedNames) -> String {
    number == .missing ? "-" : text(names.all[Int(number)])
  }

  private func currency(_ index: CurrencyIndex) -> String {
    index == missingCurrency ? "-" : draft.tables.currencies[index].code
  }
}

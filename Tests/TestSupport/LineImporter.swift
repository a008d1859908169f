import Folio

@testable import FolioImporters

extension Importer {
  /// A format for tests: words in lines. It shows everything that an importer can say.
  ///
  ///     day kind instrument quantity amount [id] [balance]
  static let lines = Importer(
    name: "lines", meaning: "words in lines",
    recognize: { $0.start(6) == "lines\n" ? .certain : .none },
    read: { source, draft in
      var start = 0
      for line in source.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        defer { start += line.count + 1 }
        if start == 0 || line.isEmpty { continue }
        draft.readLine(
          String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init),
          draft.row(at: start, length: line.count))
      }
    })
}

extension ImportDraft {
  fileprivate mutating func readLine(_ words: [String], _ row: ImportRow) {
    guard words.count > 4, let day = try? Day(words[0]), let amount = try? ExactDecimal(words[4])
    else {
      return report(.unreadableValue, "the line is not clear", help: "Correct it.", row: row)
    }
    let currency: Currency = "EUR"
    let account = account("cash", currency)
    var group = LedgerGroup(id: "", occurredAt: Timestamp(day))
    let key = instrument(ImportInstrument(ticker: words[2], currency: currency))
    func cash(_ type: CashLegType, _ direction: Direction) {
      group.cashLegs = [.init(type, direction, amount, account: account, currency: currency)]
    }
    switch words[1] {
    case "deposit": cash(.deposit, .in)
    case "buy", "sell":
      var leg = LedgerGroup.StockLeg(words[1] == "buy" ? .buy : .sell, symbol: key)
      (leg.quantity, leg.gross, leg.currency) = (try? ExactDecimal(words[3]), amount, currency)
      group.stockLegs = [leg]
      cash(.principal, words[1] == "buy" ? .out : .in)
    case "receive":
      let question = ImportQuestion(
        id: "cost \(words[2]) \(day) \(words[3])", text: "What did \(words[3]) \(words[2]) cost?",
        fields: [.cost, .acquired], currency: currency)
      guard let answer = ask(question, about: row), let quantity = try? ExactDecimal(words[3])
      else { return }
      var leg = LedgerGroup.StockLeg(.transferIn, symbol: key)
      (leg.quantity, leg.currency) = (quantity, currency)
      leg.lots = [
        .init(acquired: answer.acquired, quantity: quantity, costBasis: answer.cost)
      ]
      group.stockLegs = [leg]
    case "total": return skip(row, "a total")
    case "lost": return
    case "either":
      return report(.ambiguousValue, "1.234 can be 1.234 or 1234", help: "Say which.", row: row)
    case "negative":
      return report(.contradictoryRow, "a purchase brings money", help: "Correct it.", row: row)
    case "half":
      return report(.partWithoutPartner, "the other half is missing", help: "Add it.", row: row)
    case "no-cash": return noteMissingCashOf(row)
    default: return unknown(words[1], row, remedy: "Correct the word.")
    }
    var imported = ImportedGroup(group, account: "a", rows: [row])
    if words.count > 5, words[5] != "-" { imported.identity = .native(words[5]) }
    add(imported)
    if words.count > 6 {
      claimRunningBalance(try? ExactDecimal(words[6]), of: account, after: row)
    }
  }

  private mutating func noteMissingCashOf(_ row: ImportRow) {
    noteMissingCash()
    noteRead(row)
  }
}

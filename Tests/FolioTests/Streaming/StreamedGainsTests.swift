import Folio
import Testing

@testable import TestSupport

/// A ledger of many sales, booked while it is read and as a whole: its disposals are the same.
struct StreamedGainsTests {
  /// Purchases, and sales of some lots, in three currencies at rates that change.
  private func document(groups: Int) -> StreamDocument {
    var dice = Dice(seed: 77)
    var held = Array(repeating: 0, count: 3)
    var document = StreamDocument()
    document.accounts.append(#"{"id": "gbp", "currency": "GBP"}"#)
    document.stocks.append(#"{"symbol": "CCC", "currency": "GBP"}"#)
    document.rates = []
    for day in 1...28 {
      document.rates.append(rate(day, "EUR", 11_000 + 7 * day))
      document.rates.append(rate(day, "GBP", 13_000 + 11 * day))
    }
    document.groups = (0..<groups).map { number in
      let which = dice.below(3)
      let sells = held[which] > 50 && dice.chance(45)
      let units = sells ? 1 + dice.below(held[which]) : 1 + dice.below(40)
      held[which] += sells ? -units : units
      return trade(number, which, sells, units, day: 1 + number * 27 / groups)
    }
    return document
  }

  private func rate(_ day: Int, _ currency: String, _ digits: Int) -> String {
    #"{"date": "2024-01-\#(two(day))", "from": "\#(currency)", "to": "USD", "#
      + #""rate": "\#(ExactDecimal.places(digits, 4))"}"#
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func trade(
    _ number: Int, _ which: Int, _ sells: Bool, _ units: Int, day: Int
  ) -> String {
    let (symbol, account) = (["AAA", "BBB", "CCC"][which], ["usd", "eur", "gbp"][which])
    let type = sells ? "sell" : "buy"
    let price = ExactDecimal.places(1_000 + number * 7 % 991, 2)
    let gross = ExactDecimal.places((1_000 + number * 7 % 991) * units, 3)
    return #"{"id": "g\#(number)", "occurred_at": "2024-01-\#(two(day))T10:00:00Z", "#
      + #""stock_transactions": [{"symbol": "\#(symbol)", "trade_type": "\#(type)", "#
      + #""quantity": "\#(ExactDecimal.places(units, 1))", "price_per_share": "\#(price)", "#
      + #""currency": "\#(account.uppercased())"}], "cash_transactions": [{"#
      + #""cash_account_id": "\#(account)", "leg_type": "principal", "#
      + #""direction": "\#(sells ? "in" : "out")", "amount": "\#(gross)"}]}"#
  }

  @Test("Their gains are told alike, in blocks that are cut anywhere", arguments: [1, 40, 1024])
  func reports(_ batch: Int) throws {
    var trial = StreamTrial(document(groups: 700).text)
    (trial.batchSize, trial.windowSize) = (batch, 5000)
    var count = StreamCount()
    #expect(try count.expectSame(trial, "batches of \(batch)"))
  }

  @Test("Their disposals have the same digits, one after the other and one by one")
  func disposals() throws {
    let bytes = Array(document(groups: 700).text.utf8)
    var stream = LedgerStream(LedgerSource(bytes, name: "l.json"), .init(), keeping: .gainIDs)
    stream.batchSize = 20
    guard case .booked(let streamed) = try stream.book() else {
      Issue.record("not booked while it was read")
      return
    }
    var reader = LedgerReader()
    reader.read(bytes, name: "l.json")
    let whole = try BookedLedger(booking: LedgerCheck(of: reader.finish()).validPart)
    #expect(whole.disposals.count > 300 && streamed.disposals.count == whole.disposals.count)
    #expect(zip(streamed.disposals, whole.disposals).allSatisfy { told($0) == told($1) })
    #expect(
      whole.disposals.indices.allSatisfy { place in
        told(streamed.disposals[place]) == told(whole.disposals[place])
      })
  }

  private func told(_ row: Disposal) -> String {
    let amounts = [
      row.quantity, row.proceeds, row.cost, row.proceedsBase, row.costBase, row.priceEffectBase,
      row.disallowedBase,
    ]
    return "\(amounts) \(row.group) \(row.openedBy) \(row.instrument) \(row.account) "
      + "\(String(describing: row.acquired)) \(row.disposed) \(row.currency) \(row.hasBase) "
      + "\(row.cause) \(row.matching) \(String(describing: row.term))"
  }
}

extension ExactDecimal {
  /// Digits with the point before the last of them.
  fileprivate static func places(_ digits: Int, _ places: Int) -> ExactDecimal {
    attempt(or: .zero) { try ExactDecimal(coefficient: Int128(digits), places: places) }
  }
}

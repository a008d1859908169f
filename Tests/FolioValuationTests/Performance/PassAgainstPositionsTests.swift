import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation
import Testing

@testable import TestSupport

@Suite("The pass over a history, against valuing each day on its own")
struct PassAgainstPositionsTests {
  private static let days = 60

  /// Two currencies, trades, splits and prices of chance; sales never exceed what is held.
  private func history(_ random: inout SeededNumbers) throws -> LedgerBuilder {
    var builder = LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR")
      .stock("A").stock("B").stock("E", "EUR").rate(ReturnSamples.day(0), "EUR", "USD", "1.1")
    var held = [0, 0, 0]
    let symbols = ["A", "B", "E"]
    for offset in 0..<Self.days {
      let day = ReturnSamples.day(offset)
      for symbol in symbols where offset == 0 || Bool.random(using: &random) {
        builder = builder.price(
          symbol, day, ReturnSamples.amount(cents: .random(in: 100...9_999, using: &random)))
      }
      if Int.random(in: 0..<5, using: &random) == 0 {
        let rate = ReturnSamples.amount(cents: .random(in: 90...130, using: &random))
        builder = builder.rate(day, "EUR", "USD", rate)
      }
      let which = Int.random(in: 0..<3, using: &random)
      let at = try Timestamp("\(day)")
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        builder = builder.group(
          "d\(offset)", at, .deposit,
          cash: [.into(which == 2 ? "eur" : "usd", 500, .deposit)])
      case 1, 2:
        let units = Int.random(in: 1...9, using: &random)
        held[which] += units
        builder = builder.event("b\(offset)", at, .buy(symbols[which], ExactDecimal(units), at: 7))
      case 3 where held[which] > 0:
        builder = builder.event("s\(offset)", at, .sell(symbols[which], 1, at: 8))
        held[which] -= 1
      case 4 where held[which] > 0:
        builder = builder.event("x\(offset)", at, .split(symbols[which], 3, for: 1))
        held[which] *= 3
      default: break
      }
    }
    return builder
  }

  private func value(_ ledger: Ledger, on day: Day) throws -> ExactDecimal {
    var options = BookingOptions()
    options.asOf = day
    let booked = try BookedLedger(booking: ledger, options)
    let valued = ValuedLedger(booked, prices: PriceBook(ledger))
    var sum = ExactDecimal.zero
    for position in try valued.positions() { try sum.add(#require(position.marketValueBase)) }
    let rates = DayRates(booked, on: try #require(valued.day))
    for (account, balance) in zip(ledger.tables.cashAccounts, booked.cash) {
      try sum.add(#require(rates.inBase(balance.balance, account.currency)))
    }
    return sum
  }

  @Test("every day has the value of its positions and its cash", arguments: 1...20)
  func values(_ seed: UInt64) throws {
    var random = SeededNumbers(state: seed)
    let ledger = try history(&random).ledger()
    var options = BookingOptions()
    options.keepsMovements = true
    let booked = try BookedLedger(booking: ledger, options)
    var question = PerformanceQuestion()
    question.step = .day
    question.from = ReturnSamples.day(0)
    let pass = try #require(PerformancePass(booked, prices: PriceBook(ledger), question))
    var growth = 1.0
    var found: [(day: Day, value: ExactDecimal?)] = []
    _ = pass.run { period in
      found.append((period.to, period.endValue))
      if let own = period.timeWeighted { growth *= 1 + own }
    }
    #expect(found.count > 40)
    for (day, value) in found {
      let expected = try self.value(ledger, on: day)
      let difference = try #require(value).subtracting(expected).magnitude
      #expect(difference < "0.000000000000001", "seed \(seed), \(day)")
    }
  }

  @Test("what is put in, what is earned and the two values agree", arguments: 1...20)
  func parts(_ seed: UInt64) throws {
    var random = SeededNumbers(state: seed &* 77)
    let ledger = try history(&random).ledger()
    var options = BookingOptions()
    options.keepsMovements = true
    let booked = try BookedLedger(booking: ledger, options)
    let book = PriceBook(ledger)
    func contributions(_ step: PeriodStep?) throws -> ExactDecimal {
      var question = PerformanceQuestion()
      question.step = step
      let pass = try #require(PerformancePass(booked, prices: book, question))
      var sum = ExactDecimal.zero
      var faults = 0
      _ = pass.run { period in
        guard let own = period.netContributions, (try? sum.add(own)) != nil else {
          return faults += 1
        }
      }
      #expect(faults == 0)
      return sum
    }
    let whole = try contributions(nil)
    #expect(try contributions(.day) == whole)
    #expect(try contributions(.week) == whole)
  }
}

import FolioBooking
import FolioInterchange
import FolioModel
import FolioNumbers
import FolioReports
import Testing

@testable import TestSupport

@Suite("Supposed trades")
struct WhatIfTests {
  private func history(_ rules: TaxRules = .us) throws -> SaleHistory {
    var history = SaleHistory(rules: rules)
    try history.add(.deposit(10_000, on: "2022-01-03", id: "start"))
    try history.add(.buy("ACME", 10, at: 30, on: "2022-02-01", id: "old"))
    try history.add(.buy("ACME", 10, at: 60, on: "2024-01-10", id: "dear"))
    return history
  }

  private func sale(_ quantity: ExactDecimal, at price: ExactDecimal? = "50") -> SupposedTrade {
    var trade = SupposedTrade(.sell, "ACME", quantity: quantity)
    (trade.price, trade.day) = (price, SaleHistory.day)
    return trade
  }

  @Test func methodsTakeTheirLots() throws {
    let answer = try WhatIf(try history().reader).answer(to: sale(10))
    let lots = Dictionary(
      uniqueKeysWithValues: answer.choices.map { ($0.name, $0.parts.map(\.lotGroupID)) })
    #expect(lots["fifo"] == ["old"] && lots["lofo"] == ["old"])
    #expect(lots["lifo"] == ["dear"] && lots["hifo"] == ["dear"])
    #expect(lots["least-gain"] == ["dear"] && lots["keep-long-term"] == ["old"])
    #expect(answer.choices.map(\.taxableBase) == [200, -100, -100, 200, -100, 200])
    #expect(answer.freeDay == SaleHistory.day && answer.windowEnd == "2024-07-14")
  }

  /// A method of the trade does not change how later groups are booked.
  @Test func laterSalesKeepTheirMethod() throws {
    var history = try history(.none)
    try history.add(.sell("ACME", 5, at: 55, on: "2024-08-01", id: "after"))
    let answer = try WhatIf(history.reader).answer(to: sale(10))
    let effects = Dictionary(
      uniqueKeysWithValues: answer.choices.map { ($0.name, $0.effects.map(\.gainAfter)) })
    // By FIFO the later sale takes what is left: 5 of the dear lot, or 5 of the old one as before.
    #expect(effects["fifo"] == [-25])
    #expect(effects["lifo"] == [])
  }

  @Test func lotsOfAnAccount() throws {
    var history = try history()
    history.contents.settings.lotScope = .account
    for index in history.contents.groups.indices where index > 0 {
      history.contents.groups[index].stockLegs[0].account = index == 1 ? "ib" : "schwab"
    }
    let whatIf = try WhatIf(history.reader)
    #expect(throws: WhatIfFault.severalAccounts(symbol: "ACME", ["ib", "schwab"])) {
      try whatIf.answer(to: sale(10))
    }
    var trade = sale(10)
    trade.account = "schwab"
    #expect(try whatIf.answer(to: trade).choices.allSatisfy { $0.parts[0].lotGroupID == "dear" })
    history.contents.groups[2].stockLegs[0].account = "ib"
    let only = try WhatIf(history.reader).answer(to: sale(20))
    #expect(only.trade.account == "ib" && only.choices[0].parts.count == 2)
  }

  /// A statement of the day has the balances without the trade.
  @Test func balancesDoNotCount() throws {
    var history = try history()
    history.contents.balances = [
      LedgerBalance(.units(symbol: "ACME", stockID: nil, account: nil), 20, on: SaleHistory.day)
    ]
    #expect(try WhatIf(history.reader).answer(to: sale(10)).choices.count == 6)
    history.contents.balances[0].value = 19
    #expect(throws: LedgerFaults.self) { try WhatIf(history.reader) }
  }

  @Test func thereIsNoChoice() throws {
    for rules in [TaxRules.uk, .ca] {
      let answer = try WhatIf(try history(rules).reader).answer(to: sale(10))
      #expect(answer.reasonForNoChoice == rules.rawValue)
      #expect(answer.choices.map(\.gainBase).map { $0.normalized() } == [50])
    }
    var options = BookingOptions()
    options.method = .average
    let answer = try WhatIf(try history().reader, options).answer(to: sale(10))
    #expect(answer.reasonForNoChoice == "average" && answer.choices.count == 1)
  }

  @Test func harvestKnowsWhenALossIsFree() throws {
    var history = try history()
    try history.add(.buy("ACME", 4, at: 45, on: "2024-06-03", id: "new"))
    history.contents.prices = [
      LedgerPrice(symbol: "ACME", day: SaleHistory.day, price: "50", currency: "USD")
    ]
    let harvest = try WhatIf(history.reader).harvest()
    let loss = try #require(harvest.losses.first)
    #expect(harvest.losses.count == 1 && loss.lotGroupID == "dear")
    #expect(loss.gainBase == -100 && loss.disallowedBase == 40 && loss.usableBase == -60)
    #expect(loss.deferredTo == ["new"])
    #expect(loss.freeDay == "2024-07-04" && loss.windowEnd == "2024-08-03")
  }

  /// Before later groups, the bookings of all losses grow with the square of the history.
  @Test func harvestOfManyLosses() throws {
    var history = SaleHistory(rules: .us)
    try history.add(.deposit(1_000_000, on: "2022-01-03", id: "start"))
    let count = 1_420
    for number in 0..<count {
      try history.add(.buy("ACME", 1, at: 60, on: "2022-02-01", id: "lot-\(number)"))
    }
    history.contents.prices = [
      LedgerPrice(symbol: "ACME", day: "2022-02-01", price: "50", currency: "USD")
    ]
    let harvest = try WhatIf(history.reader).harvest(on: SaleHistory.day)
    #expect(harvest.losses.count == count)
    #expect(harvest.losses.allSatisfy { $0.gainBase == -10 && $0.freeDay == SaleHistory.day })
    try history.add(.deposit(1, on: "2024-06-20", id: "later"))
    let whatIf = try WhatIf(history.reader)
    #expect(throws: WhatIfFault.tooManyLosses(count)) { try whatIf.harvest(on: SaleHistory.day) }
    var options = BookingOptions()
    options.asOf = SaleHistory.day
    #expect(try WhatIf(history.reader, options).harvest().losses == harvest.losses)
  }

  @Test func purchaseDefersAnEarlierLoss() throws {
    var history = try history()
    try history.add(.sell("ACME", 20, at: 50, on: "2024-06-03", id: "loss"))
    var trade = sale(3)
    trade.side = .buy
    let answer = try WhatIf(history.reader).answer(to: trade)
    let effect = try #require(answer.effects.first)
    #expect(effect.groupID == "loss" && answer.effects.count == 1)
    #expect(effect.disallowedBefore == 0 && effect.disallowedAfter == 30 && effect.change == 30)
    #expect(answer.paid == 150 && answer.windowStart == "2024-05-15")
  }

  /// Bought 10 at 30 and 10 at 60, sold 10 at 70. By FIFO the gain is 400, by HIFO 100, and out of
  /// a pool of 20 that cost 900 it is 250.
  @Test(arguments: [
    (TaxRules.none, "least-tax" as String, "25" as ExactDecimal, SaleChoice.Proof.exact as _?),
    (.uk, "uk", "62.5", nil), (.ca, "ca", "62.5", nil), (.us, "least-tax", "25", .exact),
  ])
  func oneRateTaxesAllGains(
    _ rules: TaxRules, _ name: String, _ tax: ExactDecimal, _ proof: SaleChoice.Proof?
  ) throws {
    let whatIf = try WhatIf(try history(rules).reader)
    let rates = TaxRates("0.25")
    let answer = try whatIf.answer(to: sale(10, at: 70), goal: .leastTax(rates), rates: rates)
    let best = try #require(answer.choices.last)
    #expect(best.name == name && best.tax == tax && best.proof == proof)
    let all = try whatIf.answer(to: sale(10, at: 70), rates: rates)
    #expect(all.choices.contains { $0.name == name && $0.tax == tax })
  }

  @Test func faultsSayWhatToDo() throws {
    let whatIf = try WhatIf(try history().reader)
    func fault(_ trade: SupposedTrade, _ goal: SaleGoal? = nil) -> WhatIfFault? {
      #expect(throws: WhatIfFault.self) { try whatIf.answer(to: trade, goal: goal) }
    }
    #expect(fault(sale(21)) == .tooFew(symbol: "ACME", held: 20, day: SaleHistory.day))
    #expect(fault(sale(0)) == .notPositive("quantity"))
    #expect(fault(sale(1, at: 0)) == .notPositive("price"))
    #expect(fault(sale(1, at: nil)) == .noPrice(symbol: "ACME", day: SaleHistory.day))
    var other = sale(1)
    other.symbol = "NONE"
    #expect(fault(other) == .unknownSymbol("NONE"))
    other = sale(1)
    other.cashAccount = "none"
    #expect(fault(other) == .entry(.unknownAccount("none")))
    let negative = SaleGoal.leastTax(TaxRates(short: "-0.1", long: 0))
    #expect(fault(sale(1), negative) == .negativeRate)
    let plain = try WhatIf(try history(.none).reader)
    #expect(throws: WhatIfFault.needsOneRate(.none)) {
      try plain.answer(to: sale(1), rates: TaxRates(short: "0.3", long: "0.2"))
    }
    #expect(throws: WhatIfFault.needsTerms(goal: "keep-long-term")) {
      try plain.answer(to: sale(1), goal: .keepLongTerm)
    }
    var later = try history()
    try later.add(.sell("ACME", 15, at: 55, on: "2024-08-01", id: "after"))
    #expect(throws: WhatIfFault.self) { try WhatIf(later.reader).answer(to: sale(10)) }
    var options = BookingOptions()
    options.asOf = SaleHistory.day
    #expect(try WhatIf(later.reader, options).answer(to: sale(10)).choices.count == 6)
  }
}

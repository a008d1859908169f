import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Trades that go beyond the position they end")
struct CrossingZeroTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .settings { $0.crossingZero = .allow }
  }

  @Test(
    "a sale beyond what is held ends the position and opens a short lot",
    arguments: [
      TradeType.sell, .shortSell,
    ])
  func sale(_ type: TradeType) throws {
    let booked = try Booked(
      books().event("g1", "2024-01-01", .buy("A", 10, at: 100))
        .event("g2", "2024-02-01", .trade(type, "A", 15, at: 200)))
    #expect(booked.gains == ["A 2024-01-01 10 2000 1000"])
    #expect(booked.result.disposals.map(\.cause) == [.sale])
    #expect(booked.lots == ["-A - 2024-02-01 5 1000 1000"])
    expectSoundBooks(booked)
  }

  @Test(
    "a purchase beyond what is owed covers it and opens a lot",
    arguments: [
      TradeType.buy, .cover,
    ])
  func purchase(_ type: TradeType) throws {
    let booked = try Booked(
      books().event("g1", "2024-01-01", .shortSell("A", 10, at: 100))
        .event("g2", "2024-02-01", .trade(type, "A", 15, at: 80)))
    #expect(booked.gains == ["A 2024-01-01 10 1000 800"])
    #expect(booked.result.disposals.map(\.cause) == [.cover])
    #expect(booked.lots == ["A - 2024-02-01 5 400 400"])
    expectSoundBooks(booked)
  }

  @Test("each trade does what its side does, where nothing is crossed")
  func noCrossing() throws {
    let booked = try Booked(
      books().event("g1", "2024-01-01", .sell("A", 10, at: 100))
        .event("g2", "2024-02-01", .buy("A", 4, at: 80))
        .event("g3", "2024-03-01", .cover("A", 6, at: 90))
        .event("g4", "2024-04-01", .cover("A", 2, at: 10))
        .event("g5", "2024-05-01", .shortSell("A", 2, at: 20)))
    #expect(
      booked.gains == [
        "A 2024-01-01 4 400 320", "A 2024-01-01 6 600 540", "A 2024-04-01 2 40 20",
      ])
    #expect(booked.lots.isEmpty)
    expectSoundBooks(booked)
  }

  @Test("amounts are shared by units, and the second part takes what rounding leaves")
  func shares() throws {
    let booked = try Booked(
      books().event("g1", "2024-01-01", .buy("A", 1, at: 10))
        .event("g2", "2024-02-01", .sell("A", 3, at: 0).gross(100).fees(1, taxes: "0.1")))
    #expect(booked.gains == ["A 2024-01-01 1 32.966666666666666667 10"])
    #expect(booked.lots == ["-A - 2024-02-01 2 65.933333333333333333 65.933333333333333333"])
    expectSoundBooks(booked)
  }

  @Test("fees are expensed in full")
  func expensed() throws {
    let booked = try Booked(
      books().settings { $0.feeTreatment = .expense }
        .event("g1", "2024-01-01", .buy("A", 1, at: 10))
        .event("g2", "2024-02-01", .sell("A", 3, at: 100).fees(1, taxes: "0.1")))
    #expect(booked.balance("Expenses:Fees") == "1")
    #expect(booked.balance("Expenses:Taxes:Transaction") == "0.1")
    expectSoundBooks(booked)
  }

  @Test("the lots that such a trade names are those that it ends")
  func chosenLots() throws {
    let builder = books().event("g1", "2024-01-01", .buy("A", 1, at: 10))
      .event("g2", "2024-01-02", .buy("A", 1, at: 20))
      .event(
        "g3", "2024-02-01",
        .sell("A", 3, at: 30).lots(
          LotRow(group: "g2", quantity: 1), LotRow(group: "g1", quantity: 1)))
    let booked = try Booked(builder)
    #expect(booked.gains == ["A 2024-01-02 1 30 20", "A 2024-01-01 1 30 10"])
    let wrong = books().event("g1", "2024-01-01", .buy("A", 1, at: 10))
      .event("g2", "2024-02-01", .sell("A", 3, at: 30).lots(LotRow(group: "g1", quantity: 3)))
    #expect(try bookingFaults(wrong) == [.lotQuantities])
  }

  @Test("an option overrides the setting, both ways")
  func option() throws {
    let builder = books().event("g1", "2024-01-01", .sell("A", 1, at: 10))
    #expect(try bookingFaults(builder) { $0.crossingZero = .refuse } == [.soldMoreThanHeld])
    let refusing = builder.settings { $0.crossingZero = nil }
    #expect(try bookingFaults(refusing) == [.soldMoreThanHeld])
    #expect(try Booked(refusing) { $0.crossingZero = .allow }.lots.count == 1)
  }

  @Test("a transfer or a gift never goes below zero")
  func onlyTrades() throws {
    let rows = [StockRow.transferOut("A", 2, from: "x"), .gift("A", 2), .unitFee("A", 2)]
    for row in rows {
      let builder = books().event("g1", "2024-01-01", .buy("A", 1, at: 10).inAccount("x"))
        .event("g2", "2024-02-01", row)
      #expect(try bookingFaults(builder) == [.soldMoreThanHeld])
    }
  }

  @Test("by settlement date a trade that ends a position waits until it has settled")
  func settlement() throws {
    let builder = books().event("g1", "2024-01-01", .shortSell("A", 10, at: 100))
      .event("g2", "2024-01-30", .buy("A", 15, at: 80).with { $0.settles = "2024-02-02" })
    let before = try Booked(builder) {
      $0.dateBasis = .settlement
      $0.asOf = "2024-01-31"
    }
    #expect(before.lots == ["-A - 2024-01-01 10 1000 1000"])
    #expect(before.gains.isEmpty)
    let after = try Booked(builder) {
      $0.dateBasis = .settlement
      $0.asOf = "2024-02-02"
    }
    #expect(after.lots == ["A - 2024-01-30 5 400 400"])
  }

  @Test(
    "cash is what was gained, less what the lots cost and with what is owed",
    arguments: [
      CostBasisMethod.fifo, .lifo, .hifo, .lofo, .average,
    ])
  func conservation(_ method: CostBasisMethod) throws {
    for seed in UInt64(1)..<1 + TestScale.part(of: 7) {
      var dice = Dice(seed: seed)
      let builder = books().settings { $0.costBasisMethod = method }
      var units = ExactDecimal.zero
      for number in 0..<60 {
        let type = dice.pick([TradeType.buy, .sell, .shortSell, .cover])
        let quantity = dice.decimal(upTo: 10_000, places: dice.below(4))
        let isIn = type == .buy || type == .cover
        units = isIn ? units + quantity : units - quantity
        let row = StockRow.trade(type, "A", quantity, at: dice.decimal(upTo: 9999, places: 2))
        let day = Day(daysSince1970: Int32(19_000 + number)) ?? .first
        let at = try Timestamp(day: day, hour: 10, minute: 0)
        builder.event("g\(number)", at, row.fees(dice.decimal(upTo: 99, places: 2)))
      }
      let booked = try Booked(builder)
      expectSoundBooks(booked)
      let lots = booked.result.lots
      let left = lots.map { $0.isShort ? -$0.quantity : $0.quantity }.total()
      #expect(left == units, "seed \(seed)")
      #expect(Set(lots.map(\.isShort)).count <= 1)
      let gained = booked.result.disposals.map { $0.proceeds - $0.cost }.total()
      let cost = lots.map { $0.isShort ? -$0.cost : $0.cost }.total()
      #expect(booked.result.cash[0].balance == gained - cost, "seed \(seed)")
    }
  }
}

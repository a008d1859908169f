import Folio
import Testing

@testable import FolioImporters
@testable import TestSupport

/// Fees of trades that were paid in units: their market value is part of the trade.
struct FeesInUnitsTests {
  private static let header =
    "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,"
    + "Net Worth Amount,Net Worth Currency,Label,Description,TxHash\n"

  private func run(_ rows: [String], addingTo ledger: LedgerContents? = nil) -> ImportResult {
    var run = ImportRun()
    let text = Self.header + rows.map { $0 + "\n" }.joined()
    run.read(Array(text.utf8), name: "export.csv", format: "koinly")
    return run.finish(addingTo: ledger)
  }

  private func books(
    _ contents: LedgerContents, _ change: (inout BookingOptions) -> Void = { _ in }
  ) throws -> BookedLedger {
    var reader = LedgerReader()
    reader.read(contents.document(.json), name: "l.json")
    var options = BookingOptions()
    options.baseCurrency = "EUR"
    change(&options)
    return try BookedLedger(booking: LedgerCheck(of: reader.finish()).ledger(), options)
  }

  private func codes(_ result: ImportResult) -> [DiagnosticCode] {
    result.findings.diagnostics.map(\.code)
  }

  private let deposit = "2024-01-01 09:00 UTC,,,5000,EUR,,,,,,,d"
  private let coin = "2024-01-02 09:00 UTC,500,EUR,5,BNB,,,,,,,b"

  @Test("the fee coin gets its value, and the trade costs as much more")
  func purchase() throws {
    // 0.05 BNB at 500.00 / 5 are worth 5.00.
    let result = run([deposit, coin, "2024-01-03 09:00 UTC,300,EUR,2,SOL,0.05,BNB,,,,,s"])
    #expect(codes(result) == [.tradePrice])
    let legs = result.contents.groups[2].stockLegs
    #expect(legs.map(\.type) == [.buy, .unitFee])
    #expect(legs[0].fees == nil && legs[1].gross == 5 && legs[1].quantity == "0.05")
    let booked = try books(result.contents)
    #expect(booked.lots.map(\.cost) == [495, 305])
    #expect(booked.disposals.map(\.proceeds) == [5])
  }

  @Test("the proceeds of a sale fall by the value, and in an exchange those of the units given")
  func sale() throws {
    let result = run([
      deposit, coin, "2024-01-03 09:00 UTC,300,EUR,2,SOL,,,,,,,s",
      "2024-01-04 09:00 UTC,1,SOL,180,EUR,0.1,BNB,,,,,t",
      "2024-01-05 09:00 UTC,1,SOL,0.01,ETH,0.2,BNB,190,EUR,,,u",
    ])
    let booked = try books(result.contents)
    // 180 − 10, 10 for the coin, 190 − 20, and 20 for the coin.
    #expect(booked.disposals.map(\.proceeds) == [170, 10, 170, 20])
    #expect(booked.disposals.map(\.cost) == [150, 10, 150, 20])
  }

  @Test("a fee in the units of the trade has the price of the trade, without a warning")
  func ownUnits() throws {
    let result = run([
      deposit, "2024-01-03 09:00 UTC,2000,EUR,1,ETH,0.001,ETH,,,,,a",
      "2024-01-09 09:00 UTC,0.5,ETH,1500,EUR,0.002,ETH,,,,,b",
    ])
    #expect(codes(result) == [])
    #expect(result.contents.groups[1].stockLegs.map(\.gross) == [2000, 2])
    #expect(result.contents.groups[2].stockLegs.map(\.gross) == [1500, 6])
  }

  @Test("a later price of the store counts before an earlier trade")
  func priceOfStore() throws {
    var ledger = run([deposit, coin]).contents
    ledger.prices = [
      LedgerPrice(symbol: "BNB", day: "2024-01-02", price: 110, currency: "EUR"),
      LedgerPrice(symbol: "BNB", day: "2024-01-04", price: 999, currency: "EUR"),
      LedgerPrice(symbol: "BNB", day: "2024-01-03", price: 120, currency: "EUR"),
    ]
    let result = run(["2024-01-03 09:00 UTC,300,EUR,2,SOL,0.05,BNB,,,,,s"], addingTo: ledger)
    // The ledger has a deposit of this account, so that none is added.
    #expect(codes(result) == [])
    #expect(result.contents.groups.last?.stockLegs.map(\.gross) == [300, 6])
  }

  @Test("a file that is imported again, in parts or at once, changes nothing")
  func again() {
    // A file without cash would get deposits, and so be another version.
    let later = (3...6).map { day in
      [
        "2024-01-0\(day) 08:00 UTC,,,1,EUR,,,,,,,d\(day)",
        "2024-01-0\(day) 09:00 UTC,300,EUR,2,SOL,0.0\(day)123457,BNB,,,,,s\(day)",
      ]
    }
    let odd = "2024-01-02 09:00 UTC,500,EUR,7,BNB,,,,,,,b"
    var ledger = run([deposit, odd]).contents
    for rows in later { ledger.groups += run(rows, addingTo: ledger).contents.groups }
    let all = run([deposit, odd] + later.joined(), addingTo: ledger)
    #expect(all.report.groupsKnown == 10)
    #expect(all.corrections.isEmpty)
  }

  @Test("without a price the fee keeps the value zero, and a warning says so")
  func unknown() {
    let result = run([
      deposit, "2024-01-02 09:00 UTC,500,USD,5,BNB,,,,,,,b",
      "2024-01-03 09:00 UTC,300,EUR,2,SOL,0.05,BNB,,,,,s",
    ])
    let found = codes(result).filter { $0 == .feeWithoutValue || $0 == .tradePrice }
    #expect(found == [.feeWithoutValue])
    #expect(result.contents.groups.last?.stockLegs.map(\.gross) == [300, nil])
  }

  @Test("a fee without a trade gets its value, too, and ids are those of the rows")
  func withoutTrade() {
    let fee = "2024-01-03 09:00 UTC,1,BNB,,,0.05,BNB,,,,,"
    let result = run([deposit, coin, fee])
    #expect(result.contents.groups[2].stockLegs.first { $0.type == .unitFee }?.gross == 5)
    // The content of the row identifies it, whatever its fee is worth.
    let (cheap, dear) = (coin.replacing("500", with: "400"), coin.replacing("500", with: "600"))
    let trade = "2024-01-03 09:00 UTC,300,EUR,2,SOL,0.05,BNB,,,,,"
    let ids = [cheap, dear].map { run([deposit, $0, trade]).contents.groups[2].id }
    #expect(ids[0] == ids[1])
  }

  /// The same with sales of the units that pay fees, and fees in money.
  private func asSales(_ contents: LedgerContents) throws -> LedgerContents {
    var contents = contents
    for group in contents.groups.indices {
      for leg in contents.groups[group].stockLegs.indices
      where contents.groups[group].stockLegs[leg].type == .unitFee {
        contents.groups[group].stockLegs[leg].type = .sell
        let value = try #require(contents.groups[group].stockLegs[leg].gross)
        contents.groups[group].stockLegs[0].fees = value
      }
    }
    return contents
  }

  @Test("nothing is lost or made, in any method, scope and tax rule, as if the units were sold")
  func conservation() throws {
    var dice = Dice(seed: 451)
    for number in 0..<TestScale.part(of: 60) {
      var rows = ["2023-12-01 09:00 UTC,,,90000,EUR,,,,,,,d"]
      for coin in ["BNB", "ETH", "SOL"] {
        rows.append("2023-12-02 09:00 UTC,9000,EUR,\(dice.below(50) + 50),\(coin),,,,,,,\(coin)")
      }
      for day in 1...20 {
        let coins = ["BNB", "ETH", "SOL"]
        let (one, fee) = (dice.pick(coins), dice.pick(coins))
        let time = "2024-01-\(day < 10 ? "0" : "")\(day) 09:00 UTC"
        let (amount, units) = (dice.below(90_000), dice.below(3000) + 1)
        let cash = "\(amount / 100 + 1).\(amount % 90 + 10),EUR"
        let given = "0.\(units + 1000),\(one)"
        let sides = dice.chance(50) ? "\(cash),\(given)" : "\(given),\(cash)"
        rows.append("\(time),\(sides),0.00\(dice.below(900) + 100),\(fee),,,,,r\(day)")
      }
      let contents = run(rows).contents
      #expect(contents.groups.allSatisfy { $0.stockLegs.allSatisfy { $0.gross != nil } })
      for rules in TaxRules.allCases {
        let methods: [CostBasisMethod?] = rules == .none ? [.fifo, .lifo, .hifo, .average] : [nil]
        for method in methods {
          let booked = try books(contents) {
            ($0.taxRules, $0.method) = (rules, method)
            $0.lotScope = dice.chance(50) ? .account : .portfolio
          }
          let name = "history \(number), \(rules) \(String(describing: method))"
          let scope = booked.options.lotScope
          let sold = try books(asSales(contents)) {
            ($0.taxRules, $0.method, $0.lotScope) = (rules, method, scope)
          }
          #expect(booked.lots.map(\.cost) == sold.lots.map(\.cost), "\(name)")
          #expect(booked.disposals.map(\.proceeds) == sold.disposals.map(\.proceeds), "\(name)")
          #expect(booked.disposals.map(\.cost) == sold.disposals.map(\.cost), "\(name)")
          var sum = ExactDecimal.zero
          for balance in try booked.accountBalances() { try sum.add(balance.closing) }
          #expect(sum == .zero, "\(name)")
          // Losses that a rule denies are part of a later cost, or of none.
          guard rules == .none else { continue }
          var rest = try #require(booked.cash.first).balance
          for lot in booked.lots { try rest.add(lot.cost) }
          for disposal in booked.disposals {
            try rest.subtract(disposal.proceeds)
            try rest.add(disposal.cost)
          }
          #expect(rest == 90_000, "\(name)")
        }
      }
    }
  }
}

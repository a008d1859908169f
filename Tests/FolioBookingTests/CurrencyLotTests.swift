import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Foreign cash by lots")
struct CurrencyLotTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR").account("eur2", "EUR")
      .account("gbp", "GBP")
  }

  private func exchange(
    _ id: String, _ at: Timestamp, out: (String, ExactDecimal), into: (String, ExactDecimal)
  ) -> GroupRow {
    GroupRow(
      id: id, at: at, type: .fxExchange,
      cash: [.out(out.0, out.1, .fx), .into(into.0, into.1, .fx)])
  }

  /// 100 EUR for 110 USD, then 100 EUR for 120 USD.
  private func twice() -> LedgerBuilder {
    books().group(exchange("g1", "2024-01-01", out: ("usd", 110), into: ("eur", 100)))
      .group(exchange("g2", "2024-02-01", out: ("usd", 120), into: ("eur", 100)))
  }

  private func currencyBooks(
    _ builder: LedgerBuilder, _ change: (inout BookingOptions) -> Void = { _ in }
  ) throws -> (books: CurrencyBooks, booked: Booked) {
    let booked = try Booked(builder, change)
    return (try booked.result.currencyBooks(), booked)
  }

  /// `acquired amount cost` of each lot.
  private func lots(_ books: CurrencyBooks, _ booked: Booked) -> [String] {
    books.lots.map { lot in
      let account = booked.tables.text(booked.tables.cashAccounts[Int(lot.account)].id)
      let base = lot.hasBase ? booked.text(lot.costBase) : "none"
      return "\(lot.isShort ? "-" : "")\(account) \(lot.acquired?.description ?? "-") "
        + "\(booked.text(lot.amount)) \(base)"
    }
  }

  /// `acquired disposed amount proceeds cost`.
  private func gains(_ books: CurrencyBooks, _ booked: Booked) -> [String] {
    books.gains.map { gain in
      let row = gain.disposal
      let base =
        row.hasBase ? "\(booked.text(row.proceedsBase)) \(booked.text(row.costBase))" : "none"
      return "\(row.acquired?.description ?? "-") \(row.disposed) \(booked.text(row.quantity)) "
        + base
    }
  }

  @Test("what came in first is spent first")
  func fifo() throws {
    let builder = twice().group(
      exchange("g3", "2024-03-01", out: ("eur", 150), into: ("usd", 195)))
    let (books, booked) = try currencyBooks(builder)
    #expect(
      gains(books, booked) == [
        "2024-01-01 2024-03-01 100 130 110", "2024-02-01 2024-03-01 50 65 60",
      ])
    #expect(lots(books, booked) == ["eur 2024-02-01 50 60"])
    #expect(books.gains.allSatisfy { $0.disposal.matching == .fifo })
  }

  @Test("by average, a share of all that is there is spent")
  func average() throws {
    let builder = twice().settings { $0.cashMethod = .average }.group(
      exchange("g3", "2024-03-01", out: ("eur", 150), into: ("usd", 195)))
    let (books, booked) = try currencyBooks(builder)
    #expect(gains(books, booked) == ["- 2024-03-01 150 195 172.5"])
    #expect(lots(books, booked) == ["eur - 50 57.5"])
    let fifo = try currencyBooks(builder) { $0.cashMethod = .fifo }
    #expect(fifo.books.gains.count == 2)
  }

  @Test("an overdraft is owed at what it brought, and paid back first")
  func overdraft() throws {
    let builder = books()
      .group(exchange("g1", "2024-01-01", out: ("eur", 100), into: ("usd", 110)))
      .group(exchange("g2", "2024-02-01", out: ("usd", 180), into: ("eur", 150)))
    let (books, booked) = try currencyBooks(builder)
    #expect(gains(books, booked) == ["2024-01-01 2024-02-01 100 110 120"])
    #expect(books.gains.map(\.disposal.cause) == [.cover])
    #expect(lots(books, booked) == ["eur 2024-02-01 50 60"])
    let before = try currencyBooks(builder) { $0.asOf = "2024-01-31" }
    #expect(lots(before.books, before.booked) == ["-eur 2024-01-01 100 110"])
  }

  @Test("between own accounts nothing is spent; by account the lots go along")
  func transfer() throws {
    let builder = twice().group(
      "t", "2024-02-15", .transfer,
      cash: [.out("eur", 120, .transfer), .into("eur2", 120, .transfer)])
    let (whole, first) = try currencyBooks(builder) { $0.lotScope = .portfolio }
    #expect(whole.gains.isEmpty)
    #expect(lots(whole, first) == ["eur 2024-01-01 100 110", "eur 2024-02-01 100 120"])
    let (byAccount, second) = try currencyBooks(builder) { $0.lotScope = .account }
    #expect(byAccount.gains.isEmpty)
    #expect(
      Set(lots(byAccount, second)) == [
        "eur 2024-02-01 80 96", "eur2 2024-01-01 100 110", "eur2 2024-02-01 20 24",
      ])
  }

  @Test("of an exchange between two foreign currencies, both sides are worth what came in")
  func foreignExchange() throws {
    let builder = twice().rate("2024-03-01", "GBP", "USD", "1.5")
      .rate("2024-03-01", "EUR", "USD", "1.25")
      .group(exchange("g3", "2024-03-01", out: ("eur", 100), into: ("gbp", 80)))
    let (books, booked) = try currencyBooks(builder)
    #expect(gains(books, booked) == ["2024-01-01 2024-03-01 100 120 110"])
    #expect(lots(books, booked) == ["eur 2024-02-01 100 120", "gbp 2024-03-01 80 120"])
  }

  @Test("a purchase spends at the rate of its leg, and its fee is part of the same flow")
  func purchase() throws {
    let builder = twice().stock("A", "EUR").group(
      GroupRow(
        id: "b", at: "2024-03-01", type: .stockTrade,
        stock: [
          StockRow.buy("A", 9, at: 10).with {
            $0.fees = 10
            $0.fxRate = "1.3"
          }
        ],
        cash: [.out("eur", 90), .out("eur", 10, .fee)]))
    let (books, booked) = try currencyBooks(builder)
    #expect(gains(books, booked) == ["2024-01-01 2024-03-01 100 130 110"])
    #expect(booked.lots == ["A - 2024-03-01 9 100 130"])
  }

  @Test("without a rate the amounts in base are not known, and the currency is named")
  func withoutRate() throws {
    let builder = books().group("d", "2024-01-01", .deposit, cash: [.into("gbp", 5, .deposit)])
    let (books, booked) = try currencyBooks(builder)
    #expect(lots(books, booked) == ["gbp 2024-01-01 5 none"])
    #expect(books.withoutRate.map { booked.tables.currencies[$0] } == ["GBP"])
  }

  @Test("by settlement date money is spent when it is gone")
  func settlement() throws {
    var row = exchange("g3", "2024-03-01", out: ("eur", 100), into: ("usd", 130))
    row.settledAt = "2024-03-03"
    let (books, booked) = try currencyBooks(twice().group(row)) { $0.dateBasis = .settlement }
    #expect(gains(books, booked) == ["2024-01-01 2024-03-03 100 130 110"])
    let before = try currencyBooks(twice().group(row)) {
      $0.dateBasis = .settlement
      $0.asOf = "2024-03-02"
    }
    #expect(before.books.gains.isEmpty)
  }

  @Test(
    "what was paid is what is left and what was relieved, and what is owed likewise",
    arguments: CashMethod.allCases, LotScope.allCases)
  func conservation(_ method: CashMethod, _ scope: LotScope) throws {
    for seed in UInt64(1)..<1 + TestScale.part(of: 20) {
      var dice = Dice(seed: seed &* 0x2F2F)
      let builder = books().settings {
        $0.cashMethod = method
        $0.lotScope = scope
      }
      var (paid, brought, amount) = (ExactDecimal.zero, ExactDecimal.zero, ExactDecimal.zero)
      for number in 0..<120 {
        let day = Day(daysSince1970: Int32(19_700 + number)) ?? .first
        let at = try Timestamp(day: day)
        let (foreign, base) = (
          dice.decimal(upTo: 90_000, places: 2), dice.decimal(upTo: 99_000, places: 2)
        )
        let account = dice.pick(["eur", "eur2"])
        switch dice.below(5) {
        case 0, 1:
          builder.group(exchange("g\(number)", at, out: ("usd", base), into: (account, foreign)))
          paid = paid + base
          amount = amount + foreign
        case 2, 3:
          builder.group(exchange("g\(number)", at, out: (account, foreign), into: ("usd", base)))
          brought = brought + base
          amount = amount - foreign
        default:
          let other = account == "eur" ? "eur2" : "eur"
          builder.group(
            "g\(number)", at, .transfer,
            cash: [.out(account, foreign, .transfer), .into(other, foreign, .transfer)])
        }
      }
      // A transfer out of an account that is overdrawn needs a rate; it is worth the same on
      // both sides.
      builder.rate("2023-01-01", "EUR", "USD", "1.1")
      let (books, booked) = try currencyBooks(builder)
      let held = books.lots.filter { !$0.isShort }
      let owed = books.lots.filter(\.isShort)
      #expect(
        held.map(\.amount).total() - owed.map(\.amount).total() == amount, "seed \(seed)")
      let rows = books.gains.map(\.disposal)
      #expect(!rows.isEmpty && rows.allSatisfy(\.hasBase))
      let relieved = rows.map(\.costBase).total()
      let proceeds = rows.map(\.proceedsBase).total()
      let left = held.map(\.costBase).total() - owed.map(\.costBase).total()
      #expect(paid - brought == left + relieved - proceeds, "seed \(seed)")
      if scope == .portfolio {
        #expect(paid == held.map(\.costBase).total() + relieved, "seed \(seed)")
        #expect(brought == owed.map(\.costBase).total() + proceeds, "seed \(seed)")
      }
      let balances = booked.result.cash.dropFirst().map(\.balance).total()
      #expect(balances == amount)
    }
  }
}

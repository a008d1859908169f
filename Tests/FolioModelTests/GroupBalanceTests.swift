import FolioDiagnostics
import FolioNumbers
import Testing

@testable import FolioModel
@testable import TestSupport

/// A group of one event in USD, EUR or JPY, and what is left of it.
@Suite("A group balances when its cash legs are what its stock legs call for")
struct GroupBalanceTests {
  private func builder() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR").account("jpy", "JPY")
      .stock("A", "USD").stock("E", "EUR").stock("J", "JPY").stock("B", "USD")
  }

  private func balance(
    _ stock: [StockRow], _ cash: [CashRow], _ type: GroupType? = nil
  ) throws -> GroupBalance {
    let ledger = builder().group("g", "2024-01-01", type, stock: stock, cash: cash).check()
      .validPart
    let balance = try GroupBalance(of: ledger.tables.groups[0], in: ledger.rows)
    #expect(GroupBalance.isExact(0, in: ledger.rows) == balance.isExact)
    return balance
  }

  private func isExact(_ stock: [StockRow], _ cash: [CashRow]) -> Bool {
    let ledger = builder().group("g", "2024-01-01", nil, stock: stock, cash: cash).check()
      .validPart
    return GroupBalance.isExact(0, in: ledger.rows)
  }

  @Test("a group is exact where nothing at all is left of it")
  func exact() {
    let buy = StockRow.buy("A", 10, at: "5.25").with { $0.fees = "1.5" }
    #expect(isExact([buy], [.out("usd", "52.5"), .out("usd", "1.50", .fee)]))
    #expect(isExact([], [.into("usd", 5, .deposit)]))
    #expect(isExact([], []))
    #expect(isExact([.split("A", 2, for: 1).cashInLieu(7)], [.into("usd", 7)]))
    // Within the tolerance, beyond it, or an exchange: not exactly.
    #expect(!isExact([buy], [.out("usd", "54.001")]))
    #expect(!isExact([buy], [.out("usd", 55)]))
    #expect(!isExact([buy], []))
    #expect(!isExact([], [.out("usd", 5, .fx), .into("eur", 5, .fx)]))
  }

  private func codes(
    _ stock: [StockRow], _ cash: [CashRow], _ type: GroupType? = nil
  ) -> [DiagnosticCode] {
    let check = builder().group("g", "2024-01-01", type, stock: stock, cash: cash).check()
    return check.faults.map(\.code) + check.validPart.warnings.map(\.code)
  }

  private static let ratio = Ratio(new: 1, old: 1)

  /// Each trade type with charges of 3, and the cash that comes in; below zero it goes out.
  private static let cashOfEach: [(StockRow, ExactDecimal)] = [
    (.buy("A", 10, at: 5), -53), (.cover("A", 10, at: 5), -53), (.sell("A", 10, at: 5), 47),
    (.shortSell("A", 10, at: 5), 47), (.dividend("A", 100), 97), (.returnOfCapital("A", 100), 97),
    (.cashMerger("A", 100), 97), (.cashMerger("A", 100).cashInLieu(7), 104),
    (.merger("A", into: "B", 1, for: 1).cashInLieu(7), 4), (.split("A", 2, for: 1), -3),
    (.split("A", 2, for: 1).cashInLieu(7), 4), (.stockDividend("A", 1), -3),
    (.stockDividend("A", 1).gross(9), -3),
    (.spinOff("A", into: "B", 1, for: 1, basis: 1).cashInLieu(7), 4),
    (.symbolChange("A", to: "B"), -3), (.transferOut("A", 1, from: "x"), -3),
    (.transferIn("A", 1, to: "x"), -3), (.writeOff("A"), -3),
    (.deemedDisposition("A", at: 9), -3), (.giftToSpouse("A", 1), -3),
  ]

  @Test("every trade type calls for its cash, to the cent", arguments: cashOfEach)
  func calls(_ row: StockRow, _ cash: ExactDecimal) throws {
    let charged = row.with {
      $0.fees = 2
      $0.taxes = 1
    }
    func legs(_ amount: ExactDecimal) -> [CashRow] {
      [amount.isPositive ? .into("usd", amount) : .out("usd", amount.magnitude)]
    }
    #expect(try balance([charged], legs(cash)).isExact)
    let more = try balance([charged], legs(cash + "0.01"))
    #expect(more.unexplained.map(\.amount) == ["0.01"])
    #expect(codes([charged], legs(cash + "0.01")) == [.unbalancedGroup])
  }

  @Test("a dividend comes in net of the tax withheld; fees may be a leg of their own")
  func severalLegs() throws {
    #expect(try balance([.dividend("A", 100, withheld: 15)], [.into("usd", 85, .dividend)]).isExact)
    #expect(
      try balance(
        [.dividend("A", 100, withheld: 15)],
        [.into("usd", 100, .dividend), .out("usd", 15, .tax)]
      ).isExact)
    #expect(
      try balance(
        [.buy("A", 10, at: 5).fees(2)], [.out("usd", 50), .out("usd", 2, .fee)]
      ).isExact)
  }

  @Test("half a minor unit is rounding, and a hair more is not")
  func tolerance() throws {
    let cases: [(StockRow, String, ExactDecimal, ExactDecimal, Bool)] = [
      (.buy("A", 10, at: 5), "usd", "50.005", "-0.005", true),
      (.buy("A", 10, at: 5), "usd", "49.995", "0.005", true),
      (.buy("A", 10, at: 5), "usd", "50.0051", "-0.0051", false),
      (.buy("J", 10, at: 5), "jpy", "50.5", "-0.5", true),
      (.buy("J", 10, at: 5), "jpy", "50.6", "-0.6", false),
    ]
    for (row, account, paid, left, isRounding) in cases {
      let result = try balance([row], [.out(account, paid)])
      #expect(result.rounding.map(\.amount) == (isRounding ? [left] : []), "\(paid)")
      #expect(result.unexplained.map(\.amount) == (isRounding ? [] : [left]), "\(paid)")
    }
  }

  @Test("two currencies of opposite sign are an exchange inside the group")
  func exchange() throws {
    let result = try balance([.buy("E", 10, at: 100)], [.out("usd", 1100)])
    #expect(Set(result.exchange.map(\.amount)) == [1000, -1100])
    #expect(result.unexplained.isEmpty)
    #expect(codes([.buy("E", 10, at: 100)], [.out("usd", 1100)]) == [])
  }

  @Test("two currencies of one sign are no exchange")
  func noExchange() {
    #expect(codes([.buy("E", 10, at: 100)], [.into("usd", 1100)]) == [.unbalancedGroup])
    #expect(codes([.sell("E", 10, at: 100)], [.out("usd", 1100)]) == [.unbalancedGroup])
  }

  @Test("an exchange beside a rounding in a third currency is both")
  func exchangeAndRounding() throws {
    let result = try balance(
      [.buy("E", 10, at: 100), .buy("J", 1, at: 100)],
      [.out("usd", 1100), .out("jpy", "100.4")])
    #expect(result.exchange.count == 2)
    #expect(result.rounding.map(\.amount) == ["-0.4"])
  }

  @Test("three currencies are out of balance")
  func threeCurrencies() throws {
    let rows: [StockRow] = [.buy("E", 10, at: 100), .buy("J", 1, at: 100)]
    let result = try balance(rows, [.out("usd", 1200)])
    #expect(result.unexplained.count == 3)
    #expect(codes(rows, [.out("usd", 1200)]) == [.unbalancedGroup])
  }

  @Test("cash legs that explain themselves need no stock leg")
  func contraAccounts() throws {
    let alone: [(CashLegType, GroupType?)] = [
      (.deposit, .deposit), (.withdrawal, .withdrawal), (.interest, .interest), (.fee, .fee),
      (.tax, .tax), (.dividend, .dividend), (.other, .adjustment),
      (.principal, .openingBalance),
    ]
    for (legType, groupType) in alone {
      #expect(try balance([], [.into("usd", 5, legType)], groupType).isExact, "\(legType)")
    }
    for legType in [CashLegType.principal, .fx, .transfer] {
      let left = try balance([], [.out("usd", 5, legType)], .adjustment)
      #expect(left.unexplained.map(\.amount) == [-5], "\(legType)")
    }
  }

  @Test("beside a stock leg fees, taxes, dividends and others pay for it; a deposit does not")
  func besideStock() throws {
    for legType in [CashLegType.principal, .fee, .tax, .dividend, .other] {
      #expect(try balance([.buy("A", 1, at: 5)], [.out("usd", 5, legType)]).isExact, "\(legType)")
    }
    let deposit = try balance(
      [.buy("A", 1, at: 5)], [.out("usd", 5), .into("usd", 5, .deposit)])
    #expect(deposit.isExact)
  }

  @Test("each kind of leg has the account on its other side that its name says")
  func contraKinds() {
    func kind(
      _ type: CashLegType, _ direction: Direction = .in, _ group: GroupType? = nil,
      isTrade: Bool = false
    ) -> JournalAccountKind? {
      ContraAccount.of(
        CashLeg(account: 0, type: type, direction: direction, amount: 1, currency: 0),
        in: GroupRecord(id: .none, occurredAt: "2024-01-01", type: group), isTrade: isTrade)
    }
    #expect(kind(.deposit) == .contributions)
    #expect(kind(.withdrawal, .out) == .contributions)
    #expect(kind(.deposit, .in, .openingBalance) == .opening)
    #expect(kind(.principal, .in, .openingBalance) == .opening)
    #expect(kind(.interest) == .interest)
    #expect(kind(.fee, .out) == .fees)
    #expect(kind(.tax, .out) == .paidTaxes)
    #expect(kind(.dividend) == .otherDividends)
    #expect(kind(.other) == .otherIncome)
    #expect(kind(.other, .out) == .otherExpenses)
    #expect(kind(.interest, isTrade: true) == .interest)
    for type in [CashLegType.fx, .transfer, .principal] { #expect(kind(type) == nil) }
    for type in [CashLegType.fee, .tax, .dividend, .other, .principal] {
      #expect(kind(type, isTrade: true) == nil, "\(type)")
    }
  }

  @Test("a transfer between accounts has two equal legs; else it is F206")
  func transfers() {
    #expect(
      codes([], [.out("usd", 5, .transfer), .into("usd", 5, .transfer)], .transfer) == [])
    #expect(
      codes([], [.out("usd", 5, .transfer), .into("usd", 4, .transfer)], .transfer)
        == [.unbalancedGroup])
    #expect(codes([], [.out("usd", 5, .transfer)], .transfer) == [.unbalancedGroup])
    #expect(
      codes([], [.out("usd", 5, .transfer), .into("eur", 4, .transfer)], .transfer) == [])
  }

  @Test("an exchange has two legs in two currencies")
  func exchanges() throws {
    let result = try balance(
      [], [.out("usd", 110, .fx), .into("eur", 100, .fx)], .fxExchange)
    #expect(result.exchange.count == 2)
    #expect(codes([], [.out("usd", 110, .fx)], .fxExchange) == [.unbalancedGroup])
    #expect(
      codes([], [.out("usd", 110, .fx), .out("eur", 100, .fx)], .fxExchange)
        == [.unbalancedGroup])
  }

  @Test("sums that need more than 36 digits are F215")
  func tooLarge() {
    let huge: ExactDecimal = "900000000000000000000000000000000000"
    #expect(codes([], [.out("usd", huge), .out("usd", huge)]) == [.arithmetic])
    #expect(codes([.buy("A", huge, at: huge)], [.out("usd", 1)]) == [.arithmetic])
  }

  @Test("journal accounts have the names of the contract")
  func names() {
    let tables = builder().check().validPart.tables
    #expect(JournalAccount(cash: 0).name(in: tables) == "Assets:Cash:usd")
    #expect(JournalAccount(.securities, of: 1).name(in: tables) == "Assets:Securities:E")
    #expect(JournalAccount(.gains, of: 1).name(in: tables) == "Income:Gains:E")
    #expect(JournalAccount(.dividends, of: 1).name(in: tables) == "Income:Dividends:E")
    #expect(JournalAccount(.accruedInterest, of: 1).name(in: tables) == "Income:AccruedInterest:E")
    #expect(JournalAccount(.costAdjustments, of: 1).name(in: tables) == "Income:CostAdjustments:E")
    let perInstrument: [JournalAccountKind] = [
      .cash, .securities, .gains, .dividends, .accruedInterest, .costAdjustments,
    ]
    let others = JournalAccountKind.allCases.filter { !perInstrument.contains($0) }
    let names = others.map { JournalAccount($0).name(in: tables) }
    #expect(Set(names).count == others.count)
    #expect(names.allSatisfy { $0.contains(":") })
  }
}

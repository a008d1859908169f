import Testing

@testable import FolioNumbers

@Suite struct MoneyTests {
  let dollar: Currency
  let yen: Currency

  init() throws {
    dollar = try Currency("USD")
    yen = try Currency("JPY")
  }

  private func parts(_ amount: String, _ currency: Currency, _ weights: [String]) throws -> [String]
  {
    let money = Money(try ExactDecimal(amount), currency)
    let weights = try weights.map { text in try ExactDecimal(text) }
    return try money.allocate(into: weights).map(\.amount.description)
  }

  @Test func sumsWithinOneCurrency() throws {
    let (ten, cent) = (Money(10, dollar), Money(try ExactDecimal("0.01"), dollar))
    #expect(try ten.adding(cent).description == "10.01 USD")
    #expect(try ten.subtracting(cent).description == "9.99 USD")
    #expect((-cent).amount.description == "-0.01")
    #expect(Money.zero(dollar).amount.isZero)
  }

  @Test func twoCurrenciesDoNotAddUp() {
    let fault = MoneyFault.currencyMismatch(dollar, yen)
    #expect(throws: fault) { try Money(1, dollar).adding(Money(1, yen)) }
    #expect(throws: fault) { try Money(1, dollar).subtracting(Money(1, yen)) }
  }

  @Test func anOverflowIsNamed() throws {
    let most = Money(try ExactDecimal(String(repeating: "9", count: 36)), dollar)
    #expect(throws: MoneyFault.arithmetic(.overflow)) { try most.adding(Money(1, dollar)) }
  }

  @Test func roundsToMinorUnits() throws {
    let amount = try ExactDecimal("2.345")
    #expect(Money(amount, dollar).rounded().amount.description == "2.34")
    #expect(Money(amount, dollar).rounded(.halfUp).amount.description == "2.35")
    #expect(Money(amount, yen).rounded().amount.description == "2")
    #expect(Money(amount, try Currency("KWD")).rounded().amount.description == "2.345")
  }

  @Test func equalAmountsAreEqualMoney() throws {
    let (short, long) = (try ExactDecimal("1.5"), try ExactDecimal("1.50"))
    #expect(Money(short, dollar) == Money(long, dollar))
    #expect(Money(short, dollar).hashValue == Money(long, dollar).hashValue)
    #expect(Money(short, dollar) != Money(short, yen))
  }

  @Test func thirdsOfADollar() throws {
    #expect(try parts("100", dollar, ["1", "1", "1"]) == ["33.34", "33.33", "33.33"])
    #expect(try parts("-100", dollar, ["1", "1", "1"]) == ["-33.34", "-33.33", "-33.33"])
    #expect(try parts("100", yen, ["1", "1", "1"]) == ["34", "33", "33"])
    #expect(try parts("0.01", dollar, ["1", "1"]) == ["0.01", "0.00"])
  }

  @Test func theLargestRemainderComesFirst() throws {
    // Shares 1.4, 2.8 and 2.8 cents of 7: two cents go to the two larger remainders.
    #expect(try parts("0.07", dollar, ["0.2", "0.4", "0.4"]) == ["0.01", "0.03", "0.03"])
    #expect(try parts("1.00", dollar, ["0", "2", "0.5"]) == ["0.00", "0.80", "0.20"])
  }

  @Test func finerAmountsKeepTheirPlaces() throws {
    #expect(try parts("0.005", dollar, ["1", "1"]) == ["0.003", "0.002"])
    #expect(try parts("1.000", dollar, ["1", "3"]) == ["0.25", "0.75"])
  }

  @Test func weightsMustMeanSomething() throws {
    let money = Money(1, dollar)
    #expect(throws: MoneyFault.noWeight) { try money.allocate(into: []) }
    #expect(throws: MoneyFault.noWeight) { try money.allocate(into: [0, 0]) }
    #expect(throws: MoneyFault.negativeWeight(index: 1)) { try money.allocate(into: [2, -1]) }
    let large = try ExactDecimal(String(repeating: "9", count: 36))
    #expect(throws: MoneyFault.arithmetic(.overflow)) { try money.allocate(into: [large, large]) }
    let fine = try ExactDecimal("0.1")
    #expect(throws: MoneyFault.arithmetic(.overflow)) { try money.allocate(into: [large, fine]) }
    #expect(throws: MoneyFault.arithmetic(.overflow)) {
      try Money(large, dollar).allocate(into: [1, 1])
    }
  }

  @Test func partsSumToTheWhole() throws {
    var dice = Dice(state: 31)
    for _ in 0..<1500 {
      let money = Money(dice.number(digits: 20, places: 9), dollar)
      let count = Int.random(in: 1...12, using: &dice)
      let weights = (0..<count).map { _ in dice.number(digits: 12, places: 8).magnitude }
      guard weights.contains(where: \.isPositive) else { continue }
      let parts = try money.allocate(into: weights)
      #expect(parts.count == count)
      let sum = try parts.reduce(Money.zero(dollar)) { sum, part in try sum.adding(part) }
      #expect(sum == money, "\(money) by \(weights)")
      for (part, weight) in zip(parts, weights) where weight.isZero {
        #expect(part.amount.isZero)
      }
    }
  }
}

// Exchanges that are far from a known rate of that week, which are probably mistyped. Booking
// compares them, since it sees the groups in order of time, whatever the order of the rows.
extension Booker {
  /// How many days a rate may be older or newer than the exchange.
  private static let rateWindow = 7

  /// Warns of an exchange that is more than 20 % away from the known rate that is nearest in time.
  @inline(never)
  mutating func checkKnownRate(_ exchange: [GroupBalance.Residual], _ group: GroupRecord) {
    let sides = exchange.sorted { rows.currencies[$0.currency] < rows.currencies[$1.currency] }
    let (first, second) = (sides[0].currency, sides[1].currency)
    let day = group.tradeDay(rows)
    let made = KnownExchange(sides[0].amount.magnitude, for: sides[1].amount.magnitude, on: day)
    guard
      let known = ledger.rateBook.exchange(first, second, around: day, within: Self.rateWindow),
      Self.isFar(made, from: known, rows.currencies[first], rows.currencies[second])
    else { return }
    let units = (rows.currencies[first], rows.currencies[second])
    booked.warnings.append(Self.farFromKnownRate(made, known, units, at: group.position))
  }

  /// Whether two exchanges are more than 20 % apart, and by more than half a minor unit.
  private static func isFar(
    _ made: KnownExchange, from known: KnownExchange, _ first: Currency, _ second: Currency
  ) -> Bool {
    do throws(ArithmeticFault) {
      let (ofFirst, ofSecond) = (first.balanceTolerance, second.balanceTolerance)
      func order(_ second: ExactDecimal, _ first: ExactDecimal) -> Int {
        ExactDecimal.compareProducts(second, known.first, first, known.second)
      }
      let (most, least) = (
        try made.first.roundedProduct(with: twelveTenths),
        try made.first.roundedProduct(with: eightTenths)
      )
      let firsts = (
        try made.first.roundedSum(with: -ofFirst), try made.first.roundedSum(with: ofFirst)
      )
      let seconds = (
        try made.second.roundedSum(with: -ofSecond), try made.second.roundedSum(with: ofSecond)
      )
      return order(made.second, most) > 0 && order(seconds.0, made.first) > 0
        && order(made.second, firsts.1) > 0
        || order(made.second, least) < 0 && order(seconds.1, made.first) < 0
          && order(made.second, firsts.0) < 0
    } catch {
      // Amounts near 10^36 are at fault elsewhere.
      return false
    }
  }

  private static let twelveTenths = ExactDecimal(short: 12, places: 1)
  private static let eightTenths = ExactDecimal(short: 8, places: 1)

  private static func farFromKnownRate(
    _ made: KnownExchange, _ known: KnownExchange, _ units: (Currency, Currency),
    at position: SourcePosition
  ) -> Diagnostic {
    func rate(_ exchange: KnownExchange) -> String {
      let rate = try? exchange.second.divided(by: exchange.first, places: 6, rounding: .halfEven)
      return rate.map { "\($0.normalized()) \(units.1)" } ?? "?"
    }
    return Diagnostic(
      .rateFarFromKnown,
      "in this exchange 1 \(units.0) is \(rate(made)), but the rate of \(known.day) is "
        + rate(known),
      help: "They are more than 20 % apart. Is an amount, a currency or the date mistyped?",
      at: position)
  }
}

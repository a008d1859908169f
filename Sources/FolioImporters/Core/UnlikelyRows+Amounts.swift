// Prices, costs, payments and exchange rates.
extension UnlikelyRows {
  /// The value of the units of a leg, and their number, if its price says something.
  private func price(of leg: LedgerGroup.StockLeg) -> (ExactDecimal, ExactDecimal)? {
    guard let quantity = leg.quantity, quantity > .zero,
      let value = leg.gross ?? leg.price.flatMap({ try? $0.multiplied(by: quantity) }),
      value >= .one
    else { return nil }
    let instrument = instruments[leg.symbol]
    let isOption = instrument?.multiplier.map { $0 != .one } ?? false
    // Points of a bond are not its price.
    let isFactored = leg.gross == nil && instrument?.priceFactor.map { $0 != .one } ?? false
    return isOption || isFactored ? nil : (value, quantity)
  }

  mutating func takePrice(_ leg: LedgerGroup.StockLeg, _ day: Day, _ number: Int?) {
    guard let (value, quantity) = price(of: leg) else { return }
    let own = Price(
      currency: leg.currency, value: value, quantity: quantity, day: day, group: number)
    defer { prices[leg.symbol] = own }
    guard let number, let before = prices[leg.symbol], before.currency == own.currency,
      before.day.days(until: day) <= Self.oldPrice,
      let (one, other) = try? (
        value.multiplied(by: before.quantity), before.value.multiplied(by: quantity)
      ),
      one.isFar(other, by: Self.factor)
    else { return }
    report(
      .priceJump, number, about: leg.symbol, beside: before.group,
      "\(leg.symbol) has the price \(Self.price(own)) in this row, and \(Self.price(before)) on "
        + "\(before.day)",
      help: "A quantity, a price or an amount of one of the two rows may be wrong, or a split is "
        + "missing between them.")
  }

  private static func price(_ price: Price) -> String {
    let each = try? price.value.divided(by: price.quantity, places: 4).normalized()
    // It has more digits than there are.
    return each.map { "\($0)" } ?? "?"
  }

  /// The price of the same value in the units after an event.
  mutating func adjustPrice(by leg: LedgerGroup.StockLeg) {
    let before = held[leg.symbol, default: .zero]
    let after = RowBooker.after(leg, before)
    guard let quantity = prices[leg.symbol]?.quantity, before > .zero, after > .zero,
      let adjusted = try? quantity.multiplied(by: after, dividedBy: before, places: 12)
    else {
      prices[leg.symbol] = nil
      return
    }
    prices[leg.symbol]?.quantity = adjusted
  }

  mutating func checkCosts(_ leg: LedgerGroup.StockLeg, _ number: Int, of file: Int) {
    guard let quantity = leg.quantity,
      let value = leg.gross ?? leg.price.flatMap({ try? $0.multiplied(by: quantity) }),
      value > .zero
    else { return }
    if let fee = leg.fees, fee > .zero {
      fees[CostKey(file: file, currency: leg.currency), default: []].append(
        Cost(fee: fee, value: value, group: number))
    }
    for (name, cost, part) in [
      ("fees", leg.fees, Self.largePart), ("taxes", leg.taxes, Self.large),
    ] {
      guard let cost, cost >= Self.smallCost, isMore(cost, than: value, dividedBy: part) else {
        continue
      }
      report(
        .costTooLarge, number, about: "\(number)",
        "the \(name) of \(cost.normalized()) are more than a "
          + "\(part == Self.large ? "half" : "fifth") of the trade, which is worth "
          + "\(value.normalized())", help: Self.adviceOnCosts)
    }
  }

  private static let adviceOnCosts =
    "Look whether the row is right, and whether its columns have their usual meaning."

  private func isMore(
    _ part: ExactDecimal, than whole: ExactDecimal, dividedBy divisor: ExactDecimal
  ) -> Bool {
    (try? part.multiplied(by: divisor)).map { $0 > whole } ?? false
  }

  /// Reports a fee that is many times all others of its file, as an amount and as a part of its
  /// trade.
  mutating func reportFee(among costs: [Cost]) {
    guard costs.count > Self.leastFees, let largest = costs.max(by: { $0.fee < $1.fee }) else {
      return
    }
    let others = costs.filter { $0.group != largest.group }
    guard
      others.allSatisfy({ other in
        guard let part = try? largest.fee.multiplied(by: other.value),
          let otherPart = try? other.fee.multiplied(by: largest.value), part > otherPart
        else { return false }
        return largest.fee.isFar(other.fee, by: Self.factor)
          && part.isFar(otherPart, by: Self.factor)
      }), let next = others.map(\.fee).max()
    else { return }
    report(
      .costTooLarge, largest.group, about: "\(largest.group)",
      "the fees of \(largest.fee.normalized()) are more than five times those of any other trade "
        + "of the file, which are \(next.normalized()) at most", help: Self.adviceOnCosts)
  }

  /// Compares a dividend, or another amount of units, with their value.
  mutating func checkPayment(
    _ leg: LedgerGroup.StockLeg, _ group: LedgerGroup, _ number: Int
  ) {
    guard let gross = leg.gross, gross > .zero else { return }
    if let tax = leg.taxes, isMore(tax, than: gross, dividedBy: Self.large) {
      report(
        .costTooLarge, number, about: "\(number)",
        "the tax of \(tax.normalized()) is more than a half of the dividend of "
          + "\(gross.normalized())", help: Self.adviceOnCosts)
    }
    guard let units = held[leg.symbol], units > .zero else { return }
    if leg.type == .dividend, let each = AmountPerShare(group.notes ?? ""),
      each.currency == leg.currency, let all = try? units.multiplied(by: each.amount),
      gross.isFar(all, by: Self.factor)
    {
      report(
        .paymentUnlikely, number, about: leg.symbol,
        "the dividend is \(gross.normalized()), but \(each.amount.normalized()) for each of the "
          + "\(units.normalized()) units make \(all.normalized())",
        help: "Look whether the amount is right, and whether all trades are in the files.")
    }
    guard let price = prices[leg.symbol], price.currency == leg.currency,
      price.day.days(until: group.day) <= Self.oldPrice,
      let value = try? units.multiplied(by: price.value, dividedBy: price.quantity, places: 2),
      isMore(gross, than: value, dividedBy: Self.largePart)
    else { return }
    report(
      .paymentUnlikely, number, about: leg.symbol,
      "the amount of \(gross.normalized()) is more than a fifth of the value of the units, "
        + "\(value.normalized()) at the last price",
      help: "Look whether it is right, and whether all trades are in the files. What is paid for "
        + "the units, such as by a fund that is closed, is no dividend.")
  }
}

// MARK: Payments that are taken back

extension UnlikelyRows {
  /// Days after which a dividend of units is paid that were owed.
  private static let daysToPayment = 90

  /// Notes dividends, the taxes on them and interest that are paid, or taken back.
  mutating func notePayments(of group: LedgerGroup, _ number: Int?, takesBack: Bool) {
    for leg in group.stockLegs where leg.type == .dividend {
      for amount in [leg.gross].compactMap({ $0 }) + group.cashLegs.map(\.amount) {
        paid.insert("\(leg.symbol) \(amount.normalized())")
      }
      note(leg.taxes, withheldFrom: leg.symbol)
    }
    for leg in group.cashLegs {
      if leg.type == .interest, !takesBack { paid.insert(leg.subject(leg.direction)) }
      if leg.type == .tax, leg.direction == .out { note(leg.amount, withheldFrom: leg.symbol) }
    }
    guard let number, group.stockLegs.isEmpty else { return }
    let taken = group.cashLegs.first { leg in
      leg.type == .dividend && leg.direction == .out
        || leg.type == .tax && leg.direction == .in && group.type == .dividend
        || leg.type == .interest && takesBack
    }
    guard let taken, !isOfOwedUnits(taken, on: group.day) else { return }
    takenBack.append((number, taken))
  }

  /// Whether units of the instrument are owed, or were some weeks ago: they owe dividends, too.
  private func isOfOwedUnits(_ leg: LedgerGroup.CashLeg, on day: Day) -> Bool {
    guard let symbol = leg.symbol, let owedOn = owed[symbol] else { return false }
    return held[symbol, default: .zero].isNegative || owedOn.days(until: day) <= Self.daysToPayment
  }

  private mutating func note(_ tax: ExactDecimal?, withheldFrom symbol: String?) {
    guard let tax, let symbol else { return }
    withheld[symbol] = max(withheld[symbol] ?? tax, tax)
  }

  /// Reports what takes a payment back that nothing has made: its sign may be wrong.
  mutating func reportReversals() {
    for (group, leg) in takenBack {
      let symbol = leg.symbol ?? ""
      let (isKnown, name) =
        leg.type == .interest
        ? (paid.contains(leg.subject(leg.direction == .in ? .out : .in)), "interest")
        : leg.type == .tax
          ? (withheld[symbol].map { $0 >= leg.amount } ?? symbol.isEmpty, "a withheld tax")
          : (symbol.isEmpty || paid.contains("\(symbol) \(leg.amount.normalized())"), "a dividend")
      if isKnown { continue }
      report(
        .reversalAlone, group, about: "\(group)",
        "\(name) of \(leg.amount) is taken back, and no row of the file has paid it",
        help: "Look whether its sign is right, and import the file that has the payment.")
    }
  }
}

extension LedgerGroup.CashLeg {
  /// What is paid in a direction.
  fileprivate func subject(_ direction: Direction) -> String {
    "\(type.rawValue) \(direction.rawValue) \(account) \(amount.normalized())"
  }
}

/// What a dividend is for each share, as brokers write it: `USD 0.50 PER SHARE`, `USD 0.5000/ SHR`.
private struct AmountPerShare {
  var amount: ExactDecimal
  var currency: Currency

  init?(_ note: String) {
    let words = note.uppercased().split { " ()".contains($0) }
    for (place, code) in words.dropLast(2).enumerated() {
      guard let unit = Currency.unit(String(code)), unit.currency.isNational else { continue }
      let number = words[place + 1]
      let isPerShare =
        words[place + 2] == "PER" && words.dropFirst(place + 3).first == "SHARE"
        || number.last == "/" && words[place + 2] == "SHR"
      guard isPerShare,
        let given = try? ExactDecimal(String(number.last == "/" ? number.dropLast() : number)),
        let amount = try? unit.major(given), amount > .zero
      else { continue }
      (self.amount, currency) = (amount, unit.currency)
      return
    }
    return nil
  }
}

// MARK: Exchange rates

extension UnlikelyRows {
  /// Currencies of which one was never worth four of another.
  private static let majors = Set(["EUR", "USD", "GBP", "CHF", "CAD", "AUD", "NZD"])
  private static let majorFactor = ExactDecimal(short: 4, places: 0)

  /// Whether a rate may be that of two currencies.
  static func isPossible(_ rate: ExactDecimal, _ one: Currency, _ other: Currency) -> Bool {
    !majors.isSuperset(of: [one.code, other.code]) || !rate.isFar(.one, by: majorFactor)
  }

  /// Reports rates that are far from the one before, or impossible for their currencies.
  /// - Parameter group: The group with the rate of a day.
  mutating func check(_ rates: [LedgerRate], group: (LedgerRate) -> Int?) {
    var last: [String: LedgerRate] = [:]
    for rate in rates.sorted(by: { $0.day < $1.day }) where rate.rate > .zero {
      let before = last.updateValue(rate, forKey: "\(rate.from) \(rate.to)")
      let isImpossible = !Self.isPossible(rate.rate, rate.from, rate.to)
      let hasJumped = before.map { before in
        before.day.days(until: rate.day) <= Self.oldPrice
          && rate.rate.isFar(before.rate, by: Self.large)
      }
      let pair = "\(rate.from) \(rate.to)"
      guard isImpossible || hasJumped == true, !isReported(.priceJump, pair),
        let number = group(rate)
      else { continue }
      report(
        .priceJump, number, about: pair,
        "the exchange rate of \(rate.from) in \(rate.to) is \(rate.rate.normalized()) on "
          + "\(rate.day)" + (before.map { ", and \($0.rate.normalized()) on \($0.day)" } ?? ""),
        help: "Look whether the rate, the amounts and their currencies are right.")
    }
  }
}

extension ExactDecimal {
  /// Whether one number is at least so many times the other.
  func isFar(_ other: ExactDecimal, by factor: ExactDecimal) -> Bool {
    [(self, other), (other, self)].contains { large, small in
      (try? small.multiplied(by: factor)).map { $0 <= large } ?? false
    }
  }
}

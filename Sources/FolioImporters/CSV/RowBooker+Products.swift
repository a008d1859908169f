/// A day of an account whose rows state cash that is booked as something else.
struct DayOfCash {
  var account: String
  var currency: Currency
  var day: Day
  var first: ImportRow
  /// What rows book, and what they state.
  var booked = ExactDecimal.zero
  var stated = ExactDecimal.zero
}

// Figures that are compared with other columns, and not with what the rule of a row books.
extension RowBooker {
  /// Compares the figures of a row that are units times price, or what another field is worth.
  mutating func compareProducts(_ row: TableRow, on day: Day) throws(RowError) {
    for figure in bound.table.stated { try compareColumns(figure, row, on: day) }
    for figure in row.rule?.stated ?? [] { try compareColumns(figure, row, on: day) }
  }

  private mutating func compareColumns(
    _ figure: StatedFigure, _ row: TableRow, on day: Day
  ) throws(RowError) {
    if figure.meaning == .product {
      try compareProduct(figure, row)
    } else if figure.meaning == .valueOf, let other = figure.other {
      try compareValue(figure, of: other, row, on: day)
    }
  }

  /// Refuses a row with a figure that is far from units times price. A price of the market need
  /// not be what was paid, so that a small difference is a warning.
  private mutating func compareProduct(_ figure: StatedFigure, _ row: TableRow) throws(RowError) {
    let quantitySlot = RuleSlots.Known.quantity.rawValue
    guard let quantity = try number(quantitySlot, row), quantity != .zero,
      let price = try number(RuleSlots.Known.price.rawValue, row), price != .zero,
      let stated = try number(figure.slot, row)
    else { return }
    let isNet = bound.table.amounts.isNet && figure.slot == RuleSlots.Known.amount.rawValue
    let costs = isNet ? try ownCosts(row) : []
    let (given, product, open) = try exactly { () throws(ArithmeticFault) in
      var given = stated
      // Amounts after costs have their sign: costs raise what a purchase takes.
      for cost in costs { given = try given.roundedSum(with: cost.magnitude) }
      let product = try quantity.magnitude.roundedProduct(with: price.magnitude)
      let ofPrice = try quantity.magnitude.roundedProduct(with: price.halfOfLastDigit)
      let ofUnits =
        quantity.places < 3
        ? .zero : try price.magnitude.roundedProduct(with: quantity.halfOfLastDigit)
      return (
        given.magnitude, product,
        try ofPrice.roundedSum(with: ofUnits)
          .roundedSum(with: stated.normalized().halfOfLastDigit)
      )
    }
    let difference = try exactly(try given.roundedSum(with: -product).magnitude)
    if difference <= open { return }
    let column = bound.column(figure.slot)
    let message =
      "units times price is \(product.normalized()), and this amount is \(given.normalized())"
    guard Self.isNear(given, product, within: 10) else {
      throw RowError(
        .amountDiffers, message, help: "Correct the number that is mistyped.", column: column)
    }
    guard reportedColumns.insert("\(bound.table.name) \(column) product").inserted,
      let field = row.field(column)
    else { return }
    draft.report(
      .costLeftOut, message,
      help: "Look whether the units, the price and the amount are right. Only the first such row "
        + "is shown.",
      row: row.row, at: field.start, length: max(1, field.end - field.start))
  }

  /// Notes the cash that a row states and the cash that it books.
  mutating func addCashOfDay(
    _ figure: StatedFigure, _ row: TableRow, _ effect: RowEffect
  ) throws(RowError) {
    guard let number = try number(figure.slot, row), let unit = try row.unit(figure.slot),
      let booked = try booked(.cash, unit.currency, row, effect)
    else { return }
    let given = try exactly(try unit.major(number))
    let place = daysOfCash.firstIndex { other in
      other.account == effect.account && other.currency == unit.currency
        && other.day == effect.time.day
    }
    let own = place ?? daysOfCash.count
    if place == nil {
      daysOfCash.append(
        DayOfCash(
          account: effect.account, currency: unit.currency, day: effect.time.day, first: row.row))
    }
    let day = daysOfCash[own]
    (daysOfCash[own].booked, daysOfCash[own].stated) = try exactly(
      (try day.booked.roundedSum(with: booked.amount), try day.stated.roundedSum(with: given)))
  }

  /// Reports the days whose rows together do not move the cash that they state.
  mutating func compareDaysOfCash() {
    for day in daysOfCash {
      guard let difference = try? day.booked.roundedSum(with: -day.stated).magnitude,
        difference > day.currency.balanceTolerance
      else { continue }
      draft.report(
        draft.options.isStrict ? .differsFromFile : .differsFromSource,
        "the cash of \(day.day) is \(day.stated.normalized()) \(day.currency) by these rows, but "
          + "their other numbers give \(day.booked.normalized())",
        help:
          "Look whether a row is missing, such as the dividend of a reinvestment, or whether an "
          + "amount is wrong.", row: day.first)
    }
  }
}

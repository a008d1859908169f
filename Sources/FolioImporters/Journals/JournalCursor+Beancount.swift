// Numbers, amounts, costs and prices as beancount writes them.
extension JournalCursor {
  /// The name of a commodity; nil if none is next.
  mutating func beancountCommodity() -> String? {
    guard let first = next, first.isCapital || first == 0x2F else { return nil }
    let name = takeWhile { byte in
      byte.isCapital || byte.isDigit
        || [0x27, 0x2E, 0x5F, 0x2D, 0x2F].contains(byte)
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// A key, a colon and a value; nil if the line is no metadata.
  mutating func beancountMetadata() -> (key: String, value: String)? {
    let start = place
    skipBlanks()
    guard let first = next, first.isSmall else {
      place = start
      return nil
    }
    let key = takeWhile { byte in
      byte.isSmall || byte.isCapital || byte.isDigit
        || byte == 0x5F || byte == 0x2D
    }
    guard take(":") else {
      place = start
      return nil
    }
    skipBlanks()
    let value = quoted() ?? takeWhile { $0 != 0x3B }.trimmedText
    return (String(decoding: key, as: UTF8.self), value)
  }

  // MARK: Expressions

  /// A number, or an expression with `+ - * / ( )`; nil if none is next.
  mutating func beancountNumber() throws(FieldFault) -> ExactDecimal? {
    guard let byte = next,
      byte.isDigit || [0x2D, 0x2B, 0x28, 0x2E].contains(byte)
    else { return nil }
    return try sum(depth: 0)
  }

  private func arithmetic(
    _ result: () throws(ArithmeticFault) -> ExactDecimal
  ) throws(FieldFault) -> ExactDecimal {
    do throws(ArithmeticFault) {
      return try result()
    } catch {
      throw FieldFault(
        .arithmetic, "the expression has no result of at most 36 digits", help: "Write the result.",
        at: place)
    }
  }

  /// Moves past one of two signs, if it is next.
  private mutating func takeSign(_ one: UInt8, _ other: UInt8) -> UInt8? {
    skipBlanks()
    guard let sign = next, sign == one || sign == other else { return nil }
    // A name of a commodity may begin with a slash.
    if sign == 0x2F, place + 1 < end, bytes[place + 1].isCapital { return nil }
    place += 1
    return sign
  }

  private mutating func sum(depth: Int) throws(FieldFault) -> ExactDecimal {
    var value = try product(depth: depth)
    while let sign = takeSign(0x2B, 0x2D) {
      let other = try product(depth: depth)
      value = try arithmetic { () throws(ArithmeticFault) in
        sign == 0x2B ? try value.adding(other) : try value.subtracting(other)
      }
    }
    return value
  }

  private mutating func product(depth: Int) throws(FieldFault) -> ExactDecimal {
    var value = try factor(depth: depth)
    while let sign = takeSign(0x2A, 0x2F) {
      let other = try factor(depth: depth)
      value = try arithmetic { () throws(ArithmeticFault) in
        sign == 0x2A
          ? try value.multiplied(by: other)
          : try value.divided(by: other, places: 18).normalized()
      }
    }
    return value
  }

  private mutating func factor(depth: Int) throws(FieldFault) -> ExactDecimal {
    skipBlanks()
    guard depth < 64 else {
      throw FieldFault("the expression is too deep", help: "Write the result.", at: place)
    }
    if take("-") { return -(try factor(depth: depth + 1)) }
    if take("+") { return try factor(depth: depth + 1) }
    if take("(") {
      let value = try sum(depth: depth + 1)
      skipBlanks()
      guard take(")") else { throw BeancountReader.missing("a parenthesis", place) }
      return value
    }
    let start = place
    let digits = try takeNumber()
    let number = ExactDecimal.written(digits, 0x2E) {
      try? ExactDecimal(String(decoding: $0, as: UTF8.self))
    }
    guard let value = number else {
      throw BeancountReader.missing("the number", start)
    }
    return value
  }

  /// Digits with commas between groups of three, and decimals.
  private mutating func takeNumber() throws(FieldFault) -> [UInt8] {
    let start = place
    var digits: [UInt8] = []
    var (groups, length) = (0, 0)
    var isWhole = true
    while let byte = next {
      if byte.isDigit {
        digits.append(byte)
        length += 1
      } else if byte == 0x2E, !digits.contains(0x2E) {
        if groups > 0, length != 3 { isWhole = false }
        digits.append(byte)
        groups = 0
      } else {
        guard byte == 0x2C, place + 1 < end, bytes[place + 1].isDigit, !digits.contains(0x2E)
        else { break }
        if groups == 0 ? length > 3 : length != 3 { isWhole = false }
        (groups, length) = (groups + 1, 0)
      }
      place += 1
    }
    if groups > 0, length != 3 { isWhole = false }
    guard isWhole else {
      throw FieldFault(
        "the number has commas that are not between groups of three digits",
        help: "beancount does not take it. Leave the commas away.", at: start)
    }
    // ExactDecimal wants digits on both sides of the point, and no zeros before others.
    if digits.last == 0x2E { digits.removeLast() }
    if digits.first == 0x2E { digits.insert(0x30, at: 0) }
    while digits.count > 1, digits[0] == 0x30, digits[1].isDigit { digits.removeFirst() }
    return digits
  }

  // MARK: Amounts

  /// A number and a commodity; nil if no number is next.
  mutating func beancountAmount() throws(FieldFault) -> JournalAmount? {
    skipBlanks()
    guard let number = try beancountNumber() else { return nil }
    skipBlanks()
    return JournalAmount(number: number, commodity: try neededCommodity())
  }

  private mutating func neededCommodity() throws(FieldFault) -> String {
    if let commodity = beancountCommodity() { return commodity }
    throw BeancountReader.missing("the commodity", place)
  }

  /// The amount of a balance, and the tolerance after a tilde.
  mutating func beancountBalance() throws(FieldFault) -> (JournalAmount, ExactDecimal?) {
    skipBlanks()
    guard let number = try beancountNumber() else {
      throw BeancountReader.missing("the amount", place)
    }
    skipBlanks()
    var tolerance: ExactDecimal?
    if take("~") {
      skipBlanks()
      tolerance = try beancountNumber()
      skipBlanks()
    }
    return (JournalAmount(number: number, commodity: try neededCommodity()), tolerance)
  }

  /// Everything after the account of a posting.
  mutating func readBeancountAmounts(into posting: inout JournalPosting) throws(FieldFault) {
    posting.number = try beancountNumber()
    skipBlanks()
    posting.commodity = beancountCommodity()
    skipBlanks()
    if next == 0x7B { posting.cost = try beancountCost() }
    skipBlanks()
    let start = place
    if take("@") {
      let isTotal = take("@")
      skipBlanks()
      let number = try beancountNumber()
      skipBlanks()
      posting.price = JournalPrice(
        number: number, commodity: beancountCommodity(), isTotal: isTotal)
      if let paid = posting.price?.commodity, let cost = posting.cost?.commodity, paid != cost {
        throw FieldFault(
          .contradictoryRow, "the cost is in \(cost), and the price in \(paid)",
          help: "beancount takes one currency for both. Leave the price away, or convert it.",
          at: start)
      }
      skipBlanks()
    }
    guard isAtEnd || next == 0x3B else {
      throw FieldFault(
        "the rest of the posting is not readable",
        help: "Write an amount, a cost in braces and a price after @.", at: place)
    }
  }

  /// What comes on top of the costs of the units, after `#`. If one of the two numbers is missing,
  /// the rest of the transaction gives the whole cost.
  private mutating func readCompoundCost(into cost: inout JournalCost) throws(FieldFault) {
    let start = place
    place += 1
    skipBlanks()
    cost.total = try beancountNumber()
    switch (cost.perUnit, cost.total) {
    case (_?, _?): break
    case (nil, nil): throw BeancountReader.missing("one of the two numbers of the cost", start)
    case (_?, nil), (nil, _?): (cost.perUnit, cost.total) = (nil, nil)
    }
  }

  private mutating func beancountCost() throws(FieldFault) -> JournalCost {
    place += 1
    let isTotal = take("{")
    var cost = JournalCost()
    while true {
      skipBlanks()
      if take("}") {
        guard !isTotal || take("}") else { throw BeancountReader.missing("a brace", place) }
        return cost
      }
      if take(",") { continue }
      if next == 0x2A {
        throw FieldFault(
          "beancount does not merge costs, which * in braces asks for",
          help: "Name the lot by its cost, day or label, or leave the braces empty.", at: place)
      }
      if let day = day() {
        cost.day = day
      } else if let label = quoted() {
        cost.label = label
      } else if let number = try beancountNumber() {
        if isTotal { cost.total = number } else { cost.perUnit = number }
      } else if next == 0x23 {
        try readCompoundCost(into: &cost)
      } else if let commodity = beancountCommodity() {
        cost.commodity = commodity
      } else {
        throw FieldFault(
          "the cost is not readable",
          help: "Write an amount, a day and a label in braces.", at: min(place, end - 1))
      }
    }
  }
}

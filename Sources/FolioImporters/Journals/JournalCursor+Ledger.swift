// Accounts, amounts, lots and prices as hledger and ledger write them.
extension JournalCursor {
  private static let noSymbol = Set(" \t0123456789.,-+*/^&|=<>!?@{}[]()\";:".utf8)

  // MARK: Accounts

  /// The name of an account, which ends at two blanks, a tab or the end of the line.
  mutating func ledgerAccount() -> String {
    let start = place
    var depth = 0
    while let byte = next {
      if byte == 0x7B { depth += 1 }
      if byte == 0x7D { depth -= 1 }
      let isBlank = byte == 0x20 && place + 1 < end && bytes[place + 1] == 0x20
      if byte == 0x09 || byte == 0x3B || (isBlank && depth < 1) { break }
      place += 1
    }
    return bytes[start..<place].trimmedText
  }

  /// The name of an account, and the lot that a subaccount in braces names.
  mutating func ledgerAccountAndLot(
    _ context: LedgerJournalReader.Context
  ) throws(FieldFault) -> (String, JournalCost?) {
    let start = place
    let name = ledgerAccount()
    let written = bytes[start..<place]
    guard name.hasSuffix("}"), let brace = written.firstIndex(of: 0x7B), brace > start else {
      return (name, nil)
    }
    var inner = JournalCursor(bytes[brace..<place])
    let cost = try inner.ledgerCost(context)
    guard cost.day != nil, cost.perUnit != nil || cost.total != nil else {
      throw FieldFault(
        "the lot in the name of the account has no day or no cost",
        help: "Write both, such as {2024-01-31, $10}.", at: brace)
    }
    var account = bytes[start..<brace].trimmedText
    if account.hasSuffix(":") { account.removeLast() }
    return (account, cost)
  }

  // MARK: Amounts

  /// The symbol of a commodity; nil if none is next.
  mutating func ledgerSymbol() -> String? {
    if next == 0x22 { return quoted() }
    let symbol = takeWhile { !Self.noSymbol.contains($0) }
    return symbol.isEmpty ? nil : String(decoding: symbol, as: UTF8.self)
  }

  /// Digits with marks, and blanks between groups of three digits.
  mutating func ledgerDigits() -> [UInt8] {
    var digits: [UInt8] = []
    while let byte = next {
      if byte.isDigit || byte == 0x2E {
        digits.append(byte)
      } else if byte == 0x2C, place + 1 < end, bytes[place + 1].isDigit {
        digits.append(byte)
      } else if byte == 0x27, place + 1 < end, bytes[place + 1].isDigit {
        // An apostrophe between groups.
      } else if byte == 0x20, isGroup(after: place), !digits.isEmpty {
        // A blank between groups.
      } else {
        break
      }
      place += 1
    }
    return digits
  }

  private func isGroup(after place: Int) -> Bool {
    guard place + 3 < end, bytes[place + 1...place + 3].allSatisfy(\.isDigit) else {
      return false
    }
    return place + 4 >= end || !bytes[place + 4].isDigit
  }

  private mutating func takeSign() -> Bool {
    if take("-") { return true }
    _ = take("+")
    return false
  }

  /// A number with a symbol on one side; nil if none is next.
  mutating func ledgerAmount(
    _ context: LedgerJournalReader.Context
  ) throws(FieldFault) -> JournalAmount? {
    skipBlanks()
    let start = place
    var isNegative = takeSign()
    skipBlanks()
    var symbol = ledgerSymbol()
    skipBlanks()
    if takeSign() { isNegative.toggle() }
    skipBlanks()
    let offset = place
    let digits = ledgerDigits()
    guard digits.contains(where: \.isDigit) else {
      place = start
      return nil
    }
    let exponent = ledgerExponent()
    if symbol == nil {
      let after = place
      skipBlanks()
      symbol = ledgerSymbol()
      if symbol == nil { place = after }
    }
    let commodity = symbol ?? context.defaultCommodity ?? ""
    var number = try context.numbers.read(digits, of: commodity, at: offset)
    if let exponent {
      let power = ExactDecimal.power(ofTen: abs(exponent))
      number =
        try exponent < 0 ? number.share(.one, of: power) : number.scaled(by: power).normalized()
    }
    return JournalAmount(number: isNegative ? -number : number, commodity: commodity)
  }

  /// The exponent of a number of hledger such as `1E3`; nil if none is next. More than 18 places
  /// are no number of a journal.
  private mutating func ledgerExponent() -> Int? {
    let start = place
    guard next == 0x45 || next == 0x65 else { return nil }
    place += 1
    let isNegative = takeSign()
    let digits = takeWhile { $0.isDigit }
    guard let exponent = Int(String(decoding: digits, as: UTF8.self)), exponent <= 18 else {
      place = start
      return nil
    }
    return isNegative ? -exponent : exponent
  }

  /// An amount that is a model: its symbol, and its number as written.
  mutating func ledgerModel() -> (commodity: String, text: String)? {
    skipBlanks()
    var symbol = ledgerSymbol()
    skipBlanks()
    let digits = ledgerDigits() + (take(",") ? [0x2C] : [])
    skipBlanks()
    if symbol == nil { symbol = ledgerSymbol() }
    guard let symbol else { return nil }
    return (symbol, String(decoding: digits, as: UTF8.self))
  }

  // MARK: Postings

  /// Everything after the account of a posting.
  mutating func readLedgerAmounts(
    into posting: inout JournalPosting, _ context: LedgerJournalReader.Context
  ) throws(FieldFault) {
    skipBlanks()
    if next == 0x28, !rest.starts(with: "(@".utf8) {
      throw FieldFault(
        "an expression in an amount is not computed", help: "Write the result.", at: place)
    }
    if let amount = try ledgerAmount(context) {
      (posting.number, posting.commodity) = (amount.number, amount.commodity)
    }
    var isConsolidated = false
    while true {
      skipBlanks()
      guard let byte = next, byte != 0x3B else { return }
      let start = place
      switch byte {
      case 0x7B:
        let cost = try ledgerCost(context)
        isConsolidated = cost.day != nil || cost.label != nil
        posting.cost = try Self.combined(posting.cost, cost, at: start)
      case 0x5B:
        place += 1
        guard let day = day(), take("]"), !isConsolidated else { throw Self.unreadable(start) }
        posting.cost = try Self.combined(posting.cost, JournalCost(day: day), at: start)
      case 0x40: try readPrice(into: &posting, context)
      case 0x28:
        place += 1
        if next == 0x40 {
          try readPrice(into: &posting, context)
        } else if next == 0x28 {
          // An expression for the value has no meaning for the books.
          guard takeThrough(0x29) != nil, take(")") else { throw Self.unreadable(start) }
        } else if let note = takeThrough(0x29) {
          posting.cost = try Self.combined(
            posting.cost, JournalCost(label: note.trimmedText, isNote: true), at: start)
        } else {
          throw Self.unreadable(start)
        }
      case 0x3D, 0x3A: try readAssertion(into: &posting, context)
      default: throw Self.unreadable(start)
      }
    }
  }

  private static func unreadable(_ offset: Int) -> FieldFault {
    FieldFault(
      "this part of the posting is not readable",
      help: "Write ACCOUNT, two blanks, and an amount; then perhaps a lot, a price after @ and a "
        + "balance after =.", at: offset)
  }

  private mutating func readPrice(
    into posting: inout JournalPosting, _ context: LedgerJournalReader.Context
  ) throws(FieldFault) {
    let start = place
    _ = take("@")
    let isTotal = take("@")
    // A price in parentheses is one that no list of prices shall have.
    _ = take(")")
    skipBlanks()
    _ = take("=")
    guard let amount = try ledgerAmount(context) else {
      throw LedgerJournalReader.missing("the price", start)
    }
    posting.price = JournalPrice(
      number: amount.number, commodity: amount.commodity, isTotal: isTotal)
  }

  private mutating func readAssertion(
    into posting: inout JournalPosting, _ context: LedgerJournalReader.Context
  ) throws(FieldFault) {
    let start = place
    _ = take(":")
    guard take("=") else { throw Self.unreadable(start) }
    _ = take("=")
    let includesChildren = take("*")
    guard let amount = try ledgerAmount(context) else {
      throw LedgerJournalReader.missing("the balance", start)
    }
    posting.assertion = JournalAssertion(amount: amount, includesChildren: includesChildren)
    if amount.commodity.isEmpty {
      posting.assertion?.amount.commodity = posting.commodity ?? ""
    }
    // The balance may name lots and prices, too.
    _ = takeWhile { $0 != 0x3B }
  }

  // MARK: Lots

  /// A lot in braces: `{$10}`, `{=$10}`, `{{$100}}`, `{2024-01-31, "label", $10}`.
  mutating func ledgerCost(
    _ context: LedgerJournalReader.Context
  ) throws(FieldFault) -> JournalCost {
    let start = place
    place += 1
    let isTotal = take("{")
    _ = take("=")
    var cost = JournalCost()
    while true {
      skipBlanks()
      if take("}") {
        guard !isTotal || take("}") else { throw Self.unreadable(start) }
        return cost
      }
      if take(",") || take("=") { continue }
      if let day = day() {
        cost.day = day
      } else if next == 0x22, isLabel {
        cost.label = quoted()
      } else if let amount = try ledgerAmount(context) {
        cost.commodity = amount.commodity
        let number = amount.number.magnitude
        if isTotal { cost.total = number } else { cost.perUnit = number }
      } else {
        throw Self.unreadable(start)
      }
    }
  }

  /// Whether the text in quotation marks is a label, and not the symbol of an amount.
  private var isLabel: Bool {
    var ahead = self
    _ = ahead.quoted()
    ahead.skipBlanks()
    return ahead.next == 0x2C || ahead.next == 0x7D
  }

  private static func combined(
    _ first: JournalCost?, _ second: JournalCost, at offset: Int
  ) throws(FieldFault) -> JournalCost {
    guard var cost = first else { return second }
    let conflicts =
      (cost.day != nil && second.day != nil && cost.day != second.day)
      || (cost.label != nil && second.label != nil && cost.label != second.label)
      || (cost.perUnit != nil && second.perUnit != nil && cost.perUnit != second.perUnit)
    if conflicts {
      throw FieldFault(
        .contradictoryRow, "the posting names two different lots", help: "Leave one of them away.",
        at: offset)
    }
    cost.day = cost.day ?? second.day
    cost.label = cost.label ?? second.label
    cost.isNote = cost.isNote || second.isNote
    cost.perUnit = cost.perUnit ?? second.perUnit
    cost.total = cost.total ?? second.total
    cost.commodity = cost.commodity ?? second.commodity
    return cost
  }
}

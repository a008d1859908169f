// The values of the flags of `add` that have several parts.
extension FlagValue {
  /// The instrument of a new transaction.
  static func event(_ event: @escaping @Sendable (String) -> EntryOptions.Event) -> Self {
    Self.event("SYM") { _, text in event(text) }
  }

  /// The amount of a new cash transaction.
  static func payment(_ event: GroupEntry.CashEvent) -> Self {
    Self.event("AMOUNT") { flag, text throws(UsageError) in .cash(event, try decimal(flag, text)) }
  }

  /// Two amounts of money: `1000EUR=1080USD`, also with blanks.
  static let exchange = event("EXCHANGE") { flag, text throws(UsageError) in
    let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(money)
    guard sides.count == 2, let given = sides[0], let taken = sides[1] else {
      throw UsageError(
        "--\(flag): '\(text)' is not an exchange. Write what was given and what was received, "
          + "such as 1000EUR=1080USD.")
    }
    if given.currency == taken.currency {
      throw UsageError(
        "--\(flag): both amounts are in \(given.currency). Use --transfer between accounts in one "
          + "currency.")
    }
    return .exchange(given, for: taken)
  }

  /// The symbol of units, or an amount of cash.
  static let transfer = event("WHAT") { _, text in .unitTransfer(text) }

  /// A symbol and a ratio: `SAP:2:1`.
  static let split = event("SPLIT") { flag, text throws(UsageError) in
    let parts = parts(of: text)
    guard parts.count >= 3, let new = try? ExactDecimal(parts[parts.count - 2]),
      let old = try? ExactDecimal(parts[parts.count - 1]), new.isPositive, old.isPositive
    else {
      throw UsageError(
        "--\(flag): '\(text)' is not a split. Write the symbol, the new units and the old units, "
          + "such as SAP:2:1.")
    }
    let symbol = parts.dropLast(2).joined(separator: ":")
    return .split(symbol, Ratio(new: new, old: old))
  }

  /// The price of a trade, `180.25`, or the closing price of an instrument: `SAP:180.25`, or
  /// `SAP:180.25:EUR`.
  static let price = Self(argument: .value("PRICE"), isRepeatable: true) {
    flag, text, options throws(UsageError) in
    if !text.contains(":") { return try options.entry.setPrice(decimal(flag, text)) }
    var parts = parts(of: text)
    let currency = parts.count > 2 ? try? Self.currency(parts[parts.count - 1], flag) : nil
    if currency != nil { parts.removeLast() }
    guard let price = try? ExactDecimal(parts.removeLast()), !parts.joined().isEmpty else {
      throw UsageError(
        "--\(flag): '\(text)' is not a price. Write 180.25 for the price of the trade, or "
          + "SAP:180.25:EUR for a closing price.")
    }
    let symbol = parts.joined(separator: ":")
    let row = EntryRow.Content.price(symbol: symbol, price, currency)
    options.entry.add(EntryRow(content: row, flag: flag, text: text))
  }

  /// An exchange rate: `EUR:USD:1.08`.
  static let rate = row(.value("RATE")) { flag, text throws(UsageError) in
    let parts = parts(of: text)
    guard parts.count == 3, let from = try? currency(parts[0], flag),
      let to = try? currency(parts[1], flag),
      let rate = try? ExactDecimal(parts[2])
    else {
      throw UsageError(
        "--\(flag): '\(text)' is not a rate. Write two currencies and how much of the second one "
          + "unit of the first is worth, such as EUR:USD:1.08.")
    }
    guard from != to else {
      throw UsageError("--\(flag): both currencies are \(from). Write two currencies.")
    }
    return .rate(from: from, to: to, rate)
  }

  /// A balance of a statement: `c-usd:998.77`, `AAPL:12`, or `AAPL:12:ib`.
  static let balance = row(.value("BALANCE")) { flag, text throws(UsageError) in
    var parts = parts(of: text)
    let account = parts.count > 2 && !isBalance(parts.last) ? parts.removeLast() : nil
    guard parts.count > 1, isBalance(parts.last), !parts.dropLast().joined().isEmpty else {
      throw UsageError(
        "--\(flag): '\(text)' is not a balance. Write a name and a number, such as c-usd:998.77 or "
          + "AAPL:12.")
    }
    let value = try? ExactDecimal(parts.removeLast())
    return .balance(of: parts.joined(separator: ":"), account: account, value)
  }

  private static func isBalance(_ text: String?) -> Bool {
    text == "none" || text.flatMap { try? ExactDecimal($0) } != nil
  }

  /// A cash account: `eur:EUR` or `eur:EUR:Bank`.
  static let account = row(.value("ACCOUNT")) { flag, text throws(UsageError) in
    let parts = parts(of: text)
    let (id, currency) = try named(parts, flag, text, as: "a cash account", example: "eur:EUR:Bank")
    let name = parts.dropFirst(2).joined(separator: ":")
    return .account(id: id, currency, name: name.isEmpty ? nil : name)
  }

  /// An instrument: `SAP:EUR`, `SAP:EUR:SAP SE`, or with columns: `C150:USD:kind=option`.
  static let instrument = row(.value("INSTRUMENT")) { flag, text throws(UsageError) in
    let parts = parts(of: text)
    let (symbol, currency) = try named(
      parts, flag, text, as: "an instrument", example: "SAP:EUR")
    var columns: [EntryRow.Column: String] = [:]
    var name: [String] = []
    for part in parts.dropFirst(2) {
      guard let equals = part.firstIndex(of: "=") else {
        name.append(part)
        continue
      }
      let key = String(part[..<equals])
      guard let column = EntryRow.Column(rawValue: key) else {
        let known = EntryRow.Column.allCases.map(\.rawValue)
        throw UsageError(
          "--\(flag): there is no column '\(key)'. \(Suggestions.choice(for: key, of: known))")
      }
      let value = String(part[part.index(after: equals)...])
      guard columns.updateValue(value, forKey: column) == nil else {
        throw UsageError("--\(flag): '\(key)' is there twice. Leave one of them out.")
      }
    }
    if !name.isEmpty { columns[.name] = name.joined(separator: ":") }
    return .instrument(symbol: symbol, currency, columns.filter { $1 != "" })
  }

  /// A file that reports of the store no longer read.
  static func dropped(_ kind: QuoteFileName.Kind) -> Self {
    Self(argument: .file("FILE"), isRepeatable: true) { _, text, options in
      options.entry.dropped.append(QuoteFileName(kind, text))
    }
  }

  /// A file that all reports of the store read.
  static func file(_ kind: QuoteFileName.Kind) -> Self {
    row(.file("FILE")) { _, text in .file(kind, path: text) }
  }

  /// A value that is a transaction.
  private static func event(
    _ placeholder: String,
    _ read:
      @escaping @Sendable (_ flag: String, _ text: String) throws(UsageError)
      -> EntryOptions.Event
  ) -> Self {
    Self(argument: .value(placeholder)) { flag, text, options throws(UsageError) in
      try options.entry.set(read(flag, text), flag, text)
    }
  }

  /// A value that is a row of a table. The flag can be repeated.
  private static func row(
    _ argument: Flag.Argument,
    _ read:
      @escaping @Sendable (_ flag: String, _ text: String) throws(UsageError)
      -> EntryRow.Content
  ) -> Self {
    Self(argument: argument, isRepeatable: true) { flag, text, options throws(UsageError) in
      options.entry.add(EntryRow(content: try read(flag, text), flag: flag, text: text))
    }
  }

  private static func parts(of text: String) -> [String] {
    text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
  }

  /// The name and the currency with which a value begins.
  private static func named(
    _ parts: [String], _ flag: String, _ text: String, as kind: String, example: String
  ) throws(UsageError) -> (name: String, currency: Currency) {
    guard parts.count >= 2, !parts[0].isEmpty else {
      throw UsageError(
        "--\(flag): '\(text)' is not \(kind) with its currency. Write it as in \(example).")
    }
    return (parts[0], try currency(parts[1], flag))
  }

  /// An amount followed by its currency, with or without a blank between them.
  private static func money(_ text: Substring) -> Money? {
    let words = text.split(separator: " ")
    guard let first = words.first, words.count <= 2 else { return nil }
    let number = words.count == 2 ? first : first.prefix { $0.isNumber || $0 == "." || $0 == "-" }
    let code = words.count == 2 ? words[1] : first[number.endIndex...]
    guard let amount = try? ExactDecimal(String(number)), let code = try? Currency(String(code))
    else { return nil }
    return Money(amount, code)
  }
}

/// What Ghostfolio imports of a ledger: purchases, sales, dividends, interest and fees.
///
/// It knows no splits, so units and prices before a split or a stock dividend are written as they
/// are after it.
struct GhostfolioExport {
  private let booked: BookedLedger
  /// The groups with the units after all splits.
  private(set) var contents: LedgerContents
  private let instruments: [String: LedgerInstrument]

  init(_ booked: BookedLedger) throws(ArithmeticFault) {
    self.booked = booked
    contents = try LedgerContents(booked.ledger).withAddedUnitsAsSplits(booked)
    instruments = Dictionary(contents.instruments.map { ($0.symbol, $0) }) { one, _ in one }
    contents.groups.removeAll { $0.status == .void || $0.isDeleted }
    contents.groups.sort { $0.occurredAt < $1.occurredAt }
    try applySplits()
  }

  private mutating func applySplits() throws(ArithmeticFault) {
    var ratios: [String: [Ratio]] = [:]
    for group in contents.groups.indices.reversed() {
      for leg in contents.groups[group].stockLegs.indices {
        let old = contents.groups[group].stockLegs[leg]
        if old.type == .split, let ratio = old.ratio {
          ratios[old.symbol, default: []].append(ratio)
          continue
        }
        for ratio in ratios[old.symbol] ?? [] {
          let gross = try contents.groups[group].stockLegs[leg].amount(instruments[old.symbol])
          contents.groups[group].stockLegs[leg].gross = gross
          contents.groups[group].stockLegs[leg].price = nil
          contents.groups[group].stockLegs[leg].quantity = try contents.groups[group]
            .stockLegs[leg].quantity?.multiplied(by: ratio.new, dividedBy: ratio.old, places: 18)
            .normalized()
        }
      }
    }
  }

  // MARK: The document

  /// The document.
  func document() throws(ArithmeticFault) -> [UInt8] {
    let last = booked.options.asOf ?? booked.ledger.lastDay ?? Day.first
    var text = JSONText()
    text.open("{")
    text.object("meta") {
      $0.text("date", "\(last)T00:00:00.000Z".utf8)
      $0.text("version", "folio".utf8)
    }
    writeAccounts(last, &text)
    writeProfiles(&text)
    text.key("activities".utf8)
    text.open("[")
    for group in contents.groups { try write(group, &text) }
    text.close("]")
    if let base = booked.baseCurrency {
      text.object("user") { $0.object("settings") { $0.text("currency", base.code.utf8) } }
    }
    text.close("}")
    text.raw("\n")
    return text.bytes
  }

  private func id(of account: String) -> String { NameBasedID.of("ghostfolio", in: account) }

  /// Cash accounts with the balance at the end: Ghostfolio has no payments into them.
  private func writeAccounts(_ day: Day, _ text: inout JSONText) {
    text.list("accounts", zip(contents.accounts.indices, contents.accounts)) { text, account in
      let (number, account) = account
      text.text("id", id(of: account.id).utf8)
      text.text("name", (account.name.isEmpty ? account.id : account.name).utf8)
      text.text("currency", account.currency.code.utf8)
      text.list("balances", booked.cash.dropFirst(number).prefix(1)) { text, cash in
        text.text("date", "\(day)T00:00:00.000Z".utf8)
        text.value("value", cash.balance)
      }
    }
  }

  /// Whether Yahoo may know a symbol: others belong to the user.
  private func source(of symbol: String) -> String {
    let isTicker = symbol.utf8.allSatisfy { byte in
      byte.isCapital || byte.isDigit || [0x2D, 0x2E, 0x3D, 0x5E].contains(byte)
    }
    return isTicker ? "YAHOO" : "MANUAL"
  }

  private func writeProfiles(_ text: inout JSONText) {
    text.list("assetProfiles", contents.instruments) { text, instrument in
      let source = source(of: instrument.symbol)
      text.text("symbol", instrument.symbol.utf8)
      text.text("dataSource", source.utf8)
      let name = source == "MANUAL" ? instrument.symbol : instrument.name
      if !name.isEmpty { text.text("name", name.utf8) }
      if let currency = instrument.currency { text.text("currency", currency.code.utf8) }
      if !instrument.isin.isEmpty { text.text("isin", instrument.isin.utf8) }
      let own = contents.prices.filter { $0.symbol == instrument.symbol && source == "MANUAL" }
      text.list("marketData", own) { text, price in
        text.text("date", "\(price.day)T00:00:00.000Z".utf8)
        text.value("marketPrice", price.price)
      }
    }
  }

  // MARK: Activities

  private struct Activity {
    var type: String
    var symbol: String
    var source: String
    var currency: Currency
    var quantity: ExactDecimal
    var price: ExactDecimal
    var fee: ExactDecimal
  }

  private func write(_ group: LedgerGroup, _ text: inout JSONText) throws(ArithmeticFault) {
    let account = group.cashLegs.first?.account
    for (number, leg) in group.stockLegs.enumerated() {
      guard let activity = try activity(leg) else { continue }
      write(activity, group, day: leg.tradeDay ?? group.day, account, number, &text)
    }
    guard group.stockLegs.isEmpty else { return }
    for (number, leg) in group.cashLegs.enumerated() {
      guard let activity = activity(leg) else { continue }
      write(activity, group, day: group.day, leg.account, number, &text)
    }
  }

  private func activity(_ leg: LedgerGroup.StockLeg) throws(ArithmeticFault) -> Activity? {
    let instrument = instruments[leg.symbol]
    guard let currency = leg.currency ?? instrument?.currency ?? booked.baseCurrency else {
      return nil
    }
    let costs = try ExactDecimal.sum(ofGiven: leg.fees, leg.taxes)
    let types: [TradeType: String] = [
      .buy: "BUY", .cover: "BUY", .sell: "SELL", .shortSell: "SELL", .dividend: "DIVIDEND",
    ]
    guard let type = types[leg.type] else { return nil }
    let gross = ExactDecimal.given(try leg.amount(instrument))
    var (quantity, price) = (leg.quantity ?? .one, gross)
    if quantity.isZero { quantity = .one }
    price = try gross.divided(by: quantity, places: 18).normalized()
    if type == "DIVIDEND", try quantity.atCost(price) != gross { (quantity, price) = (.one, gross) }
    return Activity(
      type: type, symbol: leg.symbol, source: source(of: leg.symbol), currency: currency,
      quantity: quantity, price: price, fee: costs)
  }

  private func activity(_ leg: LedgerGroup.CashLeg) -> Activity? {
    let account = contents.accounts.first { $0.id == leg.account }
    guard let currency = leg.currency ?? account?.currency else { return nil }
    let isFee = leg.type == .fee && leg.direction == .out
    guard isFee || (leg.type == .interest && leg.direction == .in) else { return nil }
    return Activity(
      type: isFee ? "FEE" : "INTEREST", symbol: isFee ? "Fee" : "Interest", source: "MANUAL",
      currency: currency, quantity: isFee ? .zero : .one, price: isFee ? .zero : leg.amount,
      fee: isFee ? leg.amount : .zero)
  }

  private func write(
    _ activity: Activity, _ group: LedgerGroup, day: Day, _ account: String?, _ number: Int,
    _ text: inout JSONText
  ) {
    text.element()
    text.open("{")
    text.text("id", Self.id(number, of: group).utf8)
    text.optional("accountId", account.map(id))
    text.optional("comment", group.notes)
    text.text("currency", activity.currency.code.utf8)
    text.text("dataSource", activity.source.utf8)
    text.text("date", "\(day)T\(Self.clock(group, day)).000Z".utf8)
    text.value("fee", activity.fee)
    text.value("quantity", activity.quantity)
    text.text("symbol", activity.symbol.utf8)
    text.text("type", activity.type.utf8)
    text.value("unitPrice", activity.price)
    text.close("}")
  }

  /// The id of the activity of a leg.
  private static func id(_ number: Int, of group: LedgerGroup) -> String {
    NameBasedID.of("ghostfolio/\(number)", in: group.id)
  }

  /// The ids that the activities of a group may have.
  static func ids(of group: LedgerGroup) -> [String] {
    (0..<max(group.stockLegs.count, group.cashLegs.count)).map { id($0, of: group) }
  }

  /// The time of the group as its day has it, so that the day stays the same.
  private static func clock(_ group: LedgerGroup, _ day: Day) -> String {
    guard day == group.day else { return "00:00:00" }
    let second = Int(group.occurredAt.secondOfDay)
    return [second / 3600, second / 60 % 60, second % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension LedgerGroup.StockLeg {
  /// The gross amount: as given, or units times price.
  func amount(
    _ instrument: LedgerInstrument?
  ) throws(ArithmeticFault) -> ExactDecimal? {
    if let gross { return gross }
    guard let quantity, let price else { return nil }
    let factor = try (instrument?.multiplier ?? .one).multiplied(
      by: instrument?.priceFactor ?? .one)
    return try quantity.multiplied(by: price).multiplied(by: factor).normalized()
  }
}

extension JSONText {
  fileprivate mutating func object(_ key: String, _ write: (inout JSONText) -> Void) {
    self.key(key.utf8)
    open("{")
    write(&self)
    close("}")
  }

  fileprivate mutating func list<Item>(
    _ key: String, _ items: some Sequence<Item>, _ write: (inout JSONText, Item) -> Void
  ) {
    self.key(key.utf8)
    open("[")
    for item in items {
      element()
      open("{")
      write(&self, item)
      close("}")
    }
    close("]")
  }

  /// Ghostfolio has numbers without quotes.
  fileprivate mutating func value(_ key: String, _ number: ExactDecimal) {
    self.key(key.utf8)
    json("\(number.normalized())".utf8)
  }

  fileprivate mutating func optional(_ key: String, _ value: String?) {
    if let value { return text(key, value.utf8) }
    self.key(key.utf8)
    json("null".utf8)
  }
}

import Folio

/// What Ghostfolio imports of a ledger: purchases, sales, dividends, interest and fees.
///
/// It knows no splits, so units and prices before a split or a stock dividend are written as they
/// are after it.
struct GhostfolioExport {
  private let booked: BookedLedger
  /// The groups with the units after all splits.
  private(set) var contents: LedgerContents
  private let instruments: [String: LedgerInstrument]
  private var text = JSONText()

  init(_ booked: BookedLedger) throws(ArithmeticFault) {
    self.booked = booked
    contents = try LedgerContents(booked.ledger).withAddedUnitsAsSplits(booked)
    instruments = Dictionary(contents.instruments.map { ($0.symbol, $0) }) { one, _ in one }
    contents.groups.removeAll { $0.status == .void || $0.isDeleted }
    let order = contents.groups.enumerated().sorted { left, right in
      let (one, two) = (left.element.occurredAt, right.element.occurredAt)
      return one == two ? left.offset < right.offset : one < two
    }
    contents.groups = order.map(\.element)
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
  mutating func document() throws(ArithmeticFault) -> [UInt8] {
    let last = booked.options.asOf ?? booked.ledger.lastDay ?? Day.first
    text.open("{")
    text.key("meta".utf8)
    text.open("{")
    text.text("date", "\(last)T00:00:00.000Z".utf8)
    text.text("version", "folio".utf8)
    text.close("}")
    writeAccounts(last)
    writeProfiles()
    text.key("activities".utf8)
    text.open("[")
    for group in contents.groups { try write(group) }
    text.close("]")
    if let base = booked.baseCurrency {
      text.key("user".utf8)
      text.open("{")
      text.key("settings".utf8)
      text.open("{")
      text.text("currency", base.code.utf8)
      text.close("}")
      text.close("}")
    }
    text.close("}")
    text.raw("\n")
    return text.bytes
  }

  private func id(of account: String) -> String { NameBasedID.of("ghostfolio", in: account) }

  /// Cash accounts with the balance at the end: Ghostfolio has no payments into them.
  private mutating func writeAccounts(_ day: Day) {
    text.key("accounts".utf8)
    text.open("[")
    for (number, account) in contents.accounts.enumerated() {
      text.element()
      text.open("{")
      text.text("id", id(of: account.id).utf8)
      text.text("name", (account.name.isEmpty ? account.id : account.name).utf8)
      text.text("currency", account.currency.code.utf8)
      text.key("balances".utf8)
      text.open("[")
      if booked.cash.indices.contains(number) {
        text.element()
        text.open("{")
        text.text("date", "\(day)T00:00:00.000Z".utf8)
        value("value", booked.cash[number].balance)
        text.close("}")
      }
      text.close("]")
      text.close("}")
    }
    text.close("]")
  }

  /// Whether Yahoo may know a symbol: others belong to the user.
  private func source(of symbol: String) -> String {
    let isTicker = symbol.utf8.allSatisfy { byte in
      (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
        || [0x2D, 0x2E, 0x3D, 0x5E].contains(byte)
    }
    return isTicker ? "YAHOO" : "MANUAL"
  }

  private mutating func writeProfiles() {
    text.key("assetProfiles".utf8)
    text.open("[")
    for instrument in contents.instruments {
      text.element()
      text.open("{")
      let source = source(of: instrument.symbol)
      text.text("symbol", instrument.symbol.utf8)
      text.text("dataSource", source.utf8)
      let name = source == "MANUAL" ? instrument.symbol : instrument.name
      if !name.isEmpty { text.text("name", name.utf8) }
      if let currency = instrument.currency { text.text("currency", currency.code.utf8) }
      if !instrument.isin.isEmpty { text.text("isin", instrument.isin.utf8) }
      text.key("marketData".utf8)
      text.open("[")
      for price in contents.prices where price.symbol == instrument.symbol && source == "MANUAL" {
        text.element()
        text.open("{")
        text.text("date", "\(price.day)T00:00:00.000Z".utf8)
        value("marketPrice", price.price)
        text.close("}")
      }
      text.close("]")
      text.close("}")
    }
    text.close("]")
  }

  /// Ghostfolio has numbers without quotes.
  private mutating func value(_ key: String, _ number: ExactDecimal) {
    text.key(key.utf8)
    text.json("\(number.normalized())".utf8)
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

  private mutating func write(_ group: LedgerGroup) throws(ArithmeticFault) {
    let account = group.cashLegs.first?.account
    for (number, leg) in group.stockLegs.enumerated() {
      guard let activity = try activity(leg) else { continue }
      write(activity, group, day: leg.tradeDay ?? group.day, account, number)
    }
    guard group.stockLegs.isEmpty else { return }
    for (number, leg) in group.cashLegs.enumerated() {
      guard let activity = activity(leg) else { continue }
      write(activity, group, day: group.day, leg.account, number)
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
    switch (leg.type, leg.direction) {
    case (.interest, .in):
      return Activity(
        type: "INTEREST", symbol: "Interest", source: "MANUAL", currency: currency,
        quantity: .one, price: leg.amount, fee: .zero)
    case (.fee, .out):
      return Activity(
        type: "FEE", symbol: "Fee", source: "MANUAL", currency: currency, quantity: .zero,
        price: .zero, fee: leg.amount)
    default: return nil
    }
  }

  private mutating func write(
    _ activity: Activity, _ group: LedgerGroup, day: Day, _ account: String?, _ number: Int
  ) {
    text.element()
    text.open("{")
    text.text("id", Self.id(number, of: group).utf8)
    text.key("accountId".utf8)
    if let account {
      text.startOver()
      text.string(id(of: account).utf8)
    } else {
      text.json("null".utf8)
    }
    text.key("comment".utf8)
    if let notes = group.notes {
      text.startOver()
      text.string(notes.utf8)
    } else {
      text.json("null".utf8)
    }
    text.text("currency", activity.currency.code.utf8)
    text.text("dataSource", activity.source.utf8)
    text.text("date", "\(day)T\(Self.clock(group, day)).000Z".utf8)
    value("fee", activity.fee)
    value("quantity", activity.quantity)
    text.text("symbol", activity.symbol.utf8)
    text.text("type", activity.type.utf8)
    value("unitPrice", activity.price)
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
  fileprivate func amount(
    _ instrument: LedgerInstrument?
  ) throws(ArithmeticFault) -> ExactDecimal? {
    if let gross { return gross }
    guard let quantity, let price else { return nil }
    let factor = try (instrument?.multiplier ?? .one).multiplied(
      by: instrument?.priceFactor ?? .one)
    return try quantity.multiplied(by: price).multiplied(by: factor).normalized()
  }
}

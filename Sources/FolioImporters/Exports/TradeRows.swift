/// What tax calculators take of a ledger: trades, dividends and splits, in the order of time.
struct TradeRow {
  var group: LedgerGroup
  var leg: LedgerGroup.StockLeg
  /// The price of a unit that gives the gross amount.
  var price: ExactDecimal

  var day: Day { leg.tradeDay ?? group.day }
}

/// Rows for a tax calculator, and what they leave out.
struct TradeRows {
  private(set) var rows: [TradeRow] = []

  /// The legs of some types in a ledger.
  init(_ contents: LedgerContents, types: Set<TradeType>) throws(ArithmeticFault) {
    for group in contents.groups where group.status != .void && !group.isDeleted {
      for leg in group.stockLegs where types.contains(leg.type) {
        rows.append(TradeRow(group: group, leg: leg, price: try Self.price(of: leg, contents)))
      }
    }
    rows.sort { $0.day < $1.day }
  }

  /// The price if it explains the gross amount; otherwise the gross amount for each unit.
  static func price(
    of leg: LedgerGroup.StockLeg, _ contents: LedgerContents
  ) throws(ArithmeticFault) -> ExactDecimal {
    guard let quantity = leg.quantity, quantity != .zero else { return .given(leg.gross) }
    let factor = try contents.factor(of: leg.symbol)
    if let price = leg.price, factor == .one {
      let places = leg.currency?.minorUnits ?? 2
      let value = try quantity.multiplied(by: price, places: places)
      if leg.gross == nil || leg.gross == value { return price }
    }
    var gross = leg.gross
    if gross == nil, let price = leg.price {
      gross = try price.multiplied(by: quantity).multiplied(by: factor)
    }
    return try ExactDecimal.given(gross).divided(by: quantity, places: 18).normalized()
  }

  /// What an export leaves out, found by reading it back: legs of the ledger that are missing in
  /// it, or differ.
  static func leftOut(
    _ document: [UInt8], as format: String, of contents: LedgerContents
  ) -> [UnsupportedPart] {
    var run = ImportRun()
    run.read(document, name: "export.csv", format: format)
    let back = run.finish().contents
    var found: [String: Int] = [:]
    for group in back.groups {
      for leg in group.stockLegs { found[signature(leg, of: group), default: 0] += 1 }
    }
    var parts: [UnsupportedPart] = []
    func take(_ key: String) -> Bool {
      guard let count = found[key], count > 0 else { return false }
      found[key] = count - 1
      return true
    }
    for group in contents.groups {
      func add(_ part: UnsupportedPart.Part, _ text: String) {
        parts.append(UnsupportedPart(part, of: group.id, text))
      }
      if group.status == .void || group.isDeleted {
        add(.group, "all of it, a void or deleted group")
        continue
      }
      for leg in group.stockLegs {
        let key = signature(leg, of: group)
        // A split may be written as the units that it adds.
        let added = "\(leg.tradeDay ?? group.day)|stock_dividend|\(leg.symbol)|"
        let known =
          leg.type == .split && found[key] == nil
          ? found.keys.first { $0.hasPrefix(added) } ?? key : key
        var untaxed = leg
        if leg.type == .dividend { untaxed.taxes = nil }
        if take(known) { continue }
        if take(signature(untaxed, of: group)) {
          let taxes = leg.taxes.map { " of \($0)" } ?? ""
          add(.taxes, "the taxes\(taxes) on the dividend of \(leg.symbol)")
        } else {
          add(.columns, "the leg \(leg.type.rawValue) of \(leg.symbol)")
        }
      }
      if group.stockLegs.isEmpty, let leg = group.cashLegs.first {
        add(.cashLegs, "all of it, cash of the type \(leg.type.rawValue)")
      }
    }
    return parts
  }

  /// What a leg says, as far as a tax calculator needs it. Amounts count to the minor unit.
  static func signature(
    _ leg: LedgerGroup.StockLeg, of group: LedgerGroup
  ) -> String {
    let places = leg.currency?.minorUnits ?? 2
    let isTrade = leg.type.isTrade
    var gross = leg.gross
    if gross == nil, isTrade, let price = leg.price, let quantity = leg.quantity {
      gross = try? quantity.multiplied(by: price)
    }
    // Trades count taxes as fees there.
    let fees = try? ExactDecimal.sum(ofGiven: leg.fees, isTrade ? leg.taxes : nil)
    let amounts = [gross, fees, isTrade ? nil : .given(leg.taxes)].map { amount in
      amount.map { "\($0.rounded(toPlaces: places, .halfEven).normalized())" } ?? ""
    }
    let units = isTrade ? leg.quantity.map { "\($0.normalized())" } ?? "" : ""
    let ratio = leg.ratio.map { "\($0.new.normalized()):\($0.old.normalized())" } ?? ""
    return
      ([
        "\(leg.tradeDay ?? group.day)", leg.type.rawValue, leg.symbol, units, ratio,
        isTrade || gross != nil ? leg.currency?.code ?? "" : "",
      ] + amounts).joined(separator: "|")
  }
}

extension LedgerContents {
  /// What units times price are multiplied by.
  func factor(of symbol: String) throws(ArithmeticFault) -> ExactDecimal {
    let known = instruments.first { $0.symbol == symbol }
    return try (known?.multiplier ?? .one).multiplied(by: known?.priceFactor ?? .one)
  }
}

extension ExportFormat {
  /// The CSV that cgt-calc reads with `--raw`: trades, dividends and added units.
  public static let cgtCalcRaw = ExportFormat(
    name: "cgt-calc-raw", meaning: "CSV for cgt-calc, with trades, dividends and splits",
    content: .exact { booked throws(ArithmeticFault) in
      let contents = LedgerContents(booked.ledger)
      let text = try cgtCalcText(contents, booked)
      return (text, TradeRows.leftOut(text, as: "cgt-calc-raw", of: contents))
    })

  private static func cgtCalcText(
    _ contents: LedgerContents, _ booked: BookedLedger
  ) throws(ArithmeticFault) -> [UInt8] {
    let names: [TradeType: String] = [
      .buy: "BUY", .sell: "SELL", .dividend: "DIVIDEND", .stockDividend: "STOCK_SPLIT",
      .split: "STOCK_SPLIT",
    ]
    var text = CSVText()
    for row in try TradeRows(contents, types: Set(names.keys)).rows {
      guard let action = names[row.leg.type],
        let currency = row.leg.currency ?? currency(row, booked)
      else { continue }
      var (quantity, price) = (row.leg.quantity, row.price)
      var fees = try ExactDecimal.sum(ofGiven: row.leg.fees, row.leg.taxes)
      if row.leg.type == .dividend {
        (quantity, price, fees) = (.one, .given(row.leg.gross), .given(row.leg.fees))
      } else if action == "STOCK_SPLIT" {
        (price, fees) = (.zero, .zero)
        if row.leg.ratio != nil { quantity = try added(by: row, booked) }
      }
      guard let quantity, quantity != .zero else { continue }
      text.row([
        "\(row.day)", action, row.leg.symbol, "\(quantity)", "\(price)", "\(fees)", currency.code,
      ])
    }
    return text.bytes
  }

  /// The currency of an instrument, for legs without amounts.
  private static func currency(_ row: TradeRow, _ booked: BookedLedger) -> Currency? {
    let tables = booked.ledger.tables
    let known = tables.instruments.first { tables.text($0.symbol) == row.leg.symbol }
    return known?.currency.map { tables.currencies[$0] } ?? booked.baseCurrency
  }

  /// The units that a split adds to what was held before it.
  private static func added(
    by row: TradeRow, _ booked: BookedLedger
  ) throws(ArithmeticFault) -> ExactDecimal? {
    guard let ratio = row.leg.ratio, let before = Day(daysSince1970: row.day.daysSince1970 - 1)
    else { return nil }
    var options = booked.options
    options.asOf = before
    guard let earlier = try? BookedLedger(booking: booked.ledger, options) else { return nil }
    let tables = earlier.ledger.tables
    var held = ExactDecimal.zero
    for lot in earlier.lots
    where tables.text(tables.instruments[Int(lot.instrument)].symbol) == row.leg.symbol {
      try held.add(lot.isShort ? -lot.quantity : lot.quantity)
    }
    let after = try held.multiplied(by: ratio.new).divided(by: ratio.old, places: 18)
    return try after.subtracting(held).normalized()
  }

  /// The CSV that acb reads: purchases, sales, returns of capital and splits.
  public static let acb = ExportFormat(
    name: "acb", meaning: "CSV for acb, with trades, returns of capital and splits",
    content: .exact { booked throws(ArithmeticFault) in
      let contents = try LedgerContents(booked.ledger).withAddedUnitsAsSplits(booked)
      let text = try acbText(contents)
      return (text, TradeRows.leftOut(text, as: "acb", of: contents))
    })

  private static func acbText(_ contents: LedgerContents) throws(ArithmeticFault) -> [UInt8] {
    let names: [TradeType: String] = [
      .buy: "Buy", .sell: "Sell", .returnOfCapital: "RoC", .split: "Split",
    ]
    var text = CSVText()
    text.row([
      "security", "trade date", "settlement date", "action", "shares", "amount/share",
      "total amount", "currency", "exchange rate", "commission", "split ratio", "memo",
    ])
    for row in try TradeRows(contents, types: Set(names.keys)).rows {
      guard let action = names[row.leg.type] else { continue }
      let isTrade = row.leg.type.isTrade
      let isSplit = row.leg.type == .split
      let fees = try ExactDecimal.sum(ofGiven: row.leg.fees, row.leg.taxes)
      let ratio = row.leg.ratio.map { "\($0.new)-for-\($0.old)" } ?? ""
      text.row([
        row.leg.symbol, "\(row.day)", "\(row.leg.settlementDay ?? row.day)", action,
        isTrade ? "\(ExactDecimal.given(row.leg.quantity))" : "", isTrade ? "\(row.price)" : "",
        isTrade || isSplit ? "" : "\(ExactDecimal.given(row.leg.gross))",
        isSplit ? "" : row.leg.currency?.code ?? "", "", isTrade ? "\(fees)" : "", ratio,
        row.group.notes ?? "",
      ])
    }
    return text.bytes
  }
}

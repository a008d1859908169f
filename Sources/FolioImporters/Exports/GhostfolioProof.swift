/// What an export for Ghostfolio leaves out, found by reading it back.
struct GhostfolioProof {
  private var parts: [UnsupportedPart] = []
  private var found: [String: Int] = [:]

  /// - Parameters:
  ///   - contents: The groups as they were exported, with splits applied.
  ///   - ledger: The ledger as it is.
  static func leftOut(
    _ document: [UInt8], _ contents: LedgerContents, of ledger: Ledger
  ) -> [UnsupportedPart] {
    var run = ImportRun()
    run.read(document, name: "export.json", format: "ghostfolio")
    let back = run.finish().contents
    var proof = GhostfolioProof()
    for group in back.groups {
      for leg in group.stockLegs {
        proof.found[TradeRows.signature(leg.asTaxedByFees, of: group), default: 0] += 1
      }
      guard group.stockLegs.isEmpty else { continue }
      for leg in group.cashLegs { proof.found[signature(leg, of: group), default: 0] += 1 }
    }
    let all = LedgerContents(ledger)
    for group in all.groups where group.status == .void || group.isDeleted {
      proof.add(.group, group.id, "all of it, a void or deleted group")
    }
    for group in contents.groups { proof.compare(group, contents) }
    proof.compareTables(contents, back)
    return proof.parts
  }

  private mutating func add(_ part: UnsupportedPart.Part, _ subject: String, _ text: String) {
    parts.append(UnsupportedPart(part, of: subject, text))
  }

  private mutating func take(_ key: String) -> Bool {
    guard let count = found[key], count > 0 else { return false }
    found[key] = count - 1
    return true
  }

  private mutating func compare(_ group: LedgerGroup, _ contents: LedgerContents) {
    for leg in group.stockLegs {
      var leg = leg
      let known = contents.instruments.first { $0.symbol == leg.symbol }
      leg.currency = leg.currency ?? known?.currency
      leg.gross = (try? leg.amount(known)) ?? leg.gross
      if leg.type == .split {
        add(.group, group.id, "the split of \(leg.symbol): it is in the units before it")
      } else if !take(TradeRows.signature(leg.asTaxedByFees, of: group)) {
        add(.columns, group.id, "the leg \(leg.type.rawValue) of \(leg.symbol)")
      } else {
        if leg.type == .dividend, let taxes = leg.taxes, taxes.isPositive {
          add(.taxes, group.id, "the taxes of \(taxes), which count as fees there")
        }
        if !leg.lots.isEmpty { add(.columns, group.id, "the choice of lots") }
      }
    }
    guard group.stockLegs.isEmpty else { return }
    for leg in group.cashLegs where !take(Self.signature(leg, of: group)) {
      add(.cashLegs, group.id, "the payment \(leg.type.rawValue) of \(leg.amount)")
    }
  }

  private mutating func compareTables(_ contents: LedgerContents, _ back: LedgerContents) {
    let prices = contents.prices.count - back.prices.count
    if prices > 0 { add(.tables, "", "\(prices) prices, which it loads itself") }
    if !contents.rates.isEmpty { add(.tables, "", "\(contents.rates.count) exchange rates") }
    if !contents.balances.isEmpty { add(.tables, "", "the balances of statements") }
  }

  private static func signature(_ leg: LedgerGroup.CashLeg, of group: LedgerGroup) -> String {
    "\(group.day)|\(leg.type.rawValue)|\(leg.direction.rawValue)|\(leg.amount.normalized())"
  }
}

extension LedgerGroup.StockLeg {
  /// The leg with its taxes as fees, and units of a dividend left out: Ghostfolio needs some.
  fileprivate var asTaxedByFees: Self {
    var leg = self
    leg.fees = try? .sum(ofGiven: fees, taxes)
    leg.taxes = nil
    return leg
  }
}

extension ExportFormat {
  /// The JSON that Ghostfolio imports: trades, dividends, interest and fees.
  public static let ghostfolio = ExportFormat(
    name: "ghostfolio", meaning: "JSON for Ghostfolio, with trades, dividends, interest and fees",
    content: .exact { booked throws(ArithmeticFault) in
      let export = try GhostfolioExport(booked)
      let document = try export.document()
      return (document, GhostfolioProof.leftOut(document, export.contents, of: booked.ledger))
    })
}

extension LedgerWriter {
  func writeGroup(_ number: Int, to text: inout JSONText) {
    let group = tables.groups[number]
    text.open("{")
    text.identifier("id", group.id, tables)
    text.optional("group_type", group.type?.rawValue)
    text.text("status", group.status.rawValue.utf8)
    text.time("occurred_at", group.occurredAt)
    if let settled = group.settledAt { text.time("settled_at", settled) }
    if let notes = tables.texts.utf8(group.notes) { text.text("notes", notes) }
    if group.isDeleted { text.json("is_deleted".utf8, "true".utf8) }
    if group.stockLegCount > 0 {
      text.array("stock_transactions", group.stockLegs) { writeStockLeg($0, to: &$1) }
    }
    if group.cashLegCount > 0 {
      text.array("cash_transactions", group.cashLegs) { writeCashLeg($0, to: &$1) }
    }
    writeKept(.groups, number, to: &text)
    text.close("}")
  }

  private func writeCashLeg(_ number: Int, to text: inout JSONText) {
    let leg = tables.cashLegs[number]
    text.identifier("id", leg.id, tables)
    if tables.cashAccounts.indices.contains(Int(leg.account)) {
      text.identifier("cash_account_id", tables.cashAccounts[Int(leg.account)].id, tables)
    }
    text.text("leg_type", leg.type.rawValue.utf8)
    text.text("direction", leg.direction.rawValue.utf8)
    text.number("amount", leg.amount)
    text.currency("currency", leg.currency, tables)
    if leg.instrument != .missing { writeInstrumentName(leg.instrument, to: &text) }
    writeKept(.cashLegs, number, to: &text)
  }

  private func writeStockLeg(_ number: Int, to text: inout JSONText) {
    let leg = tables.stockLegs[number]
    text.identifier("id", leg.id, tables)
    writeInstrumentName(leg.instrument, to: &text)
    text.text("trade_type", leg.type.rawValue.utf8)
    if leg.given.contains(.tradeDate) { text.day("trade_date", leg.tradeDay) }
    if leg.given.contains(.settlementDate) { text.day("settlement_date", leg.settlementDay) }
    if leg.given.contains(.quantity) { text.number("quantity", leg.quantity) }
    if leg.given.contains(.price) { text.number("price_per_share", leg.price) }
    if leg.given.contains(.gross) { text.number("gross_amount", leg.gross) }
    if leg.given.contains(.fees) { text.number("fees", leg.fees) }
    if leg.given.contains(.taxes) {
      text.number(leg.type == .dividend ? "tax_withheld" : "taxes", leg.taxes)
    }
    text.currency("currency", leg.currency, tables)
    if leg.given.contains(.fxRate) { text.number("fx_rate", leg.fxRate) }
    if let account = securitiesAccount(of: leg) { text.identifier("account", account, tables) }
    if let detail = tables.detail(of: leg) { writeDetail(detail, to: &text) }
    writeKept(.stockLegs, number, to: &text)
  }

  private func securitiesAccount(of leg: StockLeg) -> Identifier? {
    let all = tables.securitiesAccounts.all
    return all.indices.contains(Int(leg.account)) ? all[Int(leg.account)] : nil
  }

  private func writeDetail(_ detail: StockLegDetail, to text: inout JSONText) {
    if let ratio = detail.ratio {
      text.text("ratio", "\(ratio.new):\(ratio.old)".utf8)
    }
    text.identifier("new_symbol", detail.newSymbol, tables)
    if let fraction = detail.basisFraction { text.number("basis_fraction", fraction) }
    if let cash = detail.cashInLieu { text.number("cash_in_lieu", cash) }
    if let interest = detail.accruedInterest { text.number("accrued_interest", interest) }
    if let direction = detail.costDirection { text.text("direction", direction.rawValue.utf8) }
    if let recipient = detail.recipient { text.text("recipient", recipient.rawValue.utf8) }
    if !detail.lots.isEmpty { text.array("lots", detail.lots) { writeLot($0, to: &$1) } }
  }

  private func writeLot(_ lot: LotChoice, to text: inout JSONText) {
    text.identifier("group_id", lot.groupID, tables)
    if let day = lot.acquired { text.day("acquired", day) }
    text.number("quantity", lot.quantity)
    text.identifier("account", lot.account, tables)
    for (key, kind) in LotColumns.ofOutside {
      switch kind {
      case .cost(let field), .units(let field):
        if let number = lot.columns[keyPath: field] { text.number(key, number) }
      case .day(let field): if let day = lot.columns[keyPath: field] { text.day(key, day) }
      case .flag(let field, let missing):
        if lot.columns[keyPath: field] != missing { text.json(key.utf8, "\(!missing)".utf8) }
      case .place(let field):
        if let place = lot.columns[keyPath: field] { text.number(key, ExactDecimal(Int(place))) }
      }
    }
  }
}

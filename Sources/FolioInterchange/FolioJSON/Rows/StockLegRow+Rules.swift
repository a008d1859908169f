// The columns that a leg needs depend on its trade type (Specs/ledger-format.md).
extension StockLegRow {
  @inline(__always)
  mutating func finish(_ reader: inout RecordReader, isFlat: Bool) {
    if let taxWithheld { addTaxWithheld(taxWithheld, &reader) }
    checkPresence(&reader)
    checkSigns(&reader)
    if let detail = detail.first { append(detail, &reader) }
    if isFlat { requireGroup(Column.group.rawValue, of: "stock leg", &reader) }
  }

  private mutating func addTaxWithheld(_ tax: ExactDecimal, _ reader: inout RecordReader) {
    if leg.given.contains(.taxes), !leg.taxes.isZero, leg.taxes != tax, RowRule.oneTax.isOn {
      reader.report(Messages.twoTaxes(leg.taxes, tax), column: Column.taxWithheld.key)
    }
    if tax.isNegative, RowRule.taxWithheldNotNegative.isOn {
      reader.report(Messages.sign("tax_withheld", .zeroOrAbove), column: "tax_withheld")
    }
    if leg.taxes.isZero { leg.taxes = tax }
    leg.given.insert(.taxes)
  }

  private mutating func append(_ detail: StockLegDetail, _ reader: inout RecordReader) {
    leg.detail = UInt32(truncatingIfNeeded: reader.draft.tables.details.count)
    reader.draft.tables.details.append(detail)
    if let fraction = detail.basisFraction, fraction.isNegative || fraction > .one,
      RowRule.basisFraction.isOn
    {
      reader.report(Messages.badFraction, column: Column.basisFraction.key)
    }
    if detail.costDirection != nil, hasType, leg.type != .costAdjustment,
      RowRule.directionOfLeg.isOn
    {
      reader.report(Messages.directionOf(leg.type), column: Column.direction.key)
    }
    if detail.recipient != nil, hasType, leg.type != .gift, RowRule.recipientOfLeg.isOn {
      reader.report(Messages.recipientOf(leg.type), column: Column.recipient.key)
    }
    if hasType, RowRule.fairValueOfLot.isOn {
      let isReceipt = leg.type == .transferIn
      for (index, lot) in detail.lots.enumerated()
      where lot.isGift && (!isReceipt || lot.isShort) {
        reader.report(
          Messages.fairValueOf(leg.type), at: leg.position,
          field: [.key(Column.lots.key), .index(index), .key("fair_value")])
      }
    }
    let amounts: [(Column, ExactDecimal?)] = [
      (.cashInLieu, detail.cashInLieu), (.accruedInterest, detail.accruedInterest),
    ]
    for (column, amount) in amounts
    where amount?.isNegative == true && RowRule.detailAmounts.isOn {
      reader.report(Messages.sign(column.key, .zeroOrAbove), column: column.key)
    }
  }

  // MARK: Signs

  @inline(__always)
  private mutating func checkSigns(_ reader: inout RecordReader) {
    let isBelowZero =
      leg.price.isNegative || leg.gross.isNegative || leg.fees.isNegative
      || leg.taxes.isNegative
    if isBelowZero { reportNegatives(&reader) }
    if leg.given.contains(.quantity), !leg.quantity.isPositive { checkQuantity(&reader) }
    if leg.given.contains(.fxRate), !leg.fxRate.isPositive, RowRule.positiveFXRate.isOn {
      reader.report(Messages.sign("fx_rate", .aboveZero), column: "fx_rate")
    }
  }

  @inline(never)
  private func reportNegatives(_ reader: inout RecordReader) {
    let columns: [(Column, ExactDecimal)] = [
      (.price, leg.price), (.gross, leg.gross), (.fees, leg.fees),
      (.taxes, taxWithheld == nil ? leg.taxes : .zero),
    ]
    for (column, value) in columns where value.isNegative && RowRule.amountsNotNegative.isOn {
      reader.report(Messages.sign(column.key, .zeroOrAbove), column: column.key)
    }
  }

  /// A quantity of zero counts as missing if the trade type needs none, and is a fault otherwise.
  @inline(never)
  private mutating func checkQuantity(_ reader: inout RecordReader) {
    if leg.quantity.isZero, !hasType || leg.type.needs & Column.quantity.bit == 0 {
      leg.quantity = .zero
      leg.given.remove(.quantity)
      present &= ~Column.quantity.bit
      checkStockDividend(&reader)
    } else if RowRule.positiveQuantity.isOn {
      reader.report(Messages.sign("quantity", .aboveZero), column: "quantity")
    }
  }

  // MARK: Presence

  @inline(__always)
  private func checkPresence(_ reader: inout RecordReader) {
    let (symbol, stockID) = (Column.symbol.rawValue, Column.stockID.rawValue)
    require(symbol, or: stockID, of: "stock leg", .instrumentOfLeg, &reader)
    guard hasType else {
      return require(Column.type.rawValue, of: "stock leg", .typeOfLeg, &reader)
    }
    if present & leg.type.needs != leg.type.needs { reportMissing(&reader) }
    switch leg.type {
    case .buy, .sell, .shortSell, .cover, .deemedDisposition:
      if present & (Column.price.bit | Column.gross.bit) == 0, RowRule.priceOrGross.isOn {
        reader.reportRow(Messages.missing(["price_per_share", "gross_amount"], for: leg.type))
      }
    case .stockDividend: checkStockDividend(&reader)
    case .merger: if RowRule.mergerColumns.isOn { checkMerger(&reader) }
    case .costAdjustment: if RowRule.amountOfAdjustment.isOn { checkCostAdjustment(&reader) }
    case .dividend, .split, .returnOfCapital, .spinOff, .symbolChange, .transferOut, .transferIn,
      .writeOff, .exercise, .assignment, .expiry, .gift, .unitFee:
      break
    }
  }

  @inline(never)
  private func reportMissing(_ reader: inout RecordReader) {
    var missing = leg.type.needs & ~present
    // Lots from outside may be transferred to the unnamed account.
    if leg.type == .transferIn, present & Column.lots.bit != 0 { missing &= ~Column.account.bit }
    for (index, key) in Self.keys.enumerated()
    where missing & 1 << UInt32(index) != 0 && RowRule.columnsOfType.isOn {
      reader.reportRow(Messages.missing([key], for: leg.type))
    }
  }

  private func checkStockDividend(_ reader: inout RecordReader) {
    guard leg.type == .stockDividend else { return }
    let isZero = leg.given.contains(.quantity) && leg.quantity.isZero
    // A quantity of zero is removed later, and this is checked again.
    if !isZero, present & (Column.quantity.bit | Column.ratio.bit) == 0,
      RowRule.unitsOfStockDividend.isOn
    {
      reader.reportRow(Messages.missing(["quantity", "ratio"], for: leg.type))
    }
  }

  /// A cost adjustment has an amount above zero, or units and the amount for each.
  private func checkCostAdjustment(_ reader: inout RecordReader) {
    if present & Column.gross.bit != 0 {
      if leg.gross.isZero {
        reader.report(Messages.sign("gross_amount", .aboveZero), column: "gross_amount")
      }
    } else if present & Column.quantity.bit == 0 || present & Column.price.bit == 0 {
      reader.reportRow(Messages.emptyAdjustment)
    } else if leg.price.isZero {
      reader.report(Messages.sign("price_per_share", .aboveZero), column: "price_per_share")
    }
  }

  /// A merger pays shares, cash or both.
  private func checkMerger(_ reader: inout RecordReader) {
    let shares = Column.newSymbol.bit | Column.ratio.bit
    switch present & shares {
    case shares: break
    case 0:
      if present & Column.gross.bit == 0 {
        reader.reportRow(Messages.emptyMerger)
      }
    case Column.newSymbol.bit: reader.reportRow(Messages.missing(["ratio"], for: leg.type))
    default: reader.reportRow(Messages.missing(["new_symbol"], for: leg.type))
    }
  }
}

extension TradeType {
  /// The columns that it requires besides the type and the instrument.
  fileprivate var needs: UInt32 {
    typealias Column = StockLegRow.Column
    return switch self {
    case .buy, .sell, .shortSell, .cover, .exercise, .assignment, .gift, .unitFee:
      Column.quantity.bit
    case .dividend, .returnOfCapital: Column.gross.bit
    case .costAdjustment: Column.direction.bit
    case .split: Column.ratio.bit
    case .spinOff: Column.newSymbol.bit | Column.ratio.bit | Column.basisFraction.bit
    case .symbolChange: Column.newSymbol.bit
    case .transferOut, .transferIn: Column.quantity.bit | Column.account.bit
    case .stockDividend, .merger, .writeOff, .expiry, .deemedDisposition: 0
    }
  }
}

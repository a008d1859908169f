/// A part of a ledger that a simple model cannot express. Flattening lists every such part, so that
/// no data is lost silently.
public struct UnsupportedPart: Sendable, Hashable {
  /// The kind of the part. New minor versions may add cases.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// A whole group, such as a split, an exchange or a void trade.
    case group
    /// The type of the group.
    case groupType
    /// The status of the group, such as pending.
    case status
    /// The notes of the group.
    case notes
    /// A trade date or settlement date that differs from the date of the group.
    case dates
    /// The ids of legs.
    case legIDs
    /// The fact that several transactions belong to one group.
    case grouping
    /// The fees of a trade, or its taxes including tax withheld.
    case fees, taxes
    /// The exchange rate of a leg.
    case fxRate
    /// A gross amount that is not quantity times price.
    case gross
    /// The quantity, if the model requires one and the leg has none.
    case quantity
    /// A securities account.
    case account
    /// Cash legs that the model would split differently, or book to another account or currency.
    case cashLegs
    /// Other columns, including the choice of lots.
    case columns
    /// Columns of an instrument.
    case instrument
    /// A cash account.
    case cashAccount
    /// Prices and exchange rates.
    case tables
  }

  /// The id of the group, instrument or account. Empty for the document as a whole.
  public var subject: String
  /// The kind of the part.
  public var part: Part
  /// A description without a full stop: `the fees of 1.00 USD`.
  public var text: String
  /// The source position in the ledger.
  public var position: SourcePosition

  /// Creates a part.
  public init(
    _ part: Part, of subject: String, _ text: String, at position: SourcePosition = .none
  ) {
    self.subject = subject
    self.part = part
    self.text = text
    self.position = position
  }

  package func placed(at position: SourcePosition) -> UnsupportedPart {
    UnsupportedPart(part, of: subject, text, at: position)
  }

  /// Converts parts to warnings: one for each group, instrument or account, and a single one for
  /// all ids of legs, because no simple model has them.
  public static func diagnostics(_ parts: [UnsupportedPart]) -> [Diagnostic] {
    func key(_ part: UnsupportedPart) -> String { "\(part.position.rawValue) \(part.subject)" }
    var order: [UnsupportedPart] = []
    var texts: [String: [String]] = [:]
    for part in parts where part.part != .legIDs {
      if texts[key(part)] == nil { order.append(part) }
      texts[key(part), default: []].append(part.text)
    }
    var found = order.map { part in
      let text = (texts[key(part)] ?? []).joined(separator: "; ")
      let owner = part.subject.isEmpty ? "" : " of \"\(part.subject)\""
      return diagnostic("left out\(owner): \(text)", part.position)
    }
    let groups = Set(parts.filter { $0.part == .legIDs }.map(\.subject)).count
    if groups > 0 {
      let owner = groups == 1 ? "1 group" : "\(groups) groups"
      found.append(diagnostic("left out: the ids of the legs of \(owner)", .none))
    }
    return found
  }

  private static func diagnostic(_ message: String, _ position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .unsupportedPart, message, help: "The model that is written has no place for it.",
      at: position)
  }
}

extension LedgerGroup {
  /// Lists the data of this group that is missing in `other`, which was expanded from its simple
  /// model.
  package func parts(missingIn other: LedgerGroup) -> [UnsupportedPart] {
    var found: [UnsupportedPart] = []
    func note(_ part: UnsupportedPart.Part, _ text: @autoclosure () -> String, if isMissing: Bool) {
      if isMissing { found.append(UnsupportedPart(part, of: id, text())) }
    }
    let typeName = type?.rawValue ?? "that is not given"
    note(.groupType, "the group_type \(typeName)", if: type != other.type)
    note(.status, "the status \(status.rawValue)", if: status != other.status)
    note(.notes, "the text of its notes", if: notes != other.notes)
    note(.dates, "the time at which it settled", if: settledAt != other.settledAt)
    note(.columns, Self.listed(otherColumns.map(\.key)), if: !otherColumns.isEmpty)
    for (leg, simple) in zip(stockLegs, other.stockLegs) {
      let unit = leg.currency.map { " \($0)" } ?? ""
      let trade = leg.tradeDay ?? day
      let settlement = leg.settlementDay ?? trade
      let days = "the days \(trade) of its trade and \(settlement) of settlement"
      let isOtherPrice = leg.price.map { $0 != simple.price } ?? false
      let isOtherGross = leg.gross.map { $0 != simple.gross } ?? false
      let columns = leg.otherColumns.map(\.key) + leg.rareColumns
      func amount(_ value: ExactDecimal?) -> String { value?.description ?? "0" }
      func has(_ value: ExactDecimal?) -> Bool { value?.isZero == false }
      note(.legIDs, "the id of its stock leg", if: leg.id != simple.id)
      note(.dates, days, if: trade != day || settlement != day)
      note(
        .quantity, "the quantity \(amount(leg.quantity))", if: leg.quantity != simple.quantity)
      note(
        .gross, "the gross amount of \(amount(leg.gross))\(unit)",
        if: isOtherGross || isOtherPrice)
      note(.fees, "the fees of \(amount(leg.fees))\(unit)", if: has(leg.fees))
      note(.taxes, "the taxes of \(amount(leg.taxes))\(unit)", if: has(leg.taxes))
      if let rate = leg.fxRate { note(.fxRate, "the rate \(rate)", if: true) }
      note(
        .account, "the account \"\(leg.account ?? "")\" of its units",
        if: leg.account != simple.account)
      note(.columns, Self.listed(columns), if: !columns.isEmpty)
    }
    let cashColumns = cashLegs.flatMap(\.otherColumns).map(\.key)
    let isOtherCash = cashLegs.map(\.bare) != other.cashLegs.map(\.bare)
    let areOtherIDs = cashLegs.map(\.id) != other.cashLegs.map(\.id)
    let words = cashLegs.map {
      "\($0.type.rawValue) \($0.direction.rawValue) \($0.amount) \"\($0.account)\""
        + ($0.symbol.map { " for \($0)" } ?? "")
    }.joined(separator: ", ")
    note(.cashLegs, "what its cash legs (\(words)) say", if: isOtherCash)
    note(.legIDs, "the id of its cash leg", if: areOtherIDs && !isOtherCash)
    note(.columns, Self.listed(cashColumns), if: !cashColumns.isEmpty)
    return found
  }

  package static func listed(_ columns: [String]) -> String {
    (columns.count == 1 ? "the column " : "what the columns ") + columns.joined(separator: ", ")
      + (columns.count == 1 ? "" : " hold")
  }
}

extension LedgerGroup.StockLeg {
  /// The keys of its columns that few legs have.
  fileprivate var rareColumns: [String] {
    [
      (ratio != nil, "ratio"), (basisFraction != nil, "basis_fraction"),
      (cashInLieu != nil, "cash_in_lieu"), (accruedInterest != nil, "accrued_interest"),
      (costDirection != nil, "direction"), (recipient != nil, "recipient"),
      (newSymbol != nil, "new_symbol"), (!lots.isEmpty, "lots"),
    ].filter(\.0).map(\.1)
  }
}

extension LedgerGroup.CashLeg {
  /// The leg without its id and other columns.
  fileprivate var bare: LedgerGroup.CashLeg {
    var bare = self
    (bare.id, bare.otherColumns) = (nil, [])
    return bare
  }
}

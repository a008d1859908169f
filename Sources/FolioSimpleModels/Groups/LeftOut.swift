import FolioDiagnostics
import FolioModel
import FolioNumbers

/// Something of a ledger that a simple model has no words for. Flattening lists each, so that
/// nothing vanishes silently.
public struct LeftOut: Sendable, Hashable {
  /// What it is.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// A whole group: a split, an exchange, a void trade.
    case group
    /// What the group is said to be.
    case groupType
    /// That the group is pending.
    case status
    /// Its notes.
    case notes
    /// Days of the trade or the settlement that are not the day of the group.
    case dates
    /// The ids of legs.
    case legIDs
    /// That several transactions are one group.
    case grouping
    /// Fees and taxes of a trade, or tax withheld.
    case fees, taxes
    /// The leg's own exchange rate.
    case fxRate
    /// The gross amount, where it is not quantity times price.
    case gross
    /// The number of units, where the model needs one and the leg has none.
    case quantity
    /// A securities account.
    case account
    /// Cash legs: how they are split, their account or currency.
    case cashLegs
    /// Further columns, the choice of lots among them.
    case columns
    /// Columns of an instrument.
    case instrument
    /// An account that holds cash.
    case cashAccount
    /// Settings, prices, rates, stored positions.
    case tables
  }

  /// The id of the group, the instrument or the account; empty for the document as a whole.
  public var subject: String
  /// What it is.
  public var part: Part
  /// The same in words, without a full stop: `the fees of 1.00 USD`.
  public var text: String
  /// Where it stands in the ledger.
  public var position: SourcePosition

  /// Something that is left out.
  public init(
    _ part: Part, of subject: String, _ text: String, at position: SourcePosition = .none
  ) {
    self.subject = subject
    self.part = part
    self.text = text
    self.position = position
  }

  /// The same as warnings: one for each group, instrument or account, and one for the ids of legs,
  /// which no simple model has.
  public static func diagnostics(_ parts: [LeftOut]) -> [Diagnostic] {
    var order: [LeftOut] = []
    var texts: [String: [String]] = [:]
    for part in parts where part.part != .legIDs {
      let key = "\(part.position.rawValue) \(part.subject)"
      if texts[key] == nil { order.append(part) }
      texts[key, default: []].append(part.text)
    }
    var found = order.map { part in
      let text = (texts["\(part.position.rawValue) \(part.subject)"] ?? []).joined(separator: "; ")
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
      .leftOut, message, help: "The model that is written has no place for it.", at: position)
  }
}

extension TransactionGroup {
  /// What a group has that another one, made from the simple model of it, has not.
  package func parts(missingIn other: TransactionGroup) -> [LeftOut] {
    var found: [LeftOut] = []
    func note(_ part: LeftOut.Part, _ text: String) {
      found.append(LeftOut(part, of: id, text))
    }
    if type != other.type {
      note(.groupType, "the group_type \(type?.rawValue ?? "that is not given")")
    }
    if status != other.status { note(.status, "the status \(status.rawValue)") }
    if notes != other.notes { note(.notes, "the text of its notes") }
    if settledAt != other.settledAt { note(.dates, "the time at which it settled") }
    if !otherColumns.isEmpty { note(.columns, Self.listed(otherColumns)) }
    for (leg, simple) in zip(stockLegs, other.stockLegs) { found += parts(of: leg, simple) }
    found += cashParts(other)
    return found
  }

  package static func listed(_ columns: [String]) -> String {
    (columns.count == 1 ? "the column " : "what the columns ") + columns.joined(separator: ", ")
      + (columns.count == 1 ? "" : " hold")
  }

  private func parts(of leg: Stock, _ simple: Stock) -> [LeftOut] {
    var found: [LeftOut] = []
    func note(_ part: LeftOut.Part, _ text: String) {
      found.append(LeftOut(part, of: id, text))
    }
    let unit = leg.currency.map { " \($0)" } ?? ""
    if leg.id != simple.id { note(.legIDs, "the id of its stock leg") }
    if leg.tradeDay != simple.tradeDay || leg.settlementDay != simple.settlementDay {
      note(.dates, "the days \(leg.tradeDay) of its trade and \(leg.settlementDay) of settlement")
    }
    if leg.quantity != simple.quantity { note(.quantity, "the quantity \(leg.quantity)") }
    if leg.gross != simple.gross || leg.price.map({ $0 != simple.price }) ?? false {
      note(.gross, "the gross amount of \(leg.gross)\(unit)")
    }
    if leg.fees != simple.fees { note(.fees, "the fees of \(leg.fees)\(unit)") }
    if leg.taxes != simple.taxes { note(.taxes, "the taxes of \(leg.taxes)\(unit)") }
    if let rate = leg.fxRate { note(.fxRate, "the rate \(rate)") }
    if leg.account != simple.account {
      note(.account, "the account \"\(leg.account ?? "")\" of its units")
    }
    if !leg.otherColumns.isEmpty { note(.columns, Self.listed(leg.otherColumns)) }
    return found
  }

  private func cashParts(_ other: TransactionGroup) -> [LeftOut] {
    func bare(_ leg: Cash) -> Cash {
      var leg = leg
      leg.id = nil
      leg.otherColumns = []
      return leg
    }
    var found: [LeftOut] = []
    if cashLegs.map(bare) != other.cashLegs.map(bare) {
      let legs = cashLegs.map {
        "\($0.type.rawValue) \($0.direction.rawValue) \($0.amount) \"\($0.account)\""
      }
      found.append(
        LeftOut(.cashLegs, of: id, "what its cash legs (\(legs.joined(separator: ", "))) say"))
    } else if cashLegs.map(\.id) != other.cashLegs.map(\.id) {
      found.append(LeftOut(.legIDs, of: id, "the id of its cash leg"))
    }
    let columns = cashLegs.flatMap(\.otherColumns)
    if !columns.isEmpty { found.append(LeftOut(.columns, of: id, Self.listed(columns))) }
    return found
  }
}

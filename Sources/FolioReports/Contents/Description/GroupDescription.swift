import FolioModel
import FolioNumbers

/// Describes groups in words, symbols and amounts: `buy 10 AAPL @ 180.25, 1,803.50 USD`.
///
/// `log`, `register`, `journal` and `explain` all use these words.
public struct GroupDescription: Sendable {
  let tables: LedgerTables
  /// The number of events that a description lists. A group of opening balances has many.
  private static let longest = 3

  /// Creates descriptions of the groups of a checked ledger.
  public init(_ tables: LedgerTables) { self.tables = tables }

  /// Describes a group in one line.
  public func text(of group: GroupRecord) -> String {
    let parts = stockTexts(of: group) + cashTexts(of: group)
    let shown = parts.prefix(Self.longest).joined(separator: "; ")
    let more = parts.count > Self.longest ? "; and \(parts.count - Self.longest) more" : ""
    let prefix = group.type == .openingBalance ? "opening balance: " : ""
    return parts.isEmpty ? emptyText(of: group) : prefix + shown + more
  }

  /// The notes of a group, or `nil` if it has none.
  public func notes(of group: GroupRecord) -> String? {
    tables.texts[group.notes].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Describes a group for people: with its notes after the description.
  public func textWithNotes(of group: GroupRecord) -> String {
    let text = text(of: group)
    return notes(of: group).map { "\(text) (\($0))" } ?? text
  }

  private func emptyText(of group: GroupRecord) -> String {
    let type = group.type?.rawValue.split(separator: "_").joined(separator: " ")
    return type.map { "\($0), without entries" } ?? "no entries"
  }
}

// Numbers and names.
extension GroupDescription {
  func units(_ quantity: ExactDecimal) -> String {
    TableField(.number(quantity), in: Report.Column("", "", .quantity)).text
  }

  /// Formats an amount with thousands separators and all its digits.
  func money(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> String {
    let code = tables.currency(currency).map { " \($0.code)" } ?? ""
    return number(amount, currency) + code
  }

  /// Formats an amount or a price without its currency.
  func number(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> String {
    TableField(tables.money(amount, currency), in: Report.Column("", "", .rate)).text
  }

  /// `4:1`
  func words(_ ratio: Ratio) -> String { "\(units(ratio.new)):\(units(ratio.old))" }
}

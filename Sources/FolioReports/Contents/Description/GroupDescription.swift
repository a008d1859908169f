import FolioModel
import FolioNumbers

/// Describes groups in words, symbols and amounts: `buy 10 AAPL @ 180.25, 1,803.50 USD`.
///
/// `log`, `register`, `journal` and `explain` all use these words.
public struct GroupDescription: Sendable {
  let tables: LedgerTables
  /// The codes of the currencies, each after a blank.
  private let codes: [String]

  /// The first events of a group in words, and the number of the others. A group of opening
  /// balances has many.
  struct Events {
    /// The number of events that a description lists.
    static let longest = 3

    private(set) var texts: [String] = []
    private(set) var moreCount = 0

    mutating func add(_ text: @autoclosure () -> String) {
      if texts.count < Self.longest { texts.append(text()) } else { moreCount += 1 }
    }
  }

  /// Creates descriptions of the groups of a checked ledger.
  public init(_ tables: LedgerTables) {
    self.tables = tables
    codes = tables.currencies.all.map { " \($0.code)" }
  }

  /// Describes a group in one line.
  public func text(of group: GroupRecord) -> String {
    var events = Events()
    addStock(of: group, to: &events)
    addCash(of: group, to: &events)
    guard let first = events.texts.first else { return emptyText(of: group) }
    let isOpening = group.type == .openingBalance
    if events.texts.count == 1, !isOpening { return first }
    let shown = events.texts.joined(separator: "; ")
    let more = events.moreCount > 0 ? "; and \(events.moreCount) more" : ""
    return (isOpening ? "opening balance: " : "") + shown + more
  }

  /// The notes of a group, or `nil` if it has none.
  public func notes(of group: GroupRecord) -> String? {
    tables.texts[group.notes].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Describes a group for people: with its notes after the description.
  public func textWithNotes(of group: GroupRecord) -> String {
    Self.joined(text(of: group), notes(of: group))
  }

  static func joined(_ text: String, _ notes: String?) -> String {
    notes.map { "\(text) (\($0))" } ?? text
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
    number(amount, currency) + (currency == missingCurrency ? "" : codes[Int(currency)])
  }

  /// Formats an amount or a price without its currency.
  func number(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> String {
    TableField(tables.money(amount, currency), in: Report.Column("", "", .rate)).text
  }

  /// `4:1`
  func words(_ ratio: Ratio) -> String { "\(units(ratio.new)):\(units(ratio.old))" }
}

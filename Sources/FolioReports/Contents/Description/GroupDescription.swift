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

  /// The row of a file from which a group was imported, or `nil` if it was not.
  public func importedRow(of group: GroupRecord) -> ImportedRow? { tables.importedRow(of: group) }

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
  private static let quantity = Report.Column("", "", .quantity).style
  private static let amount = Report.Column("", "", .rate).style

  func units(_ quantity: ExactDecimal) -> String { .made { append(units: quantity, to: &$0) } }

  /// What stands for a figure that is not known because it does not fit.
  static let tooLong = "(more than 36 digits)"

  /// Formats an amount with thousands separators and all its digits.
  func money(_ amount: ExactDecimal?, _ currency: CurrencyIndex) -> String {
    .made { append(money: amount, currency, to: &$0) }
  }

  /// Formats an amount or a price without its currency.
  func number(_ amount: ExactDecimal, _ currency: CurrencyIndex) -> String {
    .made { append(number: amount, currency, to: &$0) }
  }

  /// `4:1`
  func words(_ ratio: Ratio) -> String { "\(units(ratio.new)):\(units(ratio.old))" }

  // Most groups are trades, so their texts are appended to one buffer.

  func append(units quantity: ExactDecimal, to line: inout [UInt8]) {
    Self.append(.number(quantity), Self.quantity, to: &line)
  }

  func append(money amount: ExactDecimal?, _ currency: CurrencyIndex, to line: inout [UInt8]) {
    guard let amount else { return line.append(contentsOf: Self.tooLong.utf8) }
    append(number: amount, currency, to: &line)
    if currency != missingCurrency { line.append(contentsOf: codes[Int(currency)].utf8) }
  }

  func append(number: ExactDecimal, _ currency: CurrencyIndex, to line: inout [UInt8]) {
    Self.append(tables.money(number, currency), Self.amount, to: &line)
  }

  private static func append(
    _ cell: Report.Cell, _ style: Report.Column.Style, to line: inout [UInt8]
  ) {
    var field = TableField()
    field.set(cell, style)
    field.append(to: &line)
  }
}

extension String {
  /// Makes a text from parts that are appended to one buffer.
  static func made(_ append: (inout [UInt8]) -> Void) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(96)
    append(&line)
    return String(decoding: line, as: UTF8.self)
  }
}

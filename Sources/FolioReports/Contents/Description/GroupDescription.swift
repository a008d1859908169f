import FolioModel
import FolioNumbers

#if canImport(Synchronization)
import Synchronization
#endif

/// Describes groups in words, symbols and amounts: `buy 10 AAPL @ 180.25, 1,803.50 USD`.
///
/// `log`, `register`, `journal` and `explain` all use these words.
public struct GroupDescription: Sendable {
  let tables: LedgerTables

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
  public init(_ tables: LedgerTables) { self.tables = tables }

  /// Describes a group in one line.
  public func text(of group: GroupRecord) -> String {
    var events = Events()
    addStock(of: group, to: &events)
    addCash(of: group, to: &events)
    let shown = events.texts.joined(separator: "; ")
    let more = events.moreCount > 0 ? "; and \(events.moreCount) more" : ""
    let prefix = group.type == .openingBalance ? "opening balance: " : ""
    return events.texts.isEmpty ? emptyText(of: group) : prefix + shown + more
  }

  /// The notes of a group, or `nil` if it has none.
  public func notes(of group: GroupRecord) -> String? {
    tables.texts[group.notes].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Describes a group for people: with its notes after the description.
  public func textWithNotes(of group: GroupRecord) -> String {
    Self.joined(text(of: group), notes(of: group))
  }

  fileprivate static func joined(_ text: String, _ notes: String?) -> String {
    notes.map { "\(text) (\($0))" } ?? text
  }

  private func emptyText(of group: GroupRecord) -> String {
    let type = group.type?.rawValue.split(separator: "_").joined(separator: " ")
    return type.map { "\($0), without entries" } ?? "no entries"
  }
}

/// The description of the group that was asked for last. The rows of a group follow each other, so
/// that each group is described once. A group of many legs is kept for good, since a register by
/// account returns to it for each account.
final class LastDescription: Sendable {
  struct Words: Sendable {
    var group: GroupIndex
    var text: String
    var notes: String?

    var textWithNotes: String { GroupDescription.joined(text, notes) }
  }

  private static let manyLegs = 16

  private let descriptions: GroupDescription
  // Where there is no Mutex, each row is described anew.
  #if canImport(Synchronization)
  private let last = Mutex<Words?>(nil)
  private let long = Mutex<[GroupIndex: Words]>([:])
  #endif

  init(_ descriptions: GroupDescription) { self.descriptions = descriptions }

  func of(_ group: GroupIndex) -> Words {
    #if canImport(Synchronization)
    return last.withLock { last in
      if let last, last.group == group { return last }
      let words = knownWords(of: group)
      last = words
      return words
    }
    #else
    return words(of: group)
    #endif
  }

  #if canImport(Synchronization)
  private func knownWords(of group: GroupIndex) -> Words {
    let record = descriptions.tables.groups[Int(group)]
    guard record.stockLegCount + record.cashLegCount > Self.manyLegs else {
      return words(of: group)
    }
    return long.withLock { long in
      if let known = long[group] { return known }
      let words = words(of: group)
      long[group] = words
      return words
    }
  }
  #endif

  private func words(of group: GroupIndex) -> Words {
    let record = descriptions.tables.groups[Int(group)]
    return Words(
      group: group, text: descriptions.text(of: record), notes: descriptions.notes(of: record))
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

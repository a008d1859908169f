import FolioDiagnostics
import FolioModel
import FolioNumbers

@testable import FolioBooking

/// All that a booker knows, as text: a line for each value, and dictionaries in order.
struct StateText {
  private(set) var text = ""

  /// What is set anew for each group or leg, is looked up again, or never changes.
  private static let ignored: Set<String> = [
    ".ledger", ".rows", ".options", ".method", ".matching", ".context", ".reliefs", ".openers",
    ".tradeOfOptions", ".prefetched", ".booked.ledger", ".booked.options", ".rates.book",
    ".rates.currencies", ".rates.cached", ".rates.answers", ".rates.ways", ".rates.exchanged",
    ".batchStart", ".nextBatchStart",
  ]

  init(_ booker: Booker) { add(booker, "") }

  private mutating func add(_ value: Any, _ name: String) {
    if let known = Self.known(value) {
      text += "\(name) \(known)\n"
      return
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .dictionary || mirror.displayStyle == .set {
      let entries = mirror.children.map { child in
        var entry = self
        entry.text = ""
        entry.add(child.value, "entry")
        return entry.text
      }
      text += "\(name) \(entries.count) entries\n" + entries.sorted().joined()
      return
    }
    if mirror.children.isEmpty { text += "\(name) \(value)\n" }
    for (place, child) in mirror.children.enumerated() {
      let path = "\(name).\(child.label ?? "\(place)")"
      if !Self.ignored.contains(path),
        !(Self.isSlotOfRules(path) && Self.isBlank(child.value))
      {
        add(child.value, path)
      }
    }
  }

  /// Whether a path is that of what a tax rule keeps about one instrument.
  private static func isSlotOfRules(_ path: String) -> Bool {
    path.hasPrefix(".rules.some.") && path.utf8.count { $0 == UInt8(ascii: ".") } == 4
  }

  /// Whether a slot is as that of an instrument that no group mentions. Groups that were taken back
  /// leave such slots.
  private static func isBlank(_ value: Any) -> Bool {
    switch value {
    case let number as Int: number == 0
    case let amount as ExactDecimal: amount.isZero
    default: "\(value)" == "[]"
    }
  }

  /// The text of a value whose parts need not be told apart.
  private static func known(_ value: Any) -> String? {
    switch value {
    case let amount as ExactDecimal: "\(amount)"
    case let lot as Lot: text(of: lot)
    case let row as Disposal: text(of: row)
    case let posting as Posting: text(of: posting)
    case let income as Income: "\(income.kind) \(income.gross) \(income.group.rawValue)"
    case let day as Day: "\(day)"
    case let number as UInt32: "\(number)"
    case let number as Int: "\(number)"
    case let flag as Bool: "\(flag)"
    case is SourcePosition: "a position"
    default: nil
    }
  }

  private static func text(of lot: Lot) -> String {
    let amounts = [
      lot.quantity, lot.cost, lot.costBase, lot.openingQuantity, lot.openingCost,
    ].map { "\($0)" }
    let numbers = [
      lot.instrument.rawValue, lot.account.rawValue, lot.group.rawValue, lot.position.rawValue,
      UInt32(lot.currency), lot.number, lot.place, lot.eventCount,
    ].map { "\($0)" }
    let flags = [lot.hasBase, lot.isShort, lot.isReplacement, lot.isOffered].map { "\($0)" }
    let days = ["\(lot.acquired)", "\(lot.holdingFrom)"]
    return (amounts + days + numbers + flags).joined(separator: " ")
  }

  private static func text(of posting: Posting) -> String {
    let account = "\(posting.account.kind.rawValue) \(posting.account.reference)"
    return "\(account) \(posting.amount) \(posting.currency) \(posting.group.rawValue)"
  }

  private static func text(of row: Disposal) -> String {
    let amounts = [row.quantity, row.proceeds, row.cost, row.disallowedBase].map { "\($0)" }
    let term = row.term?.rawValue ?? "no term"
    return amounts.joined(separator: " ") + " \(term) of \(row.group.rawValue)"
  }
}

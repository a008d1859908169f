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
    ".booked.disposals.log", ".batchStart", ".nextBatchStart",
  ]

  /// Whether values of a type are records of changes, by type.
  private var recordTypes: [ObjectIdentifier: Bool] = [:]

  /// Whether a value records changes, and so is not part of the state.
  private mutating func isRecord(_ value: Any, _ path: String) -> Bool {
    if path.hasSuffix(".trail") { return true }
    let type = type(of: value)
    if let known = recordTypes[ObjectIdentifier(type)] { return known }
    let isRecord = "\(type)".contains("ChangeLog<")
    recordTypes[ObjectIdentifier(type)] = isRecord
    return isRecord
  }

  /// The rows that no later group changes, and lists that are made again when they are needed. A
  /// stored state does not have them.
  private static let notStored: Set<String> = [
    ".booked.disposals", ".booked.income", ".booked.postings", ".booked.movements",
    ".booked.deferredLosses", ".booked.earlierLosses", ".booked.lastDeferred",
  ]
  private static let madeAgain = [".accountOrders", ".index"]

  private let asStored: Bool

  /// - Parameter asStored: whether only what a stored state has counts, however it is laid out.
  init(_ booker: Booker, asStored: Bool = false) {
    self.asStored = asStored
    add(booker, "")
  }

  private func isLeftOut(_ path: String) -> Bool {
    Self.ignored.contains(path)
      || asStored
        && (Self.notStored.contains(path) || Self.madeAgain.contains { path.hasSuffix($0) })
  }

  /// Adds a list without what its layout alone tells.
  /// - Returns: false if the value is no such list.
  private mutating func addStored(_ value: Any, _ name: String) -> Bool {
    let parts = Dictionary(
      Mirror(reflecting: value).children.map { ($0.label ?? "", $0.value) }
    ) { $1 }
    if value is LotOrder, let all = parts["entries"], let head = parts["head"] as? Int {
      // The entries before the front are let go some time later.
      let entries = Array(Mirror(reflecting: all).children.dropFirst(head))
      text += "\(name) \(entries.count) entries\n"
      for (place, entry) in entries.enumerated() { add(entry.value, "\(name).\(place)") }
      for part in ["isHeap", "method"] { add(parts[part] as Any, "\(name).\(part)") }
      return true
    }
    if value is ReplacementLots, let all = parts["queues"], let heap = parts["heap"] as? [Int] {
      // The queues may be numbered in any way.
      let queues = Array(Mirror(reflecting: all).children)
      text += "\(name) \(heap.count) queues\n"
      for (place, number) in heap.enumerated() {
        add(queues[number].value, "\(name).\(place)")
      }
      return true
    }
    return false
  }

  private mutating func add(_ value: Any, _ name: String) {
    if let known = Self.known(value) {
      text += "\(name) \(known)\n"
      return
    }
    if asStored, addStored(value, name) { return }
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
      if !isLeftOut(path), !isRecord(child.value, path),
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
    case let plan as ShareMatching:
      plan.isBlank && plan.matches.isEmpty && plan.eventCount ?? 0 == 0
    case let calendar as AcquisitionCalendar: calendar.isBlank && calendar.eventCount == 0
    case let cursor as ShareCursor: "\(cursor)" == "\(ShareCursor())"
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

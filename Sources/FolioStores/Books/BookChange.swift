/// What changes of the ledger did to its books.
public struct BookChange: Sendable, Hashable {
  /// The number of the state after the changes.
  public var revision: Int
  /// The groups that changed in the store, in order of their last change.
  public var groups: [GroupChange] = []
  /// Whether accounts, instruments, prices, rates or settings changed.
  public var hasNewMasterData = false
  /// Holdings that opened, changed or closed.
  public var holdings: [RowChange<Holding>] = []
  /// Lots that opened, changed or closed.
  public var lots: [RowChange<OpenLot>] = []
  /// Cash accounts whose balance or name changed.
  public var cash: [RowChange<CashAccountBalance>] = []
  /// Gains that were realized, changed or are no longer realized.
  public var gains: [RowChange<RealizedGain>] = []
  /// Faults that appeared and that were resolved.
  public var faults = FindingChanges()
  /// Warnings that appeared and that were resolved.
  public var warnings = FindingChanges()

  /// Whether any lot or gain may have changed, since master data changed or another program
  /// replaced groups: `Books.lots()` and `Books.gains()` have them. Then neither is listed here.
  public var reloadsRows = false

  /// No change.
  public init(revision: Int) { self.revision = revision }

  /// Adds a later change, so that the result is what both did together. A row that is again as it
  /// was is not listed.
  public mutating func merge(_ later: BookChange) {
    revision = later.revision
    hasNewMasterData = hasNewMasterData || later.hasNewMasterData
    groups = GroupChange.merging(groups, later.groups)
    holdings = RowChange.merging(holdings, later.holdings)
    cash = RowChange.merging(cash, later.cash)
    faults.merge(later.faults)
    warnings.merge(later.warnings)
    reloadsRows = reloadsRows || later.reloadsRows
    if reloadsRows { return (lots, gains) = ([], []) }
    lots = RowChange.merging(lots, later.lots)
    gains = RowChange.merging(gains, later.gains)
  }
}

/// A group that changed in the store.
public struct GroupChange: Sendable, Hashable, Identifiable {
  /// What happened. New minor versions may add cases.
  public enum Kind: Sendable, Hashable, CaseIterable {
    case added, replaced, settled, voided, deleted, restored
  }

  /// The id of the group.
  public var id: String
  /// What happened to it last.
  public var kind: Kind

  /// Creates a change.
  public init(_ id: String, _ kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// Changes and later ones as one, in order of the last change of each group.
  static func merging(_ first: [GroupChange], _ later: [GroupChange]) -> [GroupChange] {
    if first.isEmpty { return later }
    let known = Dictionary(first.map { ($0.id, $0.kind) }) { $1 }
    let again = Set(later.map(\.id))
    return first.filter { !again.contains($0.id) }
      + later.map { group in
        let wasAdded = known[group.id] == .added && group.kind == .replaced
        return wasAdded ? GroupChange(group.id, .added) : group
      }
  }
}
extension GroupChange.Kind {
  /// What happened to a group.
  /// - Parameter old: its earlier version; nil if there was none.
  package init(
    of new: (status: GroupStatus, isDeleted: Bool),
    since old: (status: GroupStatus, isDeleted: Bool)?
  ) {
    self =
      if let old, old.isDeleted == new.isDeleted {
        if old.status != new.status, new.status == .void {
          .voided
        } else {
          old.status == .pending && new.status == .settled ? .settled : .replaced
        }
      } else if new.isDeleted {
        .deleted
      } else {
        old == nil ? .added : .restored
      }
  }
}

/// A row before and after changes. One of both is nil if it appeared or disappeared.
public struct RowChange<Row: Sendable & Hashable & Identifiable>: Sendable, Hashable, Identifiable
where Row.ID: Sendable {
  /// The identity of the row.
  public var id: Row.ID
  /// The row before the changes; nil if there was none.
  public var before: Row?
  /// The row after the changes; nil if there is none any more.
  public var after: Row?

  /// The rows that differ, in their order, those that are gone first.
  package static func between(_ before: [Row], _ after: [Row]) -> [RowChange] {
    var old = Dictionary(before.map { ($0.id, $0) }) { $1 }
    var changed: [RowChange] = []
    for row in after {
      let former = old.removeValue(forKey: row.id)
      if former != row { changed.append(RowChange(id: row.id, before: former, after: row)) }
    }
    let gone = before.filter { old[$0.id] != nil }
    return gone.map { RowChange(id: $0.id, before: $0, after: nil) } + changed
  }

  /// Changes and later ones as one.
  static func merging(_ first: [RowChange], _ later: [RowChange]) -> [RowChange] {
    if first.isEmpty { return later }
    var numbers: [Row.ID: Int] = [:]
    var merged = first
    for (number, change) in first.enumerated() { numbers[change.id] = number }
    for change in later {
      if let number = numbers[change.id] {
        merged[number].after = change.after
      } else {
        merged.append(change)
      }
    }
    return merged.filter { $0.before != $0.after }
  }
}

/// Faults or warnings that appeared and that were resolved.
public struct FindingChanges: Sendable, Hashable {
  /// Those that were not there before.
  public var appeared: [Diagnostic] = []
  /// Those that are no longer there.
  public var resolved: [Diagnostic] = []

  /// No change.
  public init() {}

  /// The difference of two lists. The places of rows may differ, so code and message count.
  package init(_ before: [Diagnostic], _ after: [Diagnostic]) {
    appeared = Self.leftover(of: after, without: before)
    resolved = Self.leftover(of: before, without: after)
  }

  /// Adds later changes.
  mutating func merge(_ later: FindingChanges) {
    let (old, gone) = (appeared, resolved)
    appeared = Self.leftover(of: old, without: later.resolved)
    appeared += Self.leftover(of: later.appeared, without: gone)
    resolved = Self.leftover(of: gone, without: later.appeared)
    resolved += Self.leftover(of: later.resolved, without: old)
  }

  private struct Key: Hashable {
    var code: DiagnosticCode
    var message: String
  }

  private static func leftover(of all: [Diagnostic], without some: [Diagnostic]) -> [Diagnostic] {
    var counts: [Key: Int] = [:]
    for one in some { counts[Key(code: one.code, message: one.message), default: 0] += 1 }
    return all.filter { one in
      let key = Key(code: one.code, message: one.message)
      guard let count = counts[key], count > 0 else { return true }
      counts[key] = count - 1
      return false
    }
  }
}

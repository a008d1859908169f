/// A ledger that has been checked: references resolved, groups balanced, in order.
///
/// There is one way to get one: `LedgerCheck(of:)`, which lists every fault of a draft at once.
public struct Ledger: Sendable {
  /// Everything that was read, as tables.
  public let tables: LedgerTables
  /// The rows of groups and legs, for going over all of them.
  public let rows: LedgerRows
  /// The groups in the order in which they are booked; nil if that is the documents' order.
  public let order: [GroupIndex]?
  /// The warnings of the check.
  public let warnings: [Diagnostic]
  /// The exchange rates by pair and day.
  public let rateBook: RateBook
  /// The numbers of the groups of a batch, by row; nil if they are counted over all batches.
  package var numbers: [GroupIndex]?
  /// The ids of the groups that are named where the groups themselves are not kept.
  package var groupIDs = GroupIDs()
  /// The splits where the groups themselves are not kept.
  package var splits: SplitBook?
  /// The last day, if it is more than a year after all other entries: its year may be mistyped.
  package var isolatedLastDay: Day?

  init(
    tables: LedgerTables, rateBook: RateBook, order: [GroupIndex]?, lastDay: Day?,
    warnings: [Diagnostic]
  ) {
    self.tables = tables
    self.rateBook = rateBook
    rows = LedgerRows(tables)
    self.order = order
    self.lastDay = lastDay
    self.warnings = warnings
  }

  /// The number of the group that is booked as the `position`-th, from 0.
  @inlinable public func group(at position: Int) -> GroupIndex {
    order.map { $0[position] } ?? GroupIndex(position)
  }

  /// The last day on which the ledger says anything: a group that counts, a price or a rate.
  /// A report without `--as-of` is made for this day, so that it depends on no clock.
  public let lastDay: Day?

  /// The id of a group, as text.
  public func id(of group: GroupIndex) -> String {
    tables.text(groupIDs[group] ?? tables.groups[Int(group)].id)
  }

  /// The day of a group: the last trade date among its stock legs, or where it has none the civil
  /// day on which it occurred, as written.
  public func tradeDay(of group: GroupRecord) -> Day { group.tradeDay(rows) }

  /// The day on which a group's cash and units change hands: that of `settled_at`; without it the
  /// last settlement date among its stock legs, or where it has none its day.
  public func settlementDay(of group: GroupRecord) -> Day { group.settlementDay(rows) }
}

extension GroupRecord {
  /// The last trade date among its stock legs, or the day on which it occurred.
  @inlinable
  @inline(__always)
  public func tradeDay(_ rows: LedgerRows) -> Day {
    guard stockLegCount > 0 else { return occurredAt.day }
    var last = rows.stockLegs[Int(firstStockLeg)].tradeDay
    for index in stockLegs.dropFirst() { last = max(last, rows.stockLegs[index].tradeDay) }
    return last
  }

  /// The day of `settled_at`, or the last settlement date among its stock legs, or the day on which
  /// it occurred.
  @inlinable
  @inline(__always)
  public func settlementDay(_ rows: LedgerRows) -> Day {
    if let settledAt { return settledAt.day }
    guard stockLegCount > 0 else { return occurredAt.day }
    var last = rows.stockLegs[Int(firstStockLeg)].settlementDay
    for index in stockLegs.dropFirst() { last = max(last, rows.stockLegs[index].settlementDay) }
    return last
  }
}

/// A ledger that can't be used, with everything that is wrong with it.
public struct LedgerFaults: Error, Sendable, CustomStringConvertible {
  /// The faults, and the warnings found beside them.
  public var diagnostics: [Diagnostic]
  /// The files, for showing the lines.
  public var sources: [SourceFile]

  /// Faults in these files.
  public init(_ diagnostics: [Diagnostic], sources: [SourceFile]) {
    self.diagnostics = diagnostics
    self.sources = sources
  }

  /// The first problem with its remedy, and the number of the others.
  public var description: String {
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first ?? diagnostics.first else { return "The ledger is invalid." }
    let others = errors.count - 1
    let more = others == 1 ? " There is 1 more fault." : " There are \(others) more faults."
    return "\(first)" + (others < 1 ? "" : more)
  }

  /// The faults as text: file, line, column, the source line with a caret, and the remedy.
  public func text(color: Bool = false) -> String { terminalText(color: color).string }

  /// The same, for a terminal.
  /// - Parameters:
  ///   - width: The width to which the lines of files are shortened.
  ///   - listsAllWarnings: Whether to list more than three warnings of a kind.
  package func terminalText(
    color: Bool = false, width: Int? = nil, listsAllWarnings: Bool = true
  ) -> TerminalText {
    DiagnosticPrinter(sources, color: color, width: width, listsAllWarnings: listsAllWarnings)
      .terminalText(diagnostics)
  }
}

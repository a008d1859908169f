/// Writes the tables of a ledger as a document that reads back as the same ledger.
///
/// Keys have the order of Specs/ledger-format.md, with one row per line. Numbers are strings with
/// the decimal places that were read. Columns without a meaning are written unchanged. Groups keep
/// their order, with their legs inside them.
public struct LedgerWriter {
  /// The layout of the groups. New minor versions may add cases.
  public enum Layout: Sendable, Hashable, CaseIterable {
    /// One JSON object.
    case json
    /// NDJSON: a line for all but the groups, then a line for each group.
    case lines
  }

  /// The number of bytes that are collected for a call of the sink.
  private static let chunk = 1 << 16

  package let tables: LedgerTables
  let kept: PassthroughColumns
  /// The number of cash accounts that are rows. Those after them are only mentioned.
  let accountCount: Int

  /// A writer of the tables of a checked ledger.
  public init(_ ledger: Ledger) { self.init(ledger.tables) }

  /// A writer of tables whose references are resolved.
  package init(_ tables: LedgerTables, accountCount: Int? = nil) {
    self.tables = tables
    self.accountCount = accountCount ?? tables.cashAccounts.count
    kept = PassthroughColumns(tables.kept)
  }

  /// The whole document.
  public func bytes(_ layout: Layout = .json) -> [UInt8] {
    var bytes: [UInt8] = []
    write(layout) { bytes += $0 }
    return bytes
  }

  /// Passes the document to a sink in pieces, in bounded memory.
  public func write<Failure: Error>(
    _ layout: Layout = .json, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var text = JSONText()
    try writeHead(layout, &text, hasGroups: !tables.groups.isEmpty, to: sink)
    try writeGroups(layout, &text, after: 0, to: sink)
    try writeEnd(layout, &text, hasGroups: !tables.groups.isEmpty, to: sink)
  }

  /// The groups of the tables.
  /// - Parameter count: The number of groups that were written before them.
  func writeGroups<Failure: Error>(
    _ layout: Layout, _ text: inout JSONText, after count: Int,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    for number in tables.groups.indices {
      text.raw(layout == .lines ? "\n" : count + number == 0 ? "\n    " : ",\n    ")
      writeGroup(number, to: &text)
      try flush(&text, over: Self.chunk, to: sink)
    }
  }

  /// Everything after the groups.
  func writeEnd<Failure: Error>(
    _ layout: Layout, _ text: inout JSONText, hasGroups: Bool,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    text.raw(layout == .lines ? "\n" : hasGroups ? "\n  ]\n}\n" : "\n}\n")
    try flush(&text, over: 0, to: sink)
  }

  private func flush<Failure: Error>(
    _ text: inout JSONText, over limit: Int, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard text.bytes.count > limit else { return }
    try sink(text.bytes)
    text.clear()
  }

  /// All tables before the groups.
  func writeHead<Failure: Error>(
    _ layout: Layout, _ text: inout JSONText, hasGroups: Bool,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let isPretty = layout == .json
    text.raw(isPretty ? "{\n  \"format\": \"folio/1\"" : "{\"format\": \"folio/1\"")
    for column in kept.columns(of: .document, row: 0) {
      text.raw(isPretty ? ",\n  " : ", ")
      text.startOver()
      text.keptMember(column, tables)
    }
    let settings = settingsMembers
    if !settings.isEmpty {
      text.raw(isPretty ? ",\n  \"settings\": {" : ", \"settings\": {")
      text.json(settings)
      text.close("}")
    }
    for table in Self.head {
      var isFirst = true
      for row in rows(of: table) {
        if isFirst {
          text.raw(isPretty ? ",\n  " : ", ")
          text.raw("\"\(table.rawValue)\": [")
        } else {
          text.raw(",")
        }
        text.raw(isPretty ? "\n    " : isFirst ? "" : " ")
        isFirst = false
        writeRow(row, of: table, to: &text)
        try flush(&text, over: Self.chunk, to: sink)
      }
      if isFirst { continue }
      text.raw(isPretty ? "\n  ]" : "]")
    }
    if !isPretty {
      text.raw("}")
    } else if hasGroups {
      text.raw(",\n  \"transaction_groups\": [")
    }
  }

  /// The tables before the groups.
  private static let head: [LedgerTable] = [
    .cashAccounts, .stocks, .prices, .rates, .balances, .storedPositions, .storedHoldings,
  ]
}

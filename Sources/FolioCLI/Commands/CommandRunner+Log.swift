import Folio

extension CommandRunner {
  /// Lists the groups of a store, newest first.
  func log(_ invocation: Invocation) throws {
    guard let address = invocation.store else { return }
    let options = invocation.options
    var store = try open(address, .reading, invocation)
    let page = try store.groups(
      .init(
        limit: options.limit ?? .max, offset: options.offset ?? 0,
        includesDeleted: options.includesDeleted))
    let isBrief = options.format == .table
    let report = LogReport(
      try tables(of: page.groups, in: &store), StoreIDs(store), isBrief: isBrief,
      showsDeleted: options.includesDeleted)
    var shown = report.report(of: page.groups)
    if page.groups.count < page.total {
      shown.notes = ["\(page.groups.count) of \(page.total) groups."]
    }
    try render(shown, options)
  }

  /// The tables that describe some groups of a store: those of their rows and of the head, or of
  /// the whole store if they need other groups, such as for the symbol of an instrument.
  private func tables(
    of groups: [StoredGroup], in store: inout StoreOperations
  ) throws -> LedgerTables {
    try store.tables(of: groups) ?? store.contents().tables
  }
}

/// The report of the groups of a store.
private struct LogReport {
  private let tables: LedgerTables
  private let words: GroupDescription
  /// Whether times are shown as days, and long ids as unique prefixes, to fit into 80 columns.
  private let isBrief: Bool
  private let showsDeleted: Bool
  private let ids: StoreIDs
  /// The records of the groups by id.
  private var records: [String: GroupRecord] = [:]

  init(_ tables: LedgerTables, _ ids: StoreIDs, isBrief: Bool, showsDeleted: Bool) {
    self.tables = tables
    self.ids = ids
    words = GroupDescription(tables)
    self.isBrief = isBrief
    self.showsDeleted = showsDeleted
    for group in tables.groups { records[tables.text(group.id)] = group }
  }

  func report(of groups: [StoredGroup]) -> Report {
    let essential = Report.Column.essential
    let columns: [Report.Column] = [
      .init("occurred_at", isBrief ? "Date" : "Occurred", .text, priority: essential),
      .init("group_id", "Group", .text, priority: essential),
      .init("group_type", "Type", .keyword, isInTable: !isBrief),
      .init("status", "Status", .text, priority: essential),
      .init("text", "Description", .text, priority: essential),
      .init("updated_at", "Updated", .text, isInTable: !isBrief),
      .init(
        "deleted_at", "Deleted", .text, isInTable: showsDeleted, priority: 60),
      .init("description", "Description", .text, isInTable: false),
      .init("notes", "Notes", .text, isInTable: false),
    ]
    return Report(name: "log", title: "Groups", columns: columns, rows: groups.map(row))
  }

  private func row(of group: StoredGroup) -> [Report.Cell] {
    let record = records[group.id]
    return [
      .text(time(group.occurredAt)), .text(isBrief ? ids.brief(group.id) : group.id),
      .text(orNull: group.type?.rawValue), .text(group.status.rawValue),
      .text(orNull: record.map(words.textWithNotes)), .text(time(group.updatedAt)),
      .text(orNull: group.deletedAt.map(time)), .text(orNull: record.map(words.text)),
      .text(orNull: record.flatMap(words.notes)),
    ]
  }

  private func time(_ time: Timestamp) -> String {
    isBrief ? time.day.description : time.description
  }
}

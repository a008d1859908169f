extension CommandRunner {
  /// Lists the groups of a store, newest first.
  func log(_ invocation: Invocation) throws {
    guard let address = invocation.store else { return }
    let options = invocation.options
    var store = try open(address, .reading, invocation)
    let page = try page(options, in: &store)
    let isBrief = options.format == .table
    let tables = try tables(of: page.groups, in: &store)
    try checkNames(options, tables, in: &store)
    let report = LogReport(
      tables, StoreIDs(store), isBrief: isBrief,
      showsDeleted: options.includesDeleted || page.groups.contains { $0.deletedAt != nil })
    var shown = report.report(of: page.groups)
    if page.groups.count < page.total {
      shown.notes = ["\(page.groups.count) of \(page.total) groups."]
    }
    try render(shown, options)
  }

  /// The groups that the flags select.
  private func page(
    _ options: Options, in store: inout StoreOperations
  ) throws -> GroupPage {
    let filter = GroupFilter(
      symbols: Set(options.symbols), accounts: Set(options.accounts),
      types: Set(options.groupTypes), statuses: Set(options.statuses), from: day(options.from),
      through: day(options.to), text: options.text)
    let (limit, offset) = (options.limit ?? .max, options.offset ?? 0)
    if options.groupIDs.isEmpty {
      return try store.groups(
        .init(
          limit: limit, offset: offset, includesDeleted: options.includesDeleted, filter: filter))
    }
    let all = StoreIDs(store)
    var ids: [String] = []
    for word in options.groupIDs {
      guard let id = try all.id(of: word) else { throw StoreFailure.notFound(.group(word)) }
      if !ids.contains(id) { ids.append(id) }
    }
    let names = try store.head()?.contents.names ?? LedgerNames()
    let found = try store.groups(ids: ids).filter { filter.matches(try $0.group, names: names) }
      .sorted { $0.occurredAt > $1.occurredAt }
    return GroupPage(groups: Array(found.dropFirst(offset).prefix(limit)), total: found.count)
  }

  /// Rejects symbols and accounts that the store does not have.
  /// - Parameter tables: those of the head, at least.
  private func checkNames(
    _ options: Options, _ tables: LedgerTables, in store: inout StoreOperations
  ) throws {
    func check(
      _ name: String, _ flag: String, _ kind: String, _ filter: GroupFilter, among known: [String]
    ) throws {
      if known.contains(name) { return }
      let page = try store.groups(.init(limit: 1, includesDeleted: true, filter: filter))
      if page.total == 0 { try self.check(name, flag, kind, among: known) }
    }
    let symbols = tables.instruments.flatMap { [tables.text($0.symbol), tables.text($0.stockID)] }
    for name in options.symbols {
      let filter = GroupFilter(symbols: [name])
      try check(name, "--symbol", "symbol", filter, among: symbols.filter { !$0.isEmpty })
    }
    let accounts = tables.cashAccounts.map { tables.text($0.id) }
    for name in options.accounts {
      try check(name, "--account", "account", GroupFilter(accounts: [name]), among: accounts)
    }
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
    typealias Row = (stored: StoredGroup, id: String, record: GroupRecord?)
    let (words, isBrief) = (words, isBrief)
    let rows = groups.map { group -> Row in
      (group, isBrief ? ids.brief(group.id) : group.id, records[group.id])
    }
    let time: @Sendable (Timestamp) -> String = {
      isBrief ? $0.day.description : $0.description
    }
    let fields: [ReportField<Row>] = [
      .text("occurred_at", isBrief ? "Date" : "Occurred", priority: .max) {
        time($0.stored.occurredAt)
      },
      .text("group_id", "Group", priority: .max, \.id),
      .keyword("group_type", "Type", isInTable: !isBrief) { $0.stored.type?.rawValue },
      .text("status", "Status", priority: .max) { $0.stored.status.rawValue },
      .text("text", "Description", priority: .max) { $0.record.map(words.textWithNotes) },
      .text("updated_at", "Updated", isInTable: !isBrief) { time($0.stored.updatedAt) },
      .text("deleted_at", "Deleted", isInTable: showsDeleted, priority: 60) {
        $0.stored.deletedAt.map(time)
      },
      .text("description", "Description", isInTable: false) { $0.record.map(words.text) },
      .text("notes", "Notes", isInTable: false) { $0.record.flatMap(words.notes) },
    ]
    return Report("log", "Groups", fields, of: rows, base: nil)
  }
}

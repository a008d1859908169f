import Folio

extension CommandRunner {
  /// Lists the groups of a store, newest first.
  func log(_ invocation: Invocation) throws {
    guard let address = invocation.store else { return }
    let options = invocation.options
    var store = try environment.openStore(address, .reading)
    let page = try store.groups(
      .init(
        limit: options.limit ?? .max, offset: options.offset ?? 0,
        includesDeleted: options.includesDeleted))
    try render(Self.report(page, options), options)
  }

  private static func report(_ page: GroupPage, _ options: Options) -> Report {
    let columns: [Report.Column] = [
      .init("occurred_at", "Occurred", .text, priority: Report.Column.essential),
      .init("group_id", "Group", .text, priority: Report.Column.essential),
      .init("group_type", "Type", .text),
      .init("status", "Status", .text, priority: Report.Column.essential),
      .init("updated_at", "Updated", .text, priority: 50),
      .init("deleted_at", "Deleted", .text, isInTable: options.includesDeleted, priority: 60),
    ]
    let rows = page.groups.map { group -> [Report.Cell] in
      [
        .text(group.occurredAt.description), .text(group.id),
        .text(orNull: group.type?.rawValue), .text(group.status.rawValue),
        .text(group.updatedAt.description), .text(orNull: group.deletedAt?.description),
      ]
    }
    var report = Report(name: "log", title: "Groups", columns: columns, rows: rows)
    if page.groups.count < page.total {
      report.notes = ["\(page.groups.count) of \(page.total) groups."]
    }
    return report
  }
}

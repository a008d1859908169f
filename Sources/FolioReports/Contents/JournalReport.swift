import FolioBooking
import FolioModel
import FolioNumbers

extension ReportKind {
  /// The postings of every group.
  public static let journal = ReportKind(
    name: "journal", summary: "the double-entry postings of every group",
    description: "Each group's postings, whose weights sum to zero in every currency.",
    examples: [
      Example(
        "The postings of one quarter",
        "folio journal --from 2024-01 --to 2024-03 ledger.json")
    ],
    options: [.period], needs: [.postings],
    source: .books { booked, request in .journal(booked, request.selection) })
}

extension Report {
  /// The double-entry postings of every group in order of booking: debits above zero, credits
  /// below. Rows are made one at a time from the postings, which are not copied.
  public static func journal(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report {
    let chosen = booked.postings(selection)
    // Not row by row: the day of a group is found among all of its legs.
    let days = booked.ledger.tables.groups.map { booked.day(of: $0) }
    var report = Report(
      "journal", "Journal", columns, on: booked,
      rowCount: chosen?.count ?? booked.postings.count
    ) { index in
      row(booked.postings[chosen.map { Int($0[index]) } ?? index], days, booked)
    }
    report.from = selection.from
    report.to = selection.to
    return report
  }

  private static var columns: [Column] {
    [
      Column("date", "Date", .day, priority: Column.essential),
      Column("group_id", "Group", .text, priority: 20),
      Column("group_type", "Type", .text, priority: 10),
      Column("account", "Account", .text, priority: Column.essential),
      Column("amount", "Amount", .amount, priority: Column.essential),
      Column("currency", "Cur", .text, priority: Column.essential),
    ]
  }

  private static func row(_ posting: Posting, _ days: [Day], _ booked: BookedLedger) -> [Cell] {
    let tables = booked.ledger.tables
    let group = tables.groups[Int(posting.group)]
    return [
      .day(days[Int(posting.group)]), .text(tables.text(group.id)),
      .text(orNull: group.type?.rawValue), .text(posting.account.name(in: tables)),
      tables.money(posting.amount, posting.currency),
      .text(orNull: tables.currency(posting.currency)?.code),
    ]
  }
}

extension BookedLedger {
  /// The day on which a group counts, by the date basis of the booking.
  func day(of group: GroupRecord) -> Day {
    options.dateBasis == .trade ? ledger.tradeDay(of: group) : ledger.settlementDay(of: group)
  }

  /// The numbers of the postings that a selection is about; nil where that is all.
  func postings(_ selection: Selection) -> [UInt32]? {
    if selection == Selection() { return nil }
    let selector = Selector(selection, ledger.tables)
    let rows = ledger.rows
    let chosen = rows.groups.map { group in
      selection.contains(day(of: group)) && selector.includes(group, rows)
    }
    return postings.indices.filter { chosen[Int(postings[$0].group)] }
      .map { UInt32(truncatingIfNeeded: $0) }
  }
}

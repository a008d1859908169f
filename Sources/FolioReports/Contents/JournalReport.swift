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
    options: [.period], needs: [.postings], keptWhileStreaming: { _ in .postings },
    source: .books { booked, request in .journal(booked, request.selection) })
}

extension Report {
  /// The double-entry postings of every group, in order of booking. Debits are positive, credits
  /// negative. Rows are created on demand, so the postings are not copied.
  public static func journal(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report {
    let tables = booked.ledger.tables
    // Computed once per group, because the day of a group depends on all its legs.
    let days = tables.groups.map { booked.day(of: $0) }
    let codes = tables.currencies.all.map(\.code)
    var fields: [ReportField<JournalRow>] = [
      .day("date", "Date", priority: .max) { days[Int($0.posting.group)] },
      .text("group_id", "Group", priority: 20) { $0.words.id },
      .keyword("group_type", "Type", priority: 10) { $0.words.type },
      .text("account", "Account", priority: .max) { $0.account },
      .cell("amount", "Amount", .amount, priority: .max) {
        tables.money($0.posting.amount, $0.posting.currency)
      },
      .text("currency", "Cur", priority: .max) {
        $0.posting.currency == missingCurrency ? nil : codes[Int($0.posting.currency)]
      },
      .text("description", "Description", isInTable: false) { $0.words.text },
      .text("notes", "Notes", isInTable: false) { $0.words.notes },
      .text("text", "Description", priority: Column.spare) { $0.words.textWithNotes },
    ]
    fields += .importedRow(isShown: tables.hasImportedRows) { $0.words.importedRow }
    let rows = JournalRows(postings: booked.selectedPostings(selection), tables)
    return Report("journal", "Journal", fields, of: rows, on: booked, over: selection)
  }
}

/// A posting, with the texts that other rows have too.
struct JournalRow: Sendable {
  let posting: Posting
  let words: LastDescription.Words
  let account: String
}

/// The rows of the journal, each made on demand.
struct JournalRows: Sendable, RandomAccessCollection {
  let postings: SelectedPostings
  private let words: LastDescription
  private let accounts: AccountNames

  init(postings: SelectedPostings, _ tables: LedgerTables) {
    self.postings = postings
    words = LastDescription(GroupDescription(tables))
    accounts = AccountNames(tables)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { postings.endIndex }
  subscript(index: Int) -> JournalRow {
    let posting = postings[index]
    return JournalRow(
      posting: posting, words: words.of(posting.group), account: accounts.name(of: posting.account))
  }
}

/// The selected postings. If all postings are selected, no indices are stored.
struct SelectedPostings: Sendable, RandomAccessCollection {
  let all: [Posting]
  var numbers: [UInt32]?

  var startIndex: Int { 0 }
  var endIndex: Int { numbers?.count ?? all.count }
  subscript(index: Int) -> Posting { all[numbers.map { Int($0[index]) } ?? index] }
}

extension BookedLedger {
  /// Returns the trade date or the settlement date of a group, depending on the date basis.
  func day(of group: GroupRecord) -> Day {
    options.dateBasis == .trade ? ledger.tradeDay(of: group) : ledger.settlementDay(of: group)
  }

  func selectedPostings(_ selection: Selection) -> SelectedPostings {
    if selection == Selection() { return SelectedPostings(all: postings) }
    let selector = ResolvedSelection(selection, ledger.tables)
    let rows = ledger.rows
    let chosen = rows.groups.map { group in
      selection.contains(day(of: group)) && selector.includes(group, rows)
    }
    let numbers = postings.indices.filter { chosen[Int(postings[$0].group)] }
    return SelectedPostings(all: postings, numbers: numbers.map { UInt32(truncatingIfNeeded: $0) })
  }
}

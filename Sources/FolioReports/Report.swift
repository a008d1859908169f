/// The answer to a question about the books: columns, rows, totals and warnings.
///
/// A report is independent of the output format; all renderers read the same value. Rows are
/// created on demand, so that a journal with millions of postings is never in memory as cells.
public struct Report: Sendable {
  /// The stable name in JSON and on the command line: `gains`.
  public var name: String
  /// The heading: `Realized gains`.
  public var title: String
  /// The report date, if the report shows the state on a day.
  public var asOf: Day?
  /// The first day of the period, if the report has one.
  public var from: Day?
  /// The last day of the period, if the report has one.
  public var to: Day?
  /// Whether JSON contains the first and last day of the period even if they are unknown.
  var alwaysHasPeriod = (first: false, last: false)
  /// The currency that amounts are converted to, or `nil` if they are not converted.
  public var baseCurrency: Currency?
  /// The exchange rates used on the report date, or at the start and end of the period.
  public var rates: [UsedRate] = []
  /// The date that determines when a trade counts.
  public var dateBasis = DateBasis.trade
  /// The columns. The cells of every row are in the same order.
  public var columns: [Column]
  /// The number of rows.
  public var rowCount: Int
  /// Creates the row at an index in `0..<rowCount`.
  ///
  /// It must return the same cells each time, because a long table first measures and then prints
  /// them. Missing cells at the end of a row count as `.null`.
  public var row: @Sendable (Int) -> [Cell]
  /// The text of the rows, if they were rendered before the report was complete. Such a report has
  /// no other rows, and can be rendered in the format of that text only.
  package var renderedRows: ByteSpool?
  /// The totals, in order. Their keys are unique.
  public var totals: [Total] = []
  /// The condition that the rows meet, if the report was filtered.
  public internal(set) var condition: String?
  /// Computes the totals of some rows, for `filtered`.
  var totalsOfRows: @Sendable ([Int]) -> [Total] = { _ in [] }
  /// The rates and prices that the totals lack, sorted. Empty if all totals are known.
  public internal(set) var missing: [Missing] = []
  /// Whether the only row equals the totals under the columns, which are then not shown.
  public var isItsOwnTotal = false
  /// Problems that affect the numbers, such as missing prices.
  public var warnings: [Warning] = []
  /// What formats for people show if there are no rows.
  package var wordsWithoutRows = "Nothing to show."
  /// Whether formats for people list more than three warnings of a kind.
  package var listsAllWarnings = false
  /// Remarks for people, shown under the table. JSON and CSV omit them.
  public var notes: [String] = []
  /// How many of the first notes are about all rows, so that they are not about some of them.
  var notesOfAllRows = 0
  /// The rules behind computed figures, such as the day count of a rate of return, by key. JSON
  /// contains them, and a note states them.
  public internal(set) var conventions: [Convention] = []
  /// Text that the table and Markdown show instead of the rows. Other formats show the rows. Empty
  /// for most reports.
  public var passages: [Passage] = []

  /// Charts under the table in a terminal. Other formats omit them.
  public var charts: [Chart] = []

  /// Creates a report whose rows are computed on demand.
  public init(
    name: String, title: String, columns: [Column], rowCount: Int,
    row: @escaping @Sendable (Int) -> [Cell]
  ) {
    self.name = name
    self.title = title
    self.columns = columns
    self.rowCount = rowCount
    self.row = row
  }

  /// Creates a report from existing rows.
  public init(name: String, title: String, columns: [Column], rows: [[Cell]]) {
    self.init(name: name, title: title, columns: columns, rowCount: rows.count) { rows[$0] }
  }
}

extension Report {
  /// A total or another single value under the rows of a report.
  public struct Total: Sendable, Hashable {
    /// The stable JSON key. A total with the key of a column is shown under that column.
    public var key: String
    /// The label of a value that is not under a column. `nil` uses the key in words.
    public var heading: String?
    /// The value.
    public var value: Cell
    /// The kind of a value that is not under a column.
    public var kind: Column.Kind
    /// The sum of the known amounts, if others are unknown. The value is then null.
    public internal(set) var known: Cell?
    /// Whether the table, Markdown and HTML show the total. JSON always contains it.
    var isInTable = true

    /// Creates a total. `heading` and `kind` apply only if it is not under a column.
    public init(
      _ key: String, _ value: Cell, heading: String? = nil, kind: Column.Kind = .amount
    ) {
      self.key = key
      self.heading = heading
      self.kind = kind
      self.value = value
    }
  }

  /// A rule behind computed figures.
  public struct Convention: Sendable, Hashable {
    /// The stable JSON key: `day_count`.
    public var key: String
    /// The rule: `actual/365`.
    public var rule: String
  }

  /// A section of a report in words: a heading, numbered steps and a conclusion.
  public struct Passage: Sendable, Hashable {
    /// The heading.
    public var heading: String
    /// The steps, numbered from 1.
    public var steps: [Step]
    /// The conclusion.
    public var closing: [String] = []

    /// A step: its source in the ledger, and a description in paragraphs.
    public struct Step: Sendable, Hashable {
      /// The day, the group and the source line in the ledger.
      public var lead: String
      /// The description, in sentences and calculations.
      public var paragraphs: [String]
    }
  }

  /// A problem that the numbers do not show, such as a missing price.
  public struct Warning: Sendable, Hashable {
    /// The stable code, documented in `Specs/errors`.
    public var code: DiagnosticCode
    /// The message, one sentence.
    public var message: String

    /// Creates a warning.
    public init(code: DiagnosticCode, message: String) {
      self.code = code
      self.message = message
    }
  }
}

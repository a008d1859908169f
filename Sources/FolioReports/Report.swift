import FolioBooking
import FolioDiagnostics
import FolioNumbers

/// What one question about the books returns: columns, rows, totals, and what could not be known.
///
/// A report is a value that no output format has touched: each renderer reads the same one.
/// Its rows are made one at a time, when a renderer asks for them, so that the journal of millions
/// of postings is never held as cells.
public struct Report: Sendable {
  /// The stable name, as JSON carries it and the command takes it: `gains`.
  public var name: String
  /// The heading for people: `Realized gains`.
  public var title: String
  /// The last day that counts, where the report shows the state of a day.
  public var asOf: Day?
  /// The first day of the period, where the report is about a period that has one.
  public var from: Day?
  /// The last day of the period, where the report is about a period that has one.
  public var to: Day?
  /// Whether JSON has the first and the last day of the period also where they are not known.
  var tellsPeriod = (first: false, last: false)
  /// The currency that amounts are converted to, where they are.
  public var baseCurrency: Currency?
  /// The rates of the ends of the period, or of the day, that amounts were converted at.
  public var rates: [UsedRate]
  /// Which date of a trade counts.
  public var dateBasis = DateBasis.trade
  /// The columns, in the order in which every row carries its cells.
  public var columns: [Column]
  /// How many rows `row` can be asked for.
  public var rowCount: Int
  /// Makes the row of an index in `0 ..< rowCount`.
  ///
  /// It must give the same cells each time: the table asks twice, first to measure the columns and
  /// then to print them. A row with fewer cells than columns counts as filled up with `.null`.
  public var row: @Sendable (Int) -> [Cell]
  /// The sums, in order; the keys are unique.
  public var totals: [Total]
  /// Whether the one row there is says what the totals under the columns say: people see it once.
  public var isItsOwnTotal = false
  /// What a reader must know before trusting the numbers, such as prices that are missing.
  public var warnings: [Warning]
  /// Lines for people, under the table; JSON and CSV leave them out.
  public var notes: [String]
  /// What the table and Markdown say in words in place of the rows; the other formats have the
  /// rows. Empty in most reports.
  public var passages: [Passage]

  /// Pictures under the table of a terminal; no other format has them.
  public var charts: [Chart]

  /// Makes a report whose rows are computed when they are asked for.
  public init(
    name: String, title: String, columns: [Column], rowCount: Int,
    row: @escaping @Sendable (Int) -> [Cell]
  ) {
    self.name = name
    self.title = title
    self.columns = columns
    self.rowCount = rowCount
    self.row = row
    totals = []
    rates = []
    warnings = []
    notes = []
    passages = []
    charts = []
  }

  /// Makes a report of rows that are at hand.
  public init(name: String, title: String, columns: [Column], rows: [[Cell]]) {
    self.init(name: name, title: title, columns: columns, rowCount: rows.count) { rows[$0] }
  }
}

extension Report {
  /// One line under the rows of a report: a sum, or another single answer.
  public struct Total: Sendable, Hashable {
    /// The stable JSON key. Where it is a column's key, the value stands under that column.
    public var key: String
    /// What people read before a value that stands under no column; the key in words if `nil`.
    public var heading: String?
    /// The value itself.
    public var value: Cell
    /// What the value is, where it stands under no column that tells.
    public var kind: Column.Kind

    /// Makes a total; `heading` and `kind` matter only where it stands under no column.
    public init(
      _ key: String, _ value: Cell, heading: String? = nil, kind: Column.Kind = .amount
    ) {
      self.key = key
      self.heading = heading
      self.kind = kind
      self.value = value
    }
  }

  /// A part of a report that is told in words: a heading, numbered steps, and what follows of them.
  public struct Passage: Sendable, Hashable {
    /// What it is about.
    public var heading: String
    /// The steps, numbered from 1.
    public var steps: [Step]
    /// Lines at the end.
    public var closing: [String]

    /// One step: where it is written down, and what happened, a paragraph each.
    public struct Step: Sendable, Hashable {
      /// The day, the group and the line of the ledger.
      public var lead: String
      /// What happened, in sentences and sums.
      public var paragraphs: [String]

      /// Makes a step.
      public init(lead: String, paragraphs: [String]) {
        self.lead = lead
        self.paragraphs = paragraphs
      }
    }

    /// Makes a passage.
    public init(heading: String, steps: [Step], closing: [String] = []) {
      self.heading = heading
      self.steps = steps
      self.closing = closing
    }
  }

  /// Something that the numbers alone do not tell, such as a price that is not known.
  public struct Warning: Sendable, Hashable {
    /// The stable code, as in `Specs/errors`.
    public var code: DiagnosticCode
    /// One sentence for people.
    public var message: String

    /// Makes a warning of a stable code and a sentence.
    public init(code: DiagnosticCode, message: String) {
      self.code = code
      self.message = message
    }
  }
}

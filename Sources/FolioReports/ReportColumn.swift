extension Report {
  /// A column: its key for programs, its heading for people, and the format of its cells.
  public struct Column: Sendable, Hashable {
    /// The stable key in JSON and in the CSV header: `cost_basis`.
    public var key: String
    /// The heading in the table, Markdown and HTML: `Cost basis`.
    public var heading: String
    /// The meaning: the unit, the sign, and when a cell is null. Empty if it is stated elsewhere.
    public package(set) var meaning = ""
    /// The kind of the cells, which determines alignment and format.
    public var kind: Kind
    /// Whether the table, Markdown and HTML show the column. JSON and CSV always contain it.
    public var isInTable: Bool
    /// The importance of the column. If a terminal is too narrow, the column with the lowest
    /// priority is removed first; of equal ones, the rightmost. `essential` columns are never
    /// removed.
    public var priority: Int
    /// The maximum number of decimal places in the table, Markdown and HTML, rounded half-even.
    /// `nil` uses the default of the kind. JSON and CSV are exact.
    public var displayPlaces: Int?
    /// What the table, Markdown and HTML show for a missing value.
    var blank = "-"

    /// The priority of a column that is never removed.
    public static let essential = Int.max
    /// The priority of a column that is removed before any text is truncated.
    public static let spare = 0

    /// Creates a column.
    public init(
      _ key: String, _ heading: String, _ kind: Kind, isInTable: Bool = true,
      priority: Int = 100, displayPlaces: Int? = nil
    ) {
      self.key = key
      self.heading = heading
      self.kind = kind
      self.isInTable = isInTable
      self.priority = priority
      self.displayPlaces = displayPlaces
    }
  }
}

extension Report.Column {
  /// The kind of the cells in a column. New minor versions may add cases.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// Text, left-aligned. Only this kind may be broken into lines in a narrow terminal.
    case text
    /// A keyword such as `stock_dividend`, left-aligned. People see it in words.
    case keyword
    /// Dates, left-aligned.
    case day
    /// Numbers of units. The table shows all their digits.
    case quantity
    /// Amounts. The table rounds them half-even to the minor unit of the currency.
    case amount
    /// Unit prices and exchange rates. The table shows at least the minor units of a price, and
    /// further digits up to `displayPlaces`.
    case rate
    /// Ratios, where the whole is 1. People see percentages, rounded half-even to `displayPlaces`
    /// (2 if `nil`). JSON and CSV contain the ratio.
    case percent
    /// Counts.
    case integer

    /// Whether the cells may be broken into lines.
    var isBreakable: Bool { self == .text || self == .keyword }

    /// A text in a column of this kind, as people see it.
    func words(_ text: String) -> String {
      guard self == .keyword else { return text }
      return String(text.map { $0 == "_" ? " " : $0 })
    }

    /// Whether the cells are aligned left.
    var isLeftAligned: Bool {
      switch self {
      case .text, .keyword, .day: true
      case .quantity, .amount, .rate, .percent, .integer: false
      }
    }
  }
}

extension Report {
  /// One column: its key for programs, its heading for people, and how its cells are laid out.
  public struct Column: Sendable, Hashable {
    /// The stable key in JSON and in the CSV header: `cost_basis`.
    public var key: String
    /// The heading in the table, Markdown and HTML: `Cost basis`.
    public var heading: String
    /// What the cells hold, which decides the alignment.
    public var kind: Kind
    /// Whether the table, Markdown and HTML show the column; JSON and CSV always carry it.
    public var isInTable: Bool
    /// How much the column is needed: where a terminal is too narrow, the lowest goes first,
    /// and of equals the one further to the right. A column of `essential` never goes.
    public var priority: Int
    /// Most places of the fraction that the table shows, rounded half-even; `nil` leaves it to
    /// the kind. The other formats stay exact, but for a percentage in Markdown and HTML.
    public var displayPlaces: Int?

    /// The priority of a column that is never left out.
    public static let essential = Int.max

    /// Makes a column; the priority is 100 unless something else is said.
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
  /// What the cells of a column hold.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// Words, left-aligned; the only kind that a narrow terminal may shorten.
    case text
    /// Civil days, left-aligned.
    case day
    /// Numbers of units; the table shows them with every digit that they have.
    case quantity
    /// Sums of money; the table rounds them half-even to the currency's minor unit.
    case amount
    /// Unit prices and exchange rates; the table shows at least the minor units of a price, and
    /// every further digit up to `displayPlaces`.
    case rate
    /// Ratios, 1 being the whole; people see them times a hundred, rounded half-even to
    /// `displayPlaces` (2 if `nil`), with a percent sign. JSON and CSV carry the ratio.
    case percent
    /// Counts.
    case integer

    /// Whether the cells stand at the left edge of their column.
    var isLeftAligned: Bool {
      switch self {
      case .text, .day: true
      case .quantity, .amount, .rate, .percent, .integer: false
      }
    }
  }
}

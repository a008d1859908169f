extension Report {
  /// An exact value in a report. Renderers decide on its format. New minor versions may add cases.
  public enum Cell: Sendable, Hashable {
    /// A text.
    case text(String)
    /// A date.
    case day(Day)
    /// A quantity, a rate or a ratio.
    ///
    /// People see at least `places` decimal places. With `nil`, and always for programs, trailing
    /// zeros are omitted, so that equal values have equal texts.
    case number(ExactDecimal, places: Int?)
    /// An amount or a unit price. Programs get the exact value with at least the minor units of the
    /// currency. The kind of the column determines how the table rounds it.
    case money(ExactDecimal, Currency)
    /// A count.
    case integer(Int)
    /// No value, or an unknown value, such as a market value without a price.
    case null

    /// Creates a number without a minimum of decimal places.
    public static func number(_ value: ExactDecimal) -> Cell { .number(value, places: nil) }

    /// Creates a text, or `.null` for `nil`.
    public static func text(orNull text: String?) -> Cell { text.map { .text($0) } ?? .null }
    /// Creates a day, or `.null` for `nil`.
    public static func day(orNull day: Day?) -> Cell { day.map { .day($0) } ?? .null }
  }
}

import FolioNumbers

extension Report {
  /// One value in a report, exact; the renderers decide how it looks.
  public enum Cell: Sendable, Hashable {
    /// Words.
    case text(String)
    /// A civil day.
    case day(Day)
    /// A quantity, a rate or a ratio. People see at least `places` places of it where that is
    /// not `nil`; without, and for programs always, zeros at the end of the fraction are left out,
    /// so that one value has one text whatever way it was computed.
    case number(ExactDecimal, places: Int?)
    /// A sum of money, or a unit price. Programs get it exactly, with at least the currency's
    /// minor units; how much of it the table shows is up to the column's kind.
    case money(ExactDecimal, Currency)
    /// A count.
    case integer(Int)
    /// Nothing, or what cannot be known: a market value without a price.
    case null

    /// A number that shows no more places than it has.
    public static func number(_ value: ExactDecimal) -> Cell { .number(value, places: nil) }

    /// A text, or `.null` where there is none.
    public static func text(orNull text: String?) -> Cell { text.map { .text($0) } ?? .null }
    /// A day; null where there is none.
    public static func day(orNull day: Day?) -> Cell { day.map { .day($0) } ?? .null }
  }
}

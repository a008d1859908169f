extension Report {
  /// A small chart for a terminal. It contains ratios instead of amounts, which are in the rows.
  /// New minor versions may add cases.
  public enum Chart: Sendable, Hashable {
    /// A bar for each label, in proportion to its share of the whole. Negative shares are red.
    case bars(title: String, [Bar])
    /// A line through equidistant values, with labels for its start and end and for its lowest and
    /// highest value. `nil` is a gap.
    case line(title: String, [Double?], from: String, to: String, scale: Scale)

    /// The labels of the lowest and highest value of a line.
    public struct Scale: Sendable, Hashable {
      /// The label of the lowest value.
      public var low: String
      /// The label of the highest value.
      public var high: String
    }

    /// A bar of a chart.
    public struct Bar: Sendable, Hashable {
      /// The label.
      public var label: String
      /// The length, as a share of the whole. The whole is 1.
      public var share: Double
    }
  }
}

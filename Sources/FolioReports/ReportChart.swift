extension Report {
  /// A small picture of what the rows say, for a terminal that can show it. It carries ratios, not
  /// money: what it is drawn from stands in the rows.
  public enum Chart: Sendable, Hashable {
    /// A bar for each label, as long as its share of the whole; shares below zero are drawn red.
    case bars(title: String, [Bar])
    /// A line through values in equal steps, with words for its two ends and for the amounts at its
    /// lowest and its highest point; nil is a gap.
    case line(title: String, [Double?], from: String, to: String, scale: Scale)

    /// What the lowest and the highest point of a line stand for.
    public struct Scale: Sendable, Hashable {
      /// The lowest.
      public var low: String
      /// The highest.
      public var high: String

      /// Makes a scale.
      public init(low: String = "", high: String = "") {
        self.low = low
        self.high = high
      }
    }

    /// One bar.
    public struct Bar: Sendable, Hashable {
      /// What it stands for.
      public var label: String
      /// Its length, 1 being the whole.
      public var share: Double

      /// Makes a bar.
      public init(label: String, share: Double) {
        self.label = label
        self.share = share
      }
    }
  }
}

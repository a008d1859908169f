/// A question that a file leaves open, such as the cost of units that were received.
public struct ImportQuestion: Sendable, Hashable, Identifiable {
  /// A value that is asked for.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    /// What the units cost, in the currency of the question.
    case cost
    /// The currency of the cost, such as `EUR`. It is asked for where no row names one.
    case currency
    /// The day on which the units were acquired.
    case acquired
    /// The share of the cost that moves to the new units, from 0 to 1.
    case basisFraction = "basis_fraction"
    /// New units for old ones, such as `4:1`.
    case ratio
    /// A number of units, below zero if they were sold short.
    case quantity
    /// The symbol of an instrument.
    case symbol
  }

  /// The id, which is the same in every import of the row.
  public var id: String
  /// The question as a sentence.
  public var text: String
  /// The values that are asked for.
  public var fields: [Field]
  /// The currency of amounts; `nil` if the answer has to name it.
  public var currency: Currency?
  /// The row that raises it.
  public var position = SourcePosition.none

  /// Creates a question.
  /// - Parameters:
  ///   - id: Made of what the row says, such as `cost US0378331005 2024-03-01 10`.
  ///   - fields: A question for a cost without a currency asks for the currency as well.
  package init(id: String, text: String, fields: [Field], currency: Currency? = nil) {
    self.id = id
    self.text = text
    self.fields = fields
    self.currency = currency
    if currency == nil, let cost = fields.firstIndex(of: .cost) {
      self.fields.insert(.currency, at: cost + 1)
    }
  }
}

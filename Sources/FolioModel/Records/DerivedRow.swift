import FolioDiagnostics

/// A row of `portfolio_positions` or `portfolio_holdings`: what another program computed once.
public struct DerivedRow: Sendable, Hashable {
  /// A column that has a value.
  public struct Column: Sendable, Hashable {
    /// Its key as it was written.
    public var key: String
    /// The contents of a text; the JSON of any other value.
    public var text: String

    /// A column.
    public init(key: String, text: String) {
      self.key = key
      self.text = text
    }
  }

  /// The table it stood in.
  public var table: LedgerTable
  /// Its columns, without those that are `null`.
  public var columns: [Column]
  /// Where it stood.
  public var position: SourcePosition

  /// A row.
  public init(table: LedgerTable, columns: [Column], position: SourcePosition) {
    self.table = table
    self.columns = columns
    self.position = position
  }
}

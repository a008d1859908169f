/// A row of `portfolio_positions` or `portfolio_holdings`, which another program computed.
public struct DerivedRow: Sendable {
  /// The key of a column as it was written, and the contents of a string or the JSON of any other
  /// value.
  public typealias Column = (key: String, text: String)

  /// Its table.
  public var table: LedgerTable
  /// Its columns, without those that are `null`.
  public var columns: [Column]
  /// Its position.
  public var position: SourcePosition

  /// A row.
  public init(table: LedgerTable, columns: [Column], position: SourcePosition) {
    self.table = table
    self.columns = columns
    self.position = position
  }
}

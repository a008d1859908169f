/// A column that Folio reads and writes without interpreting it, such as `user_id` or a key that a
/// program added.
public struct LedgerColumn: Sendable, Hashable, Codable {
  /// The key.
  public var key: String
  /// The value as JSON text, so that nothing of it is lost: `"a text"` with its quotation marks.
  public var json: String

  /// Creates a column.
  public init(_ key: String, json: String) {
    self.key = key
    self.json = json
  }
}

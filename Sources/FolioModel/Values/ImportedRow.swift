/// The row of a file of another program from which a group was imported: the evidence for it.
public struct ImportedRow: Sendable, Hashable, CustomStringConvertible {
  /// The name of the file without its folder.
  public var file: String
  /// The line of the file on which the row begins, starting at 1.
  public var row: Int
  /// The SHA-256 of the file: 64 hexadecimal digits in lower case.
  public var sha256: String

  /// Creates a row.
  public init(file: String, row: Int, sha256: String) {
    self.file = file
    self.row = row
    self.sha256 = sha256
  }

  /// The file and the row: `trades.csv, row 12`.
  public var description: String { "\(file), row \(row)" }
}

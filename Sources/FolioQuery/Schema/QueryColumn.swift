/// A column of a table that queries read.
public struct QueryColumn: Sendable, Hashable {
  /// The kinds of columns. New minor versions may add cases.
  public enum Kind: String, Sendable, CaseIterable {
    /// Text.
    case text
    /// A day as text, `2024-12-31`, so that days sort by time.
    case day
    /// A whole number. 1 stands for yes and 0 for no.
    case integer
    /// An exact number: two columns in SQL. The column of this name is the nearest binary number,
    /// for comparisons and charts. The one with `_exact` after the name is the text of all digits.
    case exact
  }

  /// The name in SQL.
  public let name: String
  /// The kind of the values.
  public let kind: Kind
  /// The meaning: the unit, the sign, and when it is null.
  public let meaning: String

  init(_ name: String, _ kind: Kind, _ meaning: String) {
    (self.name, self.kind, self.meaning) = (name, kind, meaning)
  }

  /// A column of a report under a name.
  init(_ column: Report.Column, _ name: String) {
    let kind: Kind =
      switch column.kind {
      case .text, .keyword: .text
      case .day: .day
      case .quantity, .amount, .rate, .percent: .exact
      case .integer: .integer
      }
    self.init(name, kind, column.meaning)
  }

  /// The names of the column in SQL: one, or two for an exact number.
  public var sqlNames: [String] { kind == .exact ? [name, "\(name)_exact"] : [name] }

  /// The definitions in `CREATE TABLE`. A database in memory orders exact texts by their numbers.
  func definitions(comparesExactly: Bool) -> [String] {
    switch kind {
    case .text, .day: ["\(name) TEXT"]
    case .integer: ["\(name) INTEGER"]
    case .exact:
      ["\(name) REAL", "\(name)_exact TEXT\(comparesExactly ? " COLLATE exact" : "")"]
    }
  }
}

extension [QueryColumn] {
  /// The statement that creates a table of the columns, with the meaning of each as a comment.
  func creation(
    ofTable name: String, _ meaning: String, comparesExactly: Bool
  ) -> String {
    let definitions = flatMap { column in
      column.definitions(comparesExactly: comparesExactly).enumerated().map { index, text in
        (text, index == 0 ? column.meaning : "all digits of \(column.name)")
      }
    }
    let lines = definitions.enumerated().map { index, definition in
      "  \(definition.0)\(index + 1 < definitions.count ? "," : "")  -- \(definition.1)\n"
    }
    return "CREATE TABLE \(name) (  -- \(meaning)\n\(lines.joined()))"
  }
}

import FolioNumbers
import Testing

@testable import FolioReports

/// Compares figures that several reports state, and counts the comparisons.
final class Agreement {
  let name: String
  private(set) var comparisons = 0
  /// Figures that were known on both sides.
  private(set) var known = 0
  private var reported: Set<String> = []

  init(_ name: String) { self.name = name }

  /// Records a failure unless both figures are equal to the last digit. An unknown figure is only
  /// equal to another unknown one.
  func same(_ left: ExactDecimal?, _ right: ExactDecimal?, _ what: @autoclosure () -> String) {
    comparisons += 1
    if left != nil, right != nil { known += 1 }
    if left?.normalized() == right?.normalized() { return }
    // A wrong figure is wrong in many places. The first of each kind says enough.
    let what = what()
    guard reported.count < 20, reported.insert(what).inserted else { return }
    Issue.record("\(name): \(what): \(Self.text(left)) is not \(Self.text(right))")
  }

  /// Compares sums by key. A key that one side lacks has the sum zero.
  func same(_ left: Sums, _ right: Sums, _ what: String) {
    for key in Set(left.keys).union(right.keys).sorted() {
      same(left[key, default: .zero], right[key, default: .zero], "\(what) of \(key)")
    }
  }

  private static func text(_ number: ExactDecimal?) -> String {
    number.map { $0.normalized().description } ?? "unknown"
  }
}

/// Sums by the texts of a row; nil if a part of a sum is unknown.
typealias Sums = [String: ExactDecimal?]

extension Sums {
  /// Adds other sums, or subtracts them.
  func adding(_ other: Sums, minus: Bool = false) -> Sums {
    var all = self
    for (key, amount) in other {
      let sum = all[key, default: .zero]
      all[key] = .some(minus ? sum.subtracting(amount) : sum.adding(amount))
    }
    return all
  }

  /// The same sums, under keys that a function makes of theirs; nil leaves a sum out.
  func renamed(_ name: (String) -> String?) -> Sums {
    var all: Sums = [:]
    for (key, amount) in self {
      guard let key = name(key) else { continue }
      all[key] = .some(all[key, default: .zero].adding(amount))
    }
    return all
  }
}

// The figures of a report as its readers see them.
extension Report {
  func place(of key: String) -> Int? { columns.firstIndex { $0.key == key } }

  /// The sums of a column by the texts of other columns, joined by spaces, of rows that meet a
  /// condition.
  func sums(
    _ key: String, by labels: [String], where condition: [String: String] = [:]
  ) -> Sums {
    guard let column = place(of: key) else { return ["no column \(key)": nil] }
    let places = labels.map { place(of: $0) }
    let conditions = condition.map { (place(of: $0), $1) }
    var sums: Sums = [:]
    for index in 0..<rowCount {
      let cells = row(index)
      func text(_ place: Int?) -> String { place.flatMap { cells[$0].words } ?? "-" }
      guard conditions.allSatisfy({ text($0.0) == $0.1 }) else { continue }
      let label = places.map { text($0) }.joined(separator: " ")
      sums[label] = .some(sums[label, default: .zero].adding(cells[column].figure))
    }
    return sums
  }

  /// The sum of a column over the rows that meet a condition.
  func sum(_ key: String, where condition: [String: String] = [:]) -> ExactDecimal? {
    sums(key, by: [], where: condition)["", default: .zero]
  }

  /// The figures of the last row with each label.
  func last(_ key: String, by labels: [String]) -> Sums {
    guard let column = place(of: key) else { return ["no column \(key)": nil] }
    let places = labels.map { place(of: $0) }
    var found: Sums = [:]
    for index in 0..<rowCount {
      let cells = row(index)
      let label = places.map { place in place.flatMap { cells[$0].words } ?? "-" }
      found[label.joined(separator: " ")] = .some(cells[column].figure)
    }
    return found
  }

  func total(_ key: String) -> ExactDecimal? { totals.first { $0.key == key }?.value.figure }
}

extension Report.Cell {
  /// The exact number of a cell.
  var figure: ExactDecimal? {
    switch self {
    case .money(let amount, _), .number(let amount, _): amount
    case .integer(let count): ExactDecimal(count)
    case .text, .day, .null: nil
    }
  }

  var words: String? {
    switch self {
    case .text(let text): text
    case .day(let day): day.description
    case .money, .number, .integer, .null: nil
    }
  }
}

import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

@Suite("Conditions on rows")
struct ConditionTests {
  private static let rows: [(String?, String?, String?)] = [
    ("A", "-5.00", "2024-01-31"), ("B", "0", "2024-02-01"), ("Ab%", "12.5", nil), (nil, nil, nil),
    ("it's", "0.000000000000000000000000000000000001", "2023-12-31"),
  ]

  private func report() throws -> Report {
    let usd = Currency("USD")
    return try Report(
      name: "sample", title: "Sample",
      columns: [
        .init("symbol", "Symbol", .text), .init("gain", "Gain", .amount),
        .init("day", "Day", .day), .init("from", "From", .keyword), .init("share", "S", .percent),
        .init("count", "N", .integer),
      ],
      rows: Self.rows.enumerated().map { number, row in
        [
          .text(orNull: row.0), try row.1.map { .money(try ExactDecimal($0), usd) } ?? .null,
          .day(orNull: try row.2.map { try Day($0) }), .text("stock_trade"),
          .number(ExactDecimal("0.05")), .integer(number),
        ]
      })
  }

  /// The numbers of the rows that meet a condition.
  private func kept(_ condition: String) throws -> [Int] {
    let filtered = try report().filtered(where: RowCondition(condition))
    return (0..<filtered.rowCount).compactMap { row in
      if case .integer(let number) = filtered.row(row)[5] { number } else { nil }
    }
  }

  @Test(
    "keep the rows for which they are true",
    arguments: [
      ("gain < 0", [0]), ("gain <= 0", [0, 1]), ("gain > 0", [2, 4]), ("0 < gain", [2, 4]),
      ("gain = -5", [0]), ("gain == -5.000", [0]), ("gain <> 0", [0, 2, 4]),
      ("gain != 0", [0, 2, 4]), ("not gain = 0", [0, 2, 4]), ("gain >= 12.50", [2]),
      // A number of 36 decimals is not zero.
      ("gain > 0 and gain < 0.00000000000000000000000000000000001", [4]),
      ("gain is null", [3]), ("gain is not null", [0, 1, 2, 4]),
      ("not gain is null", [0, 1, 2, 4]),
      ("symbol = 'A' or gain = 0", [0, 1]), ("symbol = 'A' and gain = 0", []),
      ("symbol = 'A' or symbol = 'B' and gain > 0", [0]),
      ("(symbol = 'A' or symbol = 'B') and gain = 0", [1]),
      ("symbol = 'a'", []), ("symbol like 'a%'", [0, 2]), ("symbol like 'A_%'", [2]),
      ("symbol not like 'a%'", [1, 4]), ("symbol like '%'", [0, 1, 2, 4]),
      ("symbol like ''", []), ("symbol contains 'B'", [1, 2]),
      ("symbol contains ''", [0, 1, 2, 4]),
      ("symbol contains '%'", [2]), ("symbol = 'it''s'", [4]), ("\"symbol\" = 'B'", [1]),
      ("symbol in ('A', 'B')", [0, 1]), ("symbol not in ('A')", [1, 2, 4]),
      ("gain in (0, -5)", [0, 1]), ("gain between -5 and 0", [0, 1]),
      ("gain not between -5 and 0", [2, 4]), ("day < 2024-02-01", [0, 4]),
      ("day = '2024-02-01'", [1]), ("'2024-01-31' = day", [0]), ("day like '2024-%'", [0, 1]),
      ("day between 2024-01-01 and 2024-01-31", [0]), ("from = 'stock_trade'", [0, 1, 2, 3, 4]),
      ("share = 5%", [0, 1, 2, 3, 4]), ("share > 5%", []), ("count >= 3", [3, 4]),
      ("gain < share", [0, 1, 4]), ("NOT NOT gain < 0", [0]), ("gain<0 AND symbol='A'", [0]),
      // Unknown or true is true, unknown and true is unknown.
      ("gain > 0 or count = 3", [2, 3, 4]), ("gain > 0 and count = 3", []),
      ("not (gain > 0 and count = 3)", [0, 1, 2, 4]), ("symbol = symbol", [0, 1, 2, 4]),
    ])
  func rows(_ condition: String, _ expected: [Int]) throws {
    #expect(try kept(condition) == expected)
  }

  @Test(
    "point at what is wrong",
    arguments: [
      ("", "the condition is empty", "^"),
      ("symbl = 'A'", "'sample' has no column 'symbl'", "^^^^^"),
      ("gain = 0 and nme = 1", "'sample' has no column 'nme'", "             ^^^"),
      ("symbol = \"A\"", "'sample' has no column 'A'", "         ^^^"),
      ("gain < 'x'", "a number is compared with a text", "       ^^^"),
      ("day < 5", "a day is compared with a number", "      ^"),
      ("day < '2024-02-30'", "a day is compared with a text", "      ^^^^^^^^^^^^"),
      ("symbol = 5", "a text is compared with a number", "         ^"),
      ("gain = symbol", "a column of numbers is compared with one of texts", "^^^^"),
      ("gain like '5'", "'like' searches texts, but this is a number", "^^^^"),
      ("symbol like gain", "'like' needs a text", "            ^^^^"),
      ("gain <", "the condition needs a column or a value, but here it ends", "      ^"),
      ("gain", "the condition needs a comparison: = <", "    ^"),
      (
        "gain = 1 2", "the condition needs the end, 'and' or 'or', but here '2' follows",
        "         ^"
      ),
      ("(gain = 1", "the condition needs ')', but here it ends", "         ^"),
      ("gain = 1)", "the condition needs the end", "        ^"),
      ("gain is 0", "the condition needs 'null'", "        ^"),
      ("gain in 0", "the condition needs '('", "        ^"),
      ("gain between 1 or 2", "the condition needs 'and'", "               ^^"),
      ("symbol = 'A", "the quote ' is not closed", "         ^"),
      ("gain = 1.2.3", "'1.2.3' is neither a number nor a day", "       ^^^^^"),
      ("day = 2024-13-01", "'2024-13-01' is neither a number nor a day", "      ^^^^^^^^^^"),
      ("gain ; 1", "';' has no meaning here", "     ^"),
      ("gain = - 'x'", "the condition needs a number", "         ^^^"),
      ("名 = 1", "'sample' has no column '名'", "^^"),
      ("symbol = '名' x", "the condition needs the end", "              ^"),
    ])
  func faults(_ condition: String, _ problem: String, _ marks: String) throws {
    do {
      _ = try kept(condition)
      Issue.record("\(condition) is accepted")
    } catch let fault as ConditionFault {
      #expect(fault.problem.hasPrefix(problem), "\(condition): \(fault.problem)")
      #expect(fault.marks == marks, "\(condition)")
      #expect(fault.advice.hasSuffix("."), "\(condition): \(fault.advice)")
    }
  }

  @Test("name the columns, and the similar one first")
  func columns() throws {
    do {
      _ = try kept("gian < 0")
      Issue.record("the column is accepted")
    } catch let fault as ConditionFault {
      #expect(
        fault.advice
          == "Did you mean 'gain'? Its columns are symbol, gain, day, from, share, count.")
    }
  }

  @Test("end a deep or long condition")
  func depth() throws {
    let deep = String(repeating: "(", count: 101) + "gain = 0" + String(repeating: ")", count: 101)
    #expect(throws: ConditionFault.self) { try kept(deep) }
    let allowed = String(repeating: "(", count: 90) + "gain = 0" + String(repeating: ")", count: 90)
    #expect(try kept(allowed) == [1])
    let long = Array(repeating: "gain = 0", count: 10_000).joined(separator: " or ")
    #expect(try kept(long) == [1])
    let negations = String(repeating: "not ", count: 100_001) + "gain = 0"
    #expect(try kept(negations) == [0, 2, 4])
    // A pattern with many wildcards takes no time that grows with their number.
    let pattern = String(repeating: "%a", count: 5_000)
    #expect(try kept("symbol like '\(pattern)b'").isEmpty)
  }
}

@Suite("Totals of filtered reports")
struct FilteredTotalsTests {
  private static let ways = [Way.all, Way.of(.us), Way.of(.uk), Way.of(.ca)].flatMap {
    Array($0.prefix(2))
  }

  private func reports(_ books: BookedLedger) throws -> [Report] {
    let all: [Report?] = [
      .lots(books), .gains(books), .income(books), .cash(books), try .holdings(books),
      try .positions(books), try .trialBalance(books), .journal(books), .taxFormInCurrency(books),
    ]
    return all.compactMap { $0 }
  }

  /// Every row is in one of the two parts, and sums of both parts are those of the whole.
  @Test("add up", arguments: ways)
  func parts(_ way: Way) throws {
    var compared = 0
    for history in way.histories(301..<304, areAll: true) {
      for report in try reports(Booked(history).result) {
        let column = report.columns.contains { $0.key == "symbol" } ? "symbol" : "currency"
        guard report.columns.contains(where: { $0.key == column }) else { continue }
        let condition = "\(column) like '%A%' or \(column) is null"
        let one = try report.filtered(where: RowCondition(condition))
        let other = try report.filtered(where: RowCondition("not (\(condition))"))
        #expect(one.rowCount + other.rowCount == report.rowCount, "\(report.name)")
        #expect(one.condition == condition)
        for total in report.totals {
          guard let whole = number(total.value), let first = number(one, total.key),
            let second = number(other, total.key)
          else { continue }
          #expect(try first.adding(second) == whole, "\(report.name) \(total.key)")
          compared += 1
        }
      }
    }
    #expect(compared > 20)
  }

  /// A filter that keeps all rows keeps the totals, except those that are no sums of rows.
  @Test("stay the same if all rows stay", arguments: ways)
  func whole(_ way: Way) throws {
    for history in way.histories(311..<313, areAll: true) {
      for report in try reports(Booked(history).result) {
        guard let column = report.columns.first?.key else { continue }
        let all = try report.filtered(
          where: RowCondition("\(column) is null or \(column) is not null"))
        #expect(all.rowCount == report.rowCount)
        #expect(all.totals == report.totals, "\(report.name)")
      }
    }
  }

  @Test("are filtered twice")
  func twice() throws {
    let way = try #require(Self.ways.first)
    let history = try #require(way.histories(321..<322, areAll: true).first)
    let gains = Report.gains(try Booked(history).result)
    let losses = try gains.filtered(where: RowCondition("gain < 0"))
    let both = try losses.filtered(where: RowCondition("symbol > 'M'"))
    let once = try gains.filtered(where: RowCondition("gain < 0 and symbol > 'M'"))
    #expect(both.totals == once.totals)
    #expect(both.rowCount == once.rowCount)
    #expect(losses.rowCount > 0)
  }

  private func number(_ report: Report, _ key: String) -> ExactDecimal? {
    report.totals.first { $0.key == key }.flatMap { number($0.value) }
  }

  private func number(_ cell: Report.Cell) -> ExactDecimal? {
    switch cell {
    case .money(let number, _), .number(let number, _): number
    case .text, .day, .integer, .null: nil
    }
  }
}

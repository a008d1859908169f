import Folio
import Testing

@testable import FolioQuery
@testable import TestSupport

@Suite("Exact functions", .enabled(if: LedgerQuery.isAvailable))
struct ExactFunctionTests {
  @Test(
    "have exact results",
    arguments: [
      ("exact_add('0.1', '0.2')", "0.3"), ("exact_sub('1', '0.9')", "0.1"),
      ("exact_mul('1.5', '-2')", "-3"), ("exact_mul('0.1', 3)", "0.3"),
      ("exact_div('1', '3', 5)", "0.33333"), ("exact_div('2', '3', 0)", "1"),
      ("exact_round('2.345', 2)", "2.34"), ("exact_round('2.355', 2)", "2.36"),
      ("exact_neg('1.50')", "-1.5"), ("exact_abs('-1.5')", "1.5"),
      ("exact_cmp('1.5', '1.50')", "0"), ("exact_cmp('2', '10')", "-1"),
      ("exact_cmp('10', 2)", "1"), ("exact_add(NULL, '1')", ""), ("exact_add('1', NULL)", ""),
      ("decimal_add('0.1', '0.2')", "0.3"), ("decimal_sub('1', '0.9')", "0.1"),
      ("decimal_mul('0.1', '0.2')", "0.02"), ("decimal_cmp('2', '10')", "-1"),
      ("exact_add('9999999999999999.99', '0.01')", "10000000000000000"),
      ("exact_add('-9223372036854775808', '0')", "-9223372036854775808"),
    ])
  func scalars(_ call: String, _ expected: String) throws {
    let rows = try Asking.sample().rows("SELECT \(call) || '' AS x")
    #expect(rows == [expected.isEmpty ? "" : expected].filter { !$0.isEmpty } || expected.isEmpty)
  }

  @Test(
    "reject what is not exact",
    arguments: [
      ("exact_add(0.1, '1')", "a binary number is not exact"),
      ("exact_sum(gain) FROM disposals", "a binary number is not exact"),
      ("exact_add('x', '1')", "'x' is not a number"), ("exact_add('', '1')", "'' is not a number"),
      ("exact_add(x'01', '1')", "a binary number is not exact"),
      ("exact_div('1', '0', 2)", "exact_div: "), ("exact_div('1', '3', 99)", "exact_div needs"),
      ("exact_round('1', '0.5')", "exact_round needs a number of decimal places"),
      ("exact_avg('1', NULL)", "exact_avg needs a number of decimal places"),
      ("exact_mul('1e30', '1e30')", "exact_mul: "),
      ("exact_sum(column1) FROM (VALUES ('9e35'), ('9e35'))", "36 digits"),
      ("exact_avg('1')", "wrong number of arguments"),
    ])
  func faults(_ call: String, _ problem: String) throws {
    guard case .statement(let text)? = try Asking.sample().fault("SELECT \(call)") else {
      Issue.record("\(call) has a result")
      return
    }
    #expect(text.contains(problem), "\(text)")
  }

  @Test("add up numbers that binary numbers cannot")
  func digits() throws {
    let asking = try Asking.sample()
    let values = "(VALUES ('0.1'), ('0.2'), ('99999999999999999999.7'), (NULL))"
    #expect(
      try asking.rows(
        "SELECT exact_sum(column1), exact_min(column1), exact_max(column1), "
          + "exact_avg(column1, 4), decimal_sum(column1) FROM \(values)")
        == [
          "100000000000000000000|0.1|99999999999999999999.7|33333333333333333333.3333|"
            + "100000000000000000000"
        ])
    #expect(
      try asking.rows(
        "SELECT exact_sum(x), exact_min(x), exact_avg(x, 2) FROM "
          + "(SELECT NULL AS x)") == ["||"])
    #expect(
      try asking.rows("SELECT exact_sum(gain_exact), 1 FROM disposals WHERE symbol = 'none'")
        == ["|1"])
  }

  @Test("have running sums")
  func windows() throws {
    let asking = try Asking.sample()
    let values = "(VALUES (1, '0.1'), (2, '0.2'), (3, '-0.05'))"
    #expect(
      try asking.rows(
        "SELECT column1, exact_sum(column2) OVER (ORDER BY column1) AS total, "
          + "exact_sum(column2) OVER (ORDER BY column1 ROWS 1 PRECEDING) AS two FROM \(values)")
        == ["1|0.1|0.1", "2|0.3|0.3", "3|0.25|0.15"])
  }

  @Test("are those of exact numbers for random ones")
  func random() throws {
    var dice = Dice(seed: 0x51)
    let asking = try Asking.sample()
    for _ in 0..<TestScale.part(of: 40) {
      let numbers = try (0..<20).map { _ in
        try ExactDecimal(
          coefficient: Int128(dice.below(2_000_000_000_001) - 1_000_000_000_000),
          places: dice.below(13))
      }
      let values = numbers.map { "('\($0)')" }.joined(separator: ", ")
      let sum = try numbers.reduce(ExactDecimal.zero) { try $0.adding($1) }
      let row = try asking.rows(
        "SELECT exact_sum(column1), exact_min(column1), exact_max(column1) FROM (VALUES \(values))")
      let least = try #require(numbers.min())
      let most = try #require(numbers.max())
      #expect(row == [[sum, least, most].map { "\($0.normalized())" }.joined(separator: "|")])
      let ordered = try asking.rows(
        "SELECT column1 FROM (VALUES \(values)) ORDER BY column1 COLLATE exact")
      #expect(try ordered.map { try ExactDecimal($0) } == numbers.sorted())
    }
  }

  @Test("write the nearest binary number")
  func binary() throws {
    for text in [
      "0", "0.1", "-12.50", "9007199254740991", "9007199254740993", "123456789012345678.9",
      "0.000000000000000000000000000000000001", "999999999999999999999999999999999999",
    ] {
      #expect(try ExactDecimal(text).binary == Double(text), "\(text)")
    }
  }
}

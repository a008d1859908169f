import Folio
import Testing

@testable import FolioCLI

/// One run of a spec: a command on its ledger, and what it must print.
struct SpecRun {
  let ledger: [UInt8]
  let run: SpecValue
  let source: String
  /// Files beside the ledger.
  var files: [String: [UInt8]] = [:]
  /// Arguments of every run of the spec.
  var more: [String] = []

  /// Checks a file of a worked example: its id, its citation, and every run of it.
  static func checkAll(_ path: String) throws {
    let bytes = try SpecFiles.bytes(path)
    let spec = try SpecParser.parse(bytes)
    #expect(path.hasSuffix("/\(spec["id"]?.text ?? "").json"), "\(path): its id is not its name")
    #expect(spec["source"]?["citation"] != nil, "\(path): no citation")
    let range = try #require(spec["ledger"]?.range)
    let runs = spec["runs"]?.elements ?? []
    #expect(!runs.isEmpty, "\(path): no runs")
    for run in runs {
      try SpecRun(ledger: Array(bytes[range]), run: run, source: path).check()
    }
  }

  /// Executes the run and compares; every difference is an issue of the test.
  func check() throws {
    let arguments = run["arguments"]?.elements.compactMap(\.text) ?? []
    #expect(!arguments.isEmpty, "\(source): a run without arguments")
    let session = CommandSession(files.merging(["ledger.json": ledger]) { $1 })
    let format = arguments.first == "check" ? [] : ["--format", "json"]
    session.run(arguments + more + format + ["ledger.json"])
    let label = "\(source): \(arguments.joined(separator: " "))"
    if let faults = run["faults"] {
      let expected = faults.elements.compactMap(\.text)
      #expect(session.faultCodes == expected, "\(label)\n\(session.errors)")
      #expect(session.status == (expected.isEmpty ? 0 : 1), "\(label)")
      #expect(session.output.isEmpty, "\(label): something was printed")
      return
    }
    #expect(session.status == 0, "\(label)\n\(session.errors)")
    guard session.status == 0 else { return }
    let printed = try SpecParser.parse(Array(session.output.utf8))
    #expect(run["rows"] != nil || run["totals"] != nil || run["warnings"] != nil, "\(label)")
    // Only returns are ratios: `fx_effect` is one there, and money elsewhere.
    let inexact = arguments.first == "performance" ? Self.ratios : []
    if let rows = run["rows"] {
      Self.compare(rows.elements, printed["rows"]?.elements ?? [], label, near: inexact)
    }
    if let totals = run["totals"] {
      Self.compare(totals, printed["totals"] ?? .null, "\(label): totals", near: inexact)
    }
    for code in run["warnings"]?.elements.compactMap(\.text) ?? [] {
      let codes = printed["warnings"]?.elements.compactMap { $0["code"]?.text } ?? []
      #expect(codes.contains(code), "\(label): warnings")
    }
  }

  /// Compares rows by the keys that are expected.
  static func compare(
    _ expected: [SpecValue], _ printed: [SpecValue], _ label: String, near ratios: Set<String> = []
  ) {
    #expect(expected.count == printed.count, "\(label): rows \(printed)")
    for (number, pair) in zip(expected, printed).enumerated() {
      compare(pair.0, pair.1, "\(label): row \(number)", near: ratios)
    }
  }

  private static func compare(
    _ expected: SpecValue, _ printed: SpecValue, _ label: String, near ratios: Set<String>
  ) {
    for (key, value) in expected.members {
      let found = printed[key]
      #expect(found != nil, "\(label): \(key) is not printed")
      #expect(
        ratios.contains(key)
          ? near(value, found ?? .null) : equal(value, found ?? .null),
        "\(label): \(key) is \(String(describing: found)), not \(value)")
    }
  }

  /// The columns of `performance` that are returns, printed to 12 places and held to 9.
  private static let ratios: Set<String> = [
    "twr", "twr_annualized", "twr_cumulative", "twr_local", "fx_effect", "xirr", "volatility",
    "max_drawdown", "benchmark_twr", "benchmark_xirr",
  ]

  private static func near(_ left: SpecValue, _ right: SpecValue) -> Bool {
    guard let a = left.text.flatMap({ try? ExactDecimal($0) }),
      let b = right.text.flatMap({ try? ExactDecimal($0) }),
      let difference = try? a.subtracting(b)
    else { return equal(left, right) }
    return difference.magnitude <= "0.000000001"
  }

  /// Numbers are equal as numbers, from their digits; all else as text.
  private static func equal(_ left: SpecValue, _ right: SpecValue) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    default: break
    }
    guard let a = left.text, let b = right.text else { return false }
    if let x = try? ExactDecimal(a), let y = try? ExactDecimal(b) { return x == y }
    return a == b
  }
}

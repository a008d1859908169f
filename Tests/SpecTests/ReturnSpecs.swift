import Folio
import Testing

/// The worked returns under Specs/returns: series of flows and values through the functions of
/// Valuation. The ledgers beside them are no series.
struct ReturnSpecs {
  static let files = SpecFiles.paths(in: "returns", ending: ".json").filter {
    !$0.hasPrefix("returns/ledgers/")
  }

  @Test(arguments: files)
  func specHolds(_ path: String) throws {
    let spec = try SpecParser.parse(try SpecFiles.bytes(path))
    #expect(path.hasSuffix("/\(spec["id"]?.text ?? "").json"), "\(path): its id is not its name")
    #expect(spec["source"]?["citation"] != nil, "\(path): no citation")
    let series = spec["series"]?.elements ?? []
    #expect(!series.isEmpty, "\(path): no series")
    for (number, one) in series.enumerated() {
      try compare(one, "\(path): series \(number)")
    }
  }

  private func compare(_ series: SpecValue, _ label: String) throws {
    let expected = series["expected"]?.members ?? []
    #expect(!expected.isEmpty, "\(label): nothing is expected")
    let computed = try ReturnSeries(series).compute()
    for (key, value) in expected {
      let found = try #require(computed[key], "\(label): \(key) is not computed: \(computed)")
      #expect(found.agrees(with: value), "\(label): \(key) is \(found), not \(value)")
    }
  }

  @Test func everyFolderHasItsSpecs() {
    #expect(SpecFiles.counts(Self.files) == Self.counts)
  }

  static let counts = [
    "returns/currency": 2, "returns/internal-rate": 113, "returns/linked": 5,
    "returns/modified-dietz": 2, "returns/risk": 7, "returns/time-weighted": 16,
  ]

  static let ledgerFiles = SpecFiles.paths(in: "returns/ledgers", ending: ".json")

  /// Ledgers whose returns `folio performance` prints.
  @Test(arguments: ledgerFiles)
  func ledgerHasItsReturns(_ path: String) throws { try SpecRun.checkAll(path) }

  @Test func everyLedgerIsThere() {
    #expect(SpecFiles.counts(Self.ledgerFiles) == ["returns/ledgers": 11])
  }

  @Test("what differs is seen")
  func differencesAreSeen() {
    #expect(!ReturnFigure.ratio(0.1).agrees(with: .string("0.100000002")))
    #expect(!ReturnFigure.ratio(0.1).agrees(with: .null))
    #expect(!ReturnFigure.list([.ratio(0.1)]).agrees(with: .array([], 0..<0)))
    #expect(!ReturnFigure.text("no-root").agrees(with: .string("several")))
    #expect(!ReturnFigure.exact(1).agrees(with: .string("1.0000000000000000001")))
    #expect(ReturnFigure.ratio(1e12).agrees(with: .string("1000000000000.1")))
  }
}

/// What a function has computed, as a spec compares it.
indirect enum ReturnFigure {
  case ratio(Double)
  /// Money: compared digit by digit.
  case exact(ExactDecimal)
  case text(String)
  case list([ReturnFigure])
  case none

  /// Ratios agree within 1e-9 of the larger of 1 and themselves.
  func agrees(with value: SpecValue) -> Bool {
    switch (self, value) {
    case (.none, .null): return true
    case (.list(let figures), .array(let values, _)):
      return figures.count == values.count
        && zip(figures, values).allSatisfy { $0.agrees(with: $1) }
    case (.text(let text), _): return value.text == text
    case (.exact(let amount), _):
      return value.text.flatMap { try? ExactDecimal($0) } == amount
    case (.ratio(let ratio), _):
      guard let expected = value.text.flatMap(Double.init) else { return false }
      // Beyond the range both are infinite.
      return ratio == expected || (ratio - expected).magnitude <= 1e-9 * max(1, expected.magnitude)
    default: return false
    }
  }
}

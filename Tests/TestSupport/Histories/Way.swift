import FolioBooking
import FolioModel
import FolioNumbers
import Testing

/// One way to book: every history is booked in one of them, in turn.
struct Way: CustomTestStringConvertible {
  var method: CostBasisMethod
  var scope: LotScope
  var fees: FeeTreatment
  var rules = TaxRules.none

  /// Every method in every scope without tax rules.
  static let all: [Way] = CostBasisMethod.allCases.flatMap { method in
    LotScope.allCases.flatMap { scope in
      FeeTreatment.allCases.map { Way(method: method, scope: scope, fees: $0) }
    }
  }

  /// Every way to book under tax rules: some leave no choice of method and scope.
  static let ruled: [Way] =
    all.map { $0.under(.us) }
    + FeeTreatment.allCases.flatMap { fees in
      [TaxRules.uk, .ca].map {
        Way(method: .average, scope: .portfolio, fees: fees, rules: $0)
      }
    }

  /// Every way to book under the rules of one country.
  static func of(_ rules: TaxRules) -> [Way] { ruled.filter { $0.rules == rules } }

  /// A third of the ways in a default run, all in the full run. Each third has every method, every
  /// scope with every treatment of fees, and every tax rule.
  static func third(_ number: Int, of ways: [Way]) -> [Way] {
    TestScale.some(ways, from: number)
  }

  /// Ways in which a rest between two events makes no choice of lots wrong.
  static let quiet: [Way] =
    of(.uk) + of(.ca) + of(.us).filter { $0.method != .specific }

  var testDescription: String { "\(rules), \(method), \(scope), fees \(fees)" }

  func under(_ rules: TaxRules) -> Way {
    Way(method: method, scope: scope, fees: fees, rules: rules)
  }

  /// Histories for this way, of so many seeds in the full run. Those of `specific` are shorter:
  /// their maker books as it goes.
  /// - Parameter areAll: whether a smaller run needs all of them, too.
  func histories(
    _ seeds: Range<UInt64>, rated: Bool = true, keepsUnits: Bool = false, areAll: Bool = false
  ) -> [History] {
    seeds.prefix(areAll ? seeds.count : TestScale.part(of: seeds.count)).map { seed in
      var maker = HistoryMaker(seed: seed &* 0x1F1F, self, rated: rated, keepsUnits: keepsUnits)
      return maker.make(method == .specific ? 60 : 200)
    }
  }
}

import ExactNumbers
import LedgerModel
import Testing

@testable import LotBooking
@testable import Valuation

/// One way to book and to count, for a history of its own.
struct ProfitWay: CustomTestStringConvertible {
  var seed: UInt64
  var method: CostBasisMethod
  var scope: LotScope
  var base: Currency

  static let all: [ProfitWay] = CostBasisMethod.allCases.flatMap { method in
    LotScope.allCases.flatMap { scope in
      (1...4).map { seed in
        let base = HistoryMaker.currencies[(seed + method.hashIndex) % 4]
        return ProfitWay(seed: UInt64(seed), method: method, scope: scope, base: base)
      }
    }
  }

  var testDescription: String { "\(method), \(scope), in \(base), seed \(seed)" }

  /// A history with prices and rates from before its first day on.
  func builder() throws -> LedgerBuilder {
    var maker = HistoryMaker(
      seed: seed &* 0x2F2F, method: method, scope: scope, fees: .capitalize)
    let history = maker.make(method == .specific ? 50 : 160)
    let builder = history.builder()
    var dice = Dice(seed: seed &+ 5)
    for (symbol, currency) in maker.tradedIn.sorted(by: { $0.key < $1.key }) {
      for week in 0..<20 {
        let day = Day(daysSince1970: Int32(18_995 + week * 9)) ?? .first
        builder.price(
          symbol, day, dice.decimal(upTo: 9000, places: 2), dice.chance(15) ? "USD" : currency)
      }
    }
    return builder
  }
}

extension CostBasisMethod {
  fileprivate var hashIndex: Int { CostBasisMethod.allCases.firstIndex(of: self) ?? 0 }
}

/// The figures of a period as the tests compare them.
struct Period {
  let result: ProfitAndLoss

  init(
    _ ledger: Ledger, _ way: ProfitWay, _ from: Day?, _ to: Day?,
    _ change: (inout BookingOptions) -> Void = { _ in }
  ) throws {
    var options = BookingOptions()
    options.baseCurrency = way.base
    options.asOf = to
    change(&options)
    result = try ProfitAndLoss(of: ledger, options, from: from)
  }

  var total: ProfitFigures {
    var sum = ProfitFigures()
    for line in result.lines { sum.add(line.figures) }
    return sum
  }
}

@Suite("Profit and loss: what holds of every history and period")
struct ProfitHistoryTests {
  @Test("every row and the whole reconcile to the last digit", arguments: ProfitWay.all)
  func reconciles(_ way: ProfitWay) throws {
    let ledger = try way.builder().ledger()
    var dice = Dice(seed: way.seed)
    for _ in 0..<6 {
      let first = 19_000 + dice.below(70)
      let from = dice.chance(20) ? nil : Day(daysSince1970: Int32(first))
      let to = dice.chance(20) ? nil : Day(daysSince1970: Int32(first + dice.below(60)))
      let period = try Period(ledger, way, from, to)
      for line in period.result.lines {
        #expect(line.figures.difference == 0, "\(way) \(line.place) \(String(describing: from))")
      }
      let total = period.total
      #expect(total.difference == 0)
      #expect(total[.netContributions]?.normalized() == period.result.contributions?.normalized())
    }
  }
}

import FolioBooking
import FolioModel
import FolioNumbers
import FolioReports
import Testing

@testable import TestSupport

/// The best choices of supposed sales, compared with all choices of whole units, each booked as an
/// ordinary ledger.
@Suite("The best sale")
struct OptimalSaleTests {
  private static let rates = TaxRates(short: "0.37", long: "0.15")

  /// What a sale comes to, read from the books.
  private struct Outcome {
    var gain = ExactDecimal.zero
    var year = YearOfTest()
    var longUnits = ExactDecimal.zero

    init(_ booked: BookedLedger) throws {
      for disposal in booked.disposals where disposal.disposed >= "2024-01-01" {
        let taxable = try disposal.proceedsBase.subtracting(disposal.costBase)
          .adding(disposal.disallowedBase)
        let isLong = disposal.term == .long
        if isLong { try year.long.add(taxable) } else { try year.short.add(taxable) }
        guard booked.ledger.id(of: disposal.group) == "supposed" else { continue }
        try gain.add(taxable)
        if disposal.term == .long { try longUnits.add(disposal.quantity) }
      }
    }
  }

  private struct YearOfTest {
    var short = ExactDecimal.zero
    var long = ExactDecimal.zero

    func tax() throws -> ExactDecimal {
      let net = try short.adding(long)
      if !net.isPositive { return .zero }
      if long.isNegative { return try net.multiplied(by: rates.short) }
      if short.isNegative { return try net.multiplied(by: rates.long) }
      return try short.multiplied(by: rates.short).adding(long.multiplied(by: rates.long))
    }
  }

  /// Costs of parts of a lot are rounded at 18 places.
  private func isAtMost(_ left: ExactDecimal, _ right: ExactDecimal) throws -> Bool {
    try left.subtracting(right) <= "0.000000000001"
  }

  @Test func noChoiceIsBetter() throws {
    var dice = Dice(seed: 7)
    var (enumerated, proofs) = (0, [SaleChoice.Proof: Int]())
    for _ in 0..<TestScale.part(of: 1_000) {
      let history = try SaleHistory(&dice)
      var trade = SupposedTrade(.sell, "ACME", quantity: ExactDecimal(history.wanted))
      (trade.price, trade.day) = (history.price, SaleHistory.day)
      let whatIf = try WhatIf(history.reader)
      let answer = try whatIf.answer(to: trade, rates: Self.rates)
      let all = try history.allocations.map { try Outcome(try history.booked(selling: $0)) }
      enumerated += all.count
      for choice in answer.choices {
        guard let goal = choice.goal, let proof = choice.proof else { continue }
        proofs[proof, default: 0] += 1
        let tax = try choice.year.tax(at: Self.rates)
        let long = choice.parts.filter { $0.term == .long }.reduce(ExactDecimal.zero) {
          (try? $0.adding($1.quantity)) ?? $0
        }
        for other in all {
          switch goal {
          case .leastGain: #expect(try isAtMost(choice.taxableBase, other.gain))
          case .leastTax: #expect(try isAtMost(tax, try other.year.tax()))
          case .keepLongTerm:
            #expect(long >= other.longUnits)
            if long == other.longUnits { #expect(try isAtMost(choice.taxableBase, other.gain)) }
          }
        }
      }
      // Nothing is written, and the answer does not depend on what was asked before.
      let again = try whatIf.answer(to: trade, rates: Self.rates)
      #expect(again.choices.map(\.parts) == answer.choices.map(\.parts))
    }
    #expect(proofs[.searched] == nil)
    #expect(proofs[.exact, default: 0] > 0 && proofs[.enumerated, default: 0] > 0)
    if TestScale.tenths == 1 { #expect(enumerated == 783) }
  }
}

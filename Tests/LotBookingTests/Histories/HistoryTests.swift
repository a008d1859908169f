import ExactNumbers
import LedgerModel
import Testing

@testable import LotBooking

/// One way to book: every history is booked in one of them, in turn.
struct Way: CustomTestStringConvertible {
  var method: CostBasisMethod
  var scope: LotScope
  var fees: FeeTreatment

  static let all: [Way] = CostBasisMethod.allCases.flatMap { method in
    LotScope.allCases.flatMap { scope in
      FeeTreatment.allCases.map { Way(method: method, scope: scope, fees: $0) }
    }
  }

  var testDescription: String { "\(method), \(scope), fees \(fees)" }

  /// Histories for this way. Those of `specific` are shorter: their maker books as it goes.
  func histories(_ seeds: Range<UInt64>, rated: Bool = true) -> [History] {
    seeds.map { seed in
      var maker = HistoryMaker(
        seed: seed &* 0x1F1F, method: method, scope: scope, fees: fees, rated: rated)
      return maker.make(method == .specific ? 60 : 200)
    }
  }
}

@Suite("What holds of every history")
struct HistoryTests {
  @Test("the books balance, and nothing that was paid gets lost", arguments: Way.all)
  func conservation(_ way: Way) throws {
    for history in way.histories(1..<11) {
      let booked = try Booked(history)
      expectSoundBooks(booked)
      expectConservedCost(booked, history)
      expectConservedUnits(booked, history)
      expectCash(booked, history)
      expectEffects(booked, history)
    }
  }

  @Test("the books balance without any rate, too", arguments: Way.all)
  func unrated(_ way: Way) throws {
    for history in way.histories(11..<13, rated: false) {
      let booked = try Booked(history)
      expectSoundBooks(booked)
      expectConservedCost(booked, history)
    }
  }

  @Test("going from one method to another loses nothing", arguments: LotScope.allCases)
  func methods(_ scope: LotScope) throws {
    let methods = CostBasisMethod.allCases.filter { $0 != .specific }
    for seed in 61..<UInt64(71) {
      var dice = Dice(seed: seed)
      let way = Way(method: .fifo, scope: scope, fees: .capitalize)
      for var history in way.histories(seed..<seed + 1) {
        history.methods = (0..<12).map { number in
          let day = Day(daysSince1970: Int32(18_990 + number * 20 + dice.below(20)))
          let symbol = number % 2 == 0 ? nil : dice.pick(["A", "B", "C", "S", "N5"])
          return (dice.pick(methods), day, symbol)
        }
        history.takeLotsByMethod()
        let booked = try Booked(history)
        expectSoundBooks(booked)
        expectConservedCost(booked, history)
        expectConservedUnits(booked, history)
        expectEffects(booked, history)
        #expect(Set(booked.result.disposals.map(\.matching)).count > 1, "\(history.name)")
      }
    }
  }

  @Test("the order of unrelated rows changes nothing", arguments: Way.all)
  func order(_ way: Way) throws {
    for history in way.histories(21..<24) {
      let one = try Booked(history).summary
      let other = try Booked(history.shuffled()).summary
      #expect(one == other, "\(history.name)")
    }
  }

  @Test("booking as of a day is booking what had happened by then", arguments: Way.all)
  func prefix(_ way: Way) throws {
    for history in way.histories(31..<33) {
      for step in [1, 2, 3] {
        let day = history.groups[history.groups.count * step / 4].at.day
        let asOf = try Booked(history.builder()) { $0.asOf = day }
        let cut = try Booked(history.until(day).builder()) { $0.asOf = day }
        #expect(asOf.summary == cut.summary, "\(history.name), \(day)")
      }
    }
  }

  @Test("booking twice gives the same", arguments: Way.all)
  func again(_ way: Way) throws {
    for history in way.histories(41..<42) {
      #expect(try Booked(history).summary == (try Booked(history).summary))
    }
  }

  // MARK: The laws

  /// Paid in = left in lots + relieved + paid back as capital + taken out, in every currency.
  private func expectConservedCost(_ booked: Booked, _ history: History) {
    for currency in HistoryMaker.currencies {
      func isHere(_ index: CurrencyIndex) -> Bool { booked.tables.currencies[index] == currency }
      let lots = booked.result.lots.filter { isHere($0.currency) }
      let rows = booked.result.disposals.filter { isHere($0.currency) }
      let excess = rows.filter { $0.quantity.isZero }.map(\.proceeds).total()
      let paidBack = (history.tally.paidBack[currency] ?? .zero) - excess
      let left = lots.filter { !$0.isShort }.map(\.cost).total()
      let relieved = rows.filter { $0.cause != .cover }.map(\.cost).total()
      let gone = left + relieved + paidBack + takenOut(booked, history, currency)
      #expect(history.tally.paidIn[currency] ?? .zero == gone, "\(history.name), \(currency)")
      let owed = lots.filter(\.isShort).map(\.cost).total()
      let covered = rows.filter { $0.cause == .cover }.map(\.proceeds).total()
      #expect(
        history.tally.broughtByShorts[currency] ?? .zero == owed + covered,
        "\(history.name), \(currency)")
    }
  }

  private func takenOut(
    _ booked: Booked, _ history: History, _ currency: Currency
  ) -> ExactDecimal {
    booked.result.postings.filter { posting in
      let group = booked.tables.text(booked.tables.groups[Int(posting.group)].id)
      return posting.account.kind == .contributions && history.tally.leaving.contains(group)
        && booked.tables.currencies[posting.currency] == currency
    }.map(\.amount).total()
  }

  private func expectConservedUnits(_ booked: Booked, _ history: History) {
    for (symbol, units) in history.tally.units {
      let lots = booked.result.lots.filter {
        booked.tables.symbol($0.instrument) == symbol && !$0.isShort
      }
      #expect(lots.map(\.quantity).total() == units, "\(history.name), \(symbol)")
    }
  }

  private func expectCash(_ booked: Booked, _ history: History) {
    for (index, account) in history.accounts.enumerated() {
      let legs = history.groups.filter { $0.status != .void && !$0.isDeleted }.flatMap(\.cash)
      let sum = legs.filter { $0.account == account.id }.map {
        $0.direction == .in ? $0.amount : -$0.amount
      }.total()
      #expect(booked.result.cash[index].balance == sum, "\(history.name), \(account.id)")
    }
  }

  /// What currencies did is the cost at the disposal's rate less the cost in base; of a cover,
  /// the proceeds in base less the proceeds at its rate. 18 places, so up to two units of the last.
  private func expectEffects(_ booked: Booked, _ history: History) {
    let book = RateBook(booked.tables)
    for row in booked.result.disposals where row.hasBase {
      let group = booked.tables.text(booked.tables.groups[Int(row.group)].id)
      if history.tally.ownRates.contains(group) { continue }
      let currency = booked.tables.currencies[row.currency]
      guard let rate = book.rate(from: currency, to: "USD", on: row.disposed) else {
        Issue.record("a base amount without a rate: \(history.name), \(group)")
        continue
      }
      let effect = row.proceedsBase - row.costBase - row.priceEffectBase
      let expected = attempt(or: .zero) {
        row.cause == .cover
          ? try row.proceedsBase.subtracting(rate.convert(row.proceeds))
          : try rate.convert(row.cost).subtracting(row.costBase)
      }
      #expect(
        (effect - expected).magnitude <= "0.000000000000000002", "\(history.name), \(group)")
    }
  }
}

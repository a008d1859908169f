import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("What holds of every history under tax rules")
struct TaxRuleLawTests {
  @Test(
    "what is not allowed is what is deferred, and no more than the loss",
    arguments: Way.third(0, of: Way.ruled))
  func disallowed(_ way: Way) throws {
    for history in way.histories(101..<105) {
      let booked = try Booked(history)
      var deferred = Array(repeating: ExactDecimal.zero, count: booked.result.disposals.count)
      for loss in booked.result.deferredLosses {
        #expect(loss.quantity.isPositive && loss.amountBase >= .zero, "\(history.name)")
        deferred[loss.disposal] = deferred[loss.disposal] + loss.amountBase
      }
      for (row, sum) in zip(booked.result.disposals, deferred) {
        let place = "\(history.name), \(booked.groupID(row.group))"
        #expect(row.disallowedBase == sum, "\(place)")
        let loss = max(.zero, row.costBase - row.proceedsBase)
        #expect(row.disallowedBase >= .zero && row.disallowedBase <= loss, "\(place)")
      }
    }
  }

  @Test(
    "every unit that was sold is matched once", arguments: Way.third(1, of: Way.all + Way.ruled))
  func matchedOnce(_ way: Way) throws {
    for history in way.histories(105..<108) {
      let booked = try Booked(history)
      var matched: [String: ExactDecimal] = [:]
      for row in booked.result.disposals where row.cause == .sale {
        matched[booked.groupID(row.group), default: .zero] =
          (matched[booked.groupID(row.group)] ?? .zero) + row.quantity
      }
      for (group, units) in history.tally.sold {
        #expect(matched[group] ?? .zero == units, "\(history.name), \(group)")
      }
    }
  }

  @Test("methods and rules move gains in time, and change nothing of their sum")
  func sameSum() throws {
    for seed in UInt64(111)..<111 + TestScale.part(of: 4) {
      let way = Way(method: .fifo, scope: .portfolio, fees: .capitalize)
      for var history in way.histories(seed..<seed + 1, keepsUnits: true) {
        history.takeLotsByMethod()
        var sums: [(way: String, sum: ExactDecimal)] = []
        for rules in TaxRules.allCases where Self.keepsSum(rules) {
          for method in CostBasisMethod.allCases where method != .specific {
            history.rules = rules
            history.method = method
            sums.append((history.name, Self.taxedAndLeft(try Booked(history))))
          }
        }
        for one in sums {
          #expect((one.sum - sums[0].sum).magnitude <= "0.000000000000001", "\(one.way)")
        }
      }
    }
  }

  /// Whether rules count all fees and losses, at the rates of the ledger.
  private static func keepsSum(_ rules: TaxRules) -> Bool {
    guard let regime = rules.regime else { return true }
    return !regime.traits.rates.isOfficial && regime.traits.feeTreatment != .expense
      && rules != .ie
  }

  /// Taxable gains less what lots cost that are left, in base: what was earned less what was paid.
  private static func taxedAndLeft(_ booked: Booked) -> ExactDecimal {
    let taxed = booked.result.disposals.map {
      $0.proceedsBase - $0.costBase + $0.disallowedBase
    }.total()
    return taxed
      - booked.result.lots.map { $0.isShort ? -$0.costBase : $0.costBase }.total()
  }

  @Test("under uk a unit of a purchase is matched once", arguments: Way.of(.uk))
  func unitedKingdom(_ way: Way) throws {
    for history in way.histories(121..<129) {
      let booked = try Booked(history)
      var taken: [String: ExactDecimal] = [:]
      for row in booked.result.disposals
      where row.matching == .thirtyDays || row.matching == .sameDay {
        let symbol = booked.tables.symbol(row.instrument)
        guard let acquired = row.acquired else {
          Issue.record("a match without a day: \(history.name), \(booked.groupID(row.group))")
          continue
        }
        let gap = acquired.daysSince1970 - row.disposed.daysSince1970
        #expect(
          row.matching == .sameDay ? gap == 0 : (1...30).contains(gap), "\(history.name)")
        let units = history.units(row.quantity, of: symbol, from: row.disposed, to: acquired)
        taken["\(symbol) \(acquired)", default: .zero] =
          (taken["\(symbol) \(acquired)"] ?? .zero) + units
      }
      let bought = history.boughtByDay()
      for (key, units) in taken {
        let symbol = key.split(separator: " ").first.map(String.init) ?? ""
        // A stock dividend that is no split makes units that the maker does not tell.
        if history.tally.uneven.contains(symbol) { continue }
        #expect(
          units <= (bought[key] ?? .zero) + "0.000000000001", "\(history.name), \(key)")
      }
    }
  }

  @Test("under us a unit replaces once", arguments: Way.third(2, of: Way.of(.us)))
  func unitedStates(_ way: Way) throws {
    for history in way.histories(131..<133) {
      let booked = try Booked(history)
      var used: [String: ExactDecimal] = [:]
      for loss in booked.result.deferredLosses {
        let row = booked.result.disposals[loss.disposal]
        let symbol = booked.tables.symbol(row.instrument)
        let group = booked.groupID(loss.replacement)
        let day = booked.tables.groups[Int(loss.replacement)].occurredAt.day
        let gap = abs(day.daysSince1970 - row.disposed.daysSince1970)
        guard let bought = history.tally.bought[group], bought.symbol == symbol,
          !history.tally.uneven.contains(symbol)
        else { continue }
        #expect(gap <= 30, "\(history.name), \(group)")
        let units = history.units(loss.quantity, of: symbol, from: row.disposed, to: day)
        used[group] = (used[group] ?? .zero) + units
      }
      for (group, units) in used {
        let bought = history.tally.bought[group]?.units ?? .zero
        #expect(units <= bought + "0.000000000001", "\(history.name), \(group)")
      }
    }
  }

  @Test("the histories have what the rules are about")
  func occurs() throws {
    var found: [TaxRules: Set<String>] = [:]
    for way in Way.ruled where way.fees == .capitalize && way.method != .specific {
      for history in way.histories(141..<145, areAll: true) {
        let booked = try Booked(history)
        for row in booked.result.disposals {
          found[way.rules, default: []].insert(row.matching.rawValue)
          if let term = row.term { found[way.rules, default: []].insert(term.rawValue) }
          guard row.disallowedBase.isPositive else { continue }
          let isPart = row.disallowedBase < row.costBase - row.proceedsBase
          found[way.rules, default: []].insert(isPart ? "part deferred" : "all deferred")
          if row.cause == .cover { found[way.rules, default: []].insert("cover deferred") }
        }
      }
    }
    #expect(found[.uk]?.isSuperset(of: ["same_day", "30_day", "s104"]) == true)
    #expect(found[.ca]?.isSuperset(of: ["acb", "part deferred", "all deferred"]) == true)
    let expected: Set = ["short", "long", "part deferred", "all deferred", "cover deferred"]
    #expect(found[.us]?.isSuperset(of: expected) == true)
  }
}

extension History {
  /// Units of one day in those of another. Splits have days of their own.
  fileprivate func units(
    _ units: ExactDecimal, of symbol: String, from: Day, to: Day
  ) -> ExactDecimal {
    var units = units
    for (day, ratio) in tally.rescaled[symbol] ?? [] {
      let (new, old): (ExactDecimal, ExactDecimal)
      if from < day && day <= to {
        (new, old) = (ratio.new, ratio.old)
      } else if to < day && day <= from {
        (new, old) = (ratio.old, ratio.new)
      } else {
        continue
      }
      units = attempt(or: .zero) {
        try units.multiplied(by: new, dividedBy: old, places: 18, rounding: .halfEven)
      }
    }
    return units
  }

  /// Units bought, by symbol and day.
  fileprivate func boughtByDay() -> [String: ExactDecimal] {
    var sums: [String: ExactDecimal] = [:]
    for group in groups {
      guard let bought = tally.bought[group.id] else { continue }
      let key = "\(bought.symbol) \(group.at.day)"
      sums[key] = (sums[key] ?? .zero) + bought.units
    }
    return sums
  }
}

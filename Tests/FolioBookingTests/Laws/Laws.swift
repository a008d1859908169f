import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

// What holds of every booked history.

/// The journal adds up to zero in every currency.
func expectZeroTrialBalance(_ booked: Booked, _ history: History) {
  for (number, currency) in booked.tables.currencies.all.enumerated() {
    let sum = booked.result.postings.filter { Int($0.currency) == number }.map(\.amount).total()
    #expect(sum.isZero, "\(history.name), \(currency)")
  }
}

/// In every currency, what was paid and what was deferred = left in lots + relieved + paid back as
/// capital + taken out; what units brought = owed + realized + deferred of what is owed.
func expectConservedCost(_ booked: Booked, _ history: History) {
  for currency in HistoryMaker.currencies {
    let sums = Sums(booked, history, in: currency)
    let spent = sums.left + sums.relieved + sums.paidBack + sums.takenOut
    let earned = sums.owed + sums.realized
    let name = "\(history.name), \(currency)"
    #expect(!sums.deferred.isNegative, "\(name)")
    if history.rules == .us && currency != "USD" {
      // How much of what was deferred went to each side is only told in base.
      #expect(sums.paid - sums.brought + sums.deferred == spent - earned, "\(name)")
      continue
    }
    if currency == "USD" {
      let rows = booked.result.deferredLosses.filter {
        booked.isIn("USD", booked.result.disposals[$0.disposal].currency)
      }
      #expect(sums.deferred == rows.map(\.amountBase).total(), "\(name)")
    }
    let deferredOwed = currency == "USD" ? booked.deferredBase(ofCovers: true, in: "USD") : .zero
    #expect(sums.paid + (sums.deferred - deferredOwed) == spent, "\(name)")
    #expect(sums.brought == earned + deferredOwed, "\(name)")
  }
}

/// What there is of one currency before and after booking.
private struct Sums {
  let paid, brought, left, owed, relieved, realized, paidBack, takenOut, deferred: ExactDecimal

  init(_ booked: Booked, _ history: History, in currency: Currency) {
    let lots = booked.result.lots.filter { booked.isIn(currency, $0.currency) }
    let rows = booked.result.disposals.filter { booked.isIn(currency, $0.currency) }
    let excess = rows.filter { $0.quantity.isZero }.map(\.proceeds).total()
    paid = history.tally.paid.byCurrency[currency] ?? .zero
    brought = history.tally.brought.byCurrency[currency] ?? .zero
    left = lots.filter { !$0.isShort }.map(\.cost).total()
    owed = lots.filter(\.isShort).map(\.cost).total()
    relieved = rows.map(\.cost).total()
    // Proceeds that a rule sets to the cost are nothing that units brought.
    realized =
      rows.filter { $0.basis != .noGain }.map(\.proceeds).total() - excess
      + booked.cashThatLowersCost(in: currency)
    paidBack =
      (history.tally.paidBack.byCurrency[currency] ?? .zero) - excess
      + booked.cashThatLowersCost(in: currency)
    takenOut = booked.takenOut(history, currency)
    let gains = booked.result.postings.filter {
      $0.account.kind == .gains && booked.isIn(currency, $0.currency)
    }
    // The journal has gains after deferring, the rows before.
    deferred =
      ExactDecimal.zero - gains.map(\.amount).total() - (rows.map(\.proceeds).total() - relieved)
  }
}

/// The same in base, where no units left at their cost. A part of an amount is rounded at 18 places
/// when it is converted, once for each row and for each lot whose capital was paid back.
func expectConservedBase(_ booked: Booked, _ history: History) {
  let (lots, rows) = (booked.result.lots, booked.result.disposals)
  #expect(lots.allSatisfy(\.hasBase) && rows.allSatisfy(\.hasBase), "\(history.name)")
  let excess = rows.filter { $0.quantity.isZero }.map(\.proceedsBase).total()
  let left = lots.filter { !$0.isShort }.map(\.costBase).total()
  let relieved = rows.map(\.costBase).total()
  let paidBack = history.tally.paidBack.base - excess
  let spent = left + relieved + paidBack - booked.deferredBase(ofCovers: false)
  let earned =
    lots.filter(\.isShort).map(\.costBase).total() + rows.map(\.proceedsBase).total() - excess
    + booked.deferredBase(ofCovers: true)
  let rounding: ExactDecimal = "0.000000000000001"
  #expect((history.tally.paid.base - spent).magnitude <= rounding, "\(history.name)")
  #expect((history.tally.brought.base - earned).magnitude <= rounding, "\(history.name)")
}

extension Booked {
  func isIn(_ currency: Currency, _ index: CurrencyIndex) -> Bool { code(index) == currency.code }

  /// What was deferred in base, of covers or of all else; of disposals in a currency, or of all.
  func deferredBase(ofCovers: Bool, in currency: Currency? = nil) -> ExactDecimal {
    result.deferredLosses.filter {
      let row = result.disposals[$0.disposal]
      let isHere = currency.map { isIn($0, row.currency) } ?? true
      return (row.cause == .cover) == ofCovers && isHere
    }.map(\.amountBase).total()
  }

  /// Cash for small fractions. In the United Kingdom it lowers the cost (TCGA 1992 s.122).
  fileprivate func cashThatLowersCost(in currency: Currency) -> ExactDecimal {
    let sold = Set(result.disposals.filter { $0.cause == .cashInLieu }.map(\.group))
    return tables.groups.enumerated().filter { number, group in
      group.counts && !sold.contains(GroupIndex(number))
    }.flatMap { tables.stockLegs[$1.stockLegs] }
      .filter { isIn(currency, $0.currency) }
      .compactMap { tables.detail(of: $0)?.cashInLieu }.total()
  }

  /// The cost of units that left for good, and the part of a giver's cost that a loss leaves out.
  fileprivate func takenOut(_ history: History, _ currency: Currency) -> ExactDecimal {
    // The rows have the rule in base. In another currency the cost may be lowered all the same.
    let ofGifts = Set(
      result.disposals.filter { $0.basis != nil && $0.basis != .noGain }.map(\.group))
    return result.postings.filter { posting in
      posting.account.kind == .contributions && isIn(currency, posting.currency)
        && (ofGifts.contains(posting.group)
          || history.tally.leaving.contains(tables.text(tables.groups[Int(posting.group)].id)))
    }.map(\.amount).total()
  }
}

/// Units that came in, multiplied by every split since, less those that went out, are left.
func expectConservedUnits(_ booked: Booked, _ history: History) {
  var left: [String: ExactDecimal] = [:]
  for lot in booked.result.lots {
    let symbol = booked.tables.symbol(lot.instrument)
    left[symbol] = (left[symbol] ?? .zero) + (lot.isShort ? -lot.quantity : lot.quantity)
  }
  for (symbol, units) in history.tally.units {
    let slack: ExactDecimal = history.tally.rounded.contains(symbol) ? "0.000000000000001" : 0
    let difference = (left[symbol] ?? .zero) - units
    #expect(difference.magnitude <= slack, "\(history.name), \(symbol)")
  }
  for (symbol, units) in history.tally.owed {
    #expect(left[symbol] ?? .zero == -units, "\(history.name), \(symbol)")
  }
}

/// Each cash account has what its legs come to.
func expectCash(_ booked: Booked, _ history: History) {
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
func expectEffects(_ booked: Booked, _ history: History) {
  let book = RateBook(booked.tables)
  for row in booked.result.disposals where row.hasBase && row.basis != .noGain {
    let record = booked.tables.groups[Int(row.group)]
    let group = booked.tables.text(record.id)
    if history.tally.ownRates.contains(group) { continue }
    let currency = booked.tables.currencies[row.currency]
    guard let rate = book.rate(from: currency, to: "USD", on: record.occurredAt.day) else {
      Issue.record("a base amount without a rate: \(history.name), \(group)")
      continue
    }
    let effect = row.proceedsBase - row.costBase - row.priceEffectBase
    let expected = attempt(or: .zero) {
      row.cause.endsShort
        ? try row.proceedsBase.subtracting(rate.convert(row.proceeds))
        : try rate.convert(row.cost).subtracting(row.costBase)
    }
    #expect(
      (effect - expected).magnitude <= "0.000000000000000002", "\(history.name), \(group)")
  }
}

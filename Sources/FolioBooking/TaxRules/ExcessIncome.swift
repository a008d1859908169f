/// The part of an excess reported income that belongs to units sold before it counts.
///
/// The income of a reporting period belongs to those who hold units at its end. It counts on the
/// fund distribution date, six months later (Offshore Funds (Tax) Regulations 2009, SI 2009/3001,
/// reg. 94), and is then a cost of the units. If some of them were sold in between, their part is a
/// cost incurred immediately before that sale (reg. 99(5)). It goes to the units sold, and not
/// through the pool. A sale takes of the units held at the end of the period the same share as of
/// the pool. Units that are matched with a later purchase were not held then.
struct ExcessIncome {
  private var sales: [SaleDay: Sale] = [:]
  /// The amounts that sales took of the adjustments of a group, in the order of its legs.
  private var taken: [OrderKey: [ExactDecimal]] = [:]

  private struct SaleDay: Hashable {
    var day: Day
    var epoch: Int
  }

  /// The units that the sales of a day take out of the pool, and the costs that go with them.
  private struct Sale {
    var units: ExactDecimal
    var costs: [Cost] = []
  }

  /// A change of the pool.
  private enum Step {
    case added(ExactDecimal)
    /// The index of the sales of a day.
    case sold(Int)
    case rescaled(Ratio)
    case raised(HoldingTimeline.Event)
  }

  private typealias Steps = [(day: Day, step: Step, held: ExactDecimal)]

  init() {}

  init(
    _ events: [HoldingTimeline.Event], _ plan: ShareMatching
  ) throws(ArithmeticFault) {
    if !events.contains(where: { $0.kind == .costRaised }) { return }
    let steps = try Self.steps(events, plan)
    for index in steps.indices {
      guard case .raised(let event) = steps[index].step else { continue }
      let given = try share(event, steps[..<index], plan)
      taken[event.key, default: []].append(given)
    }
  }

  private static func steps(
    _ events: [HoldingTimeline.Event], _ plan: ShareMatching
  ) throws(ArithmeticFault) -> Steps {
    var steps: Steps = []
    var (held, epoch, bought, sold) = (ExactDecimal.zero, 0, -1, -1)
    for event in events {
      var step: Step?
      switch event.kind {
      case .acquired:
        let isSame = bought >= 0 && plan.acquisitions[bought].isOf(event.day, epoch)
        if !isSame, bought + 1 < plan.acquisitions.count {
          bought += 1
          step = .added(plan.acquisitions[bought].quantity)
        }
      case .disposed:
        let isSame = sold >= 0 && plan.disposals[sold].isOf(event.day, epoch)
        if !isSame, sold + 1 < plan.disposals.count {
          sold += 1
          step = .sold(sold)
        }
      case .moved: step = .added(event.units)
      case .rescaled:
        epoch += 1
        step = .rescaled(Ratio(new: event.units, old: event.old))
      case .costRaised: step = .raised(event)
      }
      guard let step else { continue }
      switch step {
      case .added(let units): try held.add(units)
      case .sold(let index): try held.subtract(plan.disposals[index].left)
      case .rescaled(let ratio): held = try RunningRatio.scale(held, ratio)
      case .raised: break
      }
      steps.append((event.day, step, held))
    }
    return steps
  }

  /// Gives the sales since the end of the period their part of an income.
  /// - Returns: what they take.
  private mutating func share(
    _ event: HoldingTimeline.Event, _ steps: Steps.SubSequence, _ plan: ShareMatching
  ) throws(ArithmeticFault) -> ExactDecimal {
    let end = event.day.endOfReportingPeriod
    let since = steps.lastIndex { $0.day <= end }
    // An adjustment for exactly the units that are held now is about these.
    guard let since, let now = steps.last?.held, steps[since].held.isPositive,
      event.units != now || now.isZero
    else { return .zero }
    var rest = Cost(
      amount: event.cost, inBase: event.hasBase ? event.costBase : nil, currency: event.currency)
    for index in steps.indices[(since + 1)...] {
      guard case .sold(let number) = steps[index].step else { continue }
      let (sold, before) = (plan.disposals[number], steps[index - 1].held)
      let units = min(sold.left, before)
      if !units.isPositive { continue }
      let part = try rest.take(units, of: before)
      sales[SaleDay(day: sold.day, epoch: sold.epoch), default: Sale(units: sold.left)]
        .costs.append(part)
    }
    return try event.cost.subtracting(rest.amount)
  }

  /// The costs that go with some units that a sale takes out of the pool.
  mutating func costs(
    of units: ExactDecimal, on day: Day, in epoch: Int
  ) throws(ArithmeticFault) -> [Cost] {
    let key = SaleDay(day: day, epoch: epoch)
    guard units.isPositive, var sale = sales[key] else { return [] }
    var parts: [Cost] = []
    for index in sale.costs.indices {
      try parts.append(sale.costs[index].take(min(units, sale.units), of: sale.units))
    }
    try sale.units.subtract(min(units, sale.units))
    sales[key] = sale.units.isZero ? nil : sale
    return parts
  }

  /// What sales took of the next adjustment of a group.
  mutating func takeNext(of group: OrderKey) -> ExactDecimal? {
    guard let amounts = taken[group], let next = amounts.first else { return nil }
    taken[group] = Array(amounts.dropFirst())
    return next
  }
}

extension ShareMatching.Acquisition {
  fileprivate func isOf(_ day: Day, _ epoch: Int) -> Bool {
    self.day == day && self.epoch == epoch
  }
}

extension ShareMatching.DisposalDay {
  fileprivate func isOf(_ day: Day, _ epoch: Int) -> Bool {
    self.day == day && self.epoch == epoch
  }
}

extension Day {
  /// Six months before a fund distribution date. The last day of a month stays one.
  fileprivate var endOfReportingPeriod: Day {
    let (year, month, date) = civil
    let (endYear, endMonth) = month > 6 ? (year, month - 6) : (year - 1, month + 6)
    let isLast = adding(days: 1)?.civil.month != month
    for day in (isLast ? 28...31 : 1...date).reversed() {
      if let end = try? Day(year: endYear, month: endMonth, day: day) { return end }
    }
    return .first
  }
}

extension Booker {
  /// Adds costs that were incurred for the units of a relief alone to it.
  mutating func raiseRelief(_ index: Int, by costs: [Cost], _ leg: StockLeg) throws {
    for cost in costs {
      let currency = reliefs[index].currency
      guard let amount = try rates.convert(cost, to: currency, on: leg.tradeDay, by: nil) else {
        throw mixedCurrencies(of: leg.instrument, currency, cost.currency, on: leg.tradeDay)
      }
      try reliefs[index].cost.add(amount)
      if let inBase = cost.inBase {
        try reliefs[index].costBase.add(inBase)
      } else {
        reliefs[index].hasBase = false
      }
      post(.securities, leg.instrument, amount, currency)
      post(.costAdjustments, leg.instrument, -amount, currency)
      keepCost(.flow, relievedLot(reliefs[index]), cost.inBase)
    }
  }
}

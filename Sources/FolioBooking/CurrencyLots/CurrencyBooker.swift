/// Books the cash legs of foreign currencies again, by lots. Money that comes in opens a lot at its
/// worth in base. Money that goes out relieves the oldest lot, or a share of the pool.
///
/// The legs of one currency in a group are one flow, since they have the same worth: a fee that is
/// deducted from the proceeds of a sale is not spent, and a transfer between own accounts is not
/// either. If lots are kept by account, a transfer takes its lots along.
struct CurrencyBooker {
  /// The amount that a group brings to a pool, or takes from it if below zero.
  private struct Flow {
    var pool: Int
    var currency: CurrencyIndex
    var account: CashAccountIndex
    var net: ExactDecimal
  }

  private let booked: BookedLedger
  private let ledger: Ledger
  let rows: LedgerRows
  let base: CurrencyIndex?
  private let method: CashMethod
  private let byAccount: Bool
  var rates: RateFinder
  private var pools: [CurrencyPool] = []
  /// The pool of each currency, or of each account; -1 before its first flow.
  private var numbers: [Int]
  private var flows: [Flow] = []
  private var books = CurrencyBooks()

  // The group that is being booked.
  private var group: GroupIndex = 0
  private(set) var tradeDay = Day.first
  private var countingDay = Day.first
  /// The two sides of an exchange in the group, or none.
  private(set) var exchange: [GroupBalance.Residual] = []

  var record: GroupRecord { rows.groups[Int(group)] }

  init(_ booked: BookedLedger) {
    self.booked = booked
    ledger = booked.ledger
    rows = ledger.rows
    let tables = ledger.tables
    base = booked.baseCurrency.flatMap(tables.currencies.existingIndex(of:))
    method = booked.options.cashMethod ?? .fifo
    byAccount = booked.options.lotScope == .account
    rates = RateFinder(tables, ledger.rateBook, base: booked.baseCurrency)
    let count = byAccount ? tables.cashAccounts.count : tables.currencies.all.count
    numbers = Array(repeating: -1, count: count)
  }

  mutating func bookAll() throws(ArithmeticFault) {
    for position in rows.groups.indices {
      group = ledger.group(at: position)
      guard record.cashLegCount > 0, booked.options.includes(record, of: ledger) else { continue }
      tradeDay = ledger.tradeDay(of: record)
      countingDay =
        booked.options.dateBasis == .trade ? tradeDay : ledger.settlementDay(of: record)
      try bookGroup()
    }
  }

  /// The books, with the open lots by currency.
  consuming func finish() -> CurrencyBooks {
    for pool in pools { books.lots += pool.open }
    // A sort keeps the order of equal currencies.
    books.lots.sort { $0.currency < $1.currency }
    books.withoutRate = rates.missing.keys.sorted()
    return books
  }

  private mutating func bookGroup() throws(ArithmeticFault) {
    flows.removeAll(keepingCapacity: true)
    for index in record.cashLegs { try note(rows.cashLegs[index]) }
    if flows.allSatisfy(\.net.isZero) { return }
    exchange = try GroupBalance(of: record, in: rows).exchange
    rates.enter(exchange: exchange)
    if byAccount && flows.count > 1 { try carry() }
    for flow in flows where !flow.net.isZero {
      let amount = flow.net.magnitude
      let value = try worth(of: amount, flow.currency)
      if flow.net.isPositive {
        try receive(lot(flow, amount, value), in: flow)
      } else {
        try spend(amount, worth: value, from: flow)
      }
    }
  }

  /// Adds a leg to the flow of its pool.
  private mutating func note(_ leg: CashLeg) throws(ArithmeticFault) {
    if leg.currency == base { return }
    let key = byAccount ? Int(leg.account) : Int(leg.currency)
    if numbers[key] < 0 {
      numbers[key] = pools.count
      pools.append(CurrencyPool(method))
    }
    let pool = numbers[key]
    if let index = flows.firstIndex(where: { $0.pool == pool }) {
      try flows[index].net.add(leg.signedAmount)
    } else {
      flows.append(
        Flow(pool: pool, currency: leg.currency, account: leg.account, net: leg.signedAmount))
    }
  }

  private func lot(_ flow: Flow, _ amount: ExactDecimal, _ value: ExactDecimal?) -> CurrencyLot {
    let (costBase, hasBase) = value.flagged
    return CurrencyLot(
      amount: amount, costBase: costBase, hasBase: hasBase, acquired: tradeDay,
      group: group, currency: flow.currency, account: flow.account)
  }
}

// Money that comes in, and money that goes out.
extension CurrencyBooker {
  /// Money comes in: it first repays the money owed, and the rest opens a lot.
  private mutating func receive(_ money: CurrencyLot, in flow: Flow) throws(ArithmeticFault) {
    var rest = money
    let pool = flow.pool
    if pools[pool].isShort && !pools[pool].amount.isZero {
      let repaid = min(rest.amount, pools[pool].amount)
      var cost = repaid == rest.amount ? rest : try rest.split(off: repaid)
      for owed in try pools[pool].take(repaid) {
        let part = owed.amount == cost.amount ? cost : try cost.split(off: owed.amount)
        realize(owed, proceeds: owed, cost: part, in: flow, .cover)
      }
      if repaid == money.amount { return }
    }
    rest.account = flow.account
    try pools[pool].put(rest)
  }

  /// Money goes out: it relieves lots, and the excess over them is owed.
  private mutating func spend(
    _ amount: ExactDecimal, worth value: ExactDecimal?, from flow: Flow
  ) throws(ArithmeticFault) {
    var paid = lot(flow, amount, value)
    let held = pools[flow.pool].isShort ? .zero : pools[flow.pool].amount
    if held.isPositive {
      for relieved in try pools[flow.pool].take(min(amount, held)) {
        let isLast = relieved.amount == paid.amount
        let part = isLast ? paid : try paid.split(off: relieved.amount)
        realize(relieved, proceeds: part, cost: relieved, in: flow, .sale)
        if isLast { return }
      }
    }
    paid.isShort = true
    try pools[flow.pool].put(paid)
  }

  /// Adds a row to the gains: `lot` is the relieved part of a lot.
  private mutating func realize(
    _ lot: CurrencyLot, proceeds: CurrencyLot, cost: CurrencyLot, in flow: Flow,
    _ cause: DisposalCause
  ) {
    let hasBase = proceeds.hasBase && cost.hasBase
    let row = Disposal(
      quantity: lot.amount, proceeds: lot.amount, cost: lot.amount,
      proceedsBase: hasBase ? proceeds.costBase : .zero, costBase: hasBase ? cost.costBase : .zero,
      group: group, openedBy: lot.group, instrument: .missing,
      account: 0, disposed: countingDay, acquired: lot.acquired, hasBase: hasBase,
      currency: lot.currency, cause: cause, matching: method == .fifo ? .fifo : .average)
    books.gains.append(CurrencyGain(disposal: row, account: flow.account))
  }

  /// Moves lots between the accounts that pay and receive money of the same currency. The flows
  /// keep the amounts that were not moved.
  private mutating func carry() throws(ArithmeticFault) {
    for source in flows.indices where flows[source].net.isNegative {
      for target in flows.indices
      where flows[target].net.isPositive && flows[target].currency == flows[source].currency {
        let moved = min(flows[source].net.magnitude, flows[target].net)
        if moved.isZero { continue }
        try carry(moved, from: flows[source], to: flows[target])
        try flows[source].net.add(moved)
        try flows[target].net.subtract(moved)
      }
    }
  }

  private mutating func carry(
    _ moved: ExactDecimal, from source: Flow, to target: Flow
  ) throws(ArithmeticFault) {
    let held = pools[source.pool].isShort ? .zero : pools[source.pool].amount
    let carried = min(moved, held)
    if carried.isPositive {
      for part in try pools[source.pool].take(carried) { try receive(part, in: target) }
    }
    let owed = try moved.subtracting(carried)
    if owed.isZero { return }
    let value = try worth(of: owed, source.currency)
    try spend(owed, worth: value, from: source)
    try receive(lot(target, owed, value), in: target)
  }
}

/// Books a ledger in batches of groups. A whole ledger is one batch, a stream is many:
///
///     var booker = Booker(head, options)
///     booker.book(batch)  // as often as there are batches
///     let (booked, faults) = booker.finish(ledger)
///
/// State is flat: lots in one array, positions in another, and indices that refer to them. Each
/// kind of event has its own file with an extension.
///
/// A mutating function that calls a nonmutating one passes a copy of the booker, which is large.
/// Nonmutating functions on the path of every leg are therefore always inlined.
struct Booker: Sendable {
  /// The ledger that is being booked, or the batch of it.
  var ledger: Ledger
  var rows: LedgerRows
  var options: BookingOptions
  /// Which lots the leg that is being booked relieves.
  var method: CostBasisMethod {
    didSet { if method != oldValue { matching = MatchingRule(method) } }
  }
  /// The same as the rule of a disposal.
  private(set) var matching: MatchingRule
  /// The method by day and instrument; nil if one method holds for all.
  var schedule: MethodSchedule?
  let crossesZero: Bool
  let lotScope: LotScope
  /// Whether nothing gives the lot scope, and no warning has said so yet.
  var asksForScope: Bool
  let expensesFees: Bool
  /// Whether the row of each disposal is made during booking.
  let keepsRows: Bool
  /// Whether gains are shown: as rows, in the journal, or in a period.
  var keepsGains: Bool { keepsRows || keepsPeriod || options.keepsPostings }
  let keepsTrace: Bool
  var rates: RateFinder
  /// The tax rules; nil for plain booking, and while they are called.
  var rules: (any TaxRuleSet)?
  let hasRules: Bool
  let holders: TaxHolders
  let traits: TaxRuleTraits
  /// The day of each group, if groups count by settlement date and day by day.
  private var effectiveDays: EffectiveDays?
  var recorder: PeriodRecorder

  var lots = LotArena()
  var madeLots = DerivedLotCounts()
  /// Whether lots may have to take over events before they are read.
  var hasLateEvents = false
  var positions: PositionTable
  var booked: BookedLedger
  var cash: CashBook
  /// The accounts that were taken below zero on the current day.
  var overdrafts: [Overdraft] = []
  var overdrawnAccounts: Set<CashAccountIndex> = []
  /// The groups that are pending, in order of booking; without those that are not overdue by the
  /// day of the report, if that is known.
  var pending: [PendingGroup] = []
  /// By settlement date, the groups that have not settled, if earlier ones are not in the rows.
  var unsettled: Set<GroupIndex>?
  /// Whether the day of the report is the last one of the ledger, which is not known yet.
  var endsWithLedger = false
  /// Whether a message needs the text of an id that the batch does not have.
  var lacksNames = false
  var reliefs: [Relief] = []
  var transfers = MovedLots()
  /// Whether a sale was left out because it has not settled.
  var leavesOutSales = false
  /// The second costs of lots that were received as a gift, by the number of the lot.
  var gifts: [UInt32: GiftBasis] = [:]
  var faults: [Diagnostic] = []
  var doubtful: Set<InstrumentIndex> = []
  var trace = LotTrace()

  /// The result of the last prefetch, stored so that the optimizer keeps the loads.
  var prefetched: UInt32 = 0
  /// Whether postings are added up rather than kept.
  var sumsPostings = false
  /// The index of the first group of the batch. Groups are numbered over all batches.
  private var batchStart = 0
  private var nextBatchStart = 0

  /// The premium of the options of the group, until its trade takes it over; none or one.
  var premiums: [Premium] = []
  /// The premium of the trade that is being booked; none or one.
  var premiumShares: [PremiumShares] = []
  var premiumsByTrade = PremiumsByTrade()
  /// The trade of the last group with options, looked for once: its leg in the batch.
  var tradeOfOptions: (group: GroupIndex, leg: Int?)?

  /// The group and the leg that are being booked.
  var context = LegContext()

  /// - Parameters:
  ///   - ledger: the ledger, or its part before the first batch.
  ///   - isWhole: whether the ledger has all of its groups, so that its last day is known.
  init(
    _ ledger: Ledger, _ options: BookingOptions, _ rules: (any TaxRuleSet)? = nil,
    period: BookingPeriod? = nil, isWhole: Bool = true
  ) {
    recorder = PeriodRecorder(period)
    let settings = ledger.tables.settings
    self.rules = rules
    hasRules = rules != nil
    holders = rules == nil ? TaxHolders() : TaxHolders(ledger.tables)
    traits = rules?.traits ?? TaxRuleTraits()
    var decided = options
    let currencies = ledger.tables.currencies.all
    decided.baseCurrency =
      options.baseCurrency ?? settings.baseCurrency ?? (currencies.count == 1 ? currencies[0] : nil)
    decided.method = traits.method ?? options.method ?? settings.costBasisMethod
    var schedule = decided.method == nil ? MethodSchedule(ledger.tables) : nil
    decided.method = decided.method ?? (schedule == nil ? .fifo : nil)
    if let trial = options.trial, traits.method == nil {
      schedule = schedule ?? MethodSchedule(decided.method ?? .fifo, ledger.tables)
      schedule?.trial = trial
    }
    decided.cashMethod = options.cashMethod ?? settings.cashMethod ?? .fifo
    decided.crossingZero = options.crossingZero ?? settings.crossingZero ?? .refuse
    decided.lotScope = traits.lotScope ?? options.lotScope ?? settings.lotScope ?? .account
    decided.feeTreatment = options.feeTreatment ?? settings.feeTreatment ?? .capitalize
    decided.taxRules = options.regime(of: ledger)?.rules ?? TaxRules.none
    if isWhole { decided.asOf = options.asOf ?? ledger.lastDay }
    decided.keepsDisposals = options.keepsDisposals || options.keepsTrace
    self.ledger = ledger
    rows = ledger.rows
    self.options = decided
    method = decided.method ?? .fifo
    matching = MatchingRule(decided.method ?? .fifo)
    self.schedule = schedule
    crossesZero = decided.crossingZero == .allow
    lotScope = decided.lotScope ?? .account
    asksForScope = (traits.lotScope ?? options.lotScope ?? settings.lotScope) == nil
    expensesFees = decided.feeTreatment == .expense
    keepsTrace = decided.keepsTrace
    keepsRows = decided.keepsDisposals || traits.changesDisposals
    rates = RateFinder(ledger.tables, ledger.rateBook, base: decided.baseCurrency)
    positions = PositionTable(instruments: ledger.tables.instruments.count)
    cash = CashBook(accounts: ledger.tables.cashAccounts.count)
    booked = BookedLedger(ledger, decided)
  }

  /// Replaces the batch by the whole ledger, with or without its groups.
  mutating func end(_ whole: Ledger) {
    ledger = whole
    rows = whole.rows
    options.asOf = asOf(whole.lastDay)
    booked.ledger = whole
    booked.options = options
  }

  /// All tables of the ledger: for messages. Hot paths use `rows`.
  var tables: LedgerTables { ledger.tables }

  /// Books the groups of the next batch.
  /// - Parameter progress: receives the number of booked groups.
  mutating func book(_ batch: Ledger, progress: WorkProgress.Receiver? = nil) {
    take(batch)
    batchStart = nextBatchStart
    nextBatchStart += rows.groups.count
    if options.keepsPostings, !sumsPostings {
      // Reserved for all rows, so that the array is not copied while it grows.
      booked.postings.reserveLargePages(2 * (rows.stockLegs.count + rows.cashLegs.count))
    }
    if options.dateBasis == .settlement, options.keepsMovements || recorder.period != nil {
      effectiveDays = EffectiveDays(
        ofSettlement: ledger, excludesPending: options.excludesPending, crossesZero: crossesZero)
      booked.effectiveDays = effectiveDays
    }
    if recorder.period != nil { return bookPeriod(progress) }
    bookGroups(from: nil, before: nil, progress: progress)
  }

  /// The number of the group in a row of the batch: counted over all batches, unless the batch
  /// gives it.
  @inline(__always)
  func group(inRow row: Int) -> GroupIndex {
    // No default after `??`: one that looks at `self` copies the booker.
    if let numbers = ledger.numbers { return numbers[row] }
    return GroupIndex(batchStart &+ row)
  }

  /// The row of a group in the batch; no row of it if another batch had the group.
  func rowInBatch(of group: GroupIndex) -> Int {
    if let numbers = ledger.numbers { return numbers.firstIndex(of: group) ?? -1 }
    return Int(group) - batchStart
  }

  /// Books the groups of some days, up to the last that counts; all, or those in some places of the
  /// order.
  mutating func bookGroups(
    from first: Day?, before end: Day?, among places: Range<Int>? = nil,
    progress: WorkProgress.Receiver? = nil
  ) {
    if madeLots.isTooMany { return }
    for position in places ?? rows.groups.indices {
      if position & 0x3FF == 0, let progress {
        progress(WorkProgress(.groups, done: position, of: rows.groups.count))
      }
      if position & (Self.prefetchCount - 1) == 0 {
        prefetch(position)
        if let limit = options.timeLimit, limit.isOver {
          faults.append(tookTooLong())
          return
        }
      }
      let place = ledger.order.map { Int($0[position]) } ?? position
      guard rows.groups[place].counts,
        !(options.excludesPending && rows.groups[place].status == .pending)
      else { continue }
      if let asOf = options.asOf, rows.groups[place].tradeDay(rows) > asOf { continue }
      context.group = group(inRow: place)
      context.row = place
      if first != nil || end != nil {
        let effective = effectiveDays.map { $0[context.group] ?? .last }
        let day = effective ?? rows.groups[place].tradeDay(rows)
        if let first, day < first { continue }
        if let end, day >= end { continue }
      }
      context.groupType = rows.groups[place].type
      context.settledDay = rows.groups[place].settledAt?.day
      do {
        try book(place)
      } catch {
        transfers = MovedLots()
        premiums = []
        // The only other error is an `ArithmeticFault`.
        let (id, position) = (tables.text(rows.groups[place].id), rows.groups[place].position)
        faults.append(error as? Diagnostic ?? tooLarge(id, at: position))
        if madeLots.isTooMany { return }
      }
      if faults.count >= Self.faultLimit {
        faults.append(tooManyFaults(Self.faultLimit, at: rows.groups[place].position))
        break
      }
    }
  }

  /// The number of faults at which booking stops: so many have a common cause.
  private static var faultLimit: Int { 10_000 }

  /// The day on which the group at hand, which counts, does so.
  func effectiveDay(of record: GroupRecord) -> Day {
    if let day = effectiveDays?[context.group] { return day }
    return options.dateBasis == .trade
      ? ledger.tradeDay(of: record) : ledger.settlementDay(of: record)
  }

  /// Books the group in a row. The rows are read in place: copies of them
  /// would cost as much as a tenth of the booking.
  private mutating func book(_ place: Int) throws {
    let stockLegs = rows.groups[place].stockLegs
    let firstPosting = booked.postings.endIndex
    let balance =
      rows.groups[place].hasResidual ? try GroupBalance(of: rows.groups[place], in: rows) : nil
    if let balance {
      rates.enter(exchange: balance.exchange)
      if balance.exchange.count == 2 { checkKnownRate(balance.exchange, rows.groups[place]) }
    } else {
      rates.enterPlainGroup()
    }
    if options.dateBasis != .trade, isUnsettledNow(place) {
      return try bookUnsettled(rows.groups[place])
    }
    if keepsPeriod { recorder.endGroup() }
    if stockLegs.count > 1 {
      try bookInOrder(stockLegs)
    } else {
      for index in stockLegs { try bookOrReport(rows.stockLegs[index], index) }
    }
    if !transfers.isEmpty { try leaveUnclaimedTransfers() }
    try bookCash(place)
    if let balance { post(balance) }
    assert(isBalanced(from: firstPosting), "the postings of a group do not add up to zero")
    if keepsPeriod { try keepGroup(rows.groups[place], balance) }
    if rows.groups[place].status == .pending { notePending(rows.groups[place]) }
    booked.bookedGroups += 1
  }

  /// Units leave accounts before they come into others, and options before the trade that takes
  /// over their premium.
  private mutating func bookInOrder(_ stockLegs: Range<Int>) throws {
    premiums = []
    let fees = try FeesInUnits(of: stockLegs, in: rows)
    for index in stockLegs where rows.stockLegs[index].type.comesFirst {
      try bookOrReport(rows.stockLegs[index], index)
    }
    for index in stockLegs where !rows.stockLegs[index].type.comesFirst {
      try bookOrReport(fees.booked(rows.stockLegs[index], index), index)
    }
  }

  /// By settlement date, units bought and not yet delivered are not shown; their lots are opened
  /// all the same, since a sale that settles sooner takes from them. Where groups count day by day
  /// none does.
  private mutating func bookUnsettled(_ record: GroupRecord) throws {
    context.isHidden = true
    defer { context.isHidden = false }
    let fees = try FeesInUnits(of: record.stockLegs, in: rows)
    for index in record.stockLegs where effectiveDays == nil {
      let leg = try fees.booked(rows.stockLegs[index], index)
      guard bringsUnits(leg) else {
        leavesOutSales = true
        continue
      }
      if record.stockLegCount > 1 { try lookAheadForPremium(record.stockLegs) }
      try bookOrReport(leg, index)
    }
    for index in record.cashLegs { try cash.addPending(rows.cashLegs[index]) }
    notePending(record)
  }

  /// Books a leg. A fault is reported, and booking continues with the rest of the group, so that
  /// all faults are reported at once.
  private mutating func bookOrReport(_ leg: StockLeg, _ index: Int) throws {
    context.legNumber = UInt32(truncatingIfNeeded: index)
    context.position = leg.position
    context.day = leg.tradeDay
    lots.reuseReleased(&positions)
    do {
      let before = options.keepsMovements ? unitsBefore(leg) : nil
      if keepsPeriod { try keepCharges(leg) }
      if premiums.isEmpty || !leg.type.isTrade {
        try book(leg)
      } else {
        try beginPremium(of: leg, index)
        defer { endPremium() }
        try book(leg)
      }
      try applyRules { try $0.booked(leg, &$1) }
      assert(lotsAddUp(leg), "lots do not add up to their position")
      if let before { try recordMovements(leg, before) }
    } catch let fault as Diagnostic where !madeLots.isTooMany {
      if !doubtful.contains(leg.instrument) { faults.append(fault) }
      if !leg.type.takesAway { doubtful.insert(leg.instrument) }
    }
  }

  private mutating func book(_ leg: StockLeg) throws {
    if schedule != nil { try adoptMethods(for: leg) }
    if hasLateEvents { try bringUpLots(for: leg) }
    if leg.detail != .missing { bookAccruedInterest(leg) }
    if crossesZero, leg.type.isTrade { return try bookCrossing(leg) }
    switch leg.type {
    case .buy: try bookOpening(leg, isShort: false)
    case .sell: try bookSell(leg)
    case .shortSell: try bookOpening(leg, isShort: true)
    case .cover: try bookCover(leg)
    case .dividend: try bookDividend(leg)
    case .split: try bookSplit(leg)
    case .stockDividend: try bookStockDividend(leg)
    case .returnOfCapital: try bookReturnOfCapital(leg)
    case .costAdjustment: try bookCostAdjustment(leg)
    case .deemedDisposition: try bookDeemedDisposition(leg)
    case .spinOff: try bookSpinOff(leg)
    case .merger: try bookMerger(leg)
    case .symbolChange: try bookSymbolChange(leg)
    case .transferOut: try bookTransferOut(leg)
    case .transferIn: try bookTransferIn(leg)
    case .writeOff: try bookWriteOff(leg)
    case .exercise, .assignment: try bookOption(leg)
    case .expiry: try bookExpiry(leg)
    case .gift: try bookGift(leg)
    case .unitFee: try bookUnitFee(leg)
    }
  }

  /// The day on which a disposal or income counts. Lots are acquired on their trade date in either
  /// basis: choices of lots name that day, and rates are looked up by it.
  func day(of leg: StockLeg) -> Day {
    options.dateBasis == .settlement || traits.countsBySettlement
      ? settlementDay(of: leg) : leg.tradeDay
  }

  /// The day on which the units and money of a leg of the current group change hands.
  func settlementDay(of leg: StockLeg) -> Day { context.settledDay ?? leg.settlementDay }

  /// The same of the group in a row, which is booked now.
  private mutating func isUnsettledNow(_ place: Int) -> Bool {
    if unsettled != nil, options.isUnsettled(rows.groups[place], of: ledger) {
      unsettled?.insert(context.group)
    }
    return isUnsettled(context.group)
  }

  /// Whether a group counts on the day of the report only by its trade date.
  @inline(__always)
  func isUnsettled(_ group: GroupIndex) -> Bool {
    if options.dateBasis == .trade { return false }
    guard let effectiveDays else {
      if let unsettled { return unsettled.contains(group) }
      return options.isUnsettled(rows.groups[Int(group)], of: ledger)
    }
    guard let day = effectiveDays[group] else { return true }
    return options.asOf.map { day > $0 } ?? false
  }
}

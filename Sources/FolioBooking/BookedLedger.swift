/// The balance of a cash account on the day of the report.
public struct CashBalance: Sendable, Hashable {
  /// Everything that was booked: by trade date, settled plus pending in less pending out; by
  /// settlement date, settled.
  public internal(set) var balance = ExactDecimal.zero
  /// Settled cash: of settled groups whose settlement date has come.
  public internal(set) var settled = ExactDecimal.zero
  /// Cash that will come in, of groups that have not settled.
  public internal(set) var pendingIn = ExactDecimal.zero
  /// Cash that will go out, of groups that have not settled; at least zero.
  public internal(set) var pendingOut = ExactDecimal.zero

  /// Settled less pending out. Nil if it needs more digits than an exact number has.
  public var available: ExactDecimal? { try? settled.subtracting(pendingOut) }

  /// Pending in less pending out; nil as above.
  public var pending: ExactDecimal? { try? pendingIn.subtracting(pendingOut) }
}

/// A ledger after booking: lots, gains, cash and the journal.
public struct BookedLedger: Sendable {
  /// The ledger that was booked.
  public internal(set) var ledger: Ledger
  /// The options, completed by the settings of the ledger.
  public internal(set) var options: BookingOptions
  /// The lots that are open, by symbol, account, day acquired, then order of booking.
  public internal(set) var lots: [Lot] = []
  /// By settlement date, the lots that were bought and are not delivered yet; otherwise empty.
  package internal(set) var undelivered: [Lot] = []
  /// The second costs of open lots that were received as a gift, by the number of the lot.
  var gifts: [UInt32: GiftBasis] = [:]
  /// The disposals in order of booking, lots of one disposal in the order of relief.
  public internal(set) var disposals = Disposals()
  /// The losses that tax rules disallow for now, in order of booking.
  public internal(set) var deferredLosses: [DeferredLoss] = []
  /// The number of deferred losses up to the last one of each disposal; 0 for a disposal without
  /// any. The list ends with the last disposal that has one.
  private var lastDeferred: [UInt32] = []
  /// Dividends and interest in order of booking.
  public internal(set) var income: [Income] = []
  /// The changes in units by each leg, in order of booking; empty unless
  /// `BookingOptions.keepsMovements`.
  package internal(set) var movements: [UnitMovement] = []
  /// The balance of each cash account, in the order of the accounts.
  public internal(set) var cash: [CashBalance] = []
  /// The sums of the journal, if the ledger was booked in batches without keeping it.
  package internal(set) var journalSums: JournalSums?
  /// The journal in order of booking.
  public internal(set) var postings: [Posting] = []
  /// The changes of lots, in order of booking; empty unless `BookingOptions.keepsTrace`.
  public internal(set) var trace: [LotEvent] = []
  /// The movements of the period; nil if the ledger was booked without one.
  package internal(set) var period: PeriodBook?
  /// For a period from market value, the books of the same period from cost; one or none.
  package internal(set) var booksFromCost: [BookedLedger] = []
  /// The day of each group, if the ledger was booked by settlement date for a period or with its
  /// movements.
  var effectiveDays: EffectiveDays?
  /// The books by the other date basis, if the ledger was booked in batches and they are retained;
  /// one or none.
  var otherBasis: [BookedLedger] = []
  /// The currencies of legs without a rate to the base currency, with the day of the first leg.
  package internal(set) var missingRates: [CurrencyIndex: Day] = [:]
  /// The number of booked groups.
  package internal(set) var bookedGroups = 0
  /// The warnings of checking and booking.
  public internal(set) var warnings: [Diagnostic]

  init(_ ledger: Ledger, _ options: BookingOptions) {
    self.ledger = ledger
    self.options = options
    warnings = ledger.warnings
  }

  /// Books a ledger.
  /// - Parameter progress: receives the number of booked groups, every 1,024 of them.
  /// - Throws: every fault that booking finds, at once.
  public init(
    booking ledger: Ledger, _ options: BookingOptions = .init(),
    progress: WorkProgress.Receiver? = nil
  ) throws(LedgerFaults) {
    try self.init(Self.book(ledger, options, progress: progress), options)
  }

  /// Books the sound part of a checked ledger, whatever is wrong with the rest.
  package init(bookingSoundPartOf check: LedgerCheck, _ options: BookingOptions = .init()) {
    self = Self.book(check.validPart, options, doubtful: check.doubtful).booked
  }

  /// Books a ledger for the profit of a period. Lots are those of the period; gains and the
  /// journal are not kept. For a period from market value, also books it from cost.
  /// - Throws: every fault that booking finds, at once.
  package init(
    booking ledger: Ledger, _ options: BookingOptions, period: BookingPeriod
  ) throws(LedgerFaults) {
    try self.init(Self.book(ledger, options, period: period), options)
    guard let period = period.fromCost else { return }
    booksFromCost = [try BookedLedger(booking: ledger, options, period: period)]
  }

  private init(
    _ result: (booked: BookedLedger, faults: [Diagnostic]), _ asked: BookingOptions
  ) throws(LedgerFaults) {
    self = result.booked
    let faults =
      result.faults.isEmpty ? Self.balanceFaults(in: ledger, asked) : result.faults
    if faults.isEmpty { return }
    throw LedgerFaults(faults + warnings, sources: ledger.tables.sources)
  }

  /// The same ledger booked by a date basis. Gains and the journal are not kept.
  package func booked(by basis: DateBasis) -> BookedLedger {
    if basis == options.dateBasis { return self }
    if let other = otherBasis.first, other.options.dateBasis == basis { return other }
    if basis == .settlement, hasSettled {
      var books = self
      books.options.dateBasis = basis
      return books
    }
    var options = options.lean
    options.dateBasis = basis
    // With movements, each group would count only from its settlement.
    options.keepsMovements = false
    // The lots are relieved in the same way, so there are no faults.
    return Self.book(ledger, options).booked
  }

  /// Whether all groups that count have settled by the day of the books, so that the books by
  /// settlement date have the same lots.
  private var hasSettled: Bool {
    guard options.asOf != nil else { return false }
    return ledger.rows.groups.allSatisfy { record in !record.counts || !isPending(record) }
  }

  /// Whether a group that counts by its trade date has not settled by the day of the books.
  package func isPending(_ record: GroupRecord) -> Bool {
    guard let end = options.asOf, record.counts, ledger.tradeDay(of: record) <= end,
      !(record.status == .pending && options.excludesPending)
    else { return false }
    var settling = options
    settling.dateBasis = .settlement
    return settling.isUnsettled(record, of: ledger)
  }

  /// The faults that booking a checked ledger finds. In the sound part of a faulty ledger, faults
  /// that may only be consequences of earlier ones are omitted.
  public static func faults(
    in check: LedgerCheck, _ options: BookingOptions = .init(),
    progress: WorkProgress.Receiver? = nil
  ) -> (faults: [Diagnostic], warnings: [Diagnostic]) {
    if check.isIncomplete { return ([], check.validPart.warnings) }
    var plain = options
    plain.dropTaxRules()
    var (booked, faults) = book(
      check.validPart, plain, doubtful: check.doubtful, progress: progress)
    var warnings = booked.warnings
    if faults.isEmpty, options.regime(of: check.validPart) != nil {
      // Tax rules may need what the books do not, such as a rate.
      (booked, faults) = book(check.validPart, options, doubtful: check.doubtful)
      let known = Set(warnings)
      warnings += booked.warnings.filter { !known.contains($0) }
    }
    if faults.isEmpty { faults = booked.inexactHoldings }
    if check.faults.isEmpty, faults.isEmpty {
      faults = balanceFaults(in: check.validPart, plain)
    }
    return (faults, warnings)
  }

  /// For an open lot that was received as a gift, what its units were worth on the day of the gift,
  /// in the currency of the lot, with the adjustments of the cost since then. Rules that know two
  /// costs take it for losses (26 U.S.C. 1015(a)). Nil if the ledger does not give it.
  public func fairValue(of lot: Lot) -> ExactDecimal? {
    gifts[lot.number].flatMap { try? lot.cost.subtracting($0.cost) }
  }

  /// The deferred parts of the loss of one disposal, in order of booking.
  public func deferredLosses(of disposal: Int) -> [DeferredLoss] {
    var losses: [DeferredLoss] = []
    var next = lastDeferral(of: disposal)
    while let index = next {
      losses.append(deferredLosses[index])
      next = deferredLosses[index].before
    }
    return losses.reversed()
  }

  /// Defers a loss, or a part of one. Years may lie between two parts of one loss, so each links to
  /// the one before it.
  mutating func deferLoss(_ loss: DeferredLoss) throws(ArithmeticFault) {
    try disposals[loss.disposal].disallowedBase.add(loss.amountBase)
    var loss = loss
    loss.before = lastDeferral(of: loss.disposal)
    deferredLosses.append(loss)
    let missing = loss.disposal + 1 - lastDeferred.count
    if missing > 0 { lastDeferred += repeatElement(0, count: missing) }
    lastDeferred[loss.disposal] = UInt32(deferredLosses.count)
  }

  /// The index of the last deferred loss of a disposal.
  private func lastDeferral(of disposal: Int) -> Int? {
    guard disposal < lastDeferred.count, lastDeferred[disposal] > 0 else { return nil }
    return Int(lastDeferred[disposal]) - 1
  }

  /// Sets whether the units of a disposal were held for more than a year.
  mutating func setTerm(_ term: HoldingTerm, of disposal: Int) { disposals[disposal].term = term }

  /// Units that were inherited count as held for more than a year.
  mutating func setInherited(_ disposal: Int) {
    disposals[disposal].term = .long
    disposals[disposal].basis = disposals[disposal].basis ?? .inherited
  }

  /// Lets the gain of a short sale count on the day of the sale.
  mutating func countOnOpening(
    _ disposal: Int, _ opened: Day, endedOn day: Day, _ rule: MatchingRule
  ) {
    (disposals[disposal].disposed, disposals[disposal].acquired) = (opened, day)
    disposals[disposal].matching = rule
  }

  mutating func forgetDisposals() {
    disposals = Disposals()
    deferredLosses = []
    lastDeferred = []
  }

  /// Whether the ledger is booked by settlement date, and a group has not settled by the day of the
  /// report.
  package func isUnsettled(_ group: GroupRecord) -> Bool { options.isUnsettled(group, of: ledger) }

  /// The day from which a group counts, by the date basis of the ledger; nil if it does not count
  /// by the day of the report.
  package func countingDay(of group: GroupIndex) -> Day? {
    let record = ledger.rows.groups[Int(group)]
    guard record.counts, !(record.status == .pending && options.excludesPending) else { return nil }
    var day: Day? = ledger.tradeDay(of: record)
    if let effectiveDays {
      day = effectiveDays[group]
    } else if isUnsettled(record) {
      return nil
    } else if options.dateBasis == .settlement {
      day = max(ledger.tradeDay(of: record), ledger.settlementDay(of: record))
    }
    guard let day, day <= options.asOf ?? day else { return nil }
    return day
  }

  /// The base currency of the portfolio, if there is one.
  public var baseCurrency: Currency? { options.baseCurrency }
}

extension BookedLedger {
  /// Books a ledger under the rules that the options or its settings name, or for a period.
  static func book(
    _ ledger: Ledger, _ asked: BookingOptions, period: BookingPeriod? = nil,
    doubtful: Set<InstrumentIndex> = [], progress: WorkProgress.Receiver? = nil
  ) -> (booked: BookedLedger, faults: [Diagnostic]) {
    var (options, period) = (asked, period)
    period?.prepare(&options, of: ledger)
    let rules = options.regime(of: ledger)?.prepare(ledger, options)
    var booker = Booker(ledger, options, rules, period: period)
    booker.doubtful = doubtful
    booker.warnOfOverriddenChoices(options)
    if let regime = options.regime(of: ledger) { booker.warnOfShelteredAccounts(regime) }
    booker.book(ledger, progress: progress)
    return booker.finish(ledger)
  }
}

extension BookedLedger {
  /// Replaces the warnings, with their positions in other sources.
  package mutating func place(_ warnings: [Diagnostic], in sources: [SourceFile]) {
    self.warnings = warnings
    ledger = ledger.with([], in: sources)
  }

  /// Adds the ids of groups that are not kept, in ascending order.
  package mutating func name(_ groups: [(group: GroupIndex, id: String)]) {
    ledger = ledger.knowing(groups)
  }
}

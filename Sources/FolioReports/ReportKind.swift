import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers
import FolioValuation

/// A kind of report: its name, its help, the options it takes, the books it needs, and how it is
/// made from them.
///
/// To add a report, write a file with one value of this type and add that value to `all`. The
/// command, its help, the completions, streaming and the tests read the list.
public struct ReportKind: Sendable {
  /// The stable name: that of the command, and of the report in JSON.
  public let name: String
  /// One line without a full stop.
  public let summary: String
  /// What the help says beyond the summary.
  public let description: String
  /// Command lines, at least one.
  public let examples: [Example]
  /// The groups of options it takes, besides those of every report.
  public internal(set) var options: Set<OptionGroup> = []
  /// Options of every report that this one does not take, by name.
  public internal(set) var refusedOptions: Set<String> = []
  /// Whether the report exists only under tax rules.
  public internal(set) var needsTaxRules = false
  var needs: Needs = []
  /// What to keep of the groups when the ledger is booked while it is read; nil where the report
  /// needs all groups.
  var streaming: @Sendable (ReportRequest) -> BatchBooking.Kept? = { _ in nil }
  let source: Source
}

extension ReportKind {
  /// Every report, in the order of the help.
  public static let all = [
    holdings, positions, performance, lots, gains, taxForm, profitAndLoss, cash, income, journal,
    trialBalance, balanceSheet, incomeStatement,
  ]

  /// A command line and its purpose.
  public struct Example: Sendable, Hashable {
    /// What the line is for.
    public let purpose: String
    /// The line as one types it.
    public let line: String

    /// Makes an example.
    public init(_ purpose: String, _ line: String) {
      self.purpose = purpose
      self.line = line
    }
  }

  /// Options that only some reports take.
  public enum OptionGroup: Sendable, CaseIterable {
    /// A period, such as a tax year.
    case period
    /// Which prices count.
    case prices
    /// How returns are divided and compared.
    case returns
    /// What a row of profit and loss is about.
    case profitRows
    /// What a row of income adds up.
    case incomeRows
    /// Gains on foreign cash.
    case cashGains
  }

  /// What a report shows of the books; the rest is not kept.
  struct Needs: OptionSet, Sendable {
    let rawValue: UInt8
    static let postings = Needs(rawValue: 1)
    static let disposals = Needs(rawValue: 2)
    static let income = Needs(rawValue: 4)
    static let movements = Needs(rawValue: 8)
    /// Under tax rules, groups after the period may change its gains.
    static let laterGroups = Needs(rawValue: 16)
  }

  /// What a report is made from.
  enum Source: Sendable {
    /// The books at the end of a day.
    case books(@Sendable (BookedLedger, ReportRequest) throws(ArithmeticFault) -> Report?)
    /// The books of a period with what was earned in it.
    case period(ProfitAndLoss.Basis, @Sendable (ProfitAndLoss, ReportRequest) -> Report)
  }
}

extension ReportKind {
  /// Books a ledger and makes the report.
  /// - Parameters:
  ///   - options: how to book; the report decides what is kept.
  ///   - rules: the tax rules in effect.
  /// - Returns: the report with its books; nil where it needs tax rules and there are none.
  /// - Throws: `LedgerFaults` of booking, or an `ArithmeticFault` when a sum needs more digits than
  ///   an exact number has.
  public func report(
    on ledger: Ledger, _ options: BookingOptions, _ request: ReportRequest,
    under rules: TaxRules, progress: WorkProgress.Receiver? = nil
  ) throws -> (report: Report, booked: BookedLedger)? {
    var booking = bookingOptions(options, request, under: rules)
    switch source {
    case .books:
      let booked = try BookedLedger(booking: ledger, booking, progress: progress)
      return try report(on: booked, request).map { ($0, booked) }
    case .period(let basis, let make):
      // The period ends with the books, whichever of the two days is the earlier.
      if let last = request.selection.to { booking.asOf = min(last, request.asOf ?? last) }
      let result = try ProfitAndLoss(
        of: ledger, booking, from: request.selection.from, basis,
        tradesCount: request.prices.tradesCount)
      return (make(result, request), result.booked)
    }
  }

  /// Makes the report from a ledger that was booked for it.
  /// - Returns: nil for a report on a period, and where there are no tax rules that it needs.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public func report(
    on booked: BookedLedger, _ request: ReportRequest
  ) throws(ArithmeticFault) -> Report? {
    guard case .books(let make) = source else { return nil }
    return try make(booked, request)
  }

  /// How to book for the report: only what it shows is kept.
  public func bookingOptions(
    _ options: BookingOptions, _ request: ReportRequest, under rules: TaxRules
  ) -> BookingOptions {
    guard case .books = source else { return options }
    var booking = options
    booking.keepsPostings = needs.contains(.postings)
    booking.keepsDisposals = needs.contains(.disposals)
    booking.keepsIncome = needs.contains(.income)
    booking.keepsMovements = needs.contains(.movements)
    // Only lots that are kept by account tell what an account holds.
    let isByAccount = request.returns.scope == .account || !request.selection.accounts.isEmpty
    if needs.contains(.movements) && isByAccount { booking.lotScope = .account }
    if needs.contains(.laterGroups) && rules != .none { booking.asOf = request.asOf }
    return booking
  }

  /// What to keep of the groups when the ledger is booked while it is read; nil where the report
  /// needs all groups.
  public func keptWhileStreaming(_ request: ReportRequest) -> BatchBooking.Kept? {
    streaming(request)
  }
}

/// What is asked of a report, besides how to book.
public struct ReportRequest: Sendable {
  /// The part of the books.
  public var selection = Selection()
  /// The last day of the books; the end of the ledger where it is left out.
  public var asOf: Day?
  /// Which prices count.
  public var prices = PricePolicy()
  /// How returns are divided and compared.
  public var returns = PerformanceRequest()
  /// What one row of profit and loss is about.
  public var profitGrouping = ProfitGrouping.symbol
  /// What one row of income adds up.
  public var incomeGrouping = IncomeGrouping.date
  /// Whether gains on foreign cash are among the gains.
  public var includesCash = false

  /// Everything, at the end of the ledger.
  public init() {}
}

/// A kind of report: its name, help text, options and required books, and the function that creates
/// it.
///
/// To add a report, write a file with one value of this type and add that value to `all`. The
/// command, its help, the completions, streaming and the tests read the list.
public struct ReportKind: Sendable {
  /// The stable name on the command line and in JSON.
  public let name: String
  /// A summary in one line, without a full stop.
  public let summary: String
  /// The help text beyond the summary.
  public let description: String
  /// Example command lines, at least one.
  public let examples: [Example]
  /// The option groups that the report accepts, in addition to the common options.
  public internal(set) var options: Set<OptionGroup> = []
  /// The names of common options that the report does not accept.
  public internal(set) var refusedOptions: Set<String> = []
  /// Whether the report requires tax rules.
  public internal(set) var needsTaxRules = false
  var needs: Set<Need> = []
  /// The columns that the report of some ledgers has after the others.
  var optionalColumns: [Report.Column] = []
  /// Returns the data to keep from groups when the ledger is streamed, or `nil` if the report needs
  /// all groups.
  package internal(set) var keptWhileStreaming:
    @Sendable (ReportRequest) -> BatchBooking.Retained? = { _ in nil }
  let source: Source
}

extension ReportKind {
  /// All reports, in the order of the help.
  public static let all = [
    holdings, positions, performance, drawdowns, lots, gains, taxForm, taxReturn, taxFacts,
    taxReconciliation, profitAndLoss, cash, register, income, journal, trialBalance, balanceSheet,
    incomeStatement,
  ]

  /// A command line and its purpose.
  public struct Example: Sendable, Hashable {
    /// The purpose of the command line.
    public let purpose: String
    /// The command line.
    public let line: String

    /// Creates an example.
    public init(_ purpose: String, _ line: String) {
      self.purpose = purpose
      self.line = line
    }
  }

  /// Groups of options that only some reports accept. New minor versions may add cases.
  public enum OptionGroup: Sendable, CaseIterable {
    /// The period, such as a tax year.
    case period
    /// The prices to use.
    case prices
    /// The periods, parts and benchmark of returns.
    case returns
    /// The grouping of profit and loss into rows.
    case profitRows
    /// The grouping of income into rows.
    case incomeRows
    /// Whether to include gains on foreign cash.
    case cashGains
    /// The cash account of a register.
    case cashAccount
  }

  /// The data that a report needs from the books. Other data is not kept.
  enum Need: Sendable {
    case postings, disposals, income, movements, trace
    /// The changes of lots, if the request selects symbols.
    case unitHistory
    /// Costs and gains, which follow the tax rules.
    case taxCosts
    /// Groups after the period, which may change its gains under tax rules.
    case laterGroups
  }

  /// The input of a report.
  enum Source: Sendable {
    /// The books at the end of a day.
    case books(@Sendable (BookedLedger, ReportRequest) throws -> Report?)
    /// The books of a period, and its profit and loss.
    case period(ProfitAndLoss.Basis, @Sendable (ProfitAndLoss, ReportRequest) -> Report)
  }
}

extension ReportKind {
  /// Books a ledger and creates the report.
  /// - Parameters:
  ///   - options: The booking options. The report overrides which data is kept.
  /// - Returns: The report and the books, or `nil` if the report requires tax rules and there are
  ///   none.
  /// - Throws: `LedgerFaults` of booking or if the ledger does not suit the report, or an
  ///   `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public func report(
    on ledger: Ledger, _ options: BookingOptions, _ request: ReportRequest,
    progress: WorkProgress.Receiver? = nil
  ) throws -> (report: Report, booked: BookedLedger)? {
    let booking = bookingOptions(options, request, under: options.regime(of: ledger))
    switch source {
    case .books:
      let booked = try BookedLedger(booking: ledger, booking, progress: progress)
      return try report(on: booked, request).map { ($0, booked) }
    case .period(let basis, let make):
      let result = try ProfitAndLoss(
        of: ledger, booking, from: request.selection.from, basis,
        tradesCount: request.prices.tradesCount)
      return (noting(make(result, request), result.booked, request), result.booked)
    }
  }

  /// Creates the report from a ledger that was booked with `bookingOptions`, and for `period` if
  /// the report has one.
  /// - Returns: The report, or `nil` if it lacks its period, or requires tax rules and there are
  ///   none.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`, or
  ///   `LedgerFaults` if the ledger does not suit the report.
  public func report(on booked: BookedLedger, _ request: ReportRequest) throws -> Report? {
    switch source {
    case .books(let make):
      // As in `ProfitAndLoss`, a period after the last day of the ledger ends on its first day.
      let books = booked.lasting(until: request.selection.from)
      return try make(books, request).map { noting($0, booked, request) }
    case .period(_, let make):
      if booked.period == nil { return nil }
      let tradesCount = request.prices.tradesCount
      let prices = PriceBook(booked.ledger, tradesCount: tradesCount)
      let result = ProfitAndLoss(
        booked, from: request.selection.from, prices, tradesCount: tradesCount)
      return noting(make(result, request), booked, request)
    }
  }

  /// Returns the period to book for the report, or `nil` if it shows the books of a day. The period
  /// takes its prices from the ledger, which may lack its groups.
  package func period(
    _ request: ReportRequest
  ) -> (@Sendable (_ head: Ledger) -> BookingPeriod)? {
    guard case .period(let basis, _) = source else { return nil }
    let first = request.selection.from
    return { BookingPeriod(from: first, basis, PriceBook($0, tradesCount: false)) }
  }

  /// Returns the booking options for the report, which keep only the data that it needs.
  public func bookingOptions(
    _ options: BookingOptions, _ request: ReportRequest, under regime: TaxRegime?
  ) -> BookingOptions {
    var booking = options
    // The books of a statement end with its period or on the report date, whichever is earlier.
    // Otherwise a trade after the period could change gains in it under tax rules, and statements
    // of one day would differ.
    if isOfPeriod || needs.contains(.postings), let last = request.selection.to {
      booking.asOf = min(last, request.asOf ?? last)
    }
    if isOnBookBasis { booking.dropTaxRules() }
    if isOfPeriod { return booking }
    booking.keepsPostings = needs.contains(.postings)
    booking.keepsDisposals = needs.contains(.disposals)
    booking.keepsIncome = needs.contains(.income)
    booking.keepsMovements = needs.contains(.movements)
    if needs.contains(.trace) { booking.keepsTrace = true }
    if needs.contains(.unitHistory) { booking.keepsTrace = !request.selection.symbols.isEmpty }
    if needs.contains(.laterGroups) && regime != nil { booking.asOf = request.asOf }
    return booking
  }
}

extension ReportKind {
  /// Whether the report needs the books of a period.
  var isOfPeriod: Bool {
    if case .period = source { true } else { false }
  }
}

extension ReportKind {
  /// Adds notes on the basis of the books, if there are tax rules, and on the period.
  private func noting(
    _ report: Report, _ booked: BookedLedger, _ request: ReportRequest
  ) -> Report {
    var report = report.noting(booked.ledger, request)
    let asked =
      booked.options.regimeSetAside ?? booked.ledger.tables.settings.taxRules?.regime
    if let regime = booked.regime, needs.contains(.taxCosts) {
      report.notes.append("Costs and gains follow the tax rules \(regime.rules.rawValue).")
      report.notes += booked.notesOfCapacities
    } else if let asked, isOnBookBasis {
      let method = booked.options.method.map { " (\($0.rawValue))" } ?? ""
      report.notes.append(
        "Book basis: costs and gains by the method of the ledger\(method). Reports on gains, lots "
          + "and taxes follow the tax rules \(asked.rules.rawValue).")
    }
    return report
  }

  /// Whether the report shows the books by the ledger's own method, whatever the tax rules are.
  private var isOnBookBasis: Bool {
    if case .period(.cost, _) = source { return true }
    return needs.contains(.postings)
  }
}

extension BookedLedger {
  /// Says which accounts are not the owner's taxable ones.
  fileprivate var notesOfCapacities: [String] {
    let entries = ledger.tables.settings.accountCapacities.filter { $0.capacity != .taxable }
    if entries.isEmpty { return [] }
    let accounts = entries.map { entry in
      "\(ledger.tables.securitiesAccount(entry.account)) (\(entry.capacity.rawValue))"
    }
    return ["Units are pooled and matched apart in \(accounts.joined(separator: ", "))."]
  }
}

extension Report {
  /// Adds a note if the period begins after the last day of the ledger, or if the report is made
  /// for that day and its year may be wrong.
  fileprivate func noting(_ ledger: Ledger, _ request: ReportRequest) -> Report {
    var report = self
    if let from = request.selection.from, let last = ledger.lastDay, last < from {
      report.notes.append(
        "The period begins on \(from), after the latest entry, which is of \(last).")
    } else if request.asOf == nil, request.selection.to == nil, let day = ledger.isolatedLastDay {
      report.notes.append(
        "The latest entry is of \(day), more than a year after all others. Is its year right?")
    }
    return report
  }
}

extension DiagnosticCode {
  /// Whether it says that one report cannot be made from a ledger, which is otherwise sound.
  package var isOfReport: Bool {
    [.currencyOfForm, .noTaxReturn, .amountOfReturn, .kindOfInstrument, .priceOfReturn]
      .contains(self)
  }
}

/// The options of a report, apart from those of booking.
public struct ReportRequest: Sendable, Equatable {
  /// The part of the books to report on.
  public var selection = Selection()
  /// The last day of the books, or `nil` for the end of the ledger.
  public var asOf: Day?
  /// The prices to use.
  public var prices = PricePolicy()
  /// The periods, parts and benchmark of returns. The selection overrides days, instruments and
  /// accounts.
  public var returns = PerformanceQuestion()
  /// Whether to draw a chart of the value over time, which takes a second pass over the books.
  public var showsCharts = false
  /// The grouping of profit and loss into rows.
  public var profitGrouping = ProfitGrouping.symbol
  /// The grouping of income into rows.
  public var incomeGrouping = IncomeGrouping.date
  /// Whether to include gains on foreign cash.
  public var includesCash = false

  /// Creates a request for the whole ledger.
  public init() {}

  /// Whether the period begins after the day with which it or the books end, so that no report can
  /// be about it.
  package var beginsAfterEnd: Bool {
    guard let from = selection.from else { return false }
    return [selection.to, asOf].contains { $0.map { $0 < from } ?? false }
  }
}

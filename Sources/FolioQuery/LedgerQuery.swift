/// SQL on the books of a ledger.
///
///     let answer = try LedgerQuery(ledger).answer(
///       to: "SELECT symbol, exact_sum(gain_exact) AS gain FROM disposals GROUP BY symbol")
///     print(answer.report.text(as: .table))
///
/// The tables are those of `QuerySchema`. They are in memory, and only those that a statement
/// mentions are filled. A statement can only read them: it cannot attach databases, write files,
/// load extensions or change settings, and its time and memory are limited.
///
/// On Linux, queries require the trait `SQLite`.
public struct LedgerQuery: Sendable {
  /// The ledger.
  public var ledger: Ledger
  /// The booking options. The data that booking keeps is that which the tables need.
  public var options: BookingOptions
  /// The prices to use.
  public var request = ReportRequest()
  /// The limits of a statement.
  public var limits = QueryLimits()

  /// Creates queries on a ledger.
  public init(_ ledger: Ledger, _ options: BookingOptions = BookingOptions()) {
    self.ledger = ledger
    self.options = options
  }

  /// Whether this program was built with SQLite.
  public static var isAvailable: Bool {
    #if canImport(SQLite3) || SQLite
    true
    #else
    false
    #endif
  }

  /// Checks a statement without a ledger.
  /// - Throws: `QueryFault` if it is not one statement that reads the tables.
  public static func check(_ statement: String) throws(QueryFault) {
    #if canImport(SQLite3) || SQLite
    _ = try QueryDatabase(comparesExactly: true).prepare(statement)
    #else
    throw .notBuilt
    #endif
  }

  /// Runs one statement, and returns its rows as a report, with the books that it read.
  /// - Throws: `QueryFault`.
  public func answer(
    to statement: String
  ) throws(QueryFault) -> (report: Report, booked: BookedLedger) {
    #if canImport(SQLite3) || SQLite
    let database = try QueryDatabase(comparesExactly: true)
    let prepared = try database.prepare(statement, limits)
    let mentioned = database.tablesOfPrepared
    let books = try books(for: mentioned)
    let warnings = try database.load(mentioned, from: books, columns: database.columnsOfPrepared)
    var report = try database.rows(of: prepared, limits)
    report.asOf = books.booked.options.asOf
    report.baseCurrency = books.booked.baseCurrency
    report.dateBasis = books.booked.options.dateBasis
    report.warnings = books.booked.reportWarnings + warnings
    if database.readsBaseAmounts { report.warnings += books.booked.missingBaseCurrency }
    return (report, books.booked)
    #else
    throw .notBuilt
    #endif
  }

  /// The bytes of an SQLite database with all tables, indexes and views. The same books have the
  /// same bytes with the same version of SQLite.
  /// - Throws: `QueryFault`.
  public func database() throws(QueryFault) -> (bytes: [UInt8], booked: BookedLedger) {
    #if canImport(SQLite3) || SQLite
    let database = try QueryDatabase(comparesExactly: false)
    let books = try books(for: QuerySchema.tables)
    _ = try database.load(QuerySchema.tables, from: books)
    try database.createSums()
    try database.createIndexes()
    return (try database.bytes(), books.booked)
    #else
    throw .notBuilt
    #endif
  }

  /// Books the ledger, and keeps what some tables need.
  private func books(for tables: [QueryTable]) throws(QueryFault) -> QueryBooks {
    var options = options
    let needs = tables.reduce(into: Set<QueryTable.Need>()) { $0.formUnion($1.needs) }
    // Under tax rules the journal has books of its own.
    let hasOwnJournal = needs.contains(.postings) && options.regime(of: ledger) != nil
    options.keepsPostings = needs.contains(.postings) && !hasOwnJournal
    options.keepsDisposals = needs.contains(.disposals)
    options.keepsIncome = needs.contains(.income)
    // By settlement date, returns need other books than the tables of the last day.
    let isMoving = needs.contains(.movements)
    options.keepsMovements = isMoving && options.dateBasis == .trade
    do throws(LedgerFaults) {
      var books = QueryBooks(try BookedLedger(booking: ledger, options), request)
      if hasOwnJournal {
        var plain = options
        plain.dropTaxRules()
        (plain.keepsPostings, plain.keepsMovements) = (true, false)
        books.journal = try BookedLedger(booking: ledger, plain)
      }
      if isMoving == options.keepsMovements { return books }
      options.keepsMovements = true
      books.moving = try BookedLedger(booking: ledger, options)
      return books
    } catch {
      throw .faults(error)
    }
  }
}

/// The limits of a statement. A statement that exceeds one ends with `QueryFault.limit`.
public struct QueryLimits: Sendable, Hashable {
  /// The time that a statement may take, apart from the time to fill the tables.
  ///
  /// A caller waits at most a second longer. If one step of SQLite takes longer, such as a sort,
  /// its thread ends after that step, and until then all queries of the program end with
  /// `QueryFault.limit`.
  public var time = Duration.seconds(60)
  /// The memory that SQLite and the rows of the result may use beyond the tables, in bytes. SQLite
  /// counts the memory of all its connections in the program.
  public var memory = 512 << 20
  /// The length of all texts in the result together, in bytes.
  public var bytes = 128 << 20
  /// The number of values in the result: rows times columns.
  public var values = 10_000_000

  /// Creates the default limits.
  public init() {}
}

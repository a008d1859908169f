import Folio

/// The validated values of a command line's flags. Nil means the setting of the ledger or the
/// default of the command.
struct Options: Sendable, Equatable {
  var asOf: DayChoice?
  var from: DayChoice?
  var to: DayChoice?
  var taxYear: TaxYearChoice?
  /// The booking options, except for the days, which depend on `today`.
  var booking = BookingOptions()
  /// The report request, except for the parts that need the ledger.
  var request = ReportRequest()

  /// Files of prices, in the order given.
  var prices: [String] = []
  /// Files of exchange rates, in the order given.
  var rates: [String] = []
  var priceCurrency: Currency?
  var priceDate: DayChoice?

  /// The symbol of the benchmark for returns.
  var benchmark: String?
  /// Whether derived rows of the ledger are compared with the computed figures.
  var derived = false

  /// The selected symbols; all symbols if empty.
  var symbols: [String] = []
  /// The ids of the selected accounts; all accounts if empty.
  var accounts: [String] = []
  /// The id of the only cash account of a register; all if nil.
  var cashAccount: String?
  var user: String?

  /// Whether to read the undamaged part of a store.
  var salvage = false
  /// The transaction that `add` adds.
  var entry = EntryOptions()
  /// Whether a change may alter figures of closed books.
  var force = false
  /// The maximum number of groups in a list.
  var limit: Int?
  /// The number of newest groups to skip in a list.
  var offset: Int?
  /// Whether deleted groups are listed.
  var includesDeleted = false

  var format = ReportFormat.table
  /// How the input is divided into portfolios; nil for a single portfolio.
  var each: EachChoice?
  /// The name of the portfolio if there are many.
  var portfolio: String?
  /// The path of the output file; nil for standard output.
  var output: String?
  var color = ColorChoice.auto
  var charts = ChartChoice.auto
  var strict = false
  var quiet = false
}

/// How the input is divided into portfolios: each file is one, or each line of a file.
enum EachChoice: String, FlagChoice { case file, line }

/// When to use colour on standard output.
enum ColorChoice: String, FlagChoice { case auto, always, never }

/// When to draw charts.
enum ChartChoice: String, FlagChoice { case auto, never }

extension ReportFormat: FlagChoice {}
extension TaxRules: FlagChoice {}
extension ProfitGrouping: FlagChoice {}
extension IncomeGrouping: FlagChoice {}
extension CashMethod: FlagChoice {}
extension CostBasisMethod: FlagChoice {}
extension DateBasis: FlagChoice {}
extension FeeTreatment: FlagChoice {}
extension LotScope: FlagChoice {}
extension PeriodStep: FlagChoice {}
extension ReturnScope: FlagChoice {}

/// The values of the flags of `add` and `settle`.
struct EntryOptions: Sendable, Equatable {
  /// The kind of transaction, with its instrument or its amount.
  typealias Event = GroupEntry.Event

  private(set) var event: Event?
  /// The name of the flag that set the event.
  private(set) var eventFlag: String?
  var quantity: ExactDecimal?
  var price: ExactDecimal?
  var gross: ExactDecimal?
  var fees: ExactDecimal?
  var taxes: ExactDecimal?
  var on: DayChoice?
  var settles: DayChoice?
  /// The id of a cash account.
  var cash: String?
  var id: String?
  var notes: String?
  /// The symbol of the instrument that a payment is for.
  var instrument: String?
  var isPending = false

  mutating func set(_ event: Event, _ flag: String) throws(UsageError) {
    if let eventFlag {
      throw UsageError("--\(eventFlag) and --\(flag) are two transactions. Call 'add' twice.")
    }
    (self.event, eventFlag) = (event, flag)
  }

  /// Throws if a required flag is missing or a flag does not apply to the kind of transaction.
  func checkCompleteness() throws(UsageError) {
    guard let event, let eventFlag else {
      throw UsageError(
        "'add' needs to know what happened. Give one of --buy, --sell, --dividend, --deposit, "
          + "--withdraw, --interest, --fee, --tax.")
    }
    let given: KeyValuePairs = [
      "quantity": quantity != nil, "price": price != nil, "gross": gross != nil,
      "fees": fees != nil, "taxes": taxes != nil, "settles": settles != nil,
      "for": instrument != nil,
    ]
    let (needed, allowed): (String?, [String])
    switch event {
    case .buy, .sell:
      let hasPrice = price != nil || gross != nil
      needed = quantity == nil ? "--quantity" : hasPrice ? nil : "--price or --gross"
      allowed = given.map(\.key).filter { $0 != "for" }
    case .dividend: (needed, allowed) = (gross == nil ? "--gross" : nil, ["gross", "taxes"])
    case .cash(let event, _):
      let isOfInstrument = [.interest, .fee, .tax].contains(event)
      (needed, allowed) = (nil, isOfInstrument ? ["for"] : [])
    }
    if let needed { throw UsageError("--\(eventFlag) needs \(needed).") }
    for (flag, isGiven) in given where isGiven && !allowed.contains(flag) {
      throw UsageError("--\(flag) cannot be used with --\(eventFlag). Leave it out.")
    }
  }
}

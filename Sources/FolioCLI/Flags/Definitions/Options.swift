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
  /// The condition that the rows of a report have to meet; nil for all rows.
  var condition: String?

  /// Whether to read the undamaged part of a store.
  var salvage = false
  /// The transaction that `add` adds.
  var entry = EntryOptions()
  /// The trade that `what-if` supposes.
  var supposed = SupposedOptions()
  /// How `import` reads files of other programs.
  var importing = ImportFlags()
  /// Whether a change may alter figures of closed books.
  var force = false
  /// The maximum number of groups in a list.
  var limit: Int?
  /// The number of newest groups to skip in a list.
  var offset: Int?
  /// The types, the statuses, a text and the ids of groups in a list; all if empty or nil.
  var groupTypes: [GroupType] = []
  var statuses: [GroupStatus] = []
  var text: String?
  var groupIDs: [String] = []
  /// Whether deleted groups are listed.
  var includesDeleted = false

  /// The e-mail address of an account.
  var email: String?
  /// Whether to create an account, to sign in without one, and to end the sessions of all devices.
  var signsUp = false
  var isAnonymous = false
  var everywhere = false

  var format = ReportFormat.table
  /// The system whose column definitions are printed.
  var schemaTarget: SchemaTarget?
  /// How the input is divided into portfolios; nil for a single portfolio.
  var each: EachChoice?
  /// What many portfolios are read and printed with.
  var portfolios = PortfolioOptions()
  /// The most portfolios that are processed at a time; nil for the default.
  var jobs: Int?
  /// The name of the portfolio if there are many.
  var portfolio: String?
  /// The path of the output file; nil for standard output.
  var output: String?
  /// The heading of a page, and whether it has percentages alone.
  var title: String?
  var isRedacted = false
  var color = ColorChoice.auto
  var charts = ChartChoice.auto
  var strict = false
  var quiet = false
  /// Whether to list more than three warnings of a kind.
  var listsAllWarnings = false
}

/// How the input is divided into portfolios: each file is one, or each line of a file, or
/// consecutive lines with one value of a key.
enum EachChoice: String, FlagChoice { case file, line, key }

/// When to use colour on standard output.
enum ColorChoice: String, FlagChoice { case auto, always, never }

/// When to draw charts.
enum ChartChoice: String, FlagChoice { case auto, never }

extension ReportFormat: FlagChoice {}
extension SchemaTarget: FlagChoice {}
extension TaxRules: FlagChoice {}
extension ProfitGrouping: FlagChoice {}
extension IncomeGrouping: FlagChoice {}
extension CashMethod: FlagChoice {}
extension CostBasisMethod: FlagChoice {}
extension DateBasis: FlagChoice {}
extension FeeTreatment: FlagChoice {}
extension GroupStatus: FlagChoice {}
extension GroupType: FlagChoice {}
extension LotScope: FlagChoice {}
extension PeriodStep: FlagChoice {}
extension ReturnScope: FlagChoice {}

import Folio

/// What the flags of a command line say, checked. `nil` leaves it to the ledger's own settings, or
/// to what the command does without the flag.
struct Options: Sendable, Equatable {
  var asOf: DayChoice?
  var from: DayChoice?
  var to: DayChoice?
  var taxYear: TaxYearChoice?
  var dateBasis: DateBasis?
  var excludePending = false

  var base: Currency?
  var method: CostBasisMethod?
  var cashMethod: CashMethod?
  var lotScope: LotScope?
  var feeTreatment: FeeTreatment?
  var taxRules: TaxRules?

  /// Files of prices, in the order given.
  var prices: [String] = []
  /// Files of exchange rates, in the order given.
  var rates: [String] = []
  var priceCurrency: Currency?
  var priceDate: DayChoice?
  /// The age in days from which a price is warned of.
  var maxPriceAge: Int?
  var tradePrices = false

  var step: PeriodStep?
  var returnScope: ReturnScope?
  /// The symbol that returns are compared with.
  var benchmark: String?
  /// What the rows of `pnl` are added up by.
  var per: ProfitGrouping?
  /// What the rows of `income` are added up by.
  var by: IncomeGrouping?

  /// Whether gains on foreign cash are among the gains.
  var includeCash = false
  /// Whether derived rows of the ledger are held against what is computed.
  var derived = false

  /// Only these symbols; all where empty.
  var symbols: [String] = []
  /// Only these accounts, by id; all where empty.
  var accounts: [String] = []
  var user: String?

  /// Whether a damaged store is read as far as it can be.
  var salvage = false
  /// What `add` is told.
  var entry = EntryOptions()
  /// The most groups that are listed.
  var limit: Int?
  /// How many of the newest are left out of a list.
  var offset = 0
  /// Whether deleted groups are listed.
  var includesDeleted = false

  var format = ReportFormat.table
  /// What is a portfolio of its own, where there are many.
  var each: EachChoice?
  /// The name of the portfolio, where it is one of many.
  var portfolio: String?
  /// The file to write instead of standard output.
  var output: String?
  var color = ColorChoice.auto
  var charts = ChartChoice.auto
  var strict = false
  var quiet = false
}

/// What of the files named is a portfolio.
enum EachChoice: String, FlagChoice { case file, line }

/// When colour is used on standard output.
enum ColorChoice: String, FlagChoice { case auto, always, never }

/// When charts are drawn.
enum ChartChoice: String, FlagChoice { case auto, never }

/// A closed set of words that a flag accepts.
protocol FlagChoice: RawRepresentable<String>, CaseIterable, Sendable {}

extension ReportFormat: FlagChoice {}
extension TaxRules: FlagChoice {}
extension ProfitGrouping: FlagChoice {}
extension IncomeGrouping: FlagChoice {}
extension CashMethod: FlagChoice {}
extension CostBasisMethod: FlagChoice {}
extension DateBasis: FlagChoice {}
extension FeeTreatment: FlagChoice {}
extension LotScope: FlagChoice {}

/// The validated values of a command line's flags. Nil means the setting of the ledger or the
/// default of the command.
@dynamicMemberLookup
struct Options: Sendable, Equatable {
  /// The arguments of reports.
  var choices = ReportChoices()

  /// Files of prices, in the order given.
  var prices: [PriceFileName] = []
  /// Files of exchange rates, in the order given.
  var rates: [String] = []
  /// Where fetched prices and rates come from, and files with other sources.
  var sources: [String] = []
  var sourceFiles: [String] = []
  var priceCurrency: Currency?
  var priceDate: DayChoice?

  /// Whether derived rows of the ledger are compared with the computed figures.
  var derived = false

  var user: String?

  /// Whether to read the undamaged part of a store.
  var salvage = false
  /// The transaction that `add` adds.
  var entry = EntryOptions()
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

  /// A value of an argument of reports.
  subscript<Value>(dynamicMember path: WritableKeyPath<ReportChoices, Value>) -> Value {
    get { choices[keyPath: path] }
    set { choices[keyPath: path] = newValue }
  }
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
extension GroupStatus: FlagChoice {}
extension GroupType: FlagChoice {}

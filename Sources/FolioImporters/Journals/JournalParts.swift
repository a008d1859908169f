/// A place in one of the files of a journal.
struct JournalPlace: Sendable, Hashable {
  /// The number of the file in the draft.
  var file: Int
  var offset: Int
  var length: Int
}

/// A number of units of a commodity.
struct JournalAmount: Sendable, Hashable {
  var number: ExactDecimal
  var commodity: String
}

/// What braces after an amount say: which lot is opened or closed.
struct JournalCost: Sendable, Hashable {
  /// The cost of one unit.
  var perUnit: ExactDecimal?
  /// The cost of all units, or what comes on top of the costs of the units.
  var total: ExactDecimal?
  /// The currency of both.
  var commodity: String?
  var day: Day?
  var label: String?
  /// Whether the label is a note of ledger, which several lots of a day may have.
  var isNote = false

  /// The cost of one unit, and what comes on top of the costs of the units; nil if neither is
  /// written.
  var written: (perUnit: ExactDecimal, total: ExactDecimal)? {
    perUnit == nil && total == nil ? nil : (.given(perUnit), .given(total))
  }
}

/// A price after `@` or `@@`.
struct JournalPrice: Sendable, Hashable {
  /// Without a number if the file leaves it out.
  var number: ExactDecimal?
  var commodity: String?
  var isTotal: Bool
}

/// A balance that a posting asserts, or that it is filled up to.
struct JournalAssertion: Sendable, Hashable {
  var amount: JournalAmount
  /// Whether accounts below this one count, too.
  var includesChildren = false
}

/// A posting of a journal, as written.
struct JournalPosting: Sendable, Hashable {
  var account: String
  /// The number of units; nil if the journal leaves it out.
  var number: ExactDecimal?
  /// The commodity; nil if the journal leaves it out.
  var commodity: String?
  var cost: JournalCost?
  var price: JournalPrice?
  var assertion: JournalAssertion?
  /// Whether the journal does not have it, so that its digits say nothing about precision.
  var isMade = false
  var place: JournalPlace
}

/// A transaction of a journal, as written.
struct JournalTransaction: Sendable {
  var day: Day
  var isPending = false
  /// Whether it is a posting that has no other side.
  var isVirtual = false
  /// The payee, the narration, or the description.
  var text = ""
  /// Tags, links and metadata, which are kept in the column `import`.
  var kept: [(key: String, value: String)] = []
  /// The group that Folio wrote beside the postings.
  var own: OwnGroup?
  var postings: [JournalPosting] = []
  var place: JournalPlace
}

/// How units leave an account that has several lots.
enum JournalMethod: Sendable {
  case strict, strictWithSize, fifo, lifo, hifo, average
  /// hledger's methods over all accounts.
  case fifoAll, lifoAll, hifoAll, averageAll
  /// Lots are not matched: beancount's method NONE.
  case none

  /// The method that Folio uses for later sales.
  var costBasisMethod: CostBasisMethod {
    switch self {
    case .strict, .strictWithSize: .specific
    case .fifo, .fifoAll, .none: .fifo
    case .lifo, .lifoAll: .lifo
    case .hifo, .hifoAll: .hifo
    case .average, .averageAll: .average
    }
  }

  /// Whether the lots of all accounts count.
  var isGlobal: Bool {
    switch self {
    case .fifoAll, .lifoAll, .hifoAll, .averageAll: true
    case .strict, .strictWithSize, .fifo, .lifo, .hifo, .average, .none: false
    }
  }
}

/// One part of a journal that has a day.
struct JournalEvent: Sendable {
  enum Kind: Sendable {
    case transaction(JournalTransaction)
    case price(of: String, JournalAmount)
    case balance(account: String, JournalAmount, tolerance: ExactDecimal?)
    case pad(account: String, from: String)
  }

  var day: Day
  var kind: Kind
  var place: JournalPlace
  /// The line in its file, which decides the order of a day in beancount; zero for other programs.
  var line = 0
  /// How many files include its file, which decides between equal lines.
  var depth = 0

  var isTransaction: Bool { if case .transaction = kind { true } else { false } }

  /// The place within a day: balances hold at its beginning.
  var rank: Int { if case .balance = kind { 0 } else { 1 } }
}

/// What kind of account a name stands for.
enum JournalAccountKind: Sendable {
  case asset, liability, income, expense, equity, unknown
  /// The gains of sales.
  case gain
  /// The other side of gains, which hledger writes so that sales balance.
  case unrealizedGain

  /// Whether an account may get units and money at once: one that is kept, or the opening of books.
  var mayTakeUnits: Bool { isHeld || self == .equity }

  /// Whether Folio keeps its cash and its units.
  var isHeld: Bool {
    switch self {
    case .asset, .liability: true
    case .income, .expense, .equity, .gain, .unrealizedGain, .unknown: false
    }
  }
}

/// The differences between the programs that a journal is for.
struct JournalDialect: Sendable {
  var name: String
  /// Whether a sale balances at cost, so that a posting with the gain makes up the difference.
  var balancesAtCost: Bool
  /// The method of accounts and commodities that name none.
  var method: JournalMethod
}

/// Everything that a journal says, with its includes.
struct Journal: Sendable {
  var dialect: JournalDialect
  var events: [JournalEvent] = []
  var accountKinds: [String: JournalAccountKind] = [:]
  /// The methods by account.
  var accountMethods: [String: JournalMethod] = [:]
  /// The methods by commodity.
  var commodityMethods: [String: JournalMethod] = [:]
  /// Names of commodities.
  var commodityNames: [String: String] = [:]
  /// ISINs of commodities.
  var commodityISINs: [String: String] = [:]
  /// The commodities that the journal says are money.
  var moneys: Set<String> = []
  var baseCommodity: String?
  var tolerances = JournalTolerances()
  /// What a journal that Folio wrote has besides postings.
  var own = OwnLedger()
  /// Parts that have no place in a ledger.
  var leftOut: [(text: String, help: String, place: JournalPlace)] = []
  /// Numbers that the programs of the journal read in different ways.
  var doubtful: [(text: String, help: String, place: JournalPlace)] = []
  /// Rows that move nothing, with what became of them, in any order.
  var notes: [(place: JournalPlace, outcome: NoteOutcome)] = []

  enum NoteOutcome: Sendable {
    /// Master data or a figure.
    case read
    case skipped(String)
    case faulty(DiagnosticCode, String, help: String)
  }
}

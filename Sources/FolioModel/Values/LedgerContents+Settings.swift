extension LedgerContents {
  /// The settings of a ledger as a value. A setting that is `nil` or empty is not written, so in a
  /// store it stays as it is, and in a new ledger it has its default (Specs/ledger-format.md).
  public struct Settings: Sendable, Hashable {
    /// The base currency of the portfolio.
    public var baseCurrency: Currency?
    /// Which lots a disposal relieves. Ignored if there are `methods`.
    public var costBasisMethod: CostBasisMethod?
    /// The same by day, instrument and securities account. The most specific entry wins.
    public var methods: [Method] = []
    /// The scope in which lots are relieved.
    public var lotScope: LotScope?
    /// The treatment of fees and taxes of trades.
    public var feeTreatment: FeeTreatment?
    /// The country whose tax rules apply.
    public var taxRules: TaxRules?
    /// How the law taxes the units of each securities account; those of all others are taxable.
    public var taxCapacities: [AccountCapacity] = []
    /// What tax returns need and no transaction says.
    public var taxInputs: [TaxInput] = []
    /// Whether a trade may exceed the position that it closes.
    public var crossingZero: CrossingZero?
    /// Which foreign cash is spent first.
    public var cashMethod: CashMethod?
    /// The last day of closed books.
    public var closedUntil: Day?
    /// The files of prices, relative to the folder of the ledger or the store.
    public var priceFiles: [String] = []
    /// The files of exchange rates, relative to the folder of the ledger or the store.
    public var rateFiles: [String] = []
    /// The columns without a meaning.
    public var otherColumns: [LedgerColumn] = []

    /// Creates settings.
    public init(
      baseCurrency: Currency? = nil, costBasisMethod: CostBasisMethod? = nil,
      lotScope: LotScope? = nil, taxRules: TaxRules? = nil
    ) {
      self.baseCurrency = baseCurrency
      self.costBasisMethod = costBasisMethod
      self.lotScope = lotScope
      self.taxRules = taxRules
    }
  }

  /// How the law taxes the units of a securities account.
  public typealias AccountCapacity = FolioModel.AccountCapacity<String>

  /// A cost basis method for a time, some instruments or a securities account.
  public struct Method: Sendable, Hashable {
    /// Which lots a disposal relieves.
    public var method: CostBasisMethod
    /// The first day on which it holds; `nil` for the beginning.
    public var from: Day?
    /// The securities account; `nil` for all.
    public var account: String?
    /// The symbols; empty for all.
    public var symbols: [String]

    /// Creates an entry.
    public init(
      _ method: CostBasisMethod, from: Day? = nil, account: String? = nil, symbols: [String] = []
    ) {
      self.method = method
      self.from = from
      self.account = account
      self.symbols = symbols
    }
  }
}

// The keys are those of the ledger document. Settings that are left out are not encoded.
extension LedgerContents.Settings: Codable {
  private static let form = CodedForm(
    blank: LedgerContents.Settings(),
    columns: [
      .optional("base_currency", \.baseCurrency), method, .optional("lot_scope", \.lotScope),
      .optional("fee_treatment", \.feeTreatment), .optional("tax_rules", \.taxRules),
      .column("tax_capacities", \.taxCapacities, unless: []),
      .column("tax_inputs", \.taxInputs, unless: []),
      .optional("crossing_zero", \.crossingZero),
      .optional("cash_cost_basis_method", \.cashMethod),
      .optional("closed_until", \.closedUntil), .column("price_files", \.priceFiles, unless: []),
      .column("rate_files", \.rateFiles, unless: []), .others(\.otherColumns),
    ])

  /// A method, or a list of methods.
  private static let method = CodedColumn<LedgerContents.Settings>(
    decode: { row, settings in
      let key: CodedKey = "cost_basis_method"
      if let list = try? row.decode([LedgerContents.Method].self, forKey: key) {
        settings.methods = list
      } else {
        settings.costBasisMethod = try row.decodeIfPresent(CostBasisMethod.self, forKey: key)
      }
    },
    encode: { settings, row in
      let field: CodedColumn<LedgerContents.Settings> =
        settings.methods.isEmpty
        ? .optional("cost_basis_method", \.costBasisMethod)
        : .required("cost_basis_method", \.methods)
      try field.encode(settings, &row)
    })

  /// Decodes settings.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the settings.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

extension LedgerContents.Method: Codable {
  private static let form = CodedForm(
    blank: LedgerContents.Method(.fifo),
    columns: [
      .required("method", \.method), .optional("from", \.from), .optional("account", \.account),
      .column("symbols", \.symbols, unless: []),
    ])

  /// Decodes an entry.
  public init(from decoder: any Decoder) throws { self = try Self.form.row(from: decoder) }

  /// Encodes the entry.
  public func encode(to encoder: any Encoder) throws { try Self.form.encode(self, to: encoder) }
}

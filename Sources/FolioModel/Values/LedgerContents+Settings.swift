import FolioNumbers

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
  private enum CodingKeys: String, CodingKey {
    case baseCurrency = "base_currency", method = "cost_basis_method", lotScope = "lot_scope"
    case feeTreatment = "fee_treatment", taxRules = "tax_rules", crossingZero = "crossing_zero"
    case cashMethod = "cash_cost_basis_method", closedUntil = "closed_until"
    case priceFiles = "price_files", rateFiles = "rate_files", otherColumns = "other_columns"
  }

  /// Decodes settings.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      baseCurrency: try row.decodeIfPresent(Currency.self, forKey: .baseCurrency),
      lotScope: try row.decodeIfPresent(LotScope.self, forKey: .lotScope),
      taxRules: try row.decodeIfPresent(TaxRules.self, forKey: .taxRules))
    if let list = try? row.decode([LedgerContents.Method].self, forKey: .method) {
      methods = list
    } else {
      costBasisMethod = try row.decodeIfPresent(CostBasisMethod.self, forKey: .method)
    }
    feeTreatment = try row.decodeIfPresent(FeeTreatment.self, forKey: .feeTreatment)
    crossingZero = try row.decodeIfPresent(CrossingZero.self, forKey: .crossingZero)
    cashMethod = try row.decodeIfPresent(CashMethod.self, forKey: .cashMethod)
    closedUntil = try row.decodeIfPresent(Day.self, forKey: .closedUntil)
    priceFiles = try row.value(.priceFiles, else: [])
    rateFiles = try row.value(.rateFiles, else: [])
    otherColumns = try row.value(.otherColumns, else: [])
  }

  /// Encodes the settings.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encodeIfPresent(baseCurrency, forKey: .baseCurrency)
    if methods.isEmpty {
      try row.encodeIfPresent(costBasisMethod, forKey: .method)
    } else {
      try row.encode(methods, forKey: .method)
    }
    try row.encodeIfPresent(lotScope, forKey: .lotScope)
    try row.encodeIfPresent(feeTreatment, forKey: .feeTreatment)
    try row.encodeIfPresent(taxRules, forKey: .taxRules)
    try row.encodeIfPresent(crossingZero, forKey: .crossingZero)
    try row.encodeIfPresent(cashMethod, forKey: .cashMethod)
    try row.encodeIfPresent(closedUntil, forKey: .closedUntil)
    try row.encode(priceFiles, .priceFiles, unless: [])
    try row.encode(rateFiles, .rateFiles, unless: [])
    try row.encode(otherColumns, .otherColumns, unless: [])
  }
}

extension LedgerContents.Method: Codable {
  private enum CodingKeys: String, CodingKey { case method, from, account, symbols }

  /// Decodes an entry.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try row.decode(CostBasisMethod.self, forKey: .method),
      from: try row.decodeIfPresent(Day.self, forKey: .from),
      account: try row.decodeIfPresent(String.self, forKey: .account),
      symbols: try row.value(.symbols, else: []))
  }

  /// Encodes the entry.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(method, forKey: .method)
    try row.encodeIfPresent(from, forKey: .from)
    try row.encodeIfPresent(account, forKey: .account)
    try row.encode(symbols, .symbols, unless: [])
  }
}

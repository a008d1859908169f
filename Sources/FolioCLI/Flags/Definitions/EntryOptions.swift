/// The values of the flags of `add` and `settle`.
struct EntryOptions: Sendable, Equatable {
  /// The kind of transaction, with its instrument or its amount.
  typealias Event = GroupEntry.Event

  private var givenEvent: Event?
  /// The name of the flag that set the event, and its value as typed.
  private(set) var eventFlag: String?
  private(set) var eventText = ""
  /// The accounts, instruments, prices, rates and balances, in the order given.
  private(set) var rows: [EntryRow] = []
  /// The files of prices and rates that the store no longer names.
  var dropped: [QuoteFileName] = []
  var quantity: ExactDecimal?
  var price: ExactDecimal?
  var gross: ExactDecimal?
  var fees: ExactDecimal?
  var taxes: ExactDecimal?
  var on: DayChoice?
  var settles: DayChoice?
  /// The id of a cash account.
  var cash: String?
  /// The securities account of a trade.
  var broker: String?
  /// The accounts of an exchange or a transfer.
  var from: String?
  var to: String?
  var id: String?
  var notes: String?
  /// The symbol of the instrument that a payment is for.
  var instrument: String?
  var isPending = false

  /// The transaction; nil if the flags only add rows. The value of `--transfer` is a symbol if
  /// there is a quantity, and otherwise an amount of cash: `7203` can be both.
  var event: Event? {
    guard case .unitTransfer(let text)? = givenEvent, quantity == nil,
      let amount = try? ExactDecimal(text)
    else { return givenEvent }
    return .cashTransfer(amount)
  }

  mutating func set(_ event: Event, _ flag: String, _ text: String) throws(UsageError) {
    if let eventFlag {
      throw UsageError("--\(eventFlag) and --\(flag) are two transactions. Call 'add' twice.")
    }
    (givenEvent, eventFlag, eventText) = (event, flag, text)
  }

  mutating func add(_ row: EntryRow) { rows.append(row) }

  mutating func setPrice(_ value: ExactDecimal) throws(UsageError) {
    if let price {
      throw UsageError("--price is given twice ('\(price)' and '\(value)'). Give it once.")
    }
    price = value
  }
}

/// A row that a flag adds to a table of the store.
struct EntryRow: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    case account(id: String, Currency, name: String?)
    /// An instrument, with its columns besides symbol and currency.
    case instrument(symbol: String, Currency, [Column: String])
    case price(symbol: String, ExactDecimal, Currency?)
    case rate(from: Currency, to: Currency, ExactDecimal)
    /// The balance of a cash account, a currency or an instrument, the last also in a securities
    /// account; nil cancels the balances of the day.
    case balance(of: String, account: String?, ExactDecimal?)
    /// A file of prices or rates that reports read.
    case file(QuoteFileName.Kind, path: String)
  }

  /// The columns of an instrument that are given as `KEY=VALUE`, and its name.
  enum Column: String, Sendable, CaseIterable {
    case name, market, kind, isin, multiplier
    case priceFactor = "price_factor"
    case priceSource = "price_source"
  }

  let content: Content
  /// The name of the flag, and its value as typed.
  let flag: String
  let text: String
}

extension QuoteFileName.Kind {
  /// The name of the flag that drops such a file.
  var dropFlag: String {
    switch self {
    case .prices: "drop-price-file"
    case .rates: "drop-rate-file"
    }
  }
}

// Which flags a transaction needs and takes.
extension EntryOptions {
  private static let events =
    "--buy, --sell, --dividend, --deposit, --withdraw, --interest, --fee, --tax, --exchange, "
    + "--transfer, --split"

  /// Throws if a required flag is missing or a flag does not apply to the kind of transaction.
  func checkCompleteness(_ names: Set<String>) throws(UsageError) {
    // A price with a symbol is a row.
    let given = Self.ofTransaction.filter { names.contains($0) && ($0 != "price" || price != nil) }
    guard let event, let eventFlag else { return try checkRowsAlone(given) }
    let (needed, allowed) = needs(of: event)
    if let needed { throw UsageError("--\(eventFlag) needs \(needed).") }
    if let flag = given.first(where: { !allowed.contains($0) }) {
      throw UsageError("--\(flag) cannot be used with --\(eventFlag). Leave it out.")
    }
    if let from, from == to {
      throw UsageError("--from and --to are both '\(from)'. Name two accounts.")
    }
  }

  /// The flags that describe a transaction.
  private static let ofTransaction = [
    "quantity", "price", "gross", "fees", "taxes", "settles", "cash", "broker", "from", "to", "for",
  ]

  /// The first flag that a transaction lacks, and those that it takes.
  private func needs(of event: Event) -> (needed: String?, allowed: [String]) {
    let trade = ["quantity", "price", "gross", "fees", "taxes", "settles", "cash", "broker"]
    switch event {
    case .buy, .sell:
      let hasPrice = price != nil || gross != nil
      return (quantity == nil ? "--quantity" : hasPrice ? nil : "--price or --gross", trade)
    case .dividend:
      return (gross == nil ? "--gross" : nil, ["gross", "taxes", "cash", "broker"])
    case .cash(let event, _):
      let isOfInstrument = [.interest, .fee, .tax].contains(event)
      return (nil, isOfInstrument ? ["cash", "for"] : ["cash"])
    case .exchange: return (nil, ["fees", "from", "to"])
    case .cashTransfer: return (from == nil ? "--from" : to == nil ? "--to" : nil, ["from", "to"])
    case .unitTransfer:
      let needed =
        quantity == nil ? "--quantity, or an amount of cash instead of '\(eventText)'" : nil
      return (
        needed ?? (from == nil ? "--from" : to == nil ? "--to" : nil), ["quantity", "from", "to"]
      )
    case .split, .stock: return (nil, [])
    }
  }

  /// Checks flags without a transaction: rows take only the day.
  private func checkRowsAlone(_ given: [String]) throws(UsageError) {
    let isOther = [id != nil, notes != nil, isPending].contains(true)
    let hasRows = !rows.isEmpty || !dropped.isEmpty
    if hasRows, given.isEmpty, !isOther { return }
    throw UsageError("'add' needs to know what happened. Give one of \(Self.events).")
  }
}

/// A rule file: how the tables of CSV files of one program are read (Specs/import/rules.md).
public struct RuleSet: Sendable {
  /// The stable name, which is part of the ids of groups.
  public let name: String
  /// The program and the report, for lists.
  public let title: String
  /// The file as it is written.
  public let bytes: [UInt8]
  var tables: [RuleTable]
  var slots: RuleSlots
  /// The names of sections whose rows are no transactions, in small letters.
  let plainSections: Set<String>
  /// All names of columns, to find headers quickly.
  let headerNames: Set<[UInt8]>
  /// For each length of these names, the last six bits of their first bytes. Few fields that are no
  /// name have both.
  private let headerShapes: [UInt64]

  init(
    name: String, title: String, bytes: [UInt8], tables: [RuleTable], slots: RuleSlots,
    plainSections: Set<String>
  ) {
    (self.name, self.title, self.bytes) = (name, title, bytes)
    (self.tables, self.slots, self.plainSections) = (tables, slots, plainSections)
    var names: Set<[UInt8]> = []
    for column in tables.flatMap(\.columns) {
      for case .text(let name) in column.names { names.insert(Array(name.utf8)) }
    }
    headerNames = names
    var shapes = Array(repeating: UInt64(0), count: (names.map(\.count).max() ?? 0) + 1)
    for name in names {
      if let first = name.first { shapes[name.count] |= 1 << UInt64(first & 63) }
    }
    headerShapes = shapes
  }

  /// Whether a field may be the name of a column, by its length and its first byte in small
  /// letters.
  func mayBeHeader(length: Int, first: UInt8) -> Bool {
    length < headerShapes.count && headerShapes[length] >> UInt64(first & 63) & 1 == 1
  }
}

/// A table of a CSV file.
struct RuleTable: Sendable {
  /// What an amount says.
  struct Amounts: Sendable {
    /// Whether the sign of an amount is the direction of the cash. Otherwise it has none.
    var isSigned = true
    /// Whether amounts of trades without a sign are never below zero.
    var areTradesPositive = false
    /// Whether fees and taxes are in the amount. Otherwise they are beside it.
    var isNet = true
    /// Whether a fee or tax below zero is a cost.
    var areCostsNegative = false
    /// What a trade's amount has beyond units times price; nil if nothing.
    var rest: Rest?
    /// Whether fees and taxes have no meaningful sign.
    var areCostsUnsigned = false
    /// Whether a broker may pay back a fee or a tax with its trade.
    var haveRebates = false
    /// Whether a cost of a trade may be in a currency that is neither that of the trade nor that of
    /// its cash. It is a group of its own.
    var mayCostsBeApart = false
    /// What the price of a trade is.
    var price = Price.paid
    /// What the rate of a row is for; nil if it has no meaning.
    var rate: Rate?
    /// The currency to which the rate of a row is; nil if it is not to one currency.
    var rateTarget: Currency?
  }

  /// What is in the amount of a trade besides units times price, and has no column.
  enum Rest: String, Sendable, CaseIterable {
    case fees
    /// Interest that has accrued, in the price of a bond.
    case accrued
  }

  /// What the price of a row is.
  enum Price: String, Sendable, CaseIterable {
    /// What was paid for a unit, or for a hundredth or a thousandth of it.
    case paid = "auto"
    /// The same, in a currency that only some files of the format name.
    case foreign
    /// What was paid for a unit.
    case ofUnit = "unit"
    /// That of the market, which need not be what was paid.
    case market
  }

  /// What the rate of a row says.
  enum Rate: String, Sendable, CaseIterable {
    /// It is compared with the price and the cash of a trade in two currencies.
    case compared
    /// If it is not 1, the amount is in the currency of the account: that of rows whose rate is 1.
    case account
  }

  /// How the law taxes an account, if a row of it meets some conditions.
  struct Capacity: Sendable {
    var conditions: [(slot: Int, test: RowRule.Test)]
    var capacity: TaxCapacity
  }

  /// The order of the rows.
  enum Order: String, Sendable, CaseIterable {
    case oldestFirst = "oldest-first", newestFirst = "newest-first", automatic = "auto"
  }

  /// The name for messages.
  var name = ""
  /// The fields of which the header must have a column.
  var header: [Int] = []
  /// The number of columns that the header must have; nil for any.
  var width: Int?
  /// The conditions of the first row of a file without a header.
  var firstRow: [(slot: Int, test: RowRule.Test)] = []
  /// The text in the first column of each row, if tables are mixed.
  var section: String?
  var columns: [RuleColumn] = []
  /// The values of rows that have none.
  var constants: [Int: String] = [:]
  var values: [Int: RuleValue] = [:]
  /// The currency of rows, if neither the file nor the user names one.
  var assumedCurrency: String?
  /// Nil: decided over the whole file.
  var mark: DecimalMark?
  /// Whether the program writes numbers with both marks, so that each has to be clear by itself.
  var isMixed = false
  /// Texts of fields that have no value, such as a dash.
  var empties: [[UInt8]] = []
  /// Whether a symbol is one instrument, in whatever currency a row is.
  var areSymbolsUnique = false
  /// Whether a symbol of letters is that of a stock, a fund or another thing with a price for each
  /// unit, because bonds have a number instead.
  var areTickersListed = false
  /// Whether each account has lots of its own. Otherwise the portfolio has them.
  var hasLotsByAccount = false
  /// How the law taxes accounts. The first that fits counts.
  var capacities: [Capacity] = []
  var dates: [DateFormat] = []
  var times: [DateFormat] = []
  var order = Order.automatic
  /// Whether fields at the end of a row may be missing, which then are empty.
  var mayRowsBeShort = false
  /// The field of which a long value continues in a row that is empty but for it.
  var wrapped: Int?
  /// The account at the broker, with holes.
  var account: String?
  var amounts = Amounts()
  /// Figures that rows state beside those that they book.
  var stated: [StatedFigure] = []
  /// Whether the file says what happens to cash. Nil: if it has deposits or withdrawals.
  var hasCash: Bool? = true
  /// Rows that give values of the whole file: patterns of their first fields, with holes.
  var facts: [[RulePattern]] = []
  /// Whether an id is that of an order, which may have several rows on several days.
  var hasOrderIDs = false
  /// Rows with the first of these values that the file has count; the others repeat them.
  var preferred: (slot: Int, values: [String])?
  /// Texts of the first field that end or interrupt the table.
  var footers: [RulePattern] = []
  var rules: [RowRule] = []
  var joins: [RuleJoin] = []
  /// Whether the table is only a list of columns to pass over.
  var isSkipped: String?
}

/// How a field finds its column.
struct RuleColumn: Sendable {
  enum Name: Sendable {
    /// A name in the header, in small letters and without blanks around it.
    case text(String)
    /// A name with a hole, whose text is a value of all rows.
    case pattern(RulePattern)
    /// The number of the column, from 0.
    case number(Int)
  }

  var slot: Int
  var names: [Name]
}

/// A value of a row that is made of columns.
indirect enum RuleValue: Sendable {
  case slot(Int)
  /// A number with the other sign.
  case minus(Int)
  case constant(String)
  /// The first that is not empty.
  case first([RuleValue])
  /// An amount for each unit, times the units.
  case each(Int)
  /// An amount for each unit that is held then.
  case held(Int)
  /// Amounts that are added up, each with its own currency.
  case sum([Int])
}

extension RuleValue {
  /// The slots that it takes values of.
  var slots: [Int] {
    switch self {
    case .slot(let slot), .minus(let slot), .each(let slot), .held(let slot): [slot]
    case .constant: []
    case .first(let values): values.flatMap(\.slots)
    case .sum(let slots): slots
    }
  }
}

/// What a row with certain values is.
struct RowRule: Sendable {
  enum Test: Sendable {
    case patterns([RulePattern])
    case negative, positive, zero, empty, present
    /// A currency, or a text that is none, such as the code of a coin.
    case currency, coin
    /// The text of another slot.
    case same(Int)
    /// One of the words between `;`, `,` or blanks.
    case word(String)
    indirect case not(Test)
  }

  var conditions: [(slot: Int, test: Test)] = []
  var kind = RowKind.skip
  var part: RowPart?
  var constants: [Int: String] = [:]
  var values: [Int: RuleValue] = [:]
  /// Whether the trade may cross zero, because the row does not say whether it is short.
  var maySellShort = false
  /// Figures that the row states beside those of the table.
  var stated: [StatedFigure] = []
  /// What is in the amount of the trade, if not what the table says.
  var rest: RuleTable.Rest?
  /// How the running balance changes, if not by what the row books.
  var balance: RowBalance?
  /// The reason for skipping.
  var reason = ""
  /// Why the row may be something else than what is booked; empty if it is that.
  var doubt = ""
  /// The rule as written, for messages.
  var text = ""
}

/// How a row changes the running balance of the file.
enum RowBalance: Sendable {
  /// By an amount that the row does not give: the next comparison begins at its balance.
  case restarts
  /// By the amount of a column, as it is or taken off.
  case moves(slot: Int, isTakenOff: Bool)
}

/// What a row is.
enum RowKind: String, Sendable, CaseIterable {
  case buy, sell, cover, trade
  /// Takes a trade of the file back.
  case cancel
  case shortSell = "short_sell"
  case dividend, interest, fee, tax, deposit, withdrawal, cash, other, reversal, refund
  case returnOfCapital = "return_of_capital"
  case costAdjustment = "cost_adjustment"
  case stockDividend = "stock_dividend"
  case split, reward, reinvest
  case transferIn = "transfer_in"
  case transferOut = "transfer_out"
  case openingBalance = "opening_balance"
  case gift
  case unitFee = "unit_fee"
  case exchange
  case units
  case unitsOut = "units_out"
  case writeOff = "write_off"
  case expiry, exercise, assignment
  case spinOff = "spin_off"
  case cashMerger = "cash_merger"
  case symbolChange = "symbol_change"
  case swap, part, skip, note
  /// Cannot be booked, so that it is a fault unless the user leaves it out.
  case refused
  /// Figures of the file, and the names of an instrument.
  case position, total, instrument
  case openingCash = "opening_cash"
  case closingCash = "closing_cash"
  case openingCashInBase = "opening_cash_in_base"
  case closingCashInBase = "closing_cash_in_base"
  /// The commissions of all trades of the file.
  case tradeFees = "trade_fees"
  case closedLot = "closed_lot"

  /// Whether a row of this kind has no date, and moves nothing.
  var isFigure: Bool {
    switch self {
    case .position, .total, .instrument, .openingCash, .closingCash, .openingCashInBase,
      .closingCashInBase, .tradeFees, .closedLot, .skip, .refused, .note:
      true
    case .buy, .sell, .cover, .trade, .cancel, .shortSell, .dividend, .interest, .fee, .tax,
      .deposit, .withdrawal, .cash, .other, .reversal, .refund, .returnOfCapital, .costAdjustment,
      .stockDividend, .split, .reward, .reinvest, .transferIn, .transferOut, .openingBalance, .gift,
      .unitFee, .exchange, .units, .unitsOut, .writeOff, .expiry, .exercise, .assignment, .spinOff,
      .cashMerger, .symbolChange, .swap, .part:
      false
    }
  }
}

/// What a row is for the rows that it is joined to.
enum RowPart: String, Sendable, CaseIterable {
  case fee, tax, withheld, fx, cash
  /// Units that another row of the group has paid for already.
  case removed
  /// Cash for the units that another row of the group takes.
  case payout
  /// The rest of what a sale brought, which is the gain of it. Alone it is other cash.
  case proceeds
  /// Cash that moves between two accounts of the file: an exchange if their currencies differ.
  case moved
}

/// Which rows make one group.
struct RuleJoin: Sendable {
  /// The fields that are equal.
  var fields: [Int]
  /// The parts that may be joined; empty for all rows.
  var parts: Set<String> = []

  /// Whether it joins a tax to its dividend, units to their payment, or a gain to its sale. Two
  /// dividends stay apart.
  var hasOneMainRow: Bool {
    let ofOne: [RowPart] = [.withheld, .removed, .proceeds]
    return ofOne.contains { parts.contains($0.rawValue) }
  }
}

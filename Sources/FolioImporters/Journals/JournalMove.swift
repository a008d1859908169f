/// What happens to the units of one instrument in one account.
struct JournalMove {
  enum Kind {
    /// Units come in for money. The cost is nil if only the money says it.
    case buy
    /// Units go out for money.
    case sell
    /// Units that are not held go out for money.
    case shortSell
    /// Units that were sold short come back for money. The amount is what they cost.
    case cover
    /// Units come in without money of the accounts.
    case receive
    /// Units go out without money.
    case send
    /// Units pay a fee.
    case unitFee
    /// Units go to another account, or come from one.
    case transferOut, transferIn
    /// Units become more or fewer.
    case split
    /// Money comes in for the units that are held.
    case dividend
    /// Units keep their days and get other costs. What it is depends on the rest of the
    /// transaction, which makes one of the next three cases of it.
    case reset
    /// Money comes in and lowers the cost.
    case capital
    /// The cost changes by the amount, without units.
    case adjustment
    /// A part of the cost goes to units of another instrument.
    case spinOff

    /// Whether money comes in for units.
    var isSale: Bool { self == .sell || self == .shortSell }
    /// Whether money goes out for units.
    var isPurchase: Bool { self == .buy || self == .cover }
    /// Whether money moves for units that are traded.
    var isTrade: Bool { isSale || isPurchase }
    /// Whether money moves that belongs to units.
    var movesMoney: Bool { isTrade || self == .dividend || self == .capital }
    /// Whether it may have a gain.
    var hasGain: Bool { self == .sell || self == .cover }
  }

  var kind: Kind
  var account: String
  var commodity: String
  var units: ExactDecimal
  /// The cost of units that come in, or the price of units that go out.
  var amount: JournalAmount?
  /// The price of one unit, as written.
  var unitPrice: JournalAmount?
  /// The lots of the units.
  var lots: [JournalLot] = []
  /// The day and the label of a lot that is opened, if the journal gives them.
  var cost: JournalCost?
  /// The units before a split.
  var oldUnits: ExactDecimal?
  /// The lots with their new costs, if only those change.
  var newLots: [JournalLot] = []
  var spunOff: SpunOff?
  var place: JournalPlace

  /// The position whose units it changes.
  var key: JournalLots.Key { .init(account: account, commodity: commodity) }
}

/// Units that take a part of the cost of other ones.
struct SpunOff {
  var commodity: String
  var account: String
  var units: ExactDecimal
  /// The share of the cost that they take.
  var fraction: ExactDecimal
  var lots: [JournalLot]
}

extension JournalMove {
  /// What moves have in common that are put together.
  struct Likeness: Hashable {
    var kind: Kind
    var account: String
    var commodity: String
    /// The commodity of the amount; nil if there is no amount.
    var money: String?
    /// What selects the lot that is opened. Moves that open none have nothing of it.
    var perUnit: ExactDecimal?
    var day: Day?
    var label: String?
  }

  /// Nil if the move stays alone.
  var likeness: Likeness? {
    var likeness = Likeness(
      kind: kind, account: account, commodity: commodity, money: amount?.commodity)
    switch kind {
    case .sell, .cover, .send, .dividend: return likeness
    case .buy, .shortSell, .receive:
      guard let perUnit = cost?.perUnit, cost?.total == nil else { return nil }
      (likeness.perUnit, likeness.day, likeness.label) = (perUnit, cost?.day, cost?.label)
      return likeness
    case .unitFee, .transferOut, .transferIn, .split, .reset, .capital, .adjustment, .spinOff:
      return nil
    }
  }
}

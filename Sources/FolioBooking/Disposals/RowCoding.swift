import FolioModel
import FolioNumbers

/// How a disposal is told by the one before it in its block. What writer and reader both expect of
/// a row is here.
///
///     flags     1 byte
///     sale      unless it is of the same sale: group, instrument, day, currency, and account,
///               cause, method, term where they are others
///     deferred  where a rule defers some of the loss
///     lot       the group that opened it, the day that it was acquired
///     amounts   quantity, proceeds, cost, then what in base differs from these
///
/// Whole numbers are differences, in seven bits a byte, low bits first; each amount is an
/// `AmountCode`.
enum RowCoding {
  /// The bits of the first byte.
  static let isOfSameSale: UInt8 = 0x01
  static let isDeferred: UInt8 = 0x02
  static let isWithoutDay: UInt8 = 0x04
  static let hasOwnEffect: UInt8 = 0x08
  /// Where the two bits of a `BaseCode` begin.
  static let proceedsShift: UInt8 = 4
  static let costShift: UInt8 = 6

  /// What stands before the first row of a block.
  static let start = Disposal(
    quantity: .zero, proceeds: .zero, cost: .zero, proceedsBase: .zero, costBase: .zero,
    priceEffectBase: .zero, group: 0, openedBy: 0, instrument: 0, account: 0, acquired: nil,
    disposed: .first, currency: 0, hasBase: true, cause: .sale, matching: .fifo)

  /// What a lot brings of a sale of which another one has brought its part.
  static func proceeds(of quantity: ExactDecimal, besides other: Disposal) -> ExactDecimal? {
    try? Booker<PlainRules>.share(other.proceeds, quantity, other.quantity)
  }

  /// An amount in base at a rate.
  static func base(_ amount: ExactDecimal, _ rate: ExactDecimal) -> ExactDecimal? {
    try? ExchangeRate.convert(amount, by: rate, dividedBy: .one)
  }

  /// What prices did, in base, at the rate of the proceeds.
  static func effect(_ row: Disposal, _ rate: ExactDecimal) -> ExactDecimal? {
    guard let gain = try? row.proceeds.subtracting(row.cost) else { return nil }
    return row.proceedsBase.isSame(as: row.proceeds) ? gain : base(gain, rate)
  }

  /// The rate at which an amount was converted, as short as it tells as much.
  static func rate(of base: ExactDecimal, _ amount: ExactDecimal) -> ExactDecimal? {
    try? base.divided(by: amount, places: 12, rounding: .halfEven).normalized()
  }

  private static let causes = DisposalCause.allCases
  private static let matchings = MatchingRule.allCases
  private static let terms: [HoldingTerm?] = [nil] + HoldingTerm.allCases

  /// What rarely changes from sale to sale, as one number.
  static func kind(of row: Disposal) -> UInt32 {
    var kind = causes.firstIndex(of: row.cause) ?? 0
    kind = kind * matchings.count + (matchings.firstIndex(of: row.matching) ?? 0)
    kind = kind * terms.count + (terms.firstIndex(of: row.term) ?? 0)
    return UInt32(truncatingIfNeeded: kind * 2 + (row.hasBase ? 1 : 0))
  }

  /// Sets what a number of `kind(of:)` says.
  static func setKind(_ number: UInt32, of row: inout Disposal) {
    var (kind, place) = Int(number).quotientAndRemainder(dividingBy: 2)
    row.hasBase = place == 1
    (kind, place) = kind.quotientAndRemainder(dividingBy: terms.count)
    row.term = terms[place]
    (kind, place) = kind.quotientAndRemainder(dividingBy: matchings.count)
    row.matching = matchings[place]
    row.cause = causes[kind]
  }
}

/// How an amount in base is told.
enum BaseCode: UInt8 {
  /// It is that of the trade.
  case same
  /// By what comes out at the last rate of its currency.
  case known
  /// By a rate that stands before it.
  case newRate
  /// It is what comes out at the last rate of its currency.
  case expected
}

/// The last rates by currency, of proceeds and of costs; of two currencies in one place the later.
struct RowRates {
  private var proceeds = Self.none
  private var costs = Self.none
  private static let none = [ExactDecimal](repeating: .one, count: 8)

  private static func place(_ currency: CurrencyIndex) -> Int { Int(currency & 7) }

  func ofProceeds(_ currency: CurrencyIndex) -> ExactDecimal { proceeds[Self.place(currency)] }

  func ofCosts(_ currency: CurrencyIndex) -> ExactDecimal { costs[Self.place(currency)] }

  mutating func setOfProceeds(_ currency: CurrencyIndex, _ rate: ExactDecimal) {
    proceeds[Self.place(currency)] = rate
  }

  mutating func setOfCosts(_ currency: CurrencyIndex, _ rate: ExactDecimal) {
    costs[Self.place(currency)] = rate
  }

  mutating func forget() { (proceeds, costs) = (Self.none, Self.none) }
}

/// The places that amounts had last, other than those of what was shared or converted.
struct RowPlaces {
  private(set) var quantity = 0
  private(set) var proceeds = 0
  private(set) var cost = 0

  mutating func note(_ row: Disposal) {
    if row.quantity.places != ExchangeRate.places { quantity = row.quantity.places }
    if row.proceeds.places != ExchangeRate.places { proceeds = row.proceeds.places }
    if row.cost.places != ExchangeRate.places { cost = row.cost.places }
  }
}

extension ExactDecimal {
  /// Whether it is also written with the same places.
  func isSame(as other: ExactDecimal) -> Bool {
    places == other.places && coefficient == other.coefficient
  }
}

extension Disposal {
  /// Whether account, cause, method, term and what is known are the same.
  func isOfSameKind(as other: Disposal) -> Bool {
    account == other.account && cause == other.cause && matching == other.matching
      && term == other.term && hasBase == other.hasBase
  }

  /// Whether another disposal tells all but the lot and the amounts.
  func isOfSameSale(as other: Disposal) -> Bool {
    group == other.group && instrument == other.instrument && disposed == other.disposed
      && currency == other.currency && isOfSameKind(as: other)
  }
}

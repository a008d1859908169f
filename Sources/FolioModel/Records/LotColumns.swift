/// The columns of an entry of `lots` that name no other row. All after `quantity` are those of a
/// lot that comes from outside.
public struct LotColumns: Sendable, Hashable {
  /// The day on which the lot was acquired.
  public var acquired: Day?
  /// Units of the lot.
  public var quantity: ExactDecimal
  /// The cost of those units, in the leg's currency.
  public var costBasis: ExactDecimal?
  /// The cost of those units in the base currency.
  public var costBasisBase: ExactDecimal?
  /// Whether the cost in base is not known, whatever rates there are.
  public var isBaseUnknown = false
  /// Whether the units are owed; the cost is then the proceeds of their sale.
  public var isShort = false
  /// The day from which the holding period counts; by default that of the acquisition.
  public var holdingFrom: Day?
  /// Whether the lot may still take the loss of a wash sale.
  public var mayReplace = true
  /// Whether it was one lot with the entry before until a part of that took the loss of a wash
  /// sale: it then has the same place among the lots of its day.
  public var isRestOfPrevious = false
  /// The place among the lots of its instrument that were acquired on the same day in all accounts,
  /// from 1; nil for the order in which the entries bring them.
  public var dayOrder: UInt32?
  /// The units by which the cost is divided to compare it under `hifo` and `lofo`, if the quotient
  /// differs from that of the rest of the lot.
  public var openingQuantity: ExactDecimal?
  /// The cost to `openingQuantity`, in the leg's currency.
  public var openingCost: ExactDecimal?
  /// For a lot that was received as a gift, what its units were worth on the day of the gift, in
  /// the leg's currency.
  public var fairValue: ExactDecimal?
  /// That value in the base currency.
  public var fairValueBase: ExactDecimal?
  /// The day of the gift; by default that of the leg.
  public var received: Day?
  /// Whether the units were inherited.
  public var isInherited = false

  /// Creates columns.
  public init(acquired: Day? = nil, quantity: ExactDecimal, costBasis: ExactDecimal? = nil) {
    (self.acquired, self.quantity, self.costBasis) = (acquired, quantity, costBasis)
  }
}

extension LotColumns {
  /// What a column keeps.
  package enum Kind: Sendable {
    package typealias Field<Value> = WritableKeyPath<LotColumns, Value> & Sendable

    /// An amount of zero or above, and a number above zero.
    case cost(Field<ExactDecimal?>), units(Field<ExactDecimal?>)
    case day(Field<Day?>)
    case flag(Field<Bool>, unless: Bool)
    case place(Field<UInt32?>)
  }

  /// The columns of a lot that comes from outside, as they are written. Readers, the writer and the
  /// coding of values use this list.
  package static let ofOutside: [(key: String, kind: Kind)] = [
    ("cost_basis", .cost(\.costBasis)), ("cost_basis_base", .cost(\.costBasisBase)),
    ("is_short", .flag(\.isShort, unless: false)), ("holding_from", .day(\.holdingFrom)),
    ("may_replace", .flag(\.mayReplace, unless: true)),
    ("base_unknown", .flag(\.isBaseUnknown, unless: false)),
    ("rest_of_previous", .flag(\.isRestOfPrevious, unless: false)),
    ("opening_quantity", .units(\.openingQuantity)), ("opening_cost", .cost(\.openingCost)),
    ("day_order", .place(\.dayOrder)), ("fair_value", .cost(\.fairValue)),
    ("fair_value_base", .cost(\.fairValueBase)), ("received", .day(\.received)),
    ("inherited", .flag(\.isInherited, unless: false)),
  ]
}

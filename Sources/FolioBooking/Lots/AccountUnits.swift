/// The units of a position in each account.
///
/// Lots are matched across accounts in the scope `portfolio`, but units never move by that. Nearly
/// all positions are in one account. Their units are those of the position, and nothing is counted.
struct AccountUnits {
  /// The account of all units, as long as they are in one.
  private var only: SecuritiesAccountIndex
  /// The units of each account; nil as long as they are in one.
  private var sums: [SecuritiesAccountIndex: ExactDecimal]?

  init(of account: SecuritiesAccountIndex) { only = account }

  /// Whether several accounts may have units.
  var areSeveral: Bool { sums != nil }

  /// The units of an account.
  /// - Parameter all: the units of the position.
  @inline(__always)
  func units(in account: SecuritiesAccountIndex, of all: ExactDecimal) -> ExactDecimal {
    if let sums { return sums[account, default: .zero] }
    return account == only ? all : .zero
  }

  /// The accounts with units.
  var all: [SecuritiesAccountIndex] {
    guard let sums else { return [only] }
    return sums.keys.sorted()
  }

  /// Adds units to an account, or takes them out of it.
  /// - Parameter others: for new units, those of the position without them.
  @inline(__always)
  mutating func add(
    _ units: ExactDecimal, to account: SecuritiesAccountIndex, beside others: ExactDecimal? = nil
  ) throws(ArithmeticFault) {
    if sums == nil, account == only { return }
    try count(units, account, others)
  }

  @inline(never)
  private mutating func count(
    _ units: ExactDecimal, _ account: SecuritiesAccountIndex, _ others: ExactDecimal?
  ) throws(ArithmeticFault) {
    if sums == nil, let others { sums = [only: others] }
    try sums?[account, default: .zero].add(units)
    if sums?[account]?.isZero == true { sums?[account] = nil }
  }

  /// Multiplies all units by a ratio that rounds none of them.
  mutating func multiply(by ratio: Ratio) throws(ArithmeticFault) {
    guard let known = sums else { return }
    for (account, units) in known { sums?[account] = try RunningRatio.scale(units, ratio) }
  }

  /// Counts the units of all lots again.
  mutating func recount(_ lots: some Sequence<Lot>) throws(ArithmeticFault) {
    if sums == nil { return }
    var new: [SecuritiesAccountIndex: ExactDecimal] = [:]
    for lot in lots { try new[lot.account, default: .zero].add(lot.quantity) }
    sums = new
  }
}

/// The events that the lots of a position take over when they are next read.
///
/// Problem: a split or a return of capital changes every lot that is held, so many events of many
/// lots cost their product. Observation: if the new units of every lot end within 18 places, and so
/// do the shares in a payment, nothing is rounded. Such ratios may be multiplied with each other,
/// and such payments for a unit be added up, before they are applied: every lot gets the same
/// digits. Decision (Specs/decisions/lots-in-memory.md): an event that rounds nowhere is added to
/// this log. A lot remembers how many events it has taken over.
///
/// The units of each lot are a multiple of one number, `unit`. If that can be divided by the old
/// units of a ratio in lowest terms, so can the units of every lot. No lot has to be read to know.
struct LotLog {
  /// What the events up to a point come to.
  private struct Point {
    /// The units that came of one.
    var ratio = WholeRatio.one
    /// The number of ratios.
    var ratios: UInt32 = 0
    /// The cost that was paid back for one.
    var paid = WholeRatio.zero
  }

  /// What a lot has not taken over.
  struct Missed {
    /// The units that come of one; nil if no event multiplied any.
    var ratio: WholeRatio?
    /// The cost that was paid back for one; nil for none.
    var paid: WholeRatio?
  }

  /// A divisor of the units of every lot, in 10⁻¹⁸.
  private var unit: UInt128 = 1
  /// No lot has fewer units.
  private var least: ExactDecimal
  private var points = Points(Point())
  /// No unit has a lower cost, nor a lower cost in base if that is known; nil if it is not known.
  private var leastCost: ExactDecimal?
  /// The currency of all costs, if `leastCost` is known.
  private var currency = missingCurrency
  /// Whether lots are compared by the cost that they had before a period restated it.
  private(set) var isRestated: Bool

  /// The number of events so far.
  var count: UInt32 { UInt32(truncatingIfNeeded: points.count - 1) }

  /// A log for some lots; nil if units have more than 18 places.
  init?(_ lots: some Sequence<Lot>, isRestated: Bool) {
    var (divisor, least): (UInt128, ExactDecimal?) = (0, nil)
    for lot in lots {
      guard let whole = lot.quantity.inSmallestUnits else { return nil }
      divisor = commonDivisor(whole, divisor)
      least = min(least ?? lot.quantity, lot.quantity)
    }
    guard let least else { return nil }
    (unit, self.least, self.isRestated) = (divisor, least, isRestated)
  }

  /// A log for lots whose units were rounded to 18 places.
  init(least: ExactDecimal, isRestated: Bool) {
    (self.least, self.isRestated) = (least, isRestated)
  }

  /// Counts a lot in: a new one, or one of which some units were taken.
  mutating func admit(_ lot: Lot) {
    // Without a divisor no event can be added.
    unit = lot.quantity.inSmallestUnits.map { commonDivisor($0, unit) } ?? 0
    least = min(least, lot.quantity)
    if leastCost != nil { learnCost(of: lot) }
  }

  /// What a lot has not taken over; nil if there is nothing.
  /// - Parameter count: the number of the events that it has.
  func missed(since count: UInt32) throws(ArithmeticFault) -> Missed? {
    if count == self.count { return nil }
    let (first, last) = (points[Int(count)], points.last)
    var missed = Missed()
    if first.ratios != last.ratios {
      guard let ratio = last.ratio / first.ratio else { throw .overflow }
      missed.ratio = ratio
    }
    if first.paid != last.paid {
      guard let paid = last.paid - first.paid, let share = paid / first.ratio
      else { throw .overflow }
      missed.paid = share
    }
    return missed
  }

  /// Forgets the events when all lots have taken them over.
  mutating func clear() { points = Points(Point()) }

  // MARK: Ratios

  /// Adds a ratio.
  /// - Returns: false if it would round the units of a lot; then nothing changes.
  mutating func append(_ ratio: WholeRatio, _ exact: Ratio) throws(ArithmeticFault) -> Bool {
    guard divides(ratio), hasRoom, let product = points.last.ratio * ratio
    else { return false }
    let (scaled, isTooLarge) = (unit / ratio.old).multipliedReportingOverflow(by: ratio.new)
    if isTooLarge { return false }
    unit = scaled
    least = try ratio.scale(least)
    leastCost = try leastCost?.multiplied(
      by: exact.old, dividedBy: exact.new, places: Booker.places, rounding: .floor)
    let last = points.last
    points.append(Point(ratio: product, ratios: last.ratios + 1, paid: last.paid))
    return true
  }

  /// Whether every lot times a ratio ends within 18 places.
  func divides(_ ratio: WholeRatio) -> Bool { unit != 0 && unit % ratio.old == 0 }

  private var hasRoom: Bool { points.count < UInt32.max }

  // MARK: Costs

  /// Whether the lowest cost of a unit is known in a currency.
  func knowsCosts(in currency: CurrencyIndex) -> Bool {
    leastCost != nil && self.currency == currency
  }

  /// After this, the lowest cost of a unit is known if all lots have their cost in one currency.
  mutating func learnCosts(of lots: some Sequence<Lot>) {
    leastCost = nil
    for lot in lots {
      if leastCost == nil { (leastCost, currency) = (Self.costOfUnit(lot), lot.currency) }
      learnCost(of: lot)
      if leastCost == nil { return }
    }
  }

  /// After costs were changed in another way than by an event of the log.
  mutating func forgetCosts() { leastCost = nil }

  private mutating func learnCost(of lot: Lot) {
    guard lot.currency == currency, let known = leastCost, let cost = Self.costOfUnit(lot) else {
      return leastCost = nil
    }
    leastCost = min(known, cost)
  }

  private static func costOfUnit(_ lot: Lot) -> ExactDecimal? {
    let cost = lot.hasBase ? min(lot.cost, lot.costBase) : lot.cost
    return try? cost.divided(by: lot.quantity, places: Booker.places, rounding: .floor)
  }

  /// Adds a payment that lowers the costs of all lots by their shares.
  /// - Parameters:
  ///   - share: what is paid for a unit.
  ///   - most: the same, rounded up.
  /// - Returns: false if it would round the share of a lot, or exceed the cost of one; then nothing
  ///   changes.
  mutating func append(
    paid share: WholeRatio, atMost most: ExactDecimal
  ) throws(ArithmeticFault) -> Bool {
    let last = points.last
    guard divides(share), hasRoom, let known = leastCost, known >= most,
      let first = share * last.ratio, let paid = last.paid + first
    else { return false }
    leastCost = try known.subtracting(most)
    points.append(Point(ratio: last.ratio, ratios: last.ratios, paid: paid))
    return true
  }

  /// Whether the share of every lot in an amount exceeds what rounding the shares of so many lots
  /// may come to.
  func hasShares(
    in amount: ExactDecimal, of units: ExactDecimal, lots: Int
  ) throws(ArithmeticFault) -> Bool {
    let share = try amount.multiplied(
      by: least, dividedBy: units, places: Booker.places, rounding: .down)
    return try share >= ExactDecimal(coefficient: Int128(2 * lots + 2), places: Booker.places)
  }
}

extension LotLog {
  /// A list that costs the same to append to after it was copied, however long it is: only its last
  /// part is copied. An event is added to a copy of the log, which may turn out not to allow it.
  private struct Points {
    private var full: [[Point]] = []
    private(set) var last: Point
    private var open: [Point]

    private static var partSize: Int { 32 }

    init(_ first: Point) {
      last = first
      open = [first]
    }

    /// - Parameter points: one at least.
    init(_ points: [Point]) {
      self.init(points[0])
      for point in points.dropFirst() { append(point) }
    }

    var all: [Point] { full.flatMap { $0 } + open }

    var count: Int { full.count * Self.partSize + open.count }

    subscript(index: Int) -> Point {
      let part = index / Self.partSize
      return (part < full.count ? full[part] : open)[index % Self.partSize]
    }

    mutating func append(_ point: Point) {
      if open.count == Self.partSize {
        full.append(open)
        open = []
      }
      open.append(point)
      last = point
    }
  }
}

/// The ratio of two whole numbers in lowest terms.
struct WholeRatio: Hashable {
  let new: UInt128
  let old: UInt128

  static var one: WholeRatio { WholeRatio(new: 1, old: 1) }
  static var zero: WholeRatio { WholeRatio(new: 0, old: 1) }

  private init(new: UInt128, old: UInt128) {
    self.new = new
    self.old = old
  }

  /// Nil if the two sides have more than 36 digits at one number of places.
  init?(_ ratio: Ratio) {
    let (short, shortOld) = (ratio.new.normalized(), ratio.old.normalized())
    let places = max(short.places, shortOld.places)
    let (long, longOld) = (short.padded(toPlaces: places), shortOld.padded(toPlaces: places))
    guard long.places == places, longOld.places == places, !longOld.isZero else { return nil }
    let (new, old) = (long.coefficient.magnitude, longOld.coefficient.magnitude)
    self.init(new, for: old)
  }

  /// Nil if it is too long.
  static func * (left: WholeRatio, right: WholeRatio) -> WholeRatio? {
    let (first, second) = (
      commonDivisor(left.new, right.old), commonDivisor(right.new, left.old)
    )
    let (new, isNewTooLong) = (left.new / first)
      .multipliedReportingOverflow(by: right.new / second)
    let (old, isOldTooLong) = (left.old / second)
      .multipliedReportingOverflow(by: right.old / first)
    return isNewTooLong || isOldTooLong ? nil : WholeRatio(new: new, old: old)
  }

  static func / (left: WholeRatio, right: WholeRatio) -> WholeRatio? {
    left * WholeRatio(new: right.old, old: right.new)
  }

  /// Nil if it is too long. Sums are short, so that their differences are never too long.
  static func + (left: WholeRatio, right: WholeRatio) -> WholeRatio? {
    guard left.isShort, right.isShort else { return nil }
    let sum = WholeRatio(left.new * right.old + right.new * left.old, for: left.old * right.old)
    return sum.isShort ? sum : nil
  }

  /// Nil if it is below zero or too long.
  static func - (left: WholeRatio, right: WholeRatio) -> WholeRatio? {
    guard left.isShort, right.isShort else { return nil }
    let (more, less) = (left.new * right.old, right.new * left.old)
    if more < less { return nil }
    return WholeRatio(more - less, for: left.old * right.old)
  }

  private var isShort: Bool { max(new, old) < 1 << 63 }

  private init(_ new: UInt128, for old: UInt128) {
    let divisor = commonDivisor(new, old)
    self.init(new: new / divisor, old: old / divisor)
  }

  /// Units times the ratio, to 18 places, where no rounding is needed.
  func scale(_ units: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    guard let whole = units.inSmallestUnits, whole % old == 0 else { throw .tooManyPlaces }
    let (scaled, isTooLarge) = (whole / old).multipliedReportingOverflow(by: new)
    guard !isTooLarge, let coefficient = Int128(exactly: scaled) else { throw .overflow }
    return try ExactDecimal(coefficient: coefficient, places: Booker.places)
  }
}

extension ExactDecimal {
  /// The number in 10⁻¹⁸; nil if it is below zero, has more places or more than 36 digits.
  fileprivate var inSmallestUnits: UInt128? {
    let long = (places > Booker.places ? normalized() : self).padded(toPlaces: Booker.places)
    guard long.places == Booker.places, !long.isNegative else { return nil }
    return long.coefficient.magnitude
  }
}

/// The greatest common divisor; that of a number and zero is the number.
private func commonDivisor(_ left: UInt128, _ right: UInt128) -> UInt128 {
  var (larger, smaller) = (left, right)
  while smaller != 0 {
    if let high = UInt64(exactly: larger), let low = UInt64(exactly: smaller) {
      return UInt128(commonDivisor(high, low))
    }
    (larger, smaller) = (smaller, larger % smaller)
  }
  return larger
}

private func commonDivisor(_ left: UInt64, _ right: UInt64) -> UInt64 {
  var (larger, smaller) = (left, right)
  while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
  return larger
}

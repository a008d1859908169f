import Folio

/// Units that an account holds, bought at one time.
struct JournalLot {
  /// The group that opened a lot.
  enum Opener: Hashable {
    /// By its number in the draft.
    case group(Int)
    /// By its id, in a journal that Folio wrote; nil if that does not name it.
    case named(String?)

    /// What `lots` of later groups name.
    var id: String? {
      switch self {
      case .group(let number): ImportDraft.reference(toGroup: number)
      case .named(let id): id
      }
    }
  }

  var units: ExactDecimal
  /// The cost of these units.
  var cost: ExactDecimal
  let currency: String
  /// The day that selects the lot in the journal.
  let day: Day
  let label: String?
  /// The group that opened it.
  var opener: Opener
  /// The day of the acquisition in that group, if it brought units of several days.
  let acquired: Day?
  /// The cost of one unit when the lot was opened. It stays when units are taken, so that rounding
  /// never hides a lot from the postings that name it.
  let unitCost: ExactDecimal
  /// Its place in the order in which lots were opened.
  var rank = 0
  /// The number that lots of a position have in common which are alike in everything.
  var kind = 0

  init(
    units: ExactDecimal, cost: ExactDecimal, currency: String, day: Day, label: String?,
    opener: Opener, acquired: Day?
  ) {
    (self.units, self.cost, self.currency) = (units, cost, currency)
    (self.day, self.label, self.opener, self.acquired) = (day, label, opener, acquired)
    // For comparisons only. A lot without units has none.
    unitCost = .given(try? cost.over(units))
  }

  /// Whether a cost per unit selects the lot.
  func costs(_ perUnit: ExactDecimal, isExact: Bool) -> Bool {
    let places = Self.comparedPlaces(of: perUnit, isExact: isExact)
    return unitCost(inPlaces: places) == perUnit.rounded(toPlaces: places, .halfEven)
  }

  /// The decimal places in which a written cost is compared with lots. Quotients such as 1/3 differ
  /// in their last digits from program to program.
  /// - Parameter isExact: Whether the cost may not be written with fewer digits than the lot has.
  static func comparedPlaces(of perUnit: ExactDecimal, isExact: Bool) -> Int {
    isExact ? 16 : min(perUnit.places, 16)
  }

  /// The cost of one unit as it is written with so many decimal places.
  func unitCost(inPlaces places: Int) -> ExactDecimal {
    unitCost.rounded(toPlaces: places, .halfEven)
  }

  /// The same units with another cost.
  func costing(_ cost: ExactDecimal) -> JournalLot {
    JournalLot(
      units: units, cost: cost, currency: currency, day: day, label: label, opener: opener,
      acquired: acquired)
  }

  /// Some of the units, with their share of the cost.
  func part(_ wanted: ExactDecimal) throws(JournalFault) -> JournalLot {
    var part = self
    (part.units, part.cost) = (wanted, try cost.share(wanted, of: units))
    return part
  }

  /// The lot without a part of it.
  func without(_ part: JournalLot) throws(JournalFault) -> JournalLot {
    var rest = self
    rest.units = try units.decreased(by: part.units)
    rest.cost = try cost.decreased(by: part.cost)
    return rest
  }
}

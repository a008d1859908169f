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

  init(
    units: ExactDecimal, cost: ExactDecimal, currency: String, day: Day, label: String?,
    opener: Opener, acquired: Day?
  ) {
    (self.units, self.cost, self.currency) = (units, cost, currency)
    (self.day, self.label, self.opener, self.acquired) = (day, label, opener, acquired)
    unitCost = (try? cost.over(units)) ?? .zero
  }

  /// Whether a cost per unit selects the lot: it may be written with fewer digits.
  func costs(_ perUnit: ExactDecimal) -> Bool { unitCost(inPlaces: perUnit.places) == perUnit }

  /// The cost of one unit as it is written with so many decimal places.
  func unitCost(inPlaces places: Int) -> ExactDecimal {
    unitCost.rounded(toPlaces: places, .halfEven)
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

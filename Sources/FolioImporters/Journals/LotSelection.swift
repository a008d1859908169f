import Folio

/// In which order lots are taken.
enum LotOrder: Hashable {
  /// As they were opened. It is the order of methods that take only lots that are named.
  case opened
  case oldest
  /// The latest day first. Lots of one day in their order, or the last one first.
  case newest(keepsOrderOfDay: Bool)
  case dearest

  init(_ method: JournalMethod, keepsOrderOfDay: Bool) {
    switch method {
    case .strict, .strictWithSize: self = .opened
    case .fifo, .fifoAll, .average, .averageAll, .none: self = .oldest
    case .lifo, .lifoAll: self = .newest(keepsOrderOfDay: keepsOrderOfDay)
    case .hifo, .hifoAll: self = .dearest
    }
  }

  /// Whether a lot of another position comes before one of this position.
  func prefers(_ one: JournalLot, to other: JournalLot) -> Bool {
    switch self {
    case .opened: false
    case .oldest: one.day < other.day
    case .newest: one.day > other.day
    case .dearest: one.unitCost > other.unitCost
    }
  }

  /// Whether a lot is taken before another one. Lots have numbers in the order in which they were
  /// opened.
  func takes(_ one: Int, before other: Int, of lots: [JournalLot]) -> Bool {
    switch self {
    case .opened: break
    case .oldest:
      if lots[one].day != lots[other].day { return lots[one].day < lots[other].day }
    case .newest(let keepsOrderOfDay):
      if lots[one].day != lots[other].day { return lots[one].day > lots[other].day }
      if lots[one].rank != lots[other].rank {
        return (lots[one].rank < lots[other].rank) == keepsOrderOfDay
      }
      return (one < other) == keepsOrderOfDay
    case .dearest:
      let (left, right) = (lots[one].unitCost, lots[other].unitCost)
      if left != right { return left > right }
    }
    return (lots[one].rank, one) < (lots[other].rank, other)
  }
}

/// What a posting says of the lots that it takes. Two postings that say the same take from the same
/// queue of lots.
struct LotSelection: Hashable {
  /// Which parts a posting names, and the order in which it takes lots. Each lot is in one queue
  /// for each form that occurs, so that no posting looks at lots which it does not name.
  struct Form: Hashable {
    /// The decimal places of the cost of one unit, if the posting names one.
    var places: Int?
    var hasCurrency: Bool
    var hasDay: Bool
    var hasLabel: Bool
    var order: LotOrder
  }

  let form: Form
  private let perUnit: ExactDecimal?
  private let currency: String?
  private let day: Day?
  private let label: String?

  /// The selection of a posting.
  /// - Parameter wanted: The units that it takes.
  /// - Parameter isExact: Whether costs have all digits, as in beancount.
  init(
    _ cost: JournalCost?, _ wanted: ExactDecimal, _ order: LotOrder, isExact: Bool
  ) throws(JournalFault) {
    var perUnit = cost?.perUnit
    if perUnit == nil, let total = cost?.total { perUnit = try total.over(wanted) }
    let places = perUnit.map { JournalLot.comparedPlaces(of: $0, isExact: isExact) }
    if let places { perUnit = perUnit?.rounded(toPlaces: places, .halfEven) }
    self.perUnit = perUnit
    (currency, day, label) = (cost?.commodity, cost?.day, cost?.label)
    form = Form(
      places: places, hasCurrency: currency != nil, hasDay: day != nil,
      hasLabel: label != nil, order: order)
  }

  /// The selection of a form that takes a lot; nil if none does, because it has no label.
  init?(of lot: JournalLot, _ form: Form) {
    if form.hasLabel, lot.label == nil { return nil }
    self.form = form
    perUnit = form.places.map(lot.unitCost(inPlaces:))
    currency = form.hasCurrency ? lot.currency : nil
    day = form.hasDay ? lot.day : nil
    label = form.hasLabel ? lot.label : nil
  }
}

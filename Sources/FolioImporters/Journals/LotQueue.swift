/// The numbers of the lots that a selection takes, the next one first: a heap. It may name lots
/// that have no units left, which are dropped when they come first.
struct LotQueue {
  private var heap: [Int] = []
  let order: LotOrder

  init(_ order: LotOrder) { self.order = order }

  /// The next lot with units.
  mutating func first(of lots: [JournalLot]) -> Int? {
    while let next = heap.first {
      if lots[next].units.isPositive { return next }
      removeFirst(lots)
    }
    return nil
  }

  /// The next lots with units, at most so many.
  mutating func first(_ count: Int, of lots: [JournalLot]) -> [Int] {
    var found: [Int] = []
    while found.count < count, let next = first(of: lots) {
      if found.last != next { found.append(next) }
      removeFirst(lots)
    }
    for number in found { insert(number, lots) }
    return found
  }

  mutating func insert(_ number: Int, _ lots: [JournalLot]) {
    heap.append(number)
    var place = heap.count - 1
    while place > 0 {
      let parent = (place - 1) / 2
      guard order.takes(heap[place], before: heap[parent], of: lots) else { return }
      heap.swapAt(place, parent)
      place = parent
    }
  }

  fileprivate mutating func removeFirst(_ lots: [JournalLot]) {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while true {
      var next = 2 * place + 1
      guard next < heap.count else { return }
      if next + 1 < heap.count, order.takes(heap[next + 1], before: heap[next], of: lots) {
        next += 1
      }
      guard order.takes(heap[next], before: heap[place], of: lots) else { return }
      heap.swapAt(next, place)
      place = next
    }
  }
}

/// The lots that a selection takes, and for methods that take only lots that are named what decides
/// whether it is clear which of them it means.
struct SelectedLots {
  /// The lots that are alike in everything, which are one lot to beancount.
  private struct Kind {
    /// The lots with units.
    var count = 0
    var units: ExactDecimal? = .zero
    var queue = LotQueue(.opened)

    mutating func change(count change: Int, _ before: ExactDecimal, _ now: ExactDecimal) {
      count += change
      units = units.flatMap { try? $0.subtracting(before).adding(now) }
    }
  }

  private var queue: LotQueue
  /// The lots with units.
  private(set) var count = 0
  /// Their units; nil if they need more digits than a number has.
  private(set) var units: ExactDecimal? = .zero
  private var kinds: [Int: Kind] = [:]
  /// The first lot of each kind that has so many units; nil until a posting asks for one.
  private var sizes: [ExactDecimal: LotQueue]?

  init(_ order: LotOrder) { queue = LotQueue(order) }

  /// The lot that is taken next, of one kind if only that counts.
  mutating func next(of lots: [JournalLot], kind: Int?) -> Int? {
    guard let kind else { return queue.first(of: lots) }
    return kinds[kind]?.queue.first(of: lots)
  }

  /// The lots that are taken next, at most so many.
  mutating func first(_ count: Int, of lots: [JournalLot]) -> [Int] {
    queue.first(count, of: lots)
  }

  /// Whether all lots are alike.
  var areAlike: Bool { kinds.count < 2 }

  /// The oldest kind of those with so many units.
  mutating func first(with wanted: ExactDecimal, of lots: [JournalLot]) -> Int? {
    if sizes == nil {
      sizes = [:]
      for kind in kinds.keys { noteSize(of: kind, lots) }
    }
    while let next = sizes?[wanted]?.first(of: lots) {
      if kinds[lots[next].kind]?.units == wanted { return lots[next].kind }
      sizes?[wanted]?.removeFirst(lots)
    }
    return nil
  }

  private mutating func noteSize(of kind: Int, _ lots: [JournalLot]) {
    if sizes == nil { return }
    guard let units = kinds[kind]?.units, let first = kinds[kind]?.queue.first(of: lots) else {
      return
    }
    sizes?[units, default: LotQueue(.oldest)].insert(first, lots)
  }

  /// Takes over that a lot has other units than before.
  mutating func note(_ number: Int, before: ExactDecimal, _ lots: [JournalLot]) {
    let now = lots[number].units
    let opens = now.isPositive && !before.isPositive
    if opens { queue.insert(number, lots) }
    // The other methods take what comes first, whatever there is.
    if queue.order != .opened { return }
    let change = opens ? 1 : now.isPositive == before.isPositive ? 0 : -1
    let kind = lots[number].kind
    count += change
    units = units.flatMap { try? $0.subtracting(before).adding(now) }
    if opens { kinds[kind, default: Kind()].queue.insert(number, lots) }
    kinds[kind, default: Kind()].change(count: change, before, now)
    if kinds[kind]?.count == 0 { kinds[kind] = nil }
    noteSize(of: kind, lots)
  }
}

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
  ) throws(FieldFault) {
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

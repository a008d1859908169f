import Folio

/// Units that an account holds, bought at one time.
struct JournalLot {
  /// The group that opened a lot.
  enum Opener {
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
  var currency: String
  /// The day that selects the lot in the journal.
  var day: Day
  var label: String?
  /// The group that opened it.
  var opener: Opener
  /// The day of the acquisition in that group, if it brought units of several days.
  var acquired: Day?

  var unitCost: ExactDecimal { (try? cost.over(units)) ?? .zero }

  /// Whether a cost per unit selects the lot: it may be written with fewer digits.
  func costs(_ perUnit: ExactDecimal) -> Bool {
    unitCost == perUnit
      || unitCost.rounded(toPlaces: perUnit.places, .halfEven) == perUnit
  }
}

/// The lots of all accounts, as the journal sees them.
struct JournalLots {
  struct Key: Hashable {
    var account: String
    var commodity: String
    /// Whether it is the short position, whose lots have the units that are owed.
    var isShort = false
  }

  /// Whether the method LIFO takes lots of one day in their order, as in beancount.
  let keepsOrderOfDay: Bool
  private var lots: [Key: [JournalLot]] = [:]
  /// The lots of the positions from which the transaction takes units, as they were before it.
  private var before: [Key: [JournalLot]] = [:]
  /// How many lots the positions had to which the transaction adds. Their lots are not copied, so
  /// that a purchase costs the same however many lots there are.
  private var countsBefore: [Key: Int] = [:]

  init(keepsOrderOfDay: Bool) { self.keepsOrderOfDay = keepsOrderOfDay }

  subscript(key: Key) -> [JournalLot] { lots[key] ?? [] }

  mutating func open(_ lot: JournalLot, in key: Key) {
    if before[key] == nil, countsBefore[key] == nil { countsBefore[key] = self[key].count }
    lots[key, default: []].append(lot)
  }

  // MARK: Undoing a transaction

  /// Begins a transaction, which can be undone.
  mutating func begin() { (before, countsBefore) = ([:], [:]) }

  /// Restores the lots as they were before the transaction.
  mutating func undo() {
    for (key, count) in countsBefore { lots[key] = Array(self[key].prefix(count)) }
    for (key, old) in before { lots[key] = old }
    begin()
  }

  private mutating func remember(_ key: Key) {
    guard before[key] == nil else { return }
    before[key] = countsBefore[key].map { Array(self[key].prefix($0)) } ?? self[key]
  }

  /// Takes units out of the lots that a posting selects.
  /// - Returns: The lots with the units that were taken. Fewer units than wanted if the account
  ///   does not have them.
  mutating func take(
    _ wanted: ExactDecimal, from key: Key, _ cost: JournalCost?, _ method: JournalMethod
  ) throws(JournalFault) -> [JournalLot] {
    var held = self[key]
    var places = held.indices.filter { place in
      let lot = held[place]
      return cost?.perUnit.map(lot.costs) ?? true
        && cost?.commodity.map { $0 == lot.currency } ?? true
        && cost?.day.map { $0 == lot.day } ?? true && cost?.label.map { $0 == lot.label } ?? true
    }
    if let total = cost?.total, cost?.perUnit == nil {
      let perUnit = try total.over(wanted)
      places = places.filter { held[$0].unitCost == perUnit || held[$0].costs(perUnit) }
    }
    try order(&places, held, wanted, method)
    var rest = wanted
    var taken: [JournalLot] = []
    for place in places where rest.isPositive {
      var part = held[place]
      part.units = min(rest, part.units)
      part.cost = try held[place].cost.share(part.units, of: held[place].units)
      rest = try rest.decreased(by: part.units)
      held[place].units = try held[place].units.decreased(by: part.units)
      held[place].cost = try held[place].cost.decreased(by: part.cost)
      taken.append(part)
    }
    remember(key)
    lots[key] = held.filter { $0.units.isPositive }
    return taken
  }

  /// Orders the lots as the method takes them.
  private func order(
    _ places: inout [Int], _ held: [JournalLot], _ wanted: ExactDecimal, _ method: JournalMethod
  ) throws(JournalFault) {
    switch method {
    case .fifo, .average, .none: places.sort { (held[$0].day, $0) < (held[$1].day, $1) }
    case .lifo:
      places.sort { left, right in
        let (one, two) = (held[left].day, held[right].day)
        return one == two ? (left < right) == keepsOrderOfDay : one > two
      }
    case .hifo:
      places.sort { left, right in
        let (one, two) = (held[left].unitCost, held[right].unitCost)
        return one == two ? left < right : one > two
      }
    case .strict, .strictWithSize:
      if places.count < 2 { return }
      var sum = ExactDecimal.zero
      for place in places { sum = try sum.increased(by: held[place].units) }
      if sum == wanted { return }
      if method == .strictWithSize,
        let exact = places.first(where: { held[$0].units == wanted })
      {
        places = [exact]
        return
      }
      // Lots that are alike in everything are one to beancount.
      let first = held[places[0]]
      let areAlike = places.allSatisfy { place in
        let lot = held[place]
        return lot.day == first.day && lot.label == first.label && lot.currency == first.currency
          && lot.unitCost == first.unitCost
      }
      if areAlike { return }
      let list = places.map { "\(held[$0].units) of \(held[$0].day)" }.joined(separator: ", ")
      throw JournalFault(
        "several lots fit the units that leave: \(list)",
        help: "Name the lot by its cost, day or label in braces, or give the account the method "
          + "FIFO.",
        code: .ambiguousValue)
    }
  }
}

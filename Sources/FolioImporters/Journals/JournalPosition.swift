/// The lots of a commodity in one account.
///
/// A posting costs the same however many lots there are: each selection has a queue, and a lot is
/// only looked at when it is the next one of a queue.
struct JournalPosition {
  /// All lots, in the order in which they were opened. Their number is their place.
  private var lots: [JournalLot] = []
  /// The number of lots with units.
  private(set) var count = 0
  /// The units of all lots; nil if they need more digits than a number has.
  private(set) var units: ExactDecimal? = .zero
  /// The numbers of the lots that are one lot to the ledger.
  private var origins: [Origin: [Int]] = [:]
  private var kinds: [LotKind: Int] = [:]
  /// The open lots of each kind: how many, and the rank that they have in common.
  private var openKinds: [Int: (count: Int, rank: Int)] = [:]
  /// Whether equal lots of a day are one lot, which has the place of the first of them.
  private let mergesEqualLots: Bool
  private var forms: [LotSelection.Form] = []
  private var selected: [LotSelection: SelectedLots] = [:]
  /// What the lots were before the transaction changed them.
  private var before: [(number: Int, units: ExactDecimal, cost: ExactDecimal)] = []

  /// What lots have in common that are one to beancount.
  private struct LotKind: Hashable {
    var day: Day
    var label: String?
    var currency: String
    var unitCost: ExactDecimal
  }

  private struct Origin: Hashable {
    var opener: JournalLot.Opener
    var acquired: Day?

    init(_ lot: JournalLot) { (opener, acquired) = (lot.opener, lot.acquired) }
  }

  init(mergesEqualLots: Bool) { self.mergesEqualLots = mergesEqualLots }

  mutating func open(_ lot: JournalLot) {
    origins[Origin(lot), default: []].append(lots.count)
    let kind = LotKind(
      day: lot.day, label: lot.label, currency: lot.currency, unitCost: lot.unitCost)
    var empty = lot
    (empty.units, empty.cost) = (.zero, .zero)
    empty.kind = kinds[kind, default: kinds.count]
    kinds[kind] = empty.kind
    let rank = mergesEqualLots ? openKinds[empty.kind]?.rank : nil
    empty.rank = rank ?? lots.count
    lots.append(empty)
    change(lots.count - 1, to: lot)
  }

  /// Whether units are left that came with those of a lot, so that the ledger has them as one lot.
  func hasRest(of lot: JournalLot) -> Bool {
    origins[Origin(lot)]?.contains { lots[$0].units.isPositive } ?? false
  }

  /// Whether units are left that came with those of a lot and cost something else now, so that the
  /// ledger has two lots of one name.
  func hasOtherCost(of lot: JournalLot) -> Bool {
    origins[Origin(lot)]?.contains {
      lots[$0].units.isPositive && !lots[$0].costs(lot.unitCost, isExact: true)
    } ?? false
  }

  /// Gives a lot other units, which can be undone.
  private mutating func change(_ number: Int, to lot: JournalLot) {
    before.append((number, lots[number].units, lots[number].cost))
    set(number, lot.units, lot.cost)
  }

  private mutating func set(_ number: Int, _ units: ExactDecimal, _ cost: ExactDecimal) {
    let old = lots[number].units
    (lots[number].units, lots[number].cost) = (units, cost)
    self.units = self.units.flatMap { try? $0.subtracting(old).adding(units) }
    if old.isPositive != units.isPositive {
      let change = units.isPositive ? 1 : -1
      count += change
      let kind = lots[number].kind
      let left = (openKinds[kind]?.count ?? 0) + change
      openKinds[kind] = left > 0 ? (left, lots[number].rank) : nil
    }
    for form in forms { note(number, before: old, in: form) }
  }

  /// Tells the selection of a form that a lot has other units than before.
  private mutating func note(_ number: Int, before: ExactDecimal, in form: LotSelection.Form) {
    guard let selection = LotSelection(of: lots[number], form) else { return }
    selected[selection, default: SelectedLots(form.order)].note(number, before: before, lots)
  }

  /// Sorts the lots into the selections of a form that did not occur before.
  private mutating func sort(by form: LotSelection.Form) {
    forms.append(form)
    for number in lots.indices where lots[number].units.isPositive {
      note(number, before: .zero, in: form)
    }
  }

  // MARK: Transactions

  /// Begins a transaction, which can be undone.
  mutating func begin() { before = [] }

  /// Restores the lots as they were before the transaction.
  mutating func undo() {
    for old in before.reversed() { set(old.number, old.units, old.cost) }
    before = []
  }

  // MARK: Taking units

  /// Takes units out of the lots that a posting selects.
  /// - Returns: The lots with the units that were taken. Fewer units than wanted if there are
  ///   none left.
  mutating func take(
    _ wanted: ExactDecimal, _ cost: JournalCost?, _ method: JournalMethod
  ) throws(FieldFault) -> [JournalLot] {
    let order = LotOrder(method, keepsOrderOfDay: mergesEqualLots)
    let selection = try LotSelection(cost, wanted, order, isExact: mergesEqualLots)
    if !forms.contains(selection.form) { sort(by: selection.form) }
    let only = order == .opened ? try onlyKind(selection, wanted, method) : nil
    var rest = wanted
    var taken: [JournalLot] = []
    while rest.isPositive, let next = selected[selection]?.next(of: lots, kind: only) {
      let part = try take(rest, from: next)
      rest = try rest.minus(part.units)
      taken.append(part)
    }
    return taken
  }

  /// Whether a lot with a label of a day has units.
  mutating func has(_ label: String, of day: Day) -> Bool {
    let cost = JournalCost(day: day, label: label)
    guard let selection = try? LotSelection(cost, .one, .opened, isExact: false) else {
      return false
    }
    if !forms.contains(selection.form) { sort(by: selection.form) }
    return selected[selection]?.next(of: lots, kind: nil) != nil
  }

  /// Some of the lots with units, those first that a method takes first.
  mutating func first(_ count: Int, _ method: JournalMethod) -> [JournalLot] {
    let order = LotOrder(method, keepsOrderOfDay: mergesEqualLots)
    guard let selection = try? LotSelection(nil, .one, order, isExact: false) else { return [] }
    if !forms.contains(selection.form) { sort(by: selection.form) }
    return selected[selection]?.first(count, of: lots).map { lots[$0] } ?? []
  }

  private mutating func take(
    _ wanted: ExactDecimal, from number: Int
  ) throws(FieldFault) -> JournalLot {
    let part = try lots[number].part(min(wanted, lots[number].units))
    change(number, to: try lots[number].without(part))
    return part
  }

  /// Decides which lots a posting means whose method takes only lots that are named.
  /// - Returns: The only kind of lots that it means; nil if it takes all that it names, in order.
  private mutating func onlyKind(
    _ selection: LotSelection, _ wanted: ExactDecimal, _ method: JournalMethod
  ) throws(FieldFault) -> Int? {
    guard let count = selected[selection]?.count, count > 1,
      selected[selection]?.units != wanted
    else { return nil }
    if method == .strictWithSize,
      let exact = selected[selection]?.first(with: wanted, of: lots)
    {
      return exact
    }
    // Lots that are alike in everything are one to beancount.
    if selected[selection]?.areAlike ?? true { return nil }
    throw ambiguous(selected[selection]?.first(8, of: lots) ?? [], count)
  }

  private func ambiguous(_ shown: [Int], _ count: Int) -> FieldFault {
    var list = shown.map { "\(lots[$0].units) of \(lots[$0].day)" }
    if count > shown.count { list.append("and \(count - shown.count) more") }
    return FieldFault(
      .ambiguousValue, "several lots fit the units that leave: \(list.joined(separator: ", "))",
      help: "Name the lot by its cost, day or label in braces, or give the account the method "
        + "FIFO.")
  }
}

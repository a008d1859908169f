import FolioDiagnostics
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import FolioModel

/// A ledger that changes at random, with live books beside books that are made anew after each
/// change. Both have to be the same in everything.
struct LiveTrial {
  private(set) var history: History
  /// The groups that have not come yet, in order of time.
  private var waiting: [GroupRow]
  private let options: BookingOptions
  private var dice: Dice
  private var ledger: Ledger
  private var books: LiveBooks
  private var model: BooksModel
  private(set) var count = Count()
  /// The number of changes between two comparisons of all details.
  var distance = 4
  /// The number of changes between two comparisons of inner states, which take most of the time.
  private let distanceOfStates = TestScale.tenths > 10 ? 16 : 4
  /// Begins with a sound part of a history.
  init?(_ whole: History, _ options: BookingOptions, seed: UInt64) throws {
    dice = Dice(seed: seed)
    self.options = options
    let names = Self.namesOfAccounts(in: whole)
    var first = dice.below(whole.groups.count / 2)
    while true {
      var part = whole
      part.groups = [names] + whole.groups[..<first]
      let ledger = try Self.builder(part).ledger()
      let (booked, faults) = BookedLedger.book(ledger, options)
      if faults.isEmpty, let books = Self.fresh(ledger, options) {
        (history, self.ledger, self.books) = (part, ledger, books)
        model = BooksModel(booked)
        break
      }
      if first == 0 { return nil }
      first /= 2
    }
    waiting = Array(whole.groups[first...])
  }

  /// The instruments are rows of the head in the order in which groups mention them, and the
  /// securities accounts are named in a fixed order, so that numbers stay as they are while
  /// instruments and cash accounts are added.
  private static func builder(_ history: History) -> LedgerBuilder {
    var rest = history
    let symbols = symbols(in: history)
    rest.stocks = []
    rest.prices.removeAll { !symbols.contains($0.symbol) }
    let builder = rest.builder()
    for symbol in symbols {
      builder.stock(symbol, history.stocks.first { $0.symbol == symbol }?.currency)
    }
    return builder
  }

  /// The symbols that methods and groups name.
  private static func symbols(in history: History) -> [String] {
    var known: Set<String> = []
    let named = history.groups.flatMap { group in
      group.stock.flatMap { [$0.symbol, $0.newSymbol] } + group.cash.map(\.symbol)
    }
    return (history.methods.map(\.symbol) + named).compactMap { $0 }
      .filter { known.insert($0).inserted }
  }

  /// A void group that names all securities accounts.
  private static func namesOfAccounts(in history: History) -> GroupRow {
    var row = GroupRow(id: "names", at: "2000-01-01T00:00:00Z")
    row.status = .void
    let legs = history.groups.flatMap(\.stock)
    let accounts = Set(legs.compactMap(\.account)).sorted()
    row.stock = accounts.map { StockRow.trade(.buy, "A", 1, at: 1).inAccount($0) }
    for index in row.stock.indices { row.stock[index].currency = "USD" }
    return row
  }

  // MARK: Changes

  /// Makes a change.
  mutating func step() throws {
    let kind = self.kind
    var other = history
    guard let changed = change(&other, kind) else { return count.unfit += 1 }
    let check = LedgerCheck(of: Self.builder(other).draft)
    guard check.faults.isEmpty else { return count.unfit += 1 }
    let new = check.validPart
    let outcome = book(new, changed, kind)
    let name = "\(history.name), change \(count.all), \(kind)"
    let (fresh, faults) = BookedLedger.book(new, options)
    switch outcome {
    case .booked(let change):
      count.booked[kind, default: 0] += 1
      #expect(faults.isEmpty, "\(name): \(faults.first?.message ?? "")")
      (history, ledger) = (other, new)
      model.apply(change)
    case .refused(let found):
      count.refused[kind, default: 0] += 1
      #expect(found.map(\.message) == Array(faults.map(\.message).prefix(found.count)), "\(name)")
      #expect(!faults.isEmpty, "\(name): \(found.first?.message ?? "")")
      if kind == .append || kind == .backdate { waiting += changed.map { other.groups[$0] } }
      return try expectSame(name, BookedLedger.book(ledger, options).booked)
    case .needsWhole(let reason):
      count.whole[reason, default: 0] += 1
      guard faults.isEmpty, let made = Self.fresh(new, options) else { return }
      (history, ledger, books, model) = (other, new, made, BooksModel(fresh))
    }
    try expectSame(name, fresh)
  }

  private var kind: Kind {
    mutating get {
      let weights: [(Kind, Int)] = [
        (.append, 38), (.backdate, 14), (.replace, 10), (.void, 8), (.settle, 8), (.delete, 6),
        (.undelete, 4), (.price, 3), (.rate, 4), (.oversell, 5), (.account, 3),
      ]
      var left = dice.below(weights.reduce(0) { $0 + $1.1 })
      for (kind, weight) in weights {
        if left < weight { return kind }
        left -= weight
      }
      return .append
    }
  }

  /// Changes the rows.
  /// - Returns: the numbers of the groups that changed; nil if there is nothing to change.
  private mutating func change(_ other: inout History, _ kind: Kind) -> [Int]? {
    switch kind {
    case .append, .backdate:
      if waiting.isEmpty { return nil }
      // The next one is left out for a while, or one that was left out before is taken.
      let place = kind == .append ? 0 : min(waiting.count - 1, 1 + dice.below(12))
      let several = dice.chance(20) ? min(2 + dice.below(4), waiting.count - place) : 1
      other.groups += waiting[place..<place + several]
      waiting.removeSubrange(place..<place + several)
      return Array(history.groups.count..<other.groups.count)
    case .oversell:
      guard var row = other.groups.filter({ $0.stock.first?.type == .sell }).last else {
        return nil
      }
      row.id = "oversold \(count.all)"
      row.stock[0].quantity = 1_000_000_000
      row.stock = [row.stock[0]]
      row.stock[0].id = nil
      row.stock[0].lots = []
      row.cash = []
      other.groups.append(row)
      return [other.groups.count - 1]
    case .price:
      let day = Day(daysSince1970: Int32(19_000 + dice.below(400))) ?? .first
      let price = dice.decimal(upTo: 9_999, places: 2)
      guard let symbol = Self.symbols(in: other).first else { return nil }
      other.prices.append((symbol, day, price))
      return []
    case .account:
      let id = "new \(count.all) \(other.accounts.count)"
      other.accounts.append((id, dice.pick(other.accounts).currency))
      let last = other.groups.count - 1
      var row = GroupRow(id: id, at: other.groups[dice.chance(50) ? last : dice.below(last + 1)].at)
      row.cash = [.into(id, dice.decimal(upTo: 9_999, places: 2), .deposit)]
      other.groups.append(row)
      return [last + 1]
    case .rate:
      guard let known = other.rates.last else { return nil }
      let day = Day(daysSince1970: Int32(18_980 + dice.below(420))) ?? .first
      other.rates.append((day, dice.pick(other.rates).from, known.rate))
      return []
    case .replace, .void, .settle, .delete, .undelete:
      guard other.groups.count > 1 else { return nil }
      // Mostly one of the last groups.
      let reach = dice.chance(70) ? min(20, other.groups.count - 1) : other.groups.count - 1
      let number = other.groups.count - 1 - dice.below(reach)
      return revise(&other.groups[number], kind) ? [number] : nil
    }
  }

  private mutating func revise(_ row: inout GroupRow, _ kind: Kind) -> Bool {
    switch kind {
    case .void where row.status != .void: row.status = .void
    case .void: row.status = .settled
    case .settle: row.status = row.status == .pending ? .settled : .pending
    case .delete where !row.isDeleted: row.isDeleted = true
    case .undelete where row.isDeleted: row.isDeleted = false
    case .replace:
      if dice.chance(30), row.stock.count == 1, row.cash.count == 1,
        let units = row.stock[0].quantity
      {
        row.stock[0].quantity = units + units
        row.cash[0].amount = row.cash[0].amount + row.cash[0].amount
      } else if dice.chance(50) {
        let day = row.at.day.adding(days: dice.below(9) - 4) ?? row.at.day
        let (hour, minute) = (row.at.secondOfDay / 3600, row.at.secondOfDay / 60 % 60)
        row.at = attempt(or: row.at) { try Timestamp(day: day, hour: hour, minute: minute) }
      } else {
        guard !row.cash.isEmpty, row.stock.isEmpty else { return false }
        row.cash[0].amount = dice.decimal(upTo: 100_000, places: 2)
      }
    case .append, .backdate, .delete, .undelete, .price, .rate, .oversell, .account: return false
    }
    return true
  }

  // MARK: Books

  /// Lets the live books change.
  private mutating func book(_ new: Ledger, _ changed: [Int], _ kind: Kind) -> LiveBooks.Outcome {
    var keys: [OrderKey] = []
    for number in changed {
      for ledger in [ledger, new] where number < ledger.rows.groups.count {
        let record = ledger.rows.groups[number]
        if record.counts { keys.append(OrderKey(record.occurredAt, GroupIndex(number))) }
      }
    }
    // Another currency may be mentioned first, which the check leaves to the whole ledger.
    if new.tables.currencies.all != ledger.tables.currencies.all { return .needsWhole(.currency) }
    let ordered = Self.ordered(new)
    if kind == .rate, let day = new.tables.rates.last?.day {
      let from = day.adding(days: -7) ?? .first
      let first = ordered.first { new.lastRateDay(ofGroup: $0.group) >= from }
      keys = [first?.key ?? OrderKey("9999-12-31T00:00:00Z", 0)]
    }
    guard let start = keys.min() else {
      return books.append(new.batch([]), [], lastDay: new.lastDay)
    }
    if kind != .rate, books.last.map({ $0 < start }) ?? true {
      let numbers = ordered.map(\.group).filter { changed.contains(Int($0)) }
      return books.append(new.batch(numbers), numbers, lastDay: new.lastDay)
    }
    let size = 1 + dice.below(60)
    let rates = kind == .rate ? new : nil
    return books.rebook(from: start, lastDay: new.lastDay, rates: rates) {
      Self.rows(new, ordered, after: $0, size)
    }
  }

  private typealias Ordered = (key: OrderKey, group: GroupIndex)

  private static func ordered(_ ledger: Ledger) -> [Ordered] {
    ledger.rows.groups.indices.map { ledger.group(at: $0) }.compactMap { group in
      let record = ledger.rows.groups[Int(group)]
      return record.counts ? (OrderKey(record.occurredAt, group), group) : nil
    }
  }

  private static func rows(
    _ ledger: Ledger, _ ordered: [Ordered], after key: OrderKey?, _ size: Int
  ) -> (batch: Ledger, numbers: [GroupIndex])? {
    let rest = ordered.drop { entry in key.map { entry.key <= $0 } ?? false }
    let numbers = rest.prefix(size).map(\.group)
    return numbers.isEmpty ? nil : (ledger.batch(numbers), numbers)
  }

  private static func fresh(_ ledger: Ledger, _ options: BookingOptions) -> LiveBooks? {
    guard var books = try? LiveBooks(ledger.batch([]), options, distance: 16) else { return nil }
    let numbers = ordered(ledger).map(\.group)
    guard case .booked = books.append(ledger.batch(numbers), numbers, lastDay: ledger.lastDay)
    else { return nil }
    return books
  }

  // MARK: Comparing

  private func expectSame(_ name: String, _ fresh: BookedLedger) throws {
    let expected = BooksModel(fresh)
    expectEqual(model.lines, expected.lines, "\(name), by changes")
    #expect(try books.holdings == fresh.holdings(), "\(name), holdings")
    guard count.all % distance == 0 else { return }
    let (made, whole) = (Booked(books.booked(ledger)), Booked(fresh))
    expectEqual(made.lotLines, whole.lotLines, "\(name), lots")
    expectEqual(made.disposalLines, whole.disposalLines, "\(name), gains")
    #expect(made.result.cash == whole.result.cash, "\(name), cash")
    #expect(
      made.result.warnings.map(\.message) == whole.result.warnings.map(\.message),
      "\(name), warnings")
    if count.all % distanceOfStates == 0, let other = Self.fresh(ledger, options) {
      expectSame(books.booker, other.booker, "\(name), state")
    }
  }

  private func expectSame(_ one: Booker, _ other: Booker, _ name: String) {
    let texts = [one, other].map { StateText($0).text }
    if texts[0] == texts[1] { return }
    let states = texts.map {
      $0.split(separator: "\n").map(String.init).filter { !Self.isEmptySlot($0) }
    }
    expectEqual(states[0], states[1], name)
  }

  /// Groups that were taken back may leave the slot of an instrument, without a position.
  private static func isEmptySlot(_ line: String) -> Bool {
    line.hasPrefix(".positions.portfolio.") && line.hasSuffix(".rawValue 4294967295")
  }

  private func expectEqual(_ one: [String], _ other: [String], _ name: String) {
    if one == other { return }
    let pair = zip(one, other).first { $0 != $1 }
    let lengths = "\(one.count) and \(other.count) lines"
    Issue.record("\(name): \(pair?.0 ?? lengths) is not \(pair?.1 ?? "as long")")
  }
}

import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers
import Testing

@testable import FolioStores
@testable import TestSupport

/// Two stores of one ledger that changes at random: the changes of one are live, and those of the
/// other check the whole. Both have to answer the same, and to keep the same bytes.
struct LiveStoreTrial {
  /// What a change does.
  enum Kind: String, CaseIterable {
    case append, backdate, replace, note, status, delete, undelete, oversell, unbalanced, repeated
    case missing, outdated, price, rate, account, instrument, version, newVersion
  }

  private let name: String
  private var dice: Dice
  private(set) var live: StoreOperations
  private var whole = StoreOperations(MemoryStorage())
  /// The rows that have not come yet, in order of time.
  private var waiting: [String]
  /// The rows of the instruments that come with the first groups that name them.
  private let instruments: [(symbol: String, row: String)]
  private var minute = 0
  /// How many changes of each kind were made and refused.
  private(set) var made: [Kind: Int] = [:]
  private(set) var refused: [Kind: Int] = [:]
  /// Why ordinary appends went the whole way, while the live ledger was there.
  private(set) var wholeAppends: [String: Int] = [:]
  private(set) var liveAppends = 0
  /// Opens the live store again, as another program would; nil if it stays open.
  private let open: ((StoreAccess) throws -> any RecordStorage)?

  init(
    _ history: History, seed: UInt64, settings: String = "",
    open: ((StoreAccess) throws -> any RecordStorage)? = nil
  ) throws {
    self.open = open
    live = StoreOperations(try open?(.creating) ?? MemoryStorage())
    name = "\(history.name), trial \(seed)"
    dice = Dice(seed: seed)
    let writer = LedgerWriter(history.builder().check().validPart)
    waiting = history.groups.indices.map {
      String(decoding: writer.line(ofGroup: $0), as: UTF8.self)
    }
    whole.live.isAllowed = false
    let first = dice.below(waiting.count / 2)
    var begun = history
    begun.groups = Array(history.groups[..<first])
    let named = begun.groups.flatMap(\.stock).flatMap { [$0.symbol, $0.newSymbol] }
    let known = Set((named + history.methods.map(\.symbol)).compactMap { $0 } + ["A"])
    begun.stocks.removeAll { !known.contains($0.symbol) }
    begun.prices.removeAll { !known.contains($0.symbol) }
    instruments = history.stocks.filter { !known.contains($0.symbol) }.map {
      ($0.symbol, #"{"symbol": "\#($0.symbol)", "currency": "\#($0.currency)"}"#)
    }
    let headLine = LedgerWriter(begun.builder().check().validPart).headLine()
    let head = String(decoding: headLine, as: UTF8.self)
      .replacing(#""settings": {"#, with: #""settings": {\#(settings)"#)
    let document = ([head] + waiting[..<first]).joined(separator: "\n")
    waiting.removeFirst(first)
    let time = try time
    _ = Self.attempt(&live) { try $0.save(StoreInput(document), at: time) }
    _ = Self.attempt(&whole) { try $0.save(StoreInput(document), at: time) }
  }

  private var time: Timestamp {
    get throws {
      try Timestamp(day: "2030-01-01", hour: minute / 60 % 24, minute: minute % 60)
    }
  }

  // MARK: Changes

  mutating func step() throws {
    minute += 1
    let kind = self.kind
    let before = (live.live.changed, live.live.whole)
    let wasOpen = live.live.isOpen
    guard let answers = try change(kind) else { return }
    #expect(answers.0 == answers.1, "\(name), change \(minute), \(kind)")
    if answers.0.hasPrefix("stored") {
      made[kind, default: 0] += 1
    } else {
      refused[kind, default: 0] += 1
    }
    if kind == .append, wasOpen, answers.1.hasPrefix("stored") {
      for (reason, count) in live.live.whole where count != before.1[reason] {
        wholeAppends[reason, default: 0] += 1
      }
      liveAppends += live.live.changed - before.0
    }
    try expectSame("\(name), change \(minute), \(kind)")
    if open != nil, dice.chance(20) { try reopen() }
  }

  /// Opens the live store again.
  private mutating func reopen() throws {
    let storage = live.storage
    live = StoreOperations(MemoryStorage())
    live = StoreOperations(try open?(.writing) ?? storage)
    // It forgets its warnings, too.
    whole = StoreOperations(whole.storage)
    whole.live.isAllowed = false
  }

  private var kind: Kind {
    mutating get {
      let weights: [(Kind, Int)] = [
        (.append, 36), (.backdate, 12), (.replace, 8), (.note, 4), (.status, 10), (.delete, 5),
        (.undelete, 4), (.oversell, 2), (.unbalanced, 2), (.repeated, 1), (.missing, 1),
        (.outdated, 1), (.price, 2), (.rate, 2), (.account, 2), (.instrument, 2), (.version, 4),
        (.newVersion, 5),
      ]
      var left = dice.below(weights.reduce(0) { $0 + $1.1 })
      for (kind, weight) in weights {
        if left < weight { return kind }
        left -= weight
      }
      return .append
    }
  }

  /// Makes a change of both stores.
  /// - Returns: what each says; nil if there is nothing to change.
  private mutating func change(_ kind: Kind) throws -> (String, String)? {
    let time = try time
    switch kind {
    case .append, .backdate, .unbalanced:
      guard let rows = try next(kind) else { return nil }
      return both { try $0.append(StoreInput(rows), at: time) }
    case .oversell:
      guard let row = waiting.first(where: { $0.contains(#""trade_type": "sell""#) }) else {
        return nil
      }
      let quantity = row.replacing(#""quantity": ""#, with: #""quantity": "9000"#)
      return both { try $0.append(StoreInput(quantity), at: time) }
    case .repeated:
      guard let (_, row) = try pick() else { return nil }
      return both { try $0.append(StoreInput(row), at: time) }
    case .missing: return both { [try $0.delete("nobody", at: time)] }
    case .outdated:
      guard let (_, row) = try pick() else { return nil }
      return both { [try $0.replace(StoreInput(row), expecting: "2001-01-01", at: time)] }
    case .replace, .note:
      guard let (_, row) = try pick() else { return nil }
      let new = revised(row, kind)
      return both { [try $0.replace(StoreInput(new), at: time)] }
    case .status:
      guard let (id, _) = try pick() else { return nil }
      let status = dice.pick([GroupStatus.void, .pending, .settled])
      let settled = dice.chance(20) ? time : nil
      return both { [try $0.setStatus(of: id, to: status, settledAt: settled, at: time)] }
    case .delete, .undelete:
      guard let (id, _) = try pick(isDeleted: kind == .undelete) else { return nil }
      return both {
        [kind == .delete ? try $0.delete(id, at: time) : try $0.undelete(id, at: time)]
      }
    case .price, .rate, .account, .instrument:
      let document = head(kind)
      return both { try $0.append(StoreInput(document), at: time) }
    case .version, .newVersion: return try put(kind, at: time)
    }
  }

  /// Rows that have not come yet, with this and that.
  private mutating func next(_ kind: Kind) throws -> String? {
    var rows: [String] = []
    let count = dice.chance(15) ? 2 + dice.below(3) : 1
    while rows.count < count, !waiting.isEmpty {
      // One is left out for a while, or one that was left out comes.
      let place = kind == .backdate ? dice.below(min(9, waiting.count)) : 0
      var row = waiting.remove(at: place)
      if kind == .unbalanced { row = row.replacing(#""amount": ""#, with: #""amount": "1"#) }
      rows.append(decorated(row))
    }
    let new = try newInstruments(of: rows)
    if !new.isEmpty { rows.insert(#"{"stocks_master": [\#(new.joined(separator: ", "))]}"#, at: 0) }
    return rows.isEmpty ? nil : rows.joined(separator: "\n")
  }

  /// The rows of the instruments that some groups name first.
  private mutating func newInstruments(of rows: [String]) throws -> [String] {
    let head = String(decoding: try whole.contents().head?.row ?? [], as: UTF8.self)
    let known = head.firstRange(of: #""stocks_master": ["#).map { start in
      head[start.upperBound...].prefix { $0 != "]" }
    }
    return instruments.filter { symbol, _ in
      known?.contains(#""symbol": "\#(symbol)""#) != true
        && rows.contains { $0.contains(#"symbol": "\#(symbol)""#) }
    }.map(\.row)
  }

  private mutating func decorated(_ row: String) -> String {
    var more = ""
    if dice.chance(10) { more += #""updated_at": "2029-01-02T03:04:05Z", "# }
    if dice.chance(8) { more += #""notes": "n\#(dice.below(9))", "# }
    if dice.chance(3) { more += #""my_key": \#(dice.below(9)), "# }
    return "{" + more + row.dropFirst()
  }

  /// A row with another day, a note, or another amount.
  private mutating func revised(_ row: String, _ kind: Kind) -> String {
    if kind == .note { return "{\"notes\": \"n\(dice.below(99))\", " + row.dropFirst() }
    var text = decorated(row)
    guard dice.chance(60), let start = text.firstRange(of: "\"occurred_at\": \"")?.upperBound,
      let end = text[start...].firstIndex(of: "T"), let day = try? Day(String(text[start..<end]))
    else { return text.replacing(#""amount": ""#, with: #""amount": "0"#) }
    let other = day.adding(days: dice.below(9) - 4) ?? day
    text.replaceSubrange(start..<end, with: "\(other)")
    return text
  }

  /// The id and the row of a group, mostly a late one.
  private mutating func pick(isDeleted: Bool? = nil) throws -> (id: String, row: String)? {
    let groups = try whole.contents().groups.filter { group in
      isDeleted.map { $0 == (group.deletedAt != nil) } ?? true
    }
    if groups.isEmpty { return nil }
    let reach = dice.chance(60) ? min(9, groups.count) : groups.count
    let group = groups[groups.count - 1 - dice.below(reach)]
    return (group.id, String(decoding: group.row, as: UTF8.self))
  }

  private mutating func head(_ kind: Kind) -> String {
    let day = "202\(1 + dice.below(4))-0\(1 + dice.below(9))-1\(dice.below(9))"
    return switch kind {
    case .price:
      #"{"historical_prices": [{"symbol": "A", "date": "\#(day)", "close": "\#(dice.below(99))"}]}"#
    case .instrument:
      #"{"stocks_master": [{"symbol": "NEW \#(minute / 8)", "currency": "USD"}]}"#
    case .rate:
      #"{"fx_rates": [{"date": "\#(day)", "from": "EUR", "to": "USD", "rate": "1.2"}]}"#
    default:
      #"{"portfolio_cash_accounts": [{"id": "new \#(minute / 8)", "currency": "USD"}]}"#
    }
  }

  /// Stores versions of another store.
  private mutating func put(_ kind: Kind, at time: Timestamp) throws -> (String, String)? {
    var row: String
    if kind == .newVersion {
      guard let first = waiting.first, try newInstruments(of: [first]).isEmpty else { return nil }
      row = waiting.removeFirst()
    } else {
      guard let known = try pick() else { return nil }
      row = dice.chance(20) ? known.row : revised(known.row, .replace)
    }
    // A ledger with booking faults has no live books from then on.
    var copy = whole
    let document = StoreInput(row)
    let trial = Self.attempt(&copy) { store in
      if kind == .version {
        _ = try store.replace(document, at: time)
      } else {
        try store.append(document, at: time)
      }
    }
    guard trial.hasPrefix("stored") || dice.chance(3) else { return nil }
    let stored = StoredRow(text: Array(row.utf8), updatedAt: time, deletedAt: nil, sequence: 1)
    let contents = try? StoreContents(head: nil, rows: [stored], lastSequence: 1)
    guard let group = contents?.groups.first else { return nil }
    let last = dice.chance(80) ? try whole.contents().lastSequence : nil
    return both { store in
      let stored = try store.put(StoreChanges(head: nil, groups: [group]), expecting: last)
      return [try store.group(group.id)] + (stored < 0 ? [group] : [])
    }
  }

  // MARK: Comparison

  private mutating func both(
    _ change: (inout StoreOperations) throws -> [StoredGroup]
  ) -> (String, String) {
    (Self.attempt(&live, change), Self.attempt(&whole, change))
  }

  private static func attempt<Result>(
    _ store: inout StoreOperations, _ change: (inout StoreOperations) throws -> Result
  ) -> String {
    do {
      let result = try change(&store)
      return "stored \(result)"
    } catch {
      guard case .invalid(let faults)? = error as? StoreFailure else { return "\(error)" }
      return "invalid \(text(faults))"
    }
  }

  private static func text(_ faults: LedgerFaults) -> String {
    faults.diagnostics.map { found in
      let file = found.position.isKnown ? faults.sources[found.position.file] : nil
      let bytes = file?.bytes(found.position.offset, 40) ?? []
      return "\(found) \(found.position.file) \(found.position.offset) \(found.field) "
        + "\(file?.name ?? "-"): \(String(decoding: bytes, as: UTF8.self))"
    }.joined(separator: "\n")
  }

  private mutating func expectSame(_ label: String) throws {
    let (one, other) = (try live.contents(), try whole.contents())
    #expect(one.lastSequence == other.lastSequence, "\(label)")
    #expect(one.head == other.head, "\(label)")
    #expect(one.groups == other.groups, "\(label)")
    #expect(Self.text(live.warnings) == Self.text(whole.warnings), "\(label)")
    #expect("\(live.added)" == "\(whole.added)", "\(label)")
    guard minute % 5 == 0, let books = live.live.books else { return }
    let check = LedgerCheck(of: StoreCheck.draft([StoreInput.stored(one.document, name: "s")]))
    let booked = try BookedLedger(booking: check.validPart, StoreCheck.booking)
    #expect(try books.holdings == booked.holdings(), "\(label)")
    #expect(books.cash == booked.cash, "\(label)")
    let lots = books.instruments.flatMap { instrument in
      books.lots(of: instrument).map { Self.line($0, books.tables.symbol(instrument)) }
    }
    let expected = booked.lots.map { Self.line($0, booked.ledger.tables.symbol($0.instrument)) }
    #expect(lots.sorted() == expected.sorted(), "\(label)")
  }

  private static func line(_ lot: Lot, _ symbol: String) -> String {
    let amounts = [lot.quantity, lot.cost].map { $0.normalized() }
    return "\(symbol) \(lot.acquired) \(lot.group.rawValue) \(amounts)"
  }
}

import FolioNumbers
import Testing

@testable import FolioInterchange
@testable import FolioModel
@testable import TestSupport

/// A checker that goes on from a state says what `LedgerCheck` says of the whole.
struct CheckerStateTests {
  @Test("Changes after a restoration are checked as before", arguments: 0..<8)
  func changes(seed: Int) throws {
    var trial = try LiveCheckTrial(seed: UInt64(100 + seed))
    for step in 0..<TestScale.part(of: 600) {
      try trial.change()
      if step % 5 == 4 { try trial.restore() }
    }
    #expect(trial.accepted > 10 && trial.refused > 0)
    // Not while legs have told what stocks mean.
    #expect(trial.stored.restored > 2, "\(trial.stored.failures)")
    let incremental = trial.accepted + trial.refused - trial.whole.values.reduce(0, +)
    #expect(incremental * 2 > trial.accepted, "\(trial.whole)")
  }

  private func someState() throws -> CheckerState {
    var trial = try LiveCheckTrial(seed: 11)
    for _ in 0..<40 { try trial.change() }
    let place = OrderKey(try Timestamp(day: .last, hour: 0), 0)
    var state = try #require(trial.reader.state(of: trial.checker, upTo: place))
    state.awaited = [Array("an id that is awaited".utf8), Array("id".utf8)]
    return state
  }

  @Test("Damaged bytes, and those of others, are no state")
  func damage() throws {
    let state = try someState()
    let bytes = state.sealed
    #expect(CheckerState(sealed: bytes) == state)
    #expect(CheckerState(sealed: bytes)?.sealed == bytes)
    for count in bytes.indices { #expect(CheckerState(sealed: Array(bytes[..<count])) == nil) }
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= 1 << UInt8(index % 8)
      #expect(CheckerState(sealed: flipped) == nil)
    }
    #expect(CheckerState(sealed: bytes + [0]) == nil)
    #expect(CheckerState(sealed: Array("{}".utf8)) == nil)
  }

  @Test("Bytes with a sound checksum are a state or none, and never a trap")
  func forgery() throws {
    let state = try someState()
    let payload = Array(state.sealed.dropLast(8))
    var dice = Dice(seed: 5)
    var found = 0
    for _ in 0..<TestScale.part(of: 40_000) {
      var forged = payload
      for _ in 0...dice.below(3) { forged[dice.below(forged.count)] = UInt8(dice.below(256)) }
      if dice.chance(10) { forged.removeLast(dice.below(forged.count)) }
      var coder = StateCoder(reading: forged)
      var other = CheckerState()
      guard (try? other.code(&coder)) != nil else { continue }
      found += 1
      #expect(CheckerState(sealed: other.sealed) == other)
      // It fits the head or does not.
      _ = try? LiveReader.resume(head: Self.head, after: other)
    }
    #expect(found > 0)
    #expect(throws: NeedsWholeLedger.self) {
      try LiveReader.resume(head: Array("{}\n".utf8), after: state)
    }
  }

  private static let head = Array(#"{"settings": {"base_currency": "USD"}}"#.utf8)
}

extension CheckerState {
  var sealed: [UInt8] {
    var (copy, coder) = (self, StateCoder())
    try? copy.code(&coder)
    return coder.sealed
  }

  init?(sealed bytes: [UInt8]) {
    self.init()
    do throws(StateFault) {
      var coder = try StateCoder(readingSealed: bytes)
      try code(&coder)
      try coder.expectEnd()
    } catch { return nil }
  }
}

/// The ids of a store, and what became of the states.
struct StoredIDs {
  private var owners: [[String]: GroupIndex] = [:]
  var restored = 0
  /// Why states could not be restored.
  var failures: [NeedsWholeLedger.Reason: Int] = [:]

  init() {}

  /// The ids of a ledger.
  mutating func take(_ ledger: Ledger) {
    owners = [:]
    let tables = ledger.tables
    for (number, group) in ledger.rows.groups.enumerated() {
      GroupFacts.forEachID(of: group, ledger.rows) { id, table in
        owners["\(table)", tables.text(id)] = GroupIndex(number)
      }
    }
  }

  func owner(_ id: String, _ table: IDIndex.Table) -> GroupIndex? { owners["\(table)", id] }
}

extension [[String]: GroupIndex] {
  fileprivate subscript(_ table: String, _ id: String) -> GroupIndex? {
    get { self[[table, id]] }
    set { self[[table, id]] = newValue }
  }
}

extension LiveCheckTrial {
  /// Goes on with a checker that is restored from the state at a random place.
  mutating func restore() throws {
    guard !rows.isEmpty else { return }
    let ledger = Self.check([Self.document(head, rows)]).validPart
    let keys = ledger.rows.groups.enumerated().map {
      OrderKey($1.occurredAt, GroupIndex($0))
    }.sorted()
    let place = keys[dice.chance(80) ? dice.below(1 + keys.count / 4) : dice.below(keys.count)]
    guard let state = reader.state(of: checker, upTo: place) else {
      #expect(!checker.checker.resolver.learned.isEmpty || checker.isPast(place))
      return
    }
    stored.take(ledger)
    do throws(NeedsWholeLedger) {
      let bytes = state.sealed
      var (reader, checker) = try LiveReader.resume(
        head: Array(Self.headLine(head).utf8), after: CheckerState(sealed: bytes))
      var rest = keys.filter { $0 > place }[...]
      while !rest.isEmpty {
        let batch = rest.prefix(1 + dice.below(9)).map(\.group)
        rest = rest.dropFirst(batch.count)
        let lines = batch.map { rows[Int($0)].text + "\n" }.joined()
        reader.read(Array(lines.utf8), file: 0, isRow: true)
        var change = reader.take()
        change.groups.numbers = batch
        let taken = try checker.take(change, stored.owner)
        let counting = batch.filter { ledger.rows.groups[Int($0)].counts }
        #expect(taken.numbers == counting && taken.rows.groups.count == counting.count)
        for (row, number) in counting.enumerated() {
          #expect(Self.dump(taken, row) == Self.dump(ledger, Int(number)))
        }
      }
      let end = keys[keys.count - 1]
      #expect(reader.state(of: checker, upTo: end)?.past == self.checker.past(upTo: end))
      (self.reader, self.checker) = (reader, checker)
      stored.restored += 1
    } catch {
      stored.failures[error.reason, default: 0] += 1
    }
    try expectState("restored")
  }
}

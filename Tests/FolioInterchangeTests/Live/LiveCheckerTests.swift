import FolioDiagnostics
import FolioNumbers
import Testing

@testable import FolioInterchange
@testable import FolioModel
@testable import TestSupport

/// After each of many random changes, a `LiveChecker` says what `LedgerCheck` says of the whole.
struct LiveCheckerTests {
  @Test("Faults, warnings, order and days are those of the whole ledger", arguments: 0..<8)
  func changes(seed: Int) throws {
    var trial = try LiveCheckTrial(seed: UInt64(seed))
    for _ in 0..<TestScale.part(of: 600) { try trial.change() }
    #expect(trial.accepted > 10 && trial.refused > 0)
    #expect(seed % 2 == 1 || !trial.checker.quoted.isEmpty)
    // Most changes are incremental.
    #expect(trial.whole.values.reduce(0, +) * 2 < trial.accepted + trial.refused, "\(trial.whole)")
  }
}

/// A ledger as rows, beside its live checker.
struct LiveCheckTrial {
  var dice: Dice
  private(set) var head: [String: [String]]
  private(set) var rows: [LiveRow] = []
  var checker: LiveChecker
  var reader: LiveReader
  /// Both before the last change.
  private var before: (checker: LiveChecker, reader: LiveReader)
  /// What a store would know of the ids.
  private var names = 0
  var accepted = 0
  var refused = 0
  /// How often only the whole ledger told, by reason.
  var whole: [NeedsWholeLedger.Reason: Int] = [:]

  init(seed: UInt64) throws {
    dice = Dice(seed: seed)
    head = Self.head
    if seed % 3 == 0 {
      head["balances"] = [
        #"{"date": "2024-02-01", "cash_account_id": "usd", "amount": "1"}"#,
        #"{"date": "2024-08-01", "symbol": "AAA", "quantity": "1", "is_deleted": true}"#,
      ]
    }
    if seed % 2 == 0 {
      head["stocks_master"]?.append(#"{"symbol": "\#(LiveRow.pence)", "currency": "GBX"}"#)
      head["historical_prices"]?.append(
        #"{"symbol": "\#(LiveRow.pence)", "date": "2024-01-05", "close": "7"}"#)
    }
    (checker, reader) = try Self.open(Self.document(head, []))
    before = (checker, reader)
  }

  private static let head = [
    "settings": [#"{"base_currency": "USD"}"#],
    "portfolio_cash_accounts": LiveRow.accounts.map {
      #"{"id": "\#($0.0)", "name": "n", "currency": "\#($0.1)"}"#
    },
    "stocks_master": [
      #"{"id": "id-a", "symbol": "AAA", "currency": "USD"}"#,
      #"{"id": "id-b", "symbol": "BBB", "currency": "EUR", "x_mine": 1}"#,
      #"{"symbol": "a symbol that is long", "currency": "GBP", "colour": "blue"}"#,
    ],
    "historical_prices": [#"{"symbol": "AAA", "date": "2024-02-02", "close": "5"}"#],
    "fx_rates": [
      #"{"date": "2024-01-01", "from": "EUR", "to": "USD", "rate": "1.1"}"#
    ],
  ]

  // MARK: Documents

  private static let tables = [
    "settings", "portfolio_cash_accounts", "stocks_master", "historical_prices", "fx_rates",
    "balances",
  ]

  static func headLine(_ head: [String: [String]]) -> String {
    let members = tables.compactMap { table -> String? in
      guard let rows = head[table] else { return nil }
      let list = rows.joined(separator: ", ")
      return table == "settings" ? "\"settings\": \(list)" : "\"\(table)\": [\(list)]"
    }
    return "{" + members.joined(separator: ", ") + "}\n"
  }

  static func document(_ head: [String: [String]], _ rows: [LiveRow]) -> [UInt8] {
    Array((headLine(head) + rows.map { $0.text + "\n" }.joined()).utf8)
  }

  /// Reads documents as a store does: the first is its own.
  private static func reader(of documents: [[UInt8]]) -> LedgerReader {
    var reader = LedgerReader()
    for (number, bytes) in documents.enumerated() {
      reader.acceptsUnknownKeys = number != 1
      reader.read(bytes, name: "\(number)")
    }
    return reader
  }

  static func check(_ documents: [[UInt8]]) -> LedgerCheck {
    var draft = reader(of: documents).finish()
    draft.changesStore = true
    return LedgerCheck(of: draft)
  }

  private static func open(_ document: [UInt8]) throws -> (LiveChecker, LiveReader) {
    var (draft, reader) = reader(of: [document]).finishLive()
    draft.changesStore = true
    return (try LiveChecker.open(draft).0, reader)
  }

  // MARK: Changes

  mutating func change() throws {
    before = (checker, reader)
    switch dice.below(100) {
    case 0..<45: try append(1)
    case 45..<50: try append(2 + dice.below(4))
    case 50..<60: try replace()
    case 60..<65: try annotate()
    case 65..<90: try adjust()
    default: try addHead()
    }
  }

  private mutating func newRows(_ count: Int) -> [LiveRow] {
    (0..<count).map { _ in
      names += 1
      return LiveRow(names, among: rows.suffix(40).map(\.id), &dice)
    }
  }

  private mutating func append(_ count: Int) throws {
    let new = newRows(count)
    let bytes = Array(new.map { $0.text + "\n" }.joined().utf8)
    reader.read(bytes, file: 1, isRow: dice.chance(50))
    var change = reader.take()
    change.groups.numbers = change.groups.groups.indices.map { GroupIndex(rows.count + $0) }
    try expectSame(
      change, nil, [Self.document(head, rows), bytes], after: (head, rows + new), "append")
  }

  private mutating func replace() throws {
    guard !rows.isEmpty else { return }
    let number = dice.below(rows.count)
    var new = newRows(1)[0]
    new.id = rows[number].id
    var after = rows
    after[number] = new
    try exchange(number, after, (1, Array(new.text.utf8)), "replace")
  }

  private mutating func annotate() throws {
    guard !rows.isEmpty else { return }
    let number = dice.below(rows.count)
    var after = rows
    after[number].notes = "note \(dice.below(99))"
    try exchange(number, after, (1, Array(after[number].text.utf8)), "annotate")
  }

  /// Changes the status, deletes or restores.
  private mutating func adjust() throws {
    guard !rows.isEmpty else { return }
    let number = dice.below(rows.count)
    var after = rows
    let status = dice.pick(["void", "pending", "settled"])
    if dice.chance(60) { after[number].status = status } else { after[number].isDeleted.toggle() }
    let new = after[number]
    try exchange(number, after, (0, Array(new.text.utf8)), "adjust")
  }

  private mutating func exchange(
    _ number: Int, _ after: [LiveRow], _ row: (file: Int, bytes: [UInt8]),
    _ name: String
  ) throws {
    reader.read(Array(rows[number].text.utf8), file: 0, isRow: true)
    var old = reader.take().groups
    reader.read(row.bytes, file: row.file, isRow: true)
    var change = reader.take()
    old.numbers = [GroupIndex(number)]
    change.groups.numbers = [GroupIndex(number)]
    // A replaced row is a document between those of the rows before and after it.
    let parts = [
      Self.document(head, Array(rows[..<number])), row.bytes + [0x0A],
      Array(rows[(number + 1)...].map { $0.text + "\n" }.joined().utf8),
    ].filter { !$0.isEmpty }
    let documents = row.file == 1 ? parts : [Self.document(head, after)]
    try expectSame(change, old, documents, after: (head, after), name)
  }

  private mutating func addHead() throws {
    let day = "2024-\(10 + dice.below(3))-\(10 + dice.below(18))"
    let table = dice.pick(Array(Self.tables.dropFirst().dropLast()))
    let row =
      switch table {
      case "portfolio_cash_accounts":
        dice.pick([
          #"{"id": "an account with the name \#(dice.below(9))", "name": "n", "currency": "EUR"}"#,
          #"{"id": "nowhere", "name": "n", "currency": "USD"}"#, Self.head[table]?[0] ?? "",
        ])
      case "stocks_master":
        dice.pick([
          #"{"id": "i\#(dice.below(9))", "symbol": "an instrument \#(dice.below(9))"}"#,
          #"{"symbol": "NEW1", "currency": "USD", "multiplier": "1"}"#, Self.head[table]?[0] ?? "",
        ])
      case "historical_prices":
        #"{"symbol": "\#(dice.pick(LiveRow.symbols))", "date": "\#(day)", "close": "5""#
          + (dice.chance(80) ? #", "currency": "USD"}"# : "}")
      default:
        #"{"date": "\#(day)", "from": "EUR", "to": "USD", "rate": "1.\#(dice.below(9))"}"#
      }
    var after = head
    let new = dice.chance(40) ? newRows(1) : []
    let bytes = Self.document([table: [row]], new)
    if head[table]?.contains(row) != true { after[table, default: []].append(row) }
    if table == "historical_prices" || table == "fx_rates" {
      after[table]?.removeAll { $0 != row && Self.key($0) == Self.key(row) }
    }
    reader.read(bytes, file: 1)
    var change = reader.take()
    change.groups.numbers = change.groups.groups.indices.map { GroupIndex(rows.count + $0) }
    try expectSame(
      change, nil, [Self.document(head, rows), bytes], after: (after, rows + new), "head")
  }

  /// The start of a price or a rate, which says of what and of which day it is.
  private static func key(_ row: String) -> String {
    row.split(separator: ",").prefix { !$0.contains("close") && !$0.contains("\"rate\"") }
      .joined()
  }

  // MARK: Comparison

  private mutating func expectSame(
    _ change: LedgerChange, _ old: GroupBatch?, _ documents: [[UInt8]],
    after: (head: [String: [String]], rows: [LiveRow]), _ name: String
  ) throws {
    let whole = Self.check(documents)
    let checked: CheckedChange
    do throws(NeedsWholeLedger) {
      checked = try checker.check(change, replacing: old)
    } catch {
      self.whole[error.reason, default: 0] += 1
      (checker, reader) = before
      try takeWhole(whole, after)
      return try expectState(name)
    }
    guard checked.faults.isEmpty else {
      refused += 1
      (checker, reader) = before
      // A row that is only adjusted is read from the store's own document.
      let start =
        documents.count == 1 ? starts(after.head, after.rows)[Int(old?.numbers?[0] ?? 0)] : 0
      let faults = checked.faults.map { Self.text($0, movedBy: start) }
      #expect(faults == whole.faults.map { Self.text($0) }, "\(name) \(names)")
      return try expectState(name)
    }
    #expect(whole.faults.map { Self.text($0) } == [], "\(name) \(names)")
    if !whole.faults.isEmpty { return }
    accepted += 1
    if head["balances"] != nil {
      // Booking up to the last day of a statement is the same.
      let stated: Day = "2024-02-01"
      #expect(
        Self.booked(to: stated, head, rows) == Self.booked(to: stated, after.head, after.rows))
    }
    if name == "annotate" { #expect(checked.start == nil) }
    expectSameBooks(checked, after)
    checker.apply(checked)
    guard dice.chance(15) else {
      (head, rows) = after
      return try expectState(name, checked)
    }
    (checker, reader) = before
    try expectState(name)
  }

  /// The rows in the order of booking, up to the last one that counts up to a day.
  private static func booked(
    to day: Day, _ head: [String: [String]], _ rows: [LiveRow]
  ) -> [[String]] {
    let ledger = check([document(head, rows)]).validPart
    let order = rows.indices.map { Int(ledger.group(at: $0)) }.filter {
      ledger.rows.groups[$0].counts
    }
    let last = order.lastIndex { ledger.tradeDay(of: ledger.rows.groups[$0]) <= day } ?? -1
    return order[...last].map { dump(ledger, $0) }
  }

  /// Nothing that is booked changes before the start of a change.
  private func expectSameBooks(
    _ change: CheckedChange, _ after: (head: [String: [String]], rows: [LiveRow])
  ) {
    let old = Self.check([Self.document(head, rows)]).validPart
    let new = Self.check([Self.document(after.head, after.rows)]).validPart
    func booked(_ ledger: Ledger, _ count: Int) -> [[String]] {
      (0..<count).map { Int(ledger.group(at: $0)) }.filter { number in
        let group = ledger.rows.groups[number]
        let key = OrderKey(group.occurredAt, GroupIndex(number))
        return group.counts && (change.start.map { key < $0 } ?? true)
      }.map { Self.dump(ledger, $0) }
    }
    let (before, now) = (booked(old, rows.count), booked(new, after.rows.count))
    #expect(before == now, "from \(String(describing: change.start))")
  }

  private mutating func takeWhole(
    _ check: LedgerCheck, _ after: (head: [String: [String]], rows: [LiveRow])
  ) throws {
    guard check.faults.isEmpty else { return refused += 1 }
    accepted += 1
    (head, rows) = after
    (checker, reader) = try Self.open(Self.document(head, rows))
  }

  /// The offset of each row in the document.
  private func starts(_ head: [String: [String]], _ rows: [LiveRow]) -> [Int] {
    var offset = Self.headLine(head).utf8.count
    return rows.map { row in
      offset += row.text.utf8.count + 1
      return offset - row.text.utf8.count - 1
    }
  }

  /// Compares everything that the checker knows with the check of the whole.
  func expectState(_ name: String, _ change: CheckedChange? = nil) throws {
    let whole = Self.check([Self.document(head, rows)])
    let ledger = whole.validPart
    #expect(whole.faults.isEmpty)
    let starts = starts(head, rows)
    let warnings = checker.warnings { SourcePosition(file: 0, offset: starts[Int($0)]) }
    // Rows of the head have other positions when there are more of them.
    let end = Self.headLine(head).utf8.count
    let texts = [warnings, ledger.warnings].map { found in
      found.map { $0.position.offset < end ? $0.message : Self.text($0) }
    }
    #expect(texts[0] == texts[1], "\(name) \(names)")
    let order = rows.indices.map { ledger.group(at: $0) }.filter {
      let group = ledger.rows.groups[Int($0)]
      return group.counts
    }
    let found = checker.order.entries(after: nil, limit: .max)
    #expect(found.map(\.key.group) == order, "\(name) \(names)")
    for entry in found {
      let group = ledger.rows.groups[Int(entry.key.group)]
      #expect(entry.tradeDay == ledger.tradeDay(of: group))
    }
    expectNames(of: ledger, name)
    let head = checker.head
    #expect(head.lastDay == ledger.lastDay && head.isolatedLastDay == ledger.isolatedLastDay)
    if let change = change?.ledger, let numbers = change.numbers {
      for (row, number) in numbers.enumerated() {
        #expect(Self.dump(change, row) == Self.dump(ledger, Int(number)), "\(name) \(names)")
      }
    }
  }

  /// Compares the number of ids and the symbols. Symbols of refused changes may be known, too.
  private func expectNames(of ledger: Ledger, _ name: String) {
    let rows = ledger.rows
    let ids =
      rows.groups.count + rows.stockLegs.count { !$0.id.isNone }
      + rows.cashLegs.count { !$0.id.isNone }
    #expect(checker.ids.count == ids, "\(name) \(names)")
    let tables = checker.head.tables
    let known = Set(tables.instruments.map { tables.text($0.symbol) })
    let needed = Set(ledger.tables.instruments.map { ledger.tables.text($0.symbol) })
    #expect(needed.isSubset(of: known) && known.count == tables.instruments.count, "\(name)")
  }

  /// A checked group without the numbers of its rows and names.
  static func dump(_ ledger: Ledger, _ row: Int) -> [String] {
    let (tables, group) = (ledger.tables, ledger.rows.groups[row])
    let stock = group.stockLegs.map { index in
      let leg = ledger.rows.stockLegs[index]
      let currency = leg.currency == missingCurrency ? "" : tables.currencies[leg.currency].code
      let lots = ledger.rows.detail(of: leg)?.lots.map(\.group.rawValue) ?? []
      let new = ledger.rows.detail(of: leg)?.newInstrument ?? .missing
      let symbols = [leg.instrument, new].filter { $0 != .missing }.map(tables.symbol)
      return "\(tables.text(leg.id)) \(leg.type) \(symbols) \(leg.quantity) "
        + "\(leg.gross) \(currency) \(leg.fxRate) \(tables.securitiesAccount(leg.account)) \(lots)"
    }
    let cash = group.cashLegs.map { index in
      let leg = ledger.rows.cashLegs[index]
      let account = tables.text(tables.cashAccounts[Int(leg.account)].id)
      return "\(tables.text(leg.id)) \(leg.type) \(account) \(leg.signedAmount) "
        + "\(tables.currencies[leg.currency].code)"
    }
    return ["\(tables.text(group.id)) \(group.hasResidual)"] + stock + cash
  }

  private static func text(_ found: Diagnostic, movedBy offset: Int = 0) -> String {
    "\(found.code.rawValue) \(found.message) \(found.help) \(found.field) \(found.position.file) "
      + "\(found.position.isKnown ? found.position.offset + offset : -1)"
  }
}

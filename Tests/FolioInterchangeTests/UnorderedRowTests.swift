import FolioNumbers
import Testing

@testable import FolioInterchange
@testable import TestSupport

/// Rows whose keys come in any order, and rows with unknown keys, give the same whether their first
/// members are read in the order of the format or all by the grammar, each position included.
struct UnorderedRowTests {
  private static let layouts: [@Sendable (Tree) -> String] = [\.compact, \.spaced, \.indented]

  @Test(arguments: 0..<3)
  func rowsInAnyOrderAreAsByTheGrammar(layout: Int) {
    var random = Random(seed: 3 + UInt64(layout))
    for round in 0..<TestScale.part(of: 40) {
      let odds = [4, 40, .max][round % 3]
      let groups = (0..<40).map { _ in Self.group(&random, oddOneIn: odds).shuffled(&random) }
      expectSame(Self.document(groups.map(Self.layouts[layout])), "round \(round)")
    }
  }

  /// In the order of the format, but with others between them, or behind.
  @Test(arguments: 0..<3)
  func rowsAmongUnknownKeysAreAsByTheGrammar(layout: Int) {
    var random = Random(seed: 7 + UInt64(layout))
    for round in 0..<TestScale.part(of: 40) {
      let odds = [4, 40, .max][round % 3]
      let rare = Int.random(in: 0..<4, using: &random)
      let groups = (0..<40).map { _ in
        Self.group(&random, oddOneIn: odds, unknownAt: rare)
      }
      expectSame(Self.document(groups.map(Self.layouts[layout])), "round \(round)")
    }
  }

  @Test(arguments: 0..<3)
  func damageIsToldAsByTheGrammar(layout: Int) {
    let write = Self.layouts[layout]
    var random = Random(seed: 11 + UInt64(layout))
    let ordered = (0..<4).map { _ in write(Self.group(&random, oddOneIn: .max, unknownAt: 2)) }
    let shuffled = (0..<4).map { _ in write(Self.group(&random, oddOneIn: .max).shuffled(&random)) }
    for round in 0..<TestScale.part(of: 1000) {
      var group = Self.group(&random, oddOneIn: 60, unknownAt: round % 4)
      if round % 2 == 0 { group = group.shuffled(&random) }
      let damaged = damaged(write(group), &random)
      let before = round % 2 == 0 ? shuffled : ordered
      expectSame(Self.document(before + [damaged, before[0]]), "round \(round): \(damaged)")
    }
  }

  @Test func noWindowEndsInARowThatIsRead() {
    var random = Random(seed: 5)
    let groups = (0..<12).map { index in
      let group = Self.group(&random, oddOneIn: .max, unknownAt: 1)
      return index < 6 ? group.spaced : group.shuffled(&random).spaced
    }
    let bytes = Array(Self.document(groups).utf8)
    let whole = lines(bytes, byGrammar: true)
    for window in stride(from: 1100, to: 1900, by: 3 * TestScale.step) {
      #expect(DraftText(read(bytes, window: window), positions: true).lines == whole)
    }
  }

  @Test(arguments: ["mine", "yours"])
  func usersAreToldApartInAnyOrder(user: String) {
    var random = Random(seed: 13)
    for _ in 0..<TestScale.part(of: 40) {
      let groups = (0..<20).map { _ in
        Self.group(&random, oddOneIn: .max, users: ["mine", "yours"]).shuffled(&random).spaced
      }
      expectSame(Self.document(groups), "users", user: user)
      expectSame(Self.document(groups), "all users")
    }
  }

  @Test func keysThatAreGivenTwiceAreFoundInAnyOrder() {
    var random = Random(seed: 23)
    let before = (0..<6).map { _ in
      Self.group(&random, oddOneIn: .max, unknownAt: 1).shuffled(&random)
    }
    for key in ["fees", "broker_ref", "custom tag", "user_id", "created_at", "amount", "status"] {
      for place in ["\"symbol\"", "\"leg_type\"", "\"group_type\"", "\"occurred_at\""] {
        let text = before[0].spaced.replacing(
          place, with: "\"\(key)\": \"1\", \"x\": 2, \"\(key)\": \"1\", " + place,
          maxReplacements: 1)
        let document = Self.document(before.map(\.spaced) + [text])
        expectSame(document, "\(key) before \(place)")
        #expect(faults(document).contains { $0.hasPrefix("F104") }, "\(key) before \(place)")
      }
    }
  }

  // MARK: Documents

  private func expectSame(_ document: String, _ what: String, user: String? = nil) {
    let bytes = Array(document.utf8)
    let found = DraftText(read(bytes, user: user), positions: true).lines
    #expect(found == lines(bytes, byGrammar: true, user: user), "\(what)")
  }

  private func lines(_ bytes: [UInt8], byGrammar: Bool, user: String? = nil) -> [String] {
    var reader = LedgerReader(user: user, windowSize: 1 << 20)
    reader.reader.records.readsInOrder = !byGrammar
    reader.read(bytes, name: "ledger.json")
    return DraftText(reader.finish(), positions: true).lines
  }

  private static func document(_ groups: [String]) -> String {
    "{\"transaction_groups\":[" + groups.joined(separator: ",") + "]}"
      + String(repeating: " ", count: 2000)
  }

  /// A group of a trade; of its columns one in so many is odd.
  private static func group(
    _ random: inout Random, oddOneIn odds: Int, unknownAt place: Int? = nil,
    users: [String] = ["mine"]
  ) -> Tree {
    var maker = AnyRowMaker(random: random, odds: odds, unknownAt: place, users: users)
    let type = ["buy", "sell", "dividend"].randomElement(using: &random) ?? "buy"
    let stock = maker.row([
      ("id", maker.id()), ("stock_id", maker.id()), ("symbol", .text("ACME")),
      ("trade_type", .text(type)),
      ("trade_date", .text("2024-02-29")), ("settlement_date", .text("2024-03-02")),
      ("quantity", .text(type == "dividend" ? "0.00" : "58.300000000000000000")),
      ("price_per_share", .text("182.05")),
      ("gross_amount", .text("10613.515")), ("fees", .json("4.91")), ("taxes", .json("null")),
      ("currency", .text("GBP")),
    ])
    let cash = (0...Int.random(in: 0...2, using: &random)).map { _ in
      maker.row([
        ("id", maker.id()), ("cash_account_id", maker.id()), ("leg_type", .text("principal")),
        ("direction", .text("out")), ("amount", .text("10613.51500000")),
        ("currency", .text("GBP")),
      ])
    }
    let group = maker.row([
      ("id", maker.id()), ("group_type", .text("stock_trade")), ("status", .text("settled")),
      ("occurred_at", .text("2024-02-29T14:30:00Z")), ("notes", .text("two shares")),
      ("is_deleted", .json("false")), ("stock_transactions", .array([stock])),
      ("cash_transactions", .array(cash)), ("settled_at", .text("2024-03-02T00:00:00Z")),
    ])
    random = maker.random
    return group
  }
}

/// Makes rows with columns that have no meaning.
private struct AnyRowMaker {
  var random: Random
  let odds: Int
  let unknownAt: Int?
  let users: [String]

  mutating func id() -> Tree {
    let digits = (0..<31).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" }
    let text = String(digits)
    return .text(
      "\(text.prefix(8))-\(text.dropFirst(8).prefix(4))-\(text.dropFirst(12).prefix(4))"
        + "-a\(text.dropFirst(16).prefix(3))-\(text.dropFirst(19))")
  }

  mutating func row(_ columns: [(String, Tree)]) -> Tree {
    var columns = columns
    for index in columns.indices where isOdd() { columns[index].1 = odd() }
    if isOdd() { columns.remove(at: Int.random(in: 0..<columns.count, using: &random)) }
    let place = min(unknownAt ?? columns.count, columns.count)
    columns.insert(
      ("broker_ref", .text("XY-12\(Int.random(in: 0..<3, using: &random))")), at: place)
    columns.insert(("custom tag", .json(isOdd() ? "[1, {\"a\": 2}]" : "null")), at: place)
    let user = users.randomElement(using: &random) ?? "mine"
    columns.insert(("user_id", .text(user)), at: isOdd() ? 0 : columns.count)
    columns.append(("created_at", .text("2024-02-29T14:30:00Z")))
    if isOdd() { columns.append(("updated_at", .json("null"))) }
    if isOdd() {
      let names = ["a", "é", "b\\u0063", "broker_reference_number", "group_id", "fx_rate", ""]
      columns.append((names.randomElement(using: &random) ?? "a", odd()))
    }
    return .object(columns)
  }

  private mutating func isOdd() -> Bool {
    odds < .max && Int.random(in: 0..<odds, using: &random) == 0
  }

  private mutating func odd() -> Tree {
    let odd: [Tree] = [
      .json("null"), .json("-1"), .json("0"), .text("-2.50"), .text("0.000"), .json("true"),
      .json("nul"), .json("1.5"), .json("-0.123456789012345678"), .json("12345678"),
      .text("123456789.123456789012345678"), .json("1e3"), .text("01"), .text("1."), .text(""),
      .text("sell"), .text("bu\\u0079"), .text("a \\\"quote\\\""), .text("2024-02-30"),
      .text("2024-1-1"), .text("usd"), .text("USDT"), .json("[]"), .json("{\"a\":1}"),
      .text("2024-02-29T25:00:00Z"), .text("2024-02-29T14:30:00+01:00"),
      .text("a text of more than twenty-four bytes"), .text("ü"), .text("tab\tin it"),
      .text(String(repeating: "long ", count: 30)),
    ]
    return odd.randomElement(using: &random) ?? .json("null")
  }
}

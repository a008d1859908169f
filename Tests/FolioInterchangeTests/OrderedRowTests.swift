import Testing

@testable import FolioInterchange
@testable import TestSupport

/// Rows that are laid out as the ones before them are read by comparison, others by the grammar.
/// Both give the same: a group alone in its document, where there was no row before, is what the
/// others are held against.
struct OrderedRowTests {
  private static let layouts: [@Sendable (Tree) -> String] = [\.compact, \.spaced, \.pretty]

  @Test(arguments: 0..<3)
  func rowsAmongOthersAreAsTheyAreAlone(layout: Int) {
    let write = Self.layouts[layout]
    var random = Random(seed: 31 + UInt64(layout))
    for round in 0..<TestScale.part(of: 60) {
      let groups = (0..<30).map { _ in Self.group(&random, oddOneIn: round % 3 == 0 ? 4 : 40) }
      let together = lines(of: Self.document(groups.map(write)))
      let alone = groups.map { lines(of: Self.document([write($0)])) }
      #expect(together.rows == alone.flatMap(\.rows), "round \(round)")
      #expect(together.faults == alone.flatMap(\.faults), "round \(round)")
    }
  }

  @Test(arguments: 0..<3)
  func damageIsToldAsItIsAlone(layout: Int) {
    let write = Self.layouts[layout]
    var random = Random(seed: 61 + UInt64(layout))
    let before = (0..<4).map { _ in write(Self.group(&random, oddOneIn: .max)) }
    let rowsBefore = lines(of: Self.document(before)).rows
    for round in 0..<TestScale.part(of: 3000) {
      let damaged = damaged(write(Self.group(&random, oddOneIn: 40)), &random)
      let together = lines(of: Self.document(before + [damaged]))
      let alone = lines(of: Self.document([damaged]))
      #expect(together.rows == rowsBefore + alone.rows, "round \(round): \(damaged)")
      #expect(together.faults == alone.faults, "round \(round): \(damaged)")
    }
  }

  /// What may stand before the first member has no comma; after another one that is a fault.
  @Test func aCommaThatIsMissingAfterAnUnknownKeyIsAFault() {
    let groups = Array(repeating: "{\n  \"id\": \"a\", \"occurred_at\": \"2024-01-01\"}", count: 3)
    let wrong = "{\"x\": 1\n  \"id\": \"b\", \"occurred_at\": \"2024-01-01\"}"
    #expect(lines(of: Self.document(groups + [wrong])).faults.map { $0.prefix(4) } == ["F101"])
  }

  /// What stands before a value is the same, and then there is a blank that was not there before.
  @Test func blanksMayComeBetweenAColonAndAValue() {
    for key in ["id", "occurred_at", "cash_account_id", "amount"] {
      let group =
        "{\"id\":\"a\",\"occurred_at\":\"2024-01-01\",\"cash_transactions\":["
        + "{\"id\":\"b\",\"cash_account_id\":\"c\",\"leg_type\":\"fee\",\"direction\":\"out\","
        + "\"amount\":\"1\"}]}"
      let spaced = group.replacing("\"\(key)\":", with: "\"\(key)\":\n ")
      let draft = read(Self.document([group, group, group, spaced]))
      #expect(draft.faults.isEmpty && draft.tables.cashLegs.count == 4, "\(key)")
    }
  }

  @Test func aKeyThatIsGivenTwiceIsAFaultAmongOthers() {
    var random = Random(seed: 17)
    let before = (0..<4).map { _ in Self.group(&random, oddOneIn: .max).spaced }
    let plain = before[3]
    var texts = ["status", "notes", "cash_transactions"].map { key in
      String(plain.dropLast()) + ", \"\(key)\": null}"
    }
    // Once more at the end of the stock leg, and of the last cash leg.
    for (key, place) in [("symbol", "}], \"cash"), ("fees", "}], \"cash"), ("leg_type", "}]}")] {
      texts.append(
        plain.replacing(place, with: ", \"\(key)\": null" + place, maxReplacements: 1))
    }
    for text in texts {
      let found = lines(of: Self.document(before + [text])).faults
      #expect(found == lines(of: Self.document([text])).faults, "\(text)")
      #expect(found.map { String($0.prefix(4)) } == ["F104"], "\(text)")
    }
  }

  /// What stood before a value is learnt only as a whole, wherever the window ends.
  @Test func noWindowEndsInWhatIsLearnt() {
    var random = Random(seed: 5)
    let groups = (0..<12).map { _ in Self.group(&random, oddOneIn: .max).spaced }
    let bytes = Array(Self.document(groups).utf8)
    let whole = DraftText(read(bytes), positions: true).lines
    for window in stride(from: 1100, to: 1900, by: TestScale.step) {
      #expect(DraftText(read(bytes, window: window), positions: true).lines == whole)
    }
  }

  // MARK: Documents

  /// The groups, and blanks after them, so that a fast reader may look ahead of the last one.
  private static func document(_ groups: [String]) -> String {
    "{\"transaction_groups\":[" + groups.joined(separator: ",") + "]}"
      + String(repeating: " ", count: 1000)
  }

  private func lines(of document: String) -> (rows: [String], faults: [String]) {
    let draft = read(document)
    let rows = DraftText(draft).lines.filter {
      !["kept", "fault", "settings", "warning"].contains($0.prefix { $0 != " " })
    }
    return (rows, draft.faults.map { "\($0.summary) \($0.message)" })
  }

  /// A group of a trade; of its columns one in so many is odd.
  private static func group(_ random: inout Random, oddOneIn odds: Int) -> Tree {
    var maker = RowMaker(random: random, odds: odds)
    let stock = maker.row([
      ("id", maker.id()), ("stock_id", maker.id()), ("symbol", .text("ACME")),
      ("trade_type", .text(["buy", "sell", "dividend"].randomElement(using: &random) ?? "buy")),
      ("trade_date", .text("2024-02-29")), ("settlement_date", .text("2024-03-02")),
      ("quantity", .text("58.3")), ("price_per_share", .text("182.05")),
      ("gross_amount", .text("10613.515")), ("fees", .json("4.91")), ("taxes", .text("0")),
      ("currency", .text("GBP")),
    ])
    let cash = (0...Int.random(in: 0...2, using: &random)).map { _ in
      maker.row([
        ("id", maker.id()), ("cash_account_id", maker.id()), ("leg_type", .text("principal")),
        ("direction", .text("out")), ("amount", .text("10613.515")), ("currency", .text("GBP")),
      ])
    }
    let group = maker.row([
      ("id", maker.id()), ("group_type", .text("stock_trade")), ("status", .text("settled")),
      ("occurred_at", .text("2024-02-29T14:30:00Z")), ("notes", .json("null")),
      ("stock_transactions", .array([stock])), ("cash_transactions", .array(cash)),
    ])
    random = maker.random
    return group
  }
}

/// Makes rows that are mostly plain.
private struct RowMaker {
  var random: Random
  let odds: Int

  /// A UUID, in capitals or short where it is odd.
  mutating func id() -> Tree {
    let digits = "0123456789abcdef"
    var text = ""
    for index in 0..<36 {
      if [8, 13, 18, 23].contains(index) {
        text += "-"
      } else {
        text.append(index == 19 ? "a" : digits.randomElement(using: &random) ?? "0")
      }
    }
    guard isOdd() else { return .text(text) }
    let others = [text.uppercased(), "a-1", "seventeen letters", "é", "Ab/\\u0041", "1"]
    return .text(others.randomElement(using: &random) ?? text)
  }

  /// A row with its columns as they are, or, where it is odd, without one, with two in each other's
  /// place, or with another value.
  mutating func row(_ columns: [(String, Tree)]) -> Tree {
    var columns = columns
    for index in columns.indices where isOdd() { columns[index].1 = oddValue(columns[index].1) }
    if isOdd() { columns.remove(at: Int.random(in: 0..<columns.count, using: &random)) }
    if isOdd() {
      columns.swapAt(
        Int.random(in: 0..<columns.count, using: &random),
        Int.random(in: 0..<columns.count, using: &random))
    }
    if isOdd() {
      let place = Int.random(in: 0...columns.count, using: &random)
      columns.insert(("color", .text("red")), at: place)
    }
    return .object(columns)
  }

  private mutating func isOdd() -> Bool {
    odds < .max && Int.random(in: 0..<odds, using: &random) == 0
  }

  private mutating func oddValue(_ usual: Tree) -> Tree {
    let odd: [Tree] = [
      .json("null"), .json("-1"), .json("0"), .text("-2.50"), .text("0.000"), .json("true"),
      .text("123456789.123456789012345678"), .json("1e3"), .text("01"), .text("1."), .text(""),
      .text("sell"), .text("bu\\u0079"), .text("2024-02-30"), .text("2024-1-1"), .text("usd"),
      .text("USDT"), .json("[]"), .json("{\"a\":1}"), .text("2024-02-29T25:00:00Z"),
      .text("2024-02-29T14:30:00+01:00"), .text("a text of more than twenty-four bytes"), usual,
    ]
    return odd.randomElement(using: &random) ?? usual
  }
}

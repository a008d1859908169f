import Folio
import Testing

@testable import TestSupport

/// Documents that can't be booked while they are read, each for one reason, and what is then said
/// of the whole; and documents for which nothing stands in the way.
struct IndivisibleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    /// What stands in the answer.
    var expected: String
    var options = BookingOptions()
    /// Sizes of batches for which it holds.
    var batches = [1, 2, 100]
    /// How many bytes are read at once: all in one go, too.
    var windows = [64, 1 << 17]
    var user: String?

    init(_ name: String, _ document: StreamDocument, _ expected: String) {
      self.init(name, document.text, expected)
    }

    init(_ name: String, _ text: String, _ expected: String) {
      testDescription = name
      self.text = text
      self.expected = expected
    }

    func with(_ change: (inout Case) -> Void) -> Case {
      var other = self
      change(&other)
      return other
    }

    func trials() -> [StreamTrial] {
      batches.flatMap { batch in
        windows.map { window in
          var trial = StreamTrial(text)
          (trial.options, trial.user) = (options, user)
          (trial.batchSize, trial.windowSize) = (batch, window)
          return trial
        }
      }
    }
  }

  @Test("What has to be read as a whole, and what is then said", arguments: reasons)
  func needsWholeDocument(_ given: Case) async throws {
    let whole = given.trials()[0].whole
    for trial in given.trials() {
      let size = "batches of \(trial.batchSize), windows of \(trial.windowSize)"
      for answer in [try trial.streamed(), try await trial.streamedOnTwoCores()] {
        #expect(!answer.isBooked, "\(size)")
        #expect(answer.text == whole, "\(size)")
        #expect(answer.text.contains(given.expected), "\(size)\n\(answer.text)")
      }
    }
  }

  @Test("What is booked while it is read", arguments: booked)
  func divisible(_ given: Case) async throws {
    let whole = given.trials()[0].whole
    for trial in given.trials() {
      let size = "batches of \(trial.batchSize), windows of \(trial.windowSize)"
      for answer in [try trial.streamed(), try await trial.streamedOnTwoCores()] {
        #expect(answer.isBooked, "\(size)")
        #expect(answer.text == whole, "\(size)")
        #expect(answer.text.contains(given.expected), "\(size)\n\(answer.text)")
      }
    }
  }
}

extension IndivisibleTests {
  private static let long = "eine ziemlich lange Kennung № 1"
  private static let holding = #""symbol": "AAA""#

  /// Tables far behind the groups: when they come, all groups are booked.
  private static func late(
    _ name: String, _ document: StreamDocument, _ expected: String
  ) -> Case {
    Case(name, document, expected).with { $0.windows = [64, 500] }
  }

  /// With the groups replaced.
  private static func groups(_ groups: String...) -> StreamDocument { .with { $0.groups = groups } }

  static let reasons: [Case] = tables + order + ids + rules + faults

  private static let tables: [Case] = [
    late(
      "accounts behind the groups",
      .with { $0.late = ["portfolio_cash_accounts"] }, #""account": "eur""#),
    late(
      "accounts that no leg names behind the groups",
      .with {
        $0.accounts = [#"{"id": "chf", "currency": "USD"}"#]
        $0.groups = [#"{"id": "g1", "occurred_at": "2024-01-01", "status": "void"}"#]
        $0.late = ["portfolio_cash_accounts"]
      }, #""account": "chf""#),
    late("instruments behind the groups", .with { $0.late = ["stocks"] }, "Ä & Co"),
    late(
      "prices behind the groups",
      .with {
        $0.more = [("prices", [#"{"symbol": "AAA", "date": "2024-06-01", "close": "12"}"#])]
        $0.late = ["prices"]
      }, #""as_of": "2024-06-01""#),
    late("rates behind the groups", .with { $0.late = ["fx_rates"] }, #""average_cost": "10"#),
    late(
      "balances behind the groups",
      .with {
        $0.more = [
          ("balances", [#"{"date": "2024-01-01", "symbol": "AAA", "quantity": "0"}"#])
        ]
        $0.late = ["balances"]
      }, #""average_cost": "10"#),
    late(
      "settings behind the groups", .with { $0.late = ["settings"] }, #""base_currency": "USD""#),
    Case(
      "flat legs behind the groups",
      .with {
        $0.groups.append(#"{"id": "g6", "occurred_at": "2024-01-06"}"#)
        $0.after = #"""
          , "cash_transactions": [{"id": "c", "group_id": "g6", "cash_account_id": "usd",
            "leg_type": "deposit", "direction": "in", "amount": "7"}]
          """#
      }, "2007"),
    Case(
      "flat legs before the groups",
      .with {
        $0.groups.append(#"{"id": "g6", "occurred_at": "2024-01-06"}"#)
        $0.before = #"""
          , "cash_transactions": [{"id": "c", "group_id": "g6", "cash_account_id": "usd",
            "leg_type": "deposit", "direction": "in", "amount": "7"}]
          """#
      }, "2007"),
    Case(
      "an instrument with its id alone",
      .with { $0.stocks.append(#"{"id": "stock-c", "currency": "USD"}"#) }, holding),
    Case(
      "a stock id that a later leg explains",
      groups(
        free("g1", day: 1, #""stock_id": "x", "currency": "USD""#),
        free("g2", day: 2, #""symbol": "CCC", "stock_id": "x", "currency": "USD""#)),
      #""symbol": "CCC""#
    ).with { $0.batches = [1] },
  ]

  /// A group with a purchase that costs nothing.
  private static func free(_ id: String, day: Int, _ leg: String) -> String {
    #"{"id": "\#(id)", "occurred_at": "2024-01-0\#(day)T10:00:00Z", "stock_transactions": [{"#
      + #""trade_type": "buy", "quantity": "1", "price_per_share": "0", \#(leg)}]}"#
  }

  private static let order: [Case] = [
    Case(
      "groups out of order, one after the other",
      groups(StreamDocument.deposit("g1", day: 3), StreamDocument.deposit("g2", day: 2)), "2000"
    ).with { $0.batches = [1] },
    Case(
      "groups out of order in a batch",
      groups(StreamDocument.deposit("g1", day: 3), StreamDocument.deposit("g2", day: 2)), "2000"
    ).with { $0.batches = [2, 100] },
    Case(
      "a group that is pending, without a day",
      groups(StreamDocument.deposit("g1", day: 1, more: #""status": "pending","#)), "1000"),
  ]

  private static let ids: [Case] = [
    Case(
      "an id of two groups",
      groups(
        StreamDocument.deposit("g1", day: 1), StreamDocument.deposit("g2", day: 2),
        StreamDocument.deposit("g1", day: 3)), "F2"),
    Case(
      "a long id of two groups",
      groups(
        StreamDocument.deposit(long, day: 1), StreamDocument.deposit("g2", day: 2),
        StreamDocument.deposit(long, day: 3)), "F2"),
    Case(
      "an id of two stock legs",
      groups(
        StreamDocument.trade("g1", day: 1, leg: #""id": "s","#),
        StreamDocument.trade("g2", day: 2, leg: #""id": "s","#)), "F2"),
    Case(
      "an id of two cash legs",
      groups(
        StreamDocument.deposit("g1", day: 1, leg: #""id": "c","#),
        StreamDocument.deposit("g2", day: 2, leg: #""id": "c","#)), "F2"),
  ]

  private static let rules: [Case] = [
    Case(
      "legs with lots",
      .with {
        $0.groups[3] = StreamDocument.trade(
          "g4", day: 4, type: "sell", quantity: 2,
          leg: #""lots": [{"acquired": "2024-01-02", "quantity": "2"}],"#)
      }, holding),
    Case(
      "tax rules", .with { $0.settings = #"{"base_currency": "USD", "tax_rules": "us"}"# },
      holding),
    Case("tax rules of the report", StreamDocument(), holding).with { $0.options.taxRules = .uk },
    Case(
      "a list of methods",
      .with { $0.settings = #"{"cost_basis_method": [{"method": "lifo"}]}"# }, holding),
    Case("by settlement date", StreamDocument(), holding).with {
      $0.options.dateBasis = .settlement
    },
    Case("movements", StreamDocument(), holding).with { $0.options.keepsMovements = true },
    Case("what happened to the lots", StreamDocument(), holding).with {
      $0.options.keepsTrace = true
    },
    Case(
      "a currency that nothing before has named",
      .with {
        $0.groups.append(free("g6", day: 6, #""symbol": "ZZZ", "currency": "CHF""#))
      }, "CHF"
    ).with { $0.windows = [64, 500] },
    Case(
      "rows of two users",
      .with {
        $0.groups[0] = StreamDocument.deposit("g1", day: 1, more: #""user_id": "ann","#)
        $0.groups[4] = StreamDocument.deposit("g5", day: 5, more: #""user_id": "bob","#)
      }, "bob"),
    Case("a user without rows", StreamDocument(), "ann").with { $0.user = "ann" },
  ]

  private static let faults: [Case] = [
    Case(
      "an unbalanced group",
      .with { $0.groups[4] = StreamDocument.trade("g5", day: 5, paid: 51) }, "F206"),
    Case(
      "a warning",
      .with {
        $0.groups[4] = StreamDocument.deposit(
          "g5", day: 5, more: #""settled_at": "2024-01-04T00:00:00Z","#)
      }, "W4"),
    Case(
      "a group without legs",
      .with { $0.groups.append(#"{"id": "g6", "occurred_at": "2024-01-06"}"#) }, "W4"),
    Case(
      "an unknown account",
      .with { $0.groups[4] = StreamDocument.deposit("g5", day: 5, "uds") }, "F2"),
    Case(
      "more sold than is held",
      .with { $0.groups[4] = StreamDocument.trade("g5", day: 5, type: "sell", quantity: 90) },
      "F301"),
    Case(
      "a sale that says nothing of the lots of batches before",
      .with {
        $0.settings = #"{"base_currency": "USD", "cost_basis_method": "specific"}"#
        $0.groups.insert(StreamDocument.trade("g0", day: 1), at: 0)
        $0.groups.swapAt(0, 1)
      }, "group_id \"g0\""),
    Case("a document that ends too soon", String(StreamDocument().text.dropLast(2)), "F10"),
    Case("something behind the document", StreamDocument().text + "x", "F10"),
    Case(
      "a line that is no JSON among lines", StreamDocument.with { $0.groups[4] = "{x}" }.lines,
      "F10"),
    Case(
      "rates that contradict each other",
      .with {
        $0.rates.append(#"{"date": "2024-01-01", "from": "EUR", "to": "USD", "rate": "1.2"}"#)
      }, "W4"),
  ]

  static let booked: [Case] = [
    Case("the plain document", StreamDocument(), holding),
    Case("NDJSON", StreamDocument().lines, holding),
    Case("no groups", groups(), "usd"),
    Case(
      "unknown keys and notes",
      .with {
        $0.before = #", "x_mood": {"is": ["good"]}"#
        $0.groups[1] = StreamDocument.trade(
          "g2", day: 2, more: #""notes": "for Ä", "colour": 7,"#, leg: #""shape": null,"#)
        $0.after = #", "x_end": 1"#
      }, holding),
    Case(
      "one user of several",
      .with {
        $0.groups[0] = StreamDocument.deposit("g1", day: 1, more: #""user_id": "ann","#)
        $0.groups[4] = StreamDocument.deposit("g5", day: 5, more: #""user_id": "bob","#)
      }, holding
    ).with { $0.user = "ann" },
    Case(
      "a group of a long id that is pending longer than it should",
      .with {
        $0.groups.append(
          StreamDocument.deposit(long, day: 6, more: #""status": "pending","#))
      }, long
    ).with {
      $0.options.asOf = "2024-02-01"
      $0.windows = [64, 500]
    },
    Case(
      "long ids",
      .with {
        $0.groups[0] = StreamDocument.deposit(long, day: 1)
        $0.groups[3] = StreamDocument.trade(
          long + "4", day: 4, "langes Symbol № 1", leg: #""account": "Depot № 2","#)
        $0.groups[4] = StreamDocument.deposit(long + "5", day: 5)
      }, "langes Symbol № 1"),
    Case(
      "the same id of a group and of its legs",
      groups(
        StreamDocument.trade("x", day: 1, leg: #""id": "x","#),
        StreamDocument.deposit("y", day: 2, leg: #""id": "x","#)), holding),
    Case(
      "a group of a short id that is pending longer than it should",
      groups(
        StreamDocument.deposit("g1", day: 1),
        StreamDocument.deposit("g2", day: 2, more: #""status": "pending","#)), "W4"
    ).with { $0.options.asOf = "2024-02-01" },
    Case("a day in the middle", StreamDocument(), #""as_of": "2024-01-02""#).with {
      $0.options.asOf = "2024-01-02"
    },
  ]
}

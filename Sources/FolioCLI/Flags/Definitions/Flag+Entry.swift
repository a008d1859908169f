import FolioInterchange
import FolioNumbers

extension Flag {
  /// What a plain transaction is told by, and what a store is asked.
  static let entry =
    [
      buy, sell, dividend, deposit, withdraw, interest, fee, tax, quantity, price, gross, fees,
      taxes, on, settles, cash, groupID, notes, pending,
    ] + [limit, offset, deleted]

  private static let buy = instrument("buy", "an instrument that was bought") {
    $1.event = .buy($0)
  }

  private static let sell = instrument("sell", "an instrument that was sold") {
    $1.event = .sell($0)
  }

  private static let dividend = instrument("dividend", "an instrument that paid a dividend") {
    $1.event = .dividend($0)
  }

  private static let deposit = payment("deposit", "money that was paid in", .deposit)
  private static let withdraw = payment("withdraw", "money that was taken out", .withdrawal)
  private static let interest = payment("interest", "interest that was received", .interest)
  private static let fee = payment("fee", "a fee that was paid, of no trade", .fee)
  private static let tax = payment("tax", "a tax that was paid, of no trade", .tax)

  private static let quantity = amount("quantity", "how many units", "10") { $1.quantity = $0 }
  private static let price = amount("price", "the price of one unit", "180.25") {
    $1.price = $0
  }
  private static let gross = amount(
    "gross", "what all units cost or brought, before fees and taxes", "1802.50",
    "Quantity times price, rounded to the minor unit, where left out; of a dividend its amount."
  ) { $1.gross = $0 }
  private static let fees = amount("fees", "the fees of the trade", "1.00") { $1.fees = $0 }
  private static let taxes = amount(
    "taxes", "the taxes of the trade, or withheld from the dividend", "2.50"
  ) { $1.taxes = $0 }

  private static let on = Flag(
    name: "on", argument: .value("DATE"), topic: .entry, scopes: [.entry, .settling],
    summary: "the day on which it happened",
    details: "YYYY-MM-DD or 'today'. Today where left out of 'add'.",
    example: "--on 2024-03-01", store: day("on", .last) { $1.entry.on = $0 })

  private static let settles = Flag(
    name: "settles", argument: .value("DATE"), topic: .entry, scopes: [.entry],
    summary: "the day on which the trade settles",
    example: "--settles 2024-03-05", store: day("settles", .last) { $1.entry.settles = $0 })

  private static let cash = Flag(
    name: "cash", argument: .value("ID"), topic: .entry, scopes: [.entry],
    summary: "the cash account that it goes through",
    details: "The only one of the currency where left out.",
    example: "--cash c-usd"
  ) { text, options in options.entry.cash = text }

  private static let groupID = Flag(
    name: "id", argument: .value("ID"), topic: .entry, scopes: [.entry],
    summary: "the id of the new group", details: "A new UUID where left out.",
    example: "--id sale-17"
  ) { text, options in options.entry.id = text }

  private static let notes = Flag(
    name: "notes", argument: .value("TEXT"), topic: .entry, scopes: [.entry],
    summary: "your own words", example: "--notes rebalanced"
  ) { text, options in options.entry.notes = text }

  private static let pending = Flag(
    name: "pending", argument: .none, topic: .entry, scopes: [.entry],
    summary: "its money has not moved yet", example: "--pending"
  ) { _, options in options.entry.isPending = true }

  private static let limit = count("limit", "the most groups that are shown", "5") {
    $1.limit = $0
  }
  private static let offset = count("offset", "how many of the newest are left out", "5") {
    $1.offset = $0
  }

  private static let deleted = Flag(
    name: "deleted", argument: .none, topic: .rows, scopes: [.listing],
    summary: "also groups that were deleted", example: "--deleted"
  ) { _, options in options.includesDeleted = true }
}

extension Flag {
  private static func instrument(
    _ name: String, _ summary: String,
    _ keep: @escaping @Sendable (String, inout EntryOptions) -> Void
  ) -> Flag {
    Flag(
      name: name, argument: .value("SYM"), topic: .entry, scopes: [.entry], summary: summary,
      example: "--\(name) AAPL"
    ) { text, options throws(UsageError) in
      if let first = options.entry.eventFlag { throw .store(.twoEvents(first, name)) }
      options.entry.eventFlag = name
      keep(text, &options.entry)
    }
  }

  private static func payment(
    _ name: String, _ summary: String, _ event: GroupEntry.CashEvent
  ) -> Flag {
    Flag(
      name: name, argument: .value("AMOUNT"), topic: .entry, scopes: [.entry], summary: summary,
      example: "--\(name) 500"
    ) { text, options throws(UsageError) in
      if let first = options.entry.eventFlag { throw .store(.twoEvents(first, name)) }
      options.entry.eventFlag = name
      options.entry.event = .cash(event, try decimal(name, text))
    }
  }

  private static func amount(
    _ name: String, _ summary: String, _ example: String, _ details: String = "",
    _ keep: @escaping @Sendable (ExactDecimal, inout EntryOptions) -> Void
  ) -> Flag {
    Flag(
      name: name, argument: .value("NUMBER"), topic: .entry, scopes: [.entry], summary: summary,
      details: details, example: "--\(name) \(example)"
    ) { text, options throws(UsageError) in keep(try decimal(name, text), &options.entry) }
  }

  private static func decimal(
    _ name: String, _ text: String
  ) throws(UsageError) -> ExactDecimal {
    guard let value = try? ExactDecimal(text) else {
      throw .store(.notAnAmount(flag: name, value: text))
    }
    return value
  }

  private static func count(
    _ name: String, _ summary: String, _ example: String,
    _ keep: @escaping @Sendable (Int, inout Options) -> Void
  ) -> Flag {
    Flag(
      name: name, argument: .value("COUNT"), topic: .rows, scopes: [.listing], summary: summary,
      example: "--\(name) \(example)"
    ) { text, options throws(UsageError) in
      guard let count = Int(text), count >= 0 else {
        throw .value(.notACount(flag: name, value: text, of: "groups"))
      }
      keep(count, &options)
    }
  }
}

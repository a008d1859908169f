// Faults of rows, and of the document.

extension Messages {
  /// A row without a required column, or with neither of two alternatives.
  static func missing(_ columns: [String], in row: String) -> Finding {
    let lack = columns.count > 1 ? "neither" : "no"
    let names = columns.map { "\"\($0)\"" }.joined(separator: " nor ")
    return missing("the \(row) has \(lack) \(names)", columns)
  }

  /// A leg without a column that its trade type requires.
  static func missing(_ columns: [String], for type: TradeType) -> Finding {
    let names = columns.map { "\"\($0)\"" }.joined(separator: " or ")
    return missing("a \(type.rawValue) needs \(names)", columns)
  }

  private static func missing(_ message: String, _ columns: [String]) -> Finding {
    let help =
      columns.count > 1 ? "Add one of the two columns." : "Add the column \"\(columns[0])\"."
    return Finding(.missingColumn, message, help: help)
  }

  static let emptyMerger = Finding(
    .missingColumn, "a merger needs \"new_symbol\" and \"ratio\", or \"gross_amount\"",
    help: "Add new_symbol and ratio where it was for shares, gross_amount where it was for cash.")

  static let emptyAdjustment = Finding(
    .missingColumn,
    "a cost_adjustment needs \"gross_amount\", or \"quantity\" and \"price_per_share\"",
    help: "Add gross_amount, the whole amount; or the units, and the amount for each.")

  static func directionOf(_ type: TradeType) -> Finding {
    Finding(
      .badDirection, "direction belongs to a cost_adjustment, and this leg is a \(type.rawValue)",
      help: "Leave it out; cash legs have a direction of their own.")
  }

  static func recipientOf(_ type: TradeType) -> Finding {
    Finding(
      .badRecipient, "recipient belongs to a gift, and this leg is a \(type.rawValue)",
      help: "Leave it out, or make the leg a gift.")
  }

  static func fairValueOf(_ type: TradeType) -> Finding {
    Finding(
      .misplacedFairValue,
      type == .transferIn
        ? "fair_value belongs to units that are held, and these are owed"
        : "fair_value belongs to a lot that a transfer_in brings, and this leg is a "
          + type.rawValue,
      help: "Leave it out: it is what units received as a gift were worth on that day.")
  }

  static let emptyBalance = Finding(
    .missingColumn,
    "a balance needs \"cash_account_id\" and \"amount\", or \"symbol\" and \"quantity\"",
    help: "Add the two columns of one kind.")

  static func balanceOfTwoThings(_ cash: String, _ units: String) -> Finding {
    Finding(
      .balanceOfTwoThings,
      "a balance is of cash or of units, and this row has both \(quoted(cash.utf8)) and "
        + quoted(units.utf8),
      help: "Write two rows: one with cash_account_id and amount, one with symbol and quantity.")
  }

  /// A leg of a flat table without a group id.
  static func missingGroup(of leg: String) -> Finding {
    Finding(
      .missingColumn, "the \(leg) has no \"group_id\"",
      help: "Add the column \"group_id\", or move the leg into its group.")
  }

  static func unknownFormat(_ value: String) -> Finding {
    Finding(
      .unknownFormat, "the format is \(value), which is not known here",
      help: "Write \"folio/1\", or leave it out.")
  }

  static func otherGroup(_ mentioned: String, _ group: String) -> Finding {
    Finding(
      .unknownGroup,
      "the leg stands in the group \(quoted(group.utf8)), and its group_id is "
        + quoted(mentioned.utf8),
      help: "Move the leg to its group, or leave group_id out.")
  }

  static func contradictorySettings(_ key: String, _ one: String, _ other: String) -> Finding {
    Finding(
      .contradictorySettings, "\(key) is \(other) here and \(one) before",
      help: "Keep one of the two.")
  }

  static func unknownEntryKey(_ key: String, _ count: Int, in kind: RowKind) -> Finding {
    let list = kind.listKey
    let known = kind.keys.dropLast().joined(separator: ", ") + " and " + (kind.keys.last ?? "")
    let entries = count == 1 ? "an entry of \(list) has" : "\(count) entries of \(list) have"
    let question = NearestKey.question(for: key, among: kind.keys)
    return Finding(
      .unknownKey, "\(entries) the unknown key \(quoted(key.utf8))",
      help: "\(question)Entries of \(list) have \(known); others are not kept.")
  }

  /// An unknown key at the top level or in the settings. One at the top level that resembles none
  /// of a ledger may be that of another program.
  static func unknownKey(_ key: String, in place: String, among known: [String]) -> Finding {
    let question = NearestKey.question(for: key, among: known)
    let isForeign = question.isEmpty && known == LedgerTable.allKeys
    return Finding(
      .unknownDocumentKey, "\(quoted(key.utf8)) is no key of \(place)",
      help: question + "Correct its spelling, or leave it out. A key of your own begins with x_."
        + (isForeign ? " If another program made the file, read it with 'folio import'." : ""))
  }

  static func moreUnknownKeys(_ count: Int) -> Finding {
    Finding(
      .unknownDocumentKey,
      count == 1 ? "1 more key is none of a ledger" : "\(count) more keys are none of a ledger",
      help: "Is this a ledger? 'folio import' reads the files of other programs.")
  }

  // MARK: Users

  static func severalUsers(_ users: [String]) -> Finding {
    Finding(
      .severalUsers, "the rows belong to \(users.count) users",
      help: "Choose one with --user: \(listed(users)).")
  }

  static func noSuchUser(_ user: String, _ users: [String]) -> Finding {
    let help =
      users.isEmpty
      ? "No row has a user_id: leave --user out." : "Rows have the users \(listed(users))."
    return Finding(
      .severalUsers, "no row belongs to the user \(quoted(user.utf8))", help: help)
  }

  private static func listed(_ users: [String]) -> String {
    let shown = users.prefix(5).map { shortened($0.utf8) }.joined(separator: ", ")
    return users.count > 5 ? shown + " and \(users.count - 5) more" : shown
  }

  static let tooManyFiles = Finding(
    .tooManyRecords, "the ledger has more than 65,535 files",
    help: "Put the groups of many files into one.")

  static let tooManyRecords = Finding(
    .tooManyRecords, "the ledger has more than two billion rows of one kind",
    help: "Split it.")
}

import Diagnostics
import LedgerModel

// What is wrong with a row, or with the document.

extension Wording {
  static func missing(_ columns: String, in row: String) -> Finding {
    Finding(
      code: .missingColumn, message: "the \(row) has no \(columns)", help: "Add \(columns).")
  }

  static func missing(_ columns: String, for type: TradeType) -> Finding {
    Finding(
      code: .missingColumn, message: "a \(type.rawValue) needs \(columns)",
      help: "Add \(columns).")
  }

  static func notARow(_ kind: ValueKind) -> Finding {
    Finding(
      code: .wrongType, message: "a row is \(name(kind)); it must be an object",
      help: "Write each row as an object: {\"column\": value}.")
  }

  static func notATable(_ key: String, _ kind: ValueKind) -> Finding {
    let wanted = key == "settings" ? "an object" : "an array of rows"
    return Finding(
      code: .wrongType, message: "\(key) is \(name(kind)); it holds \(wanted)",
      help: "Write \(wanted), or leave the key out.")
  }

  static func notALedger(_ kind: ValueKind) -> Finding {
    let help =
      kind == .array
      ? "Put the groups into an object: {\"transaction_groups\": [...]}."
      : "Write an object: {\"transaction_groups\": [...]}."
    return Finding(
      code: .notALedger, message: "the document is \(name(kind)); a ledger is an object",
      help: help)
  }

  static func unknownFormat(_ value: String) -> Finding {
    Finding(
      code: .unknownFormat, message: "the format is \(value), which is not known here",
      help: "Write \"folio/1\", or leave it out.")
  }

  static func otherGroup(_ mentioned: String, _ group: String) -> Finding {
    Finding(
      code: .unknownGroup,
      message: "the leg stands in the group \"\(group)\" and says it belongs to \"\(mentioned)\"",
      help: "Move the leg to its group, or leave group_id out.")
  }

  static func contradictorySettings(_ key: String, _ one: String, _ other: String) -> Finding {
    Finding(
      code: .contradictorySettings, message: "\(key) is \(other) here and \(one) before",
      help: "Keep one of the two.")
  }

  static func unknownLotKey(_ key: String) -> Finding {
    Finding(
      code: .unknownKey, message: "an entry of lots has the unknown key \(quoted(key.utf8))",
      help: "Entries of lots have group_id, acquired, quantity, cost_basis and cost_basis_base;"
        + " others are not kept.")
  }

  // MARK: Users

  static func severalUsers(_ users: [String]) -> Finding {
    Finding(
      code: .severalUsers, message: "the rows belong to \(users.count) users",
      help: "Choose one with --user: \(listed(users)).")
  }

  static func noSuchUser(_ user: String, _ users: [String]) -> Finding {
    let help =
      users.isEmpty
      ? "No row has a user_id: leave --user out." : "Rows have the users \(listed(users))."
    return Finding(
      code: .severalUsers, message: "no row belongs to the user \(quoted(user.utf8))", help: help)
  }

  private static func listed(_ users: [String]) -> String {
    let shown = users.prefix(5).map { shortened($0.utf8) }.joined(separator: ", ")
    return users.count > 5 ? shown + " and \(users.count - 5) more" : shown
  }

  static func unlistedFaults(_ count: Int) -> Finding {
    Finding(
      code: .tooManyRecords, message: "\(count) more faults are not listed",
      help: "Mend those that are, and look again.")
  }

  static let tooManyRecords = Finding(
    code: .tooManyRecords, message: "the ledger has more than two billion rows of one kind",
    help: "Split it.")
}

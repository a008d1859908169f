extension BookedLedger {
  /// The balances of statements that differ from the books, as faults. A ledger with other faults
  /// is not compared: the difference may only be a consequence.
  static func balanceFaults(
    in ledger: Ledger, _ asked: BookingOptions
  ) -> [Diagnostic] {
    if ledger.tables.balances.isEmpty { return [] }
    let check = BalanceCheck(of: ledger, asked)
    let messages = BalanceMessages(ledger, check.differences)
    let faults =
      check.differences.map(messages.differs) + check.tooLarge.map(messages.tooLarge)
    return faults.sorted { $0.position < $1.position }
  }
}

/// Words the faults of balances.
private struct BalanceMessages {
  private let ledger: Ledger
  private let tables: LedgerTables
  /// The places of the groups that are named.
  private let places: [SourcePosition: String]

  init(_ ledger: Ledger, _ differences: [BalanceDifference]) {
    self.ledger = ledger
    tables = ledger.tables
    let named = differences.compactMap(\.firstGroup)
    places = SourceLocator(ledger.tables.sources).places(
      of: named.map { ledger.tables.groups[Int($0)].position })
  }

  func differs(_ found: BalanceDifference) -> Diagnostic {
    let more = found.difference.isNegative ? "less" : "more"
    return Diagnostic(
      .balanceDiffers,
      "\(item(found.row)) is \(words(found.actual, found.row)) at the end of \(found.row.day), "
        + "\(words(found.difference.magnitude, found.row)) \(more) than this row says",
      help: "\(history(of: found)) Correct the groups, or this row.",
      at: found.row.position, field: field(of: found.row))
  }

  func tooLarge(_ row: BalanceRecord) -> Diagnostic {
    Diagnostic(
      .bookingArithmetic, "\(item(row)) needs more than 36 digits",
      help: "Look for a number with too many zeros.", at: row.position, field: field(of: row))
  }

  private func item(_ row: BalanceRecord) -> String {
    guard row.cashAccount == .missing else {
      return "the balance of \"\(tables.text(tables.cashAccounts[Int(row.cashAccount)].id))\""
    }
    let account = row.account == 0 ? "" : " in \"\(tables.securitiesAccount(row.account))\""
    return "the balance of \(tables.symbol(row.instrument))\(account)"
  }

  private func words(_ value: ExactDecimal, _ row: BalanceRecord) -> String {
    guard row.currency != missingCurrency else { return value.normalized().description }
    let unit = tables.currencies[row.currency]
    return "\(value.normalized().padded(toPlaces: unit.minorUnits)) \(unit)"
  }

  private func field(of row: BalanceRecord) -> [FieldStep] {
    [row.cashAccount == .missing ? "quantity" : "amount"]
  }

  /// Where to look: after the balance before it.
  private func history(of found: BalanceDifference) -> String {
    let before = found.previous.map {
      "The balance of \($0.day) \($0.difference.isZero ? "holds" : "differs by another amount"). "
    }
    let followers =
      switch found.followers {
      case 0: ""
      case 1: " The next balance differs by as much."
      case let count: " The next \(count) balances differ by as much."
      }
    return (before ?? "") + groups(of: found, isFirst: before == nil) + followers
  }

  private func groups(of found: BalanceDifference, isFirst: Bool) -> String {
    guard let first = found.firstGroup else { return "No group moves it by \(found.row.day)." }
    let record = tables.groups[Int(first)]
    let start = isFirst ? "Its first group is" : "The first group after it is"
    let group = "\"\(ledger.id(of: first))\" of \(ledger.tradeDay(of: record))"
    let rest =
      switch found.groupCount - 1 {
      case 0: "no other follows"
      case 1: "1 more follows"
      case let count: "\(count) more follow"
      }
    return "\(start) \(group)\(place(of: record)); \(rest) by \(found.row.day)."
  }

  private func place(of record: GroupRecord) -> String {
    places[record.position].map { " (\($0))" } ?? ""
  }
}

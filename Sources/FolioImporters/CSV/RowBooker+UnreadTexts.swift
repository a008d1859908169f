// Texts that no rule reads, and that change what the rows mean.
extension RowBooker {
  /// Whether a row says in a column that no rule reads that its transaction did not take place or
  /// is not final. That is a fault.
  mutating func isUnfinished(_ row: TableRow) -> Bool {
    for (column, name) in bound.unreadStates {
      let text = String(decoding: row.content(column).prefix(Self.longestState), as: UTF8.self)
      let small = text.lowercased()
      guard Self.unfinished.contains(where: small.contains) else { continue }
      draft.unknown(
        "\(row.shown(text.utf8)) in the column \(row.shown(name.utf8))", row.row,
        remedy: "No rule reads this column. If the transaction did not take place, leave the row "
          + "out with --skip-unknown. Otherwise add the column to \"columns\" of a rule file.")
      return true
    }
    return false
  }

  /// Reports rows of several accounts that the rules book as those of one, once for each file.
  mutating func reportUnreadAccounts(_ part: TablePart) {
    for (column, name) in part.bound.unread.sorted(by: { $0.key < $1.key })
    where Self.accountColumns.contains(name.lowercased()) && !reportedColumns.contains(name) {
      var first: ArraySlice<UInt8>?
      for (number, record) in part.records.enumerated() {
        guard let rule = record.rule, !part.bound.rules[rule].rule.kind.isFigure else { continue }
        let row = TableRow(part, number)
        let account = row.content(column)
        if account.isEmpty || account == first { continue }
        guard let before = first else {
          first = account
          continue
        }
        reportedColumns.insert(name)
        reportUnread(
          "no rule reads the column \"\(row.shown(name.utf8))\", and the rows of "
            + "\(row.shown(before)) and \(row.shown(account)) count as those of one account",
          help: "Import the rows of each account from a file of their own, with --account NAME. Or "
            + "add the column to \"columns\" of a rule file, and name it in \"account\".",
          row, column)
        break
      }
    }
  }

  /// Reports a currency in a column that no rule reads, if the row is booked in other ones; once
  /// for each column.
  mutating func reportUnreadCurrency(_ row: TableRow, _ effect: RowEffect) {
    for (column, name) in bound.unreadCurrencies where !reportedColumns.contains(name) {
      let text = String(decoding: row.content(column).prefix(Self.longestState), as: UTF8.self)
      guard let unit = Currency.nationalUnit(text) else { continue }
      let booked = Set(
        effect.cashLegs.compactMap(\.currency) + effect.costs.map(\.currency)
          + effect.stockLegs.compactMap(\.currency))
      if booked.isEmpty || booked.contains(unit.currency) { continue }
      reportedColumns.insert(name)
      let codes = booked.map(\.code).sorted().joined(separator: " and ")
      reportUnread(
        "no rule reads the column \"\(row.shown(name.utf8))\", which says \(row.shown(text.utf8)), "
          + "and the row is booked in \(codes)",
        help: "If amounts are in that currency, add the column to \"columns\" of a rule file. "
          + "Otherwise add it under a name that begins with x_.", row, column)
    }
  }

  private mutating func reportUnread(
    _ message: String, help: String, _ row: TableRow, _ column: Int
  ) {
    let code = draft.options.isStrict ? DiagnosticCode.unknownKind : .skippedUnknown
    guard let field = row.field(column) else { return }
    draft.report(
      code, message, help: help, row: row.row, at: field.start,
      length: max(1, field.end - field.start))
  }

  /// Longer texts are prose.
  private static let longestState = 30

  /// Parts of words for transactions that did not take place, or not yet.
  private static let unfinished = [
    "cancel", "reject", "fail", "declin", "pending", "expired", "revert", "refused", "annul",
    "storn", "abgelehnt", "abgebrochen", "fehlgeschlagen", "ausstehend", "offen", "geannuleerd",
    "afgewezen", "mislukt", "rejet", "refus", "en attente", "rifiut", "rechaz", "makulerad",
  ]

  /// Columns with the account of a row.
  private static let accountColumns: Set = [
    "account", "account id", "account name", "account no", "account no.", "account number",
    "client", "client id", "client account", "customer id", "portfolio", "portfolio name", "konto",
    "kontonummer", "depot", "depotnummer", "compte", "cuenta", "conto", "rekening",
    "rekeningnummer",
  ]
}

extension BoundTable {
  /// The columns that the rules do not mention and that say whether a transaction took place.
  static func states(_ unread: [Int: String]) -> [(column: Int, name: String)] {
    named(unread) { word in
      ["status", "state", "zustand", "statut", "estado", "stato"].contains(word)
    }
  }

  /// The columns that the rules do not mention and that have currencies.
  static func currencies(_ unread: [Int: String]) -> [(column: Int, name: String)] {
    named(unread) { word in
      ["currency", "ccy", "währung", "devise", "valuta", "munt", "divisa", "moneda"].contains(word)
    }
  }

  /// The columns of which the name has a word that is looked for.
  private static func named(
    _ unread: [Int: String], _ isWanted: (String) -> Bool
  ) -> [(column: Int, name: String)] {
    unread.sorted { $0.key < $1.key }.filter { _, name in
      name.lowercased().split { !$0.isLetter }.contains { isWanted(String($0)) }
    }.map { ($0.key, $0.value) }
  }
}

extension ReportKind {
  /// The debit or credit balance of every account.
  public static let trialBalance = ReportKind(
    name: "trial-balance", summary: "debit and credit of every account",
    description: """
      The sum of all postings by account; debits equal credits in every currency. With --from, the \
      balance before the period, its change in the period, and the balance at its end.
      """,
    examples: [
      Example("At the end of a month", "folio trial-balance --as-of 2024-06 ledger.json"),
      Example(
        "Opening, movement and closing of a year",
        "folio trial-balance --from 2024 --to 2024 ledger.json"),
    ],
    options: [.period], needs: [.postings],
    keptWhileStreaming: { $0.selection == Selection() ? .nothing : nil },
    source: .books { booked, request throws(ArithmeticFault) in
      try .trialBalance(booked, request.selection)
    })
}

extension Report {
  /// The balance of every account in the journal, sorted by account and currency. Total debits
  /// always equal total credits in every currency.
  ///
  /// Debit and credit are the movement in the period. With a first day, the table shows the opening
  /// balance, the movement and the closing balance, with credits below zero. Each of these columns
  /// adds up to zero in every currency.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public static func trialBalance(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> Report {
    let rows = try booked.accountBalances(selection)
    let hasOpening = selection.from != nil
    func signed(
      _ key: String, _ heading: String,
      _ amount: @escaping @Sendable (AccountBalance) -> ExactDecimal
    ) -> ReportField<AccountBalance> {
      .cell(key, heading, .amount, isInTable: hasOpening, priority: .max) {
        .money(amount($0), $0.currency)
      }
    }
    let fields: [ReportField<AccountBalance>] = [
      .text("account", "Account", priority: .max, \.account),
      .text("currency", "Cur", priority: .max) { $0.currency.code },
      .cell("debit", "Debit", .amount, isInTable: !hasOpening, priority: .max) {
        $0.amount.isPositive ? .money($0.amount, $0.currency) : .null
      },
      .cell("credit", "Credit", .amount, isInTable: !hasOpening, priority: .max) {
        $0.amount.isNegative ? .money(-$0.amount, $0.currency) : .null
      },
      signed("opening", "Opening", \.opening),
      signed("movement", "Movement", \.amount),
      signed("closing", "Closing", \.closing),
    ]
    var report = Report(
      "trial-balance", "Trial balance", fields, of: rows, on: booked, over: selection)
    let base = booked.baseCurrency
    report.totals = try sums(of: rows, base, hasOpening)
    report.totalsOfRows = { kept in
      // A sum of some rows may have more digits than that of all, and is then left out.
      (try? sums(of: kept.map { rows[$0] }, base, hasOpening)) ?? []
    }
    return report
  }

  /// The sums of the columns in each currency. Without rows, they are zero in the base currency.
  private static func sums(
    of rows: [AccountBalance], _ base: Currency?, _ hasOpening: Bool
  ) throws(ArithmeticFault) -> [Total] {
    var byCurrency = Dictionary(grouping: rows, by: \.currency)
    if rows.isEmpty, let base { byCurrency[base] = [] }
    var totals: [Total] = []
    for (currency, rows) in byCurrency.sorted(by: { $0.key < $1.key }) {
      var (debit, credit) = (ExactDecimal.zero, ExactDecimal.zero)
      for row in rows {
        if row.amount.isNegative { try credit.subtract(row.amount) }
        if row.amount.isPositive { try debit.add(row.amount) }
      }
      for (key, heading, sum) in [("debit", "Debits", debit), ("credit", "Credits", credit)] {
        var total = Total(
          "\(key)_\(currency)", .money(sum, currency), heading: "\(heading) \(currency)")
        total.isInTable = !hasOpening
        totals.append(total)
      }
      if hasOpening { totals += try signedSums(of: rows, currency) }
    }
    return totals
  }

  /// The sums of the signed columns in a currency. Those of all rows are zero, because the journal
  /// balances.
  private static func signedSums(
    of rows: [AccountBalance], _ currency: Currency
  ) throws(ArithmeticFault) -> [Total] {
    let sums: [(String, (AccountBalance) -> ExactDecimal)] = [
      ("opening", { $0.opening }), ("movement", { $0.amount }), ("closing", { $0.closing }),
    ]
    return try sums.map { key, amount throws(ArithmeticFault) in
      var sum = ExactDecimal.zero
      for row in rows { try sum.add(amount(row)) }
      return Total(
        "\(key)_\(currency)", .money(sum, currency), heading: "Sum of \(key), \(currency)")
    }
  }
}

/// The balance of an account in one currency.
public struct AccountBalance: Sendable, Hashable {
  /// The full name of the account.
  public var account: String
  /// The currency.
  public var currency: Currency
  /// Debits less credits: of all days, or of the period.
  public var amount = ExactDecimal.zero
  /// Debits less credits before the period. Zero without a first day.
  public var opening = ExactDecimal.zero
  /// The opening balance plus the amount.
  public var closing = ExactDecimal.zero
}

extension BookedLedger {
  /// Returns the balances and movements, sorted by account and currency. Accounts are left out if
  /// both their opening balance and their movement are zero.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public func accountBalances(
    _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> [AccountBalance] {
    var movements = journalSums ?? JournalSums()
    if journalSums == nil {
      for posting in selectedPostings(selection) { try movements.add(posting) }
    }
    var openings = JournalSums()
    if let from = selection.from {
      var before = selection
      (before.from, before.to) = (nil, from.adding(days: -1) ?? from)
      for posting in selectedPostings(before) { try openings.add(posting) }
    }
    let tables = ledger.tables
    var balances: [Posting.Side: AccountBalance] = [:]
    func add(
      _ sums: JournalSums, to field: WritableKeyPath<AccountBalance, ExactDecimal>
    ) throws(ArithmeticFault) {
      for sum in sums.all where !sum.amount.isZero {
        let side = Posting.Side(account: sum.account, currency: sum.currency)
        var balance =
          balances[side]
          ?? AccountBalance(
            account: sum.account.name(in: tables), currency: tables.currencies[sum.currency])
        balance[keyPath: field] = sum.amount
        try balance.closing.add(sum.amount)
        balances[side] = balance
      }
    }
    try add(openings, to: \.opening)
    try add(movements, to: \.amount)
    return balances.values.sorted { ($0.account, $0.currency) < ($1.account, $1.currency) }
  }
}

extension Posting {
  /// What a balance is of.
  fileprivate struct Side: Hashable {
    let account: JournalAccount
    let currency: CurrencyIndex
  }
}

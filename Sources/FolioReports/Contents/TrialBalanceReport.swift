import FolioBooking
import FolioModel
import FolioNumbers

extension ReportKind {
  /// Debit and credit of every account.
  public static let trialBalance = ReportKind(
    name: "trial-balance", summary: "debit and credit of every account",
    description: "The sum of all postings by account; debits equal credits in every currency.",
    examples: [
      Example("At the end of a month", "folio trial-balance --as-of 2024-06 ledger.json")
    ],
    options: [.period], needs: [.postings],
    streaming: { $0.selection == Selection() ? .nothing : nil },
    source: .books { booked, request throws(ArithmeticFault) in
      try .trialBalance(booked, request.selection)
    })
}

extension Report {
  /// What each account of the journal comes to, by account and currency. Debits and credits are
  /// equal in every currency, always; the totals show it.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public static func trialBalance(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> Report {
    let rows = try booked.accountBalances(selection)
    var report = Report(
      "trial-balance", "Trial balance", columns, on: booked, rowCount: rows.count
    ) { index in
      let row = rows[index]
      let isDebit = !row.amount.isNegative
      return [
        .text(row.account), .text(row.currency.code),
        isDebit ? .money(row.amount, row.currency) : .null,
        isDebit ? .null : .money(-row.amount, row.currency),
      ]
    }
    report.from = selection.from
    report.to = selection.to
    report.totals = try totals(rows, booked.baseCurrency)
    return report
  }

  private static var columns: [Column] {
    [
      Column("account", "Account", .text, priority: Column.essential),
      Column("currency", "Cur", .text, priority: Column.essential),
      Column("debit", "Debit", .amount, priority: Column.essential),
      Column("credit", "Credit", .amount, priority: Column.essential),
    ]
  }

  /// Of no rows at all the totals are zero in base.
  private static func totals(
    _ rows: [AccountBalance], _ base: Currency?
  ) throws(ArithmeticFault) -> [Total] {
    var totals: [Total] = []
    let currencies = rows.isEmpty ? Set([base].compactMap { $0 }) : Set(rows.map(\.currency))
    for currency in currencies.sorted() {
      var debit = ExactDecimal.zero
      var credit = ExactDecimal.zero
      for row in rows where row.currency == currency {
        if row.amount.isNegative {
          try credit.subtract(row.amount)
        } else {
          try debit.add(row.amount)
        }
      }
      totals.append(
        Total("debit_\(currency)", .money(debit, currency), heading: "Debits \(currency)"))
      totals.append(
        Total("credit_\(currency)", .money(credit, currency), heading: "Credits \(currency)"))
    }
    return totals
  }
}

/// What an account of the journal comes to in one currency.
public struct AccountBalance: Sendable, Hashable {
  /// The account's full name.
  public var account: String
  /// The currency.
  public var currency: Currency
  /// Debits less credits.
  public var amount: ExactDecimal
}

extension BookedLedger {
  /// The balances of all accounts that are not at zero, by account and currency.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public func accountBalances(
    _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> [AccountBalance] {
    var sums = journalSums ?? JournalSums(currencies: ledger.tables.currencies.all.count)
    if journalSums == nil {
      let chosen = postings(selection)
      for number in 0..<(chosen?.count ?? postings.count) {
        try sums.add(postings[chosen.map { Int($0[number]) } ?? number])
      }
    }
    let tables = ledger.tables
    return sums.all.filter { !$0.amount.isZero }.map {
      AccountBalance(
        account: $0.account.name(in: tables), currency: tables.currencies[$0.currency],
        amount: $0.amount)
    }.sorted { ($0.account, $0.currency) < ($1.account, $1.currency) }
  }
}

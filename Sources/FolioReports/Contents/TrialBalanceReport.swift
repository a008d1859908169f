import FolioBooking
import FolioNumbers

extension ReportKind {
  /// The debit or credit balance of every account.
  public static let trialBalance = ReportKind(
    name: "trial-balance", summary: "debit and credit of every account",
    description: "The sum of all postings by account; debits equal credits in every currency.",
    examples: [
      Example("At the end of a month", "folio trial-balance --as-of 2024-06 ledger.json")
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
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public static func trialBalance(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> Report {
    let rows = try booked.accountBalances(selection)
    let fields: [ReportField<AccountBalance>] = [
      .text("account", "Account", priority: .max, \.account),
      .text("currency", "Cur", priority: .max) { $0.currency.code },
      .cell("debit", "Debit", .amount, priority: .max) {
        $0.amount.isNegative ? .null : .money($0.amount, $0.currency)
      },
      .cell("credit", "Credit", .amount, priority: .max) {
        $0.amount.isNegative ? .money(-$0.amount, $0.currency) : .null
      },
    ]
    var report = Report(
      "trial-balance", "Trial balance", fields, of: rows, on: booked, over: selection)
    // Without rows, the totals are zero in the base currency.
    let currencies = rows.isEmpty ? Set([booked.baseCurrency]) : Set(rows.map(\.currency))
    for currency in currencies.compactMap({ $0 }).sorted() {
      var (debit, credit) = (ExactDecimal.zero, ExactDecimal.zero)
      for row in rows where row.currency == currency {
        if row.amount.isNegative { try credit.subtract(row.amount) }
        if row.amount.isPositive { try debit.add(row.amount) }
      }
      for (key, heading, sum) in [("debit", "Debits", debit), ("credit", "Credits", credit)] {
        report.totals.append(
          Total("\(key)_\(currency)", .money(sum, currency), heading: "\(heading) \(currency)"))
      }
    }
    return report
  }
}

/// The balance of an account in one currency.
public struct AccountBalance: Sendable, Hashable {
  /// The full name of the account.
  public var account: String
  /// The currency.
  public var currency: Currency
  /// Debits less credits.
  public var amount: ExactDecimal
}

extension BookedLedger {
  /// Returns all balances that are not zero, sorted by account and currency.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public func accountBalances(
    _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> [AccountBalance] {
    var sums = journalSums ?? JournalSums()
    if journalSums == nil {
      for posting in selectedPostings(selection) { try sums.add(posting) }
    }
    let tables = ledger.tables
    return sums.all.filter { !$0.amount.isZero }.map {
      AccountBalance(
        account: $0.account.name(in: tables), currency: tables.currencies[$0.currency],
        amount: $0.amount)
    }.sorted { ($0.account, $0.currency) < ($1.account, $1.currency) }
  }
}

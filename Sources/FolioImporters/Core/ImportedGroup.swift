/// A row of a file that was begun. Each has to end in a group, be skipped, or be reported.
package struct ImportRow: Sendable, Hashable {
  let index: Int
}

/// A transaction group of a file, before it has an id and symbols.
///
/// Its legs name instruments by the texts of `ImportDraft.instrument(_:)`, in the places of
/// symbols.
package struct ImportedGroup: Sendable {
  /// How the group is recognized in another file, or in the ledger.
  package enum Identity: Sendable, Hashable {
    /// By an id of the broker, which is unique in the account.
    case native(String)
    /// By the id of an order, or of a part of a transaction. Several groups may have it, and those
    /// of one file are counted.
    case shared(String)
    /// By the id that the group had in Folio.
    case own(String)
    /// By what it says: day, time, legs, amounts. Equal groups of a day are counted.
    case content
  }

  /// The group. Its id stays empty.
  package var group: LedgerGroup
  /// How it is recognized.
  package var identity = Identity.content
  /// The account at the broker, which is part of the id.
  package var account: String
  /// The rows that it was made of, the most important one first.
  package var rows: [ImportRow]
  /// The row of each cash leg, to check running balances. Empty: all belong to the first row.
  package var cashRows: [ImportRow] = []
  /// The group of its first row alone, if several were joined. It identifies the group, because
  /// another file may have more of its rows, or fewer.
  var first: LedgerGroup?
  /// The number of the group of the draft without which this one would be wrong.
  package var belongsTo: Int?
  /// Whether the file lacks what the group belongs to, such as the dividend of a tax. A ledger that
  /// has the group from a file with both keeps it.
  package var isPart = false
  /// Whether the sign of its amount contradicts its words, so that it takes a payment back.
  package var takesBack = false
  /// Whether deposits and withdrawals were added, because the file has no cash.
  private(set) var isFunded = false
  /// The gain that the file gives for it, with the currency.
  package var gain: (amount: ExactDecimal, currency: Currency)?
  /// The units that the file says an event adds to the account, or takes from it: the instrument,
  /// and their number.
  var unitChange: (key: String, quantity: ExactDecimal)?
  /// Whether its trades may sell more than is held, because the file does not say which sales are
  /// short.
  var maySellShort = false
  /// The questions for the cost of units that came in, if neither the file nor the user says it.
  /// The legs of the units have no lots.
  var questions: [ImportQuestion] = []
  /// What the file says that the group cannot hold, as JSON members of the column `import`.
  package var kept: [(key: String, value: String)] = []

  /// Creates a group of some rows.
  package init(_ group: LedgerGroup, account: String, rows: [ImportRow]) {
    self.group = group
    self.account = account
    self.rows = rows
  }

  /// The group with its time in UTC.
  var inUTC: ImportedGroup {
    var copy = self
    copy.group.occurredAt = copy.group.occurredAt.inUTC
    copy.first?.occurredAt = copy.group.occurredAt
    return copy
  }

  /// The row of a cash leg.
  func cashRow(_ leg: Int) -> ImportRow? {
    cashRows.indices.contains(leg) ? cashRows[leg] : rows.first
  }
}

extension ImportedGroup {
  /// Adds deposits and withdrawals, so that its cash legs move nothing in sum.
  mutating func fund() throws(ArithmeticFault) {
    var order: [String] = []
    var sums: [String: (sum: ExactDecimal, currency: Currency?)] = [:]
    for leg in group.cashLegs {
      if sums[leg.account] == nil { order.append(leg.account) }
      let before = sums[leg.account, default: (.zero, nil)].sum
      let amount = leg.direction == .in ? leg.amount : -leg.amount
      sums[leg.account] = (try before.adding(amount), leg.currency)
    }
    for account in order {
      guard let (sum, currency) = sums[account], sum != .zero else { continue }
      let isOut = sum < .zero
      let leg = LedgerGroup.CashLeg(
        isOut ? .deposit : .withdrawal, isOut ? .in : .out, isOut ? -sum : sum, account: account,
        currency: currency)
      if !cashRows.isEmpty, let row = rows.first {
        cashRows.insert(row, at: isOut ? 0 : cashRows.count)
      }
      group.cashLegs.insert(leg, at: isOut ? 0 : group.cashLegs.count)
      isFunded = true
    }
    if isFunded { kept.append((ImportRemark.addedCash.rawValue, "yes")) }
  }
}

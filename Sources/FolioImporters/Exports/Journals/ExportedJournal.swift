import Folio

/// A ledger as a journal of double entry: what beancount, hledger and ledger have in common. Each
/// program has a small writer that makes text of it.
struct ExportedJournal {
  /// The lot that units go into or come out of.
  struct Lot: Hashable {
    /// The cost of one unit.
    var cost: ExactDecimal
    var currency: String
    var acquired: Day
    /// The id of the group that opened it; nil for the units of a pool.
    var opener: String?
  }

  struct Posting {
    var account: String
    var number: ExactDecimal
    var commodity: String
    var lot: Lot?
    /// The price at which units were sold.
    var price: (number: ExactDecimal, currency: String)?
  }

  /// A group with its postings.
  struct Entry {
    var day: Day
    var id: String
    var text: String
    var isPending: Bool
    /// The group as JSON.
    var group: [UInt8]
    var postings: [Posting]
  }

  struct Commodity {
    var name: String
    /// The largest number of decimal places of its amounts.
    var places: Int
    var isMoney: Bool
    var metadata: [(key: String, value: String)] = []
  }

  struct Price {
    var day: Day
    var commodity: String
    var number: ExactDecimal
    var quote: String
  }

  struct Balance {
    var account: String
    var number: ExactDecimal
    var commodity: String
  }

  /// Everything of the ledger but groups, prices and rates, as JSON.
  var head: [UInt8] = []
  /// Groups without postings, such as void ones, as JSON.
  var others: [[UInt8]] = []
  /// What the names of accounts and commodities stand for.
  var names = OwnNames()
  var commodities: [Commodity] = []
  var accounts: [String] = []
  var entries: [Entry] = []
  var prices: [Price] = []
  /// The amounts at the end.
  var balances: [Balance] = []
  var baseCurrency: String?
  var firstDay: Day
  var lastDay: Day
}

extension ExportedJournal.Entry {
  /// A text that differs if a posting or the day differs.
  var fingerprint: String {
    var text = OwnFingerprint(day)
    for posting in postings {
      text.add(
        posting.account, posting.number, posting.commodity, posting.lot?.cost,
        posting.lot?.currency, posting.lot?.acquired)
    }
    return text.value
  }
}

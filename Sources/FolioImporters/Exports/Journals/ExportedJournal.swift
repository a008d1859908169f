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

extension ExportedJournal {
  /// Amounts of money have the decimal places of their currency, so that no program takes them for
  /// whole numbers.
  func text(_ number: ExactDecimal, _ commodity: String) -> String {
    number.text(places: names.currencies[commodity]?.minorUnits ?? 0)
  }
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

/// Names that are legal in beancount, hledger and ledger.
///
/// beancount is the strictest: a commodity has capital letters, digits and `'._-`, begins with a
/// letter and ends with a letter or a digit; a part of an account has letters, digits and dashes,
/// and begins with a capital letter or a digit.
struct JournalNames {
  private var used: Set<String> = []
  private static let reserved: Set<String> = ["TRUE", "FALSE", "NULL"]
  private static let longest = 24

  /// A name for a commodity that no other commodity has.
  mutating func commodity(_ text: String) -> String {
    var bytes = text.utf8.map { byte in
      if byte.isSmall { return byte - 0x20 }
      let isAllowed =
        byte.isCapital || byte.isDigit || [0x2E, 0x5F, 0x2D].contains(byte)
      return isAllowed ? byte : 0x2D
    }
    while let last = bytes.last, !last.isCapital, !last.isDigit { bytes.removeLast() }
    var name = String(decoding: bytes, as: UTF8.self)
    let isShort = bytes.count < 2
    if isShort || !bytes[0].isCapital || Self.reserved.contains(name) { name = "X.\(name)" }
    if bytes.isEmpty { name = "X.0" }
    return unique(Self.shortened(name), ".")
  }

  private static func shortened(_ name: String) -> String {
    var bytes = Array(name.utf8.prefix(longest - 4))
    while let last = bytes.last, !last.isCapital, !last.isDigit { bytes.removeLast() }
    return name.utf8.count > longest ? String(decoding: bytes, as: UTF8.self) : name
  }

  /// A name for an account below another one that no other account has.
  mutating func account(_ text: String, below parent: String) -> String {
    unique("\(parent):\(Self.part(text))", "-")
  }

  private static func part(_ text: String) -> String {
    var bytes = text.utf8.map { byte in
      byte.isCapital || byte.isSmall || byte.isDigit ? byte : 0x2D
    }
    while bytes.first == 0x2D { bytes.removeFirst() }
    guard let first = bytes.first else { return "X" }
    if first.isSmall { bytes[0] = first - 0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func unique(_ name: String, _ separator: String) -> String {
    var (found, number) = (name, 1)
    while !used.insert(found).inserted {
      number += 1
      found = "\(name)\(separator)\(number)"
    }
    return found
  }
}

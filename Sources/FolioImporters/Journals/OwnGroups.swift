import Folio

/// What the postings of a transaction say, as a short text.
///
/// A journal that Folio wrote has it beside each group. If the postings still say the same, the
/// group counts as it is written there; otherwise somebody has edited the postings, and they count.
struct OwnFingerprint {
  private var text: String

  init(_ day: Day) { text = "\(day)" }

  /// Adds a posting. Prices are left out, because no amount depends on them.
  mutating func add(
    _ account: String, _ number: ExactDecimal, _ commodity: String, _ cost: ExactDecimal?,
    _ currency: String?, _ acquired: Day?
  ) {
    text += "\n\(account)|\(number.normalized())|\(commodity)"
    if let cost { text += "|\(cost.normalized())|\(currency ?? "")" }
    if let acquired { text += "|\(acquired)" }
  }

  var value: String {
    let id = NameBasedID.of(text, in: "export/journal")
    return String(id.prefix(8) + id.suffix(8))
  }
}

/// The group of a transaction that Folio wrote.
struct OwnGroup: Sendable {
  /// The keys of the metadata.
  static let idKey = "folio-id", groupKey = "folio", hashKey = "folio-hash"

  var id = ""
  /// The group as JSON.
  var group = ""
  var hash = ""

  /// Takes metadata.
  /// - Returns: Whether it is Folio's.
  static func take(_ key: String, _ value: String, into own: inout OwnGroup?) -> Bool {
    guard [idKey, groupKey, hashKey].contains(key) else { return false }
    var changed = own ?? OwnGroup()
    switch key {
    case idKey: changed.id = value
    case hashKey: changed.hash = value
    // A long text is written in several parts.
    default: changed.group += value
    }
    own = changed
    return true
  }
}

/// What names of accounts and commodities stand for in a journal that Folio wrote.
struct OwnNames: Sendable {
  /// The symbols of commodities.
  var symbols: [String: String] = [:]
  /// The currencies of commodities.
  var currencies: [String: Currency] = [:]
  /// The ids of cash accounts.
  var cash: [String: String] = [:]
  /// The securities accounts; empty if the ledger gives none.
  var securities: [String: String] = [:]

  /// The names as JSON.
  var json: [UInt8] {
    var text = JSONText()
    text.open("{")
    func add(_ key: String, _ names: [String: String]) {
      text.key(key.utf8)
      text.open("{")
      for (name, meaning) in names.sorted(by: { $0.key < $1.key }) {
        text.text(name, meaning.utf8)
      }
      text.close("}")
    }
    add("symbols", symbols)
    add("currencies", currencies.mapValues(\.code))
    add("cash", cash)
    add("securities", securities)
    text.close("}")
    return text.bytes
  }

  /// Adds the names of a JSON text.
  /// - Returns: Whether it is readable.
  mutating func read(_ json: String) -> Bool {
    guard let node = try? JSONNode.parse(Array(json.utf8)) else { return false }
    func names(_ key: String) -> [String: String] {
      guard case .object(let members)? = node[key]?.content else { return [:] }
      return Dictionary(members.map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
    }
    symbols.merge(names("symbols")) { _, new in new }
    currencies.merge(names("currencies").compactMapValues { try? Currency($0) }) { _, new in new }
    cash.merge(names("cash")) { _, new in new }
    securities.merge(names("securities")) { _, new in new }
    return true
  }
}

/// The parts of a ledger that a journal of Folio has besides its postings.
struct OwnLedger: Sendable {
  /// The kinds of directives, which are comments in hledger and ledger.
  static let headKey = "folio-ledger", namesKey = "folio-names", otherKey = "folio-group"

  /// Everything but groups, prices and rates, as JSON.
  var head = ""
  var headPlace: JournalPlace?
  /// Groups without postings.
  var others: [(group: String, place: JournalPlace)] = []
  private var names = ""

  /// Takes a directive. Parts of a long text come one after another.
  /// - Parameter continues: Whether it goes on with the text of the directive before.
  mutating func take(_ key: String, _ value: String, _ place: JournalPlace, continues: Bool) {
    switch key {
    case Self.headKey:
      head += value
      headPlace = headPlace ?? place
    case Self.namesKey: names += value
    default:
      if continues, !others.isEmpty {
        others[others.count - 1].group += value
      } else {
        others.append((value, place))
      }
    }
  }

  /// The names; nil if they are not readable.
  var ownNames: OwnNames? {
    var read = OwnNames()
    if names.isEmpty { return read }
    return read.read(names) ? read : nil
  }
}

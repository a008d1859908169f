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

  init() {}

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

  /// The names of a JSON text; nil if it is not readable.
  init?(_ json: String) {
    guard let node = try? JSONNode.parse(Array(json.utf8)) else { return nil }
    func names(_ key: String) -> [String: String] {
      guard case .object(let members)? = node[key]?.content else { return [:] }
      return Dictionary(members.map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
    }
    (symbols, cash, securities) = (names("symbols"), names("cash"), names("securities"))
    currencies = names("currencies").compactMapValues { try? Currency($0) }
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
  var ownNames: OwnNames? { names.isEmpty ? OwnNames() : OwnNames(names) }
}

// Transactions that Folio wrote and nobody has edited: the group beside the postings counts, with
// everything that postings cannot say.
extension JournalBook {
  /// Takes the group of a transaction as Folio wrote it.
  /// - Returns: Whether the postings are those that Folio wrote. Otherwise they count.
  mutating func takeOwn(
    _ transaction: JournalTransaction, _ row: ImportRow, _ draft: inout ImportDraft
  ) throws(FieldFault) -> Bool {
    guard let own = transaction.own, !own.group.isEmpty,
      own.hash == Self.fingerprint(of: transaction)
    else { return false }
    lots.begin()
    for posting in transaction.postings {
      guard let number = posting.number, let commodity = posting.commodity else { continue }
      try balances.add(number, commodity, to: posting.account)
      forgetAssertion(of: posting.account, commodity, on: transaction.day)
      try moveLots(of: posting, number, commodity, transaction.day)
    }
    draft.noteRead(row)
    ownGroups.append((own.group, transaction.place))
    return true
  }

  /// Later transactions may sell the units.
  private mutating func moveLots(
    of posting: JournalPosting, _ number: ExactDecimal, _ commodity: String, _ day: Day
  ) throws(FieldFault) {
    guard let cost = posting.cost, let perUnit = cost.perUnit, kind(of: posting.account) == .asset
    else { return }
    let key = JournalLots.Key(account: posting.account, commodity: commodity)
    if number.isNegative {
      _ = try lots.take(number.magnitude, from: key, cost, .fifo)
      return
    }
    let opened = cost.day ?? day
    try lots.open(
      JournalLot(
        units: number, cost: try number.share(perUnit, of: .one), currency: cost.commodity ?? "",
        day: opened, label: cost.label, opener: .named(cost.label), acquired: opened), in: key)
  }

  static func fingerprint(of transaction: JournalTransaction) -> String {
    var text = OwnFingerprint(transaction.day)
    for posting in transaction.postings {
      text.add(
        posting.account, .given(posting.number), posting.commodity ?? "", posting.cost?.perUnit,
        posting.cost?.commodity, posting.cost?.day)
    }
    return text.value
  }

  /// A transaction that was edited, as its program reads it: Folio writes units that leave at the
  /// price of their cost, because hledger counts them at the price.
  static func edited(_ transaction: JournalTransaction) -> JournalTransaction {
    guard transaction.own != nil else { return transaction }
    var edited = transaction
    for place in edited.postings.indices {
      let posting = edited.postings[place]
      if let price = posting.price, !price.isTotal, let cost = posting.cost?.perUnit,
        price.number == cost, posting.number?.isNegative == true
      {
        edited.postings[place].price = nil
      }
    }
    return edited
  }

  /// The id that a transaction of Folio has, also if it was edited.
  static func ownID(of transaction: JournalTransaction) -> String? {
    guard let own = transaction.own else { return nil }
    let node = try? JSONNode.parse(Array(own.group.utf8))
    return node?["id"]?.string ?? (own.id.isEmpty ? nil : own.id)
  }

  /// Takes everything that Folio wrote besides postings.
  mutating func takeOwnLedger(_ draft: inout ImportDraft) {
    ownGroups += journal.own.others
    if journal.own.head.isEmpty, ownGroups.isEmpty { return }
    if journal.own.ownNames == nil, let place = journal.own.headPlace {
      draft.report(
        .unreadableValue, "the text \(OwnLedger.namesKey) is not readable",
        help: "Export the ledger again.", at: place.offset, length: place.length, in: place.file)
    }
    var document = Array(journal.own.head.utf8)
    if document.isEmpty { document = Array("{\"format\": \"folio/1\"}".utf8) }
    document.append(0x0A)
    var starts: [Int] = []
    for row in ownGroups {
      starts.append(document.count)
      document += Array(row.group.utf8) + [0x0A]
    }
    do throws(LedgerFaults) {
      draft.take(try LedgerContents(reading: document, name: "journal"))
    } catch {
      draft.append(error.diagnostics.map { moved($0, starts) })
    }
  }

  /// A diagnostic of the document at its transaction.
  private func moved(_ diagnostic: Diagnostic, _ starts: [Int]) -> Diagnostic {
    var moved = diagnostic
    (moved.position, moved.field) = (.none, [])
    let row = starts.partitioningIndex { $0 > diagnostic.position.offset } - 1
    let place = row >= 0 ? ownGroups[row].place : journal.own.headPlace
    if diagnostic.position.isKnown, let place {
      moved.position = SourcePosition(file: place.file, offset: place.offset)
      moved.field = [.length(max(place.length, 1))]
    }
    return moved
  }
}

import Folio

/// The groups of a journal that Folio wrote, one JSON text for each.
struct OwnGroups {
  private(set) var rows: [(group: String, place: JournalPlace)] = []

  mutating func add(_ group: String, _ place: JournalPlace) { rows.append((group, place)) }
}

// Transactions that Folio wrote and nobody has edited: the group beside the postings counts, with
// everything that postings cannot say.
extension JournalBook {
  /// Takes the group of a transaction as Folio wrote it.
  /// - Returns: Whether the postings are those that Folio wrote. Otherwise they count.
  mutating func takeOwn(
    _ transaction: JournalTransaction, _ row: ImportRow, _ draft: inout ImportDraft
  ) throws(JournalFault) -> Bool {
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
    ownGroups.add(own.group, transaction.place)
    return true
  }

  /// Later transactions may sell the units.
  private mutating func moveLots(
    of posting: JournalPosting, _ number: ExactDecimal, _ commodity: String, _ day: Day
  ) throws(JournalFault) {
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
    for (group, place) in journal.own.others { ownGroups.add(group, place) }
    if journal.own.head.isEmpty, ownGroups.rows.isEmpty { return }
    if journal.own.ownNames == nil, let place = journal.own.headPlace {
      draft.report(
        .unreadableValue, "the text \(OwnLedger.namesKey) is not readable",
        help: "Export the ledger again.", at: place.offset, length: place.length, in: place.file)
    }
    var document = Array(journal.own.head.utf8)
    if document.isEmpty { document = Array("{\"format\": \"folio/1\"}".utf8) }
    document.append(0x0A)
    var starts: [Int] = []
    for row in ownGroups.rows {
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
    let place = row >= 0 ? ownGroups.rows[row].place : journal.own.headPlace
    if diagnostic.position.isKnown, let place {
      moved.position = SourcePosition(file: place.file, offset: place.offset)
      moved.field = [.length(max(place.length, 1))]
    }
    return moved
  }
}

/// Writes a journal for beancount, version 2 or 3.
struct BeancountWriter {
  private var text = ""
  private let journal: ExportedJournal

  init(_ journal: ExportedJournal) { self.journal = journal }

  /// The text of the journal.
  static func text(of journal: ExportedJournal) -> [UInt8] {
    var writer = BeancountWriter(journal)
    writer.write()
    return Array(writer.text.utf8)
  }

  private mutating func write() {
    let first = journal.firstDay
    line("; A ledger of Folio. folio import reads it back.")
    line("option \"title\" \"Folio\"")
    if let base = journal.baseCurrency { line("option \"operating_currency\" \"\(base)\"") }
    for commodity in journal.commodities where commodity.isMoney {
      let tolerance = ExactDecimal.halfUnit(commodity.places)
      line("option \"inferred_tolerance_default\" \"\(commodity.name):\(tolerance)\"")
    }
    line("")
    line("\(first) custom \"\(OwnLedger.headKey)\" \(Self.quoted(journal.head))")
    line("\(first) custom \"\(OwnLedger.namesKey)\" \(Self.quoted(journal.names.json))")
    for group in journal.others {
      line("\(first) custom \"\(OwnLedger.otherKey)\" \(Self.quoted(group))")
    }
    line("")
    for commodity in journal.commodities {
      line("\(first) commodity \(commodity.name)")
      for (key, value) in commodity.metadata { line("  \(key): \(Self.quoted(value.utf8))") }
    }
    line("")
    for account in journal.accounts {
      line("\(first) open \(account)")
      if let id = journal.names.cash[account] ?? journal.names.securities[account], !id.isEmpty {
        line("  folio-account: \(Self.quoted(id.utf8))")
      }
    }
    for entry in journal.entries { write(entry) }
    line("")
    for price in journal.prices {
      line("\(price.day) price \(price.commodity)  \(price.number) \(price.quote)")
    }
    line("")
    let next = journal.lastDay.adding(days: 1) ?? journal.lastDay
    for balance in journal.balances {
      line(
        "\(next) balance \(balance.account)  \(journal.text(balance.number, balance.commodity)) "
          + balance.commodity)
    }
  }

  private mutating func write(_ entry: ExportedJournal.Entry) {
    line("")
    line("\(entry.day) \(entry.isPending ? "!" : "*") \(Self.quoted(entry.text.utf8))")
    line("  \(OwnGroup.idKey): \(Self.quoted(entry.id.utf8))")
    line("  \(OwnGroup.hashKey): \"\(entry.fingerprint)\"")
    line("  \(OwnGroup.groupKey): \(Self.quoted(entry.group))")
    for posting in entry.postings {
      var parts = "  \(posting.account)  \(journal.text(posting.number, posting.commodity)) "
      parts += posting.commodity
      if let lot = posting.lot {
        let opener = lot.opener.map { ", \(Self.quoted($0.utf8))" } ?? ""
        parts += " {\(lot.cost) \(lot.currency), \(lot.acquired)\(opener)}"
      }
      if let price = posting.price { parts += " @ \(price.number) \(price.currency)" }
      line(parts)
    }
  }

  private mutating func line(_ words: String) { text += words + "\n" }

  private static func quoted(_ text: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = [0x22]
    for byte in text {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x0A: bytes += [0x5C, 0x6E]
      case 0x00..<0x20: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes + [0x22], as: UTF8.self)
  }
}

extension ExactDecimal {
  /// The number with at least so many decimal places, and no zeros after them.
  func text(places: Int) -> String {
    let short = normalized()
    var text = "\(short)"
    if short.places >= places { return text }
    if short.places == 0 { text += "." }
    return text + String(repeating: "0", count: places - short.places)
  }
}

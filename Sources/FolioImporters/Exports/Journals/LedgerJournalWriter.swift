/// Writes a journal that hledger and ledger read.
struct LedgerJournalWriter {
  private var text = ""
  private let journal: ExportedJournal
  /// ledger refuses lines of 4096 bytes.
  private static let longest = 2000

  init(_ journal: ExportedJournal) { self.journal = journal }

  /// The text of the journal.
  static func text(of journal: ExportedJournal) -> [UInt8] {
    var writer = LedgerJournalWriter(journal)
    writer.write()
    return Array(writer.text.utf8)
  }

  private mutating func write() {
    line("; A ledger of Folio. folio import reads it back.")
    comments(OwnLedger.headKey, journal.head, indent: "")
    comments(OwnLedger.namesKey, journal.names.json, indent: "")
    for group in journal.others { comments(OwnLedger.otherKey, group, indent: "") }
    line("")
    for commodity in journal.commodities {
      for (key, value) in commodity.metadata { line("; \(key): \(Self.plain(value))") }
      let name = Self.symbol(commodity.name)
      line("commodity \(name)")
      if commodity.places > 0 {
        line("  format \(ExactDecimal(1000).text(places: commodity.places)) \(name)")
      }
    }
    line("")
    for account in journal.accounts {
      if let id = journal.names.cash[account] ?? journal.names.securities[account], !id.isEmpty {
        line("; folio-account: \(Self.plain(id))")
      }
      line("account \(account)")
    }
    for entry in journal.entries { write(entry) }
    line("")
    for price in journal.prices {
      line(
        "P \(price.day) \(Self.symbol(price.commodity)) \(price.number) "
          + Self.symbol(price.quote))
    }
    if journal.balances.isEmpty { return }
    line("")
    line("\(journal.lastDay) * Balances")
    for balance in journal.balances {
      let unit = Self.symbol(balance.commodity)
      let number = journal.text(balance.number, balance.commodity)
      line("    \(balance.account)  0 \(unit) = \(number) \(unit)")
    }
  }

  private mutating func write(_ entry: ExportedJournal.Entry) {
    line("")
    line("\(entry.day) \(entry.isPending ? "!" : "*") \(Self.description(entry.text))")
    comments(OwnGroup.idKey, Array(entry.id.utf8), indent: "    ")
    comments(OwnGroup.hashKey, Array(entry.fingerprint.utf8), indent: "    ")
    comments(OwnGroup.groupKey, entry.group, indent: "    ")
    for posting in entry.postings {
      let unit = Self.symbol(posting.commodity)
      let number = journal.text(posting.number, posting.commodity)
      var parts = "    \(posting.account)  \(number) \(unit)"
      if let lot = posting.lot {
        // hledger counts units at the price after @, ledger at the cost in braces: both are the
        // cost of the lot, so that the gain is a posting of its own.
        let cost = "\(lot.cost) \(Self.symbol(lot.currency))"
        parts += " {\(cost)} [\(lot.acquired)] @ \(cost)"
      }
      line(parts)
    }
  }

  private mutating func line(_ words: String) { text += words + "\n" }

  /// Writes a text as comments that are not too long. No part begins or ends with a blank, because
  /// readers remove blanks there.
  private mutating func comments(_ key: String, _ value: [UInt8], indent: String) {
    var rest = Self.safe(value)[...]
    var key = key
    repeat {
      var end = min(rest.startIndex + Self.longest, rest.endIndex)
      let isWithin = { (byte: UInt8) in byte == 0x20 || byte & 0xC0 == 0x80 }
      while end < rest.endIndex, end > rest.startIndex + 1,
        isWithin(rest[end]) || rest[end - 1] == 0x20
      {
        end -= 1
      }
      line("\(indent); \(key): \(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))")
      rest = rest[end...]
      // A comment that goes on with the one before has a plus sign.
      if !key.hasSuffix("+") { key += "+" }
    } while !rest.isEmpty
  }

  /// The programs look for days in brackets in comments, so no bracket of JSON comes before a
  /// digit.
  private static func safe(_ json: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var (isText, isEscaped) = (false, false)
    for byte in json {
      let wasEscaped = isEscaped
      isEscaped = isText && byte == 0x5C && !wasEscaped
      if byte == 0x22, !wasEscaped { isText.toggle() }
      switch byte {
      case 0x5B: bytes += isText ? Array("\\u005b".utf8) : [0x5B, 0x20]
      case 0x00..<0x20: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  private static func symbol(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    return isPlain ? name : "\"\(name)\""
  }

  private static func plain(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
  }

  /// A description: no comment begins in it, and it has no mark or code at its beginning.
  private static func description(_ text: String) -> String {
    let bytes = text.utf8.map { $0 < 0x20 || $0 == 0x3B ? 0x20 : $0 }
    let marks: Set<UInt8> = [0x20, 0x21, 0x28, 0x2A, 0x3D]
    return String(decoding: bytes.drop { marks.contains($0) }, as: UTF8.self)
  }
}

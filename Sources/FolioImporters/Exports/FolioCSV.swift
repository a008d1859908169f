/// The columns of Folio's own CSV: the keys of the ledger document, of which each table has some.
/// The last one has the members without a column, as JSON.
enum FolioCSV {
  static let columns = [
    "table", "id", "occurred_at", "group_type", "status", "symbol", "stock_id", "trade_type",
    "leg_type", "direction", "cash_account_id", "account", "quantity", "price_per_share",
    "gross_amount", "amount", "fees", "taxes", "currency", "fx_rate", "trade_date",
    "settlement_date", "settled_at", "name", "isin", "kind", "market", "date", "close", "from",
    "to", "rate", "notes", "more",
  ]

  static let places = Dictionary(
    uniqueKeysWithValues: columns.dropFirst().dropLast().enumerated().map { ($1, $0 + 1) })

  /// The tables of legs, which belong to the group before them.
  static let legs = ["stock_transactions", "cash_transactions"]

  /// A ledger as CSV.
  static func text(of ledger: Ledger) -> [UInt8] {
    var text = CSVText()
    text.row(columns)
    let lines = LedgerWriter(ledger).bytes(.lines).split(separator: 0x0A)
    for (number, line) in lines.enumerated() {
      guard let node = try? JSONNode.parse(Array(line)) else { continue }
      if number == 0 { addHead(node, to: &text) } else { addGroup(node, to: &text) }
    }
    return text.bytes
  }

  private static func addHead(_ node: JSONNode, to text: inout CSVText) {
    guard case .object(let members) = node.content else { return }
    for member in members where member.key != "format" {
      if case .array(let rows) = member.value.content {
        for row in rows { text.row(fields(of: row, table: member.key)) }
      } else {
        // The settings, or a value that only the document has.
        let table = member.key == "settings" ? "settings" : "document:\(member.key)"
        var row = [table] + Array(repeating: "", count: columns.count - 1)
        row[columns.count - 1] = json(member.value)
        text.row(row)
      }
    }
  }

  private static func addGroup(_ node: JSONNode, to text: inout CSVText) {
    text.row(fields(of: node, table: "transaction_groups", without: legs))
    for table in legs {
      guard case .array(let rows)? = node[table]?.content else { continue }
      for row in rows { text.row(fields(of: row, table: table)) }
    }
  }

  private static func fields(
    of node: JSONNode, table: String, without left: [String] = []
  ) -> [String] {
    var row = [table] + Array(repeating: "", count: columns.count - 1)
    guard case .object(let members) = node.content else {
      row[columns.count - 1] = json(node)
      return row
    }
    var more = JSONText()
    more.open("{")
    var hasMore = false
    for member in members where !left.contains(member.key) {
      if let place = places[member.key], let value = member.value.string, isPlain(value) {
        row[place] = value
      } else {
        more.json(member.key.utf8, json(member.value).utf8)
        hasMore = true
      }
    }
    more.close("}")
    if hasMore { row[columns.count - 1] = String(decoding: more.bytes, as: UTF8.self) }
    return row
  }

  /// Whether a reader gets the text back as it is.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    return first > 0x20 && last > 0x20 && !text.utf8.contains { $0 < 0x20 }
  }

  /// A value as JSON.
  static func json(_ node: JSONNode) -> String {
    var text = JSONText()
    write(node, to: &text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private static func write(_ node: JSONNode, to text: inout JSONText) {
    switch node.content {
    case .null: text.raw("null")
    case .boolean(let value): text.raw(value ? "true" : "false")
    case .number(let digits): text.json(digits)
    case .string(let bytes):
      text.startOver()
      text.string(bytes)
    case .array(let items):
      text.open("[")
      for item in items {
        text.element()
        write(item, to: &text)
      }
      text.close("]")
    case .object(let members):
      text.open("{")
      for member in members {
        text.key(member.key.utf8)
        write(member.value, to: &text)
      }
      text.close("}")
    }
  }
}

extension ExportFormat {
  /// A ledger as CSV for spreadsheets, which `folio import` reads back to the byte.
  public static let folioCSV = ExportFormat(
    name: "folio-csv", meaning: "CSV with a row for each leg, which import reads back",
    content: .model { booked, _ throws(ExportFault) in
      (FolioCSV.text(of: booked.ledger), [])
    })
}

extension Importer {
  /// Folio's own CSV, as `folio export folio-csv` writes it.
  static let folioCSV = Importer(
    name: "folio-csv", meaning: "CSV that 'folio export folio-csv' writes",
    recognize: { $0.start(64).hasPrefix("table,id,occurred_at,") ? .certain : .none },
    read: { source, draft in draft.takeCSV(source) })
}

extension ImportDraft {
  fileprivate mutating func takeCSV(_ source: ImportSource) {
    var reader = FolioCSVReader(source)
    let document = reader.document()
    for place in reader.rows {
      noteRead(row(at: place.row.lowerBound, length: place.row.count))
    }
    do throws(LedgerFaults) {
      try take(LedgerContents(reading: document, name: source.name))
    } catch {
      append(error.diagnostics.map { reader.moved($0, file: file) })
    }
  }
}

/// Turns rows of Folio's CSV into a ledger document, and finds the row of a place in it.
struct FolioCSVReader {
  private let source: ImportSource
  /// The place of each row in the document and in the file.
  private(set) var rows: [(start: Int, row: Range<Int>)] = []

  init(_ source: ImportSource) { self.source = source }

  /// The document: a line of everything but the groups, then a line for each group.
  mutating func document() -> [UInt8] {
    var lines = CSVRows(source.bytes, separator: 0x2C)
    var groups: [(text: [UInt8], row: Range<Int>)] = []
    var head: [(key: String, rows: [(text: [UInt8], row: Range<Int>)], isArray: Bool)] = []
    var legs: [String: [[UInt8]]] = [:]
    var open: (members: [(String, [UInt8])], row: Range<Int>)?
    func closed(_ group: (members: [(String, [UInt8])], row: Range<Int>)) -> [UInt8] {
      var members = group.members
      for table in FolioCSV.legs {
        guard let rows = legs[table] else { continue }
        members.append((table, [0x5B] + rows.joined(separator: [0x2C]) + [0x5D]))
      }
      return Self.object(members)
    }
    _ = lines.next()
    while lines.next() {
      let fields = lines.fields.map { Array(lines.content($0)) }
      let table = String(decoding: fields.first ?? [], as: UTF8.self)
      if FolioCSV.legs.contains(table) {
        legs[table, default: []].append(Self.object(Self.members(of: fields)))
        continue
      }
      if let group = open { groups.append((closed(group), group.row)) }
      (open, legs) = (nil, [:])
      if table == "transaction_groups" {
        open = (Self.members(of: fields), lines.row)
        continue
      }
      let isValue = table == "settings" || table.hasPrefix("document:")
      let key = isValue && table != "settings" ? String(table.dropFirst(9)) : table
      let text = isValue ? fields.last ?? [] : Self.object(Self.members(of: fields))
      if let place = head.firstIndex(where: { $0.key == key }) {
        head[place].rows.append((text, lines.row))
      } else {
        head.append((key, [(text, lines.row)], !isValue))
      }
    }
    if let group = open { groups.append((closed(group), group.row)) }
    return write(head, groups)
  }

  private mutating func write(
    _ head: [(key: String, rows: [(text: [UInt8], row: Range<Int>)], isArray: Bool)],
    _ groups: [(text: [UInt8], row: Range<Int>)]
  ) -> [UInt8] {
    var bytes = Array("{\"format\": \"folio/1\"".utf8)
    for table in head {
      var key = JSONText()
      key.key(table.key.utf8)
      bytes += Array(", ".utf8) + key.bytes
      if table.isArray { bytes.append(0x5B) }
      for (number, row) in table.rows.enumerated() {
        if number > 0 { bytes.append(0x2C) }
        rows.append((bytes.count, row.row))
        bytes += row.text
      }
      if table.isArray { bytes.append(0x5D) }
    }
    bytes += Array("}\n".utf8)
    for group in groups {
      rows.append((bytes.count, group.row))
      bytes += group.text
      bytes.append(0x0A)
    }
    return bytes
  }

  /// The members of a row: the fields that are not empty, and the object of the last column.
  private static func members(of fields: [[UInt8]]) -> [(String, [UInt8])] {
    var members: [(String, [UInt8])] = []
    let last = FolioCSV.columns.count - 1
    for (place, field) in fields.enumerated().dropFirst() where !field.isEmpty && place < last {
      var text = JSONText()
      text.string(field)
      members.append((FolioCSV.columns[place], text.bytes))
    }
    guard fields.count > last, let more = try? JSONNode.parse(fields[last]),
      case .object(let others) = more.content
    else { return members }
    return members
      + others.map { ($0.key, Array(FolioCSV.json($0.value).utf8)) }
  }

  private static func object(_ members: [(String, [UInt8])]) -> [UInt8] {
    var text = JSONText()
    text.open("{")
    for (key, value) in members { text.json(key.utf8, value) }
    text.close("}")
    return text.bytes
  }

  /// A diagnostic of the document at its row of the file.
  func moved(_ diagnostic: Diagnostic, file: Int) -> Diagnostic {
    var moved = diagnostic
    guard diagnostic.position.isKnown else { return moved }
    let place = rows.partitioningIndex { $0.start > diagnostic.position.offset } - 1
    guard rows.indices.contains(place) else { return moved }
    moved.position = SourcePosition(file: file, offset: rows[place].row.lowerBound)
    moved.field = [.length(max(1, rows[place].row.count))]
    return moved
  }
}

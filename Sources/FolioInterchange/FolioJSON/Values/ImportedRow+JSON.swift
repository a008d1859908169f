extension ImportedRow {
  /// The column of a group that says where it was imported from.
  package static let column = "import"

  /// The row that the value of the column `import` names.
  /// - Returns: nil if it names none.
  /// - Throws: the fault of a value that does not name a file, a row and a hash.
  init?(json: [UInt8]) throws(Finding) {
    let node: JSONNode
    do throws(Diagnostic) { node = try JSONNode.parse(json) } catch {
      throw Finding(error.code, error.message, help: error.help)
    }
    if node["file"] == nil, node["row"] == nil, node["sha256"] == nil { return nil }
    guard let file = node["file"]?.text, !file.isEmpty, !file.contains(UInt8(ascii: "/"))
    else { throw Messages.importedRow("file", "the name of a file without its folder") }
    guard case .number(let digits)? = node["row"]?.content,
      let row = Int(String(decoding: digits, as: UTF8.self)), row > 0
    else { throw Messages.importedRow("row", "the number of a row, from 1 on") }
    guard let hash = node["sha256"]?.text, hash.count == 64,
      hash.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { throw Messages.importedRow("sha256", "64 hexadecimal digits in lower case") }
    self.init(
      file: String(decoding: file, as: UTF8.self), row: row,
      sha256: String(decoding: hash, as: UTF8.self))
  }
}

extension LedgerTables {
  /// The row of a file from which a group was imported; nil if it was not.
  public func importedRow(of group: GroupRecord) -> ImportedRow? {
    guard let json = texts.utf8(group.importedRow) else { return nil }
    // It was checked when it was read.
    return try? ImportedRow(json: Array(json))
  }
}

extension LedgerGroup {
  /// The row of a file from which the group was imported; nil if it was not.
  public var importedRow: ImportedRow? {
    guard let column = otherColumns.first(where: { $0.key == ImportedRow.column }) else {
      return nil
    }
    return try? ImportedRow(json: Array(column.json.utf8))
  }
}

extension RecordReader {
  /// Notes the row of a file that the group names which is being read.
  /// - Parameter value: the value of the column, if columns are not kept.
  mutating func noteImportedRow(_ value: Range<Int>, _ bytes: Span<UInt8>) {
    let json = unsafe bytes.extracting(value).withUnsafeBufferPointer { unsafe Array($0) }
    do throws(Finding) {
      guard try ImportedRow(json: json) != nil else { return }
      importedRow =
        keepsGroupColumns
        ? draft.tables.kept.last?.value ?? TextTable.none : draft.tables.texts.append(json)
    } catch {
      report(error, at: position(place.record), field: [.key(ImportedRow.column)])
    }
  }
}

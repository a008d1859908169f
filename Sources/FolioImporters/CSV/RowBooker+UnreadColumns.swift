// Columns that a broker has renamed or added.
extension RowBooker {
  /// Reports each column with amounts that the rules do not mention, once for each file. A fee in
  /// it would otherwise be lost without a word.
  mutating func reportUnreadColumns(_ part: TablePart) {
    let unread = part.bound.unread.filter { !reportedColumns.contains($0.value) }
    for (column, name) in unread.sorted(by: { $0.key < $1.key }) {
      let words = name.lowercased()
      if Self.namesOfAccounts.contains(where: words.contains) { continue }
      let isReference = words.split { !$0.isLetter }.contains { Self.references.contains($0) }
      guard let (row, field) = firstAmount(in: column, of: part, isReference) else { continue }
      reportedColumns.insert(name)
      let amount = row.shown(row.content(column))
      draft.report(
        draft.options.isStrict ? .unknownKind : .skippedUnknown,
        "no rule reads the column \"\(row.shown(name.utf8))\", whose first amount is \(amount)",
        help: "If it has cash or costs, add it to \"columns\" of a rule file. Otherwise add it "
          + "under a name that begins with x_.",
        row: row.row, at: field.start, length: max(1, field.end - field.start))
    }
  }

  /// The first row with an amount other than zero in a column. Whole numbers in a column of
  /// references are none.
  private func firstAmount(
    in column: Int, of part: TablePart, _ isReference: Bool
  ) -> (row: TableRow, field: CSVRows.Field)? {
    for (number, record) in part.records.enumerated() where column < record.fields.count {
      guard let rule = record.rule.map({ part.bound.rules[$0].rule }), rule.kind != .skip,
        !rule.kind.isFigure
      else { continue }
      let field = part.fields[record.fields.lowerBound + column]
      if field.isEmpty { continue }
      let content = CSVRows.content(field, of: part.bytes)
      if !Self.isAmount(content) || isReference && content.allSatisfy({ $0 &- 0x30 < 10 }) {
        continue
      }
      return (TableRow(part, number), field)
    }
    return nil
  }

  /// Words in the names of columns that have the number or the name of an account.
  private static let namesOfAccounts = [
    "account", "konto", "compte", "conto", "cuenta", "rekening", "portfolio", "depot",
  ]

  /// Words in the names of columns that have references.
  private static let references: Set<Substring> = ["id", "ids", "ref", "reference", "nr", "isin"]

  /// The number of digits from which a whole number is a reference, and not an amount.
  private static let digitsOfReference = 7

  private static func isAmount(_ text: ArraySlice<UInt8>) -> Bool {
    let number = NumberText(text)
    guard let value = number.value(.point) ?? number.value(.comma), !value.isZero else {
      return false
    }
    return number.digits.count < digitsOfReference
      || number.digits.contains { $0 == 0x2E || $0 == 0x2C }
  }
}

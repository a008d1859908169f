extension LedgerTables {
  /// The rows of `portfolio_positions` and `portfolio_holdings`, which the reader keeps unchanged,
  /// in the order of the documents.
  package func derivedRows() -> [DerivedRow] {
    kept.compactMap { kept in
      guard kept.table == .storedPositions || kept.table == .storedHoldings,
        kept.key == TextTable.none, let json = texts.utf8(kept.value).map(Array.init),
        case .object(let members)? = try? JSONNode.parse(json).content
      else { return nil }
      let columns = members.compactMap { member -> DerivedRow.Column? in
        if member.value.isNull { return nil }
        let text = member.value.text ?? Array(json[member.value.range])
        return (member.key, String(decoding: text, as: UTF8.self))
      }
      return DerivedRow(table: kept.table, columns: columns, position: kept.position)
    }
  }
}

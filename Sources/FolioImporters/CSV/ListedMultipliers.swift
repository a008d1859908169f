import Folio

/// The multipliers of contracts that lists of instruments and of positions in a file give. They
/// may come after the trades.
struct ListedMultipliers {
  private struct Contract: Hashable {
    var symbol: String
    var assetClass: String
  }

  private var found: [Contract: Set<ExactDecimal>] = [:]

  /// Reads the lists of a file.
  init(_ parts: [TablePart] = []) {
    let slot = RuleSlots.Known.multiplier.rawValue
    for var part in parts where part.bound.column(slot) >= 0 {
      part.findRules()
      for number in part.records.indices { see(TableRow(part, number)) }
    }
  }

  private mutating func see(_ row: TableRow) {
    guard row.rule?.kind.isFigure == true, row.rule?.kind != .skip,
      let symbol = row.text(.symbol), let text = row.bytes(RuleSlots.Known.multiplier.rawValue),
      let multiplier = NumberText(text).value(row.bound.table.mark ?? .point),
      multiplier > .zero
    else { return }
    let contract = Contract(symbol: symbol, assetClass: row.text(.class) ?? "")
    found[contract, default: []].insert(multiplier.normalized())
  }

  /// The multipliers that the file lists for the contract of a row, in their order.
  func all(of row: TableRow) -> [ExactDecimal] {
    guard let symbol = row.text(.symbol) else { return [] }
    let contract = Contract(symbol: symbol, assetClass: row.text(.class) ?? "")
    return (found[contract] ?? []).sorted()
  }
}

extension RowBooker {
  /// The multiplier of a row. One that the rule supposes gives way to the one that the file lists.
  func multiplier(_ row: TableRow) throws(RowError) -> ExactDecimal? {
    let own = try row.number(.multiplier, form)
    if own == nil { return nil }
    if row.source(RuleSlots.Known.multiplier.rawValue) >= 0 {
      // A list also has units whose price is for a part of them, such as bonds.
      return row.rule?.kind.isFigure == true ? nil : own
    }
    let listed = multipliers.all(of: row)
    if listed.count < 2 { return listed.first ?? own }
    throw RowError(
      .contradictoryRow,
      "the file lists several multipliers for this contract: "
        + listed.map(\.description).joined(separator: ", "),
      help: "Correct the list, or write the multiplier in a rule file.")
  }
}

/// The multipliers of contracts that lists of instruments and of positions in a file give. They
/// may come after the trades.
struct ListedMultipliers {
  private struct Contract: Hashable {
    var symbol: String
    var assetClass: String
  }

  private var found: [Contract: Set<ExactDecimal>] = [:]
  /// The multipliers that amounts of trades show, where nothing lists one, and their first rows.
  private var shown: [Contract: [ExactDecimal: ImportRow]] = [:]
  /// Those of options of a tenth of the usual size, and of ten times of it.
  private static let sizes: [ExactDecimal] = [10, 100, 1000]

  /// Reads the lists of a file.
  init(_ parts: [TablePart] = []) {
    let slot = RuleSlots.Known.multiplier.rawValue
    for var part in parts where part.bound.column(slot) >= 0 {
      part.findRules()
      for number in part.records.indices { see(TableRow(part, number)) }
    }
    for var part in parts where part.bound.mayAssumeMultiplier {
      part.findRules()
      for number in part.records.indices { seeTrade(TableRow(part, number)) }
    }
    // The usual multiplier alone is what the rule says.
    shown = shown.filter { $0.value.keys.contains { $0 != 100 } && found[$0.key] == nil }
  }

  /// Finds the multiplier of a contract by units, price and amount of a trade.
  private mutating func seeTrade(_ row: TableRow) {
    let multiplier = RuleSlots.Known.multiplier.rawValue
    guard row.source(multiplier) < 0, row.rule?.kind.isFigure == false,
      let text = row.bytes(multiplier),
      NumberText(text).value(.point) == 100, let symbol = row.text(.symbol),
      let units = number(.quantity, row), let price = number(.price, row),
      let amount = number(.amount, row),
      let value = try? units.roundedProduct(with: price), value > .zero
    else { return }
    let size = Self.sizes.first { size in
      // Fees change small amounts much, but not by ten times.
      (try? value.roundedProduct(with: size)).map { RowBooker.isNear(amount, $0, within: 2) }
        ?? false
    }
    guard let size else { return }
    let contract = Contract(symbol: symbol, assetClass: row.text(.class) ?? "")
    if shown[contract]?[size] == nil { shown[contract, default: [:]][size] = row.row }
  }

  private func number(_ known: RuleSlots.Known, _ row: TableRow) -> ExactDecimal? {
    row.bytes(known.rawValue)
      .flatMap { NumberText($0).value(row.bound.table.mark ?? .point)?.magnitude }
  }

  /// The contracts whose amounts show another multiplier than the usual one.
  var assumed: [(symbol: String, multiplier: ExactDecimal, row: ImportRow)] {
    shown.compactMap { contract, sizes in
      guard sizes.count == 1, let size = sizes.first else { return nil }
      return (contract.symbol, size.key, size.value)
    }.sorted { $0.row.index < $1.row.index }
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
    return (found[contract] ?? shown[contract].map { Set($0.keys) } ?? []).sorted()
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
      "the file has several multipliers for this contract: "
        + listed.map(\.description).joined(separator: ", "),
      help: "Correct the list or the amount, or write the multiplier in a rule file.")
  }

  /// Says which options have another multiplier than the usual one, by their amounts.
  mutating func reportMultipliers() {
    for (symbol, multiplier, row) in multipliers.assumed {
      draft.report(
        .assumedPriceFactor,
        "the amount of the option \(symbol) is quantity × price × \(multiplier), and not × 100",
        help: "If a contract is not one for \(multiplier) units, correct the number that is "
          + "mistyped.", row: row)
    }
  }
}

extension BoundTable {
  /// Whether a rule supposes the multiplier of options.
  var mayAssumeMultiplier: Bool {
    table.rules.contains { $0.constants[RuleSlots.Known.multiplier.rawValue] != nil }
  }
}

// Faults about units that are not held, and what they may really be about.
extension SettledImport {
  /// Advice if another instrument of the files has nearly the same name: brokers book the units
  /// before a split or a merger under another number.
  /// - Parameter symbols: the instruments by the start of their names.
  func adviceOnNames(
    _ missing: ImportInstrument, _ symbols: [String: [(symbol: String, facts: ImportInstrument)]]
  ) -> String {
    let own = missing.ticker.isEmpty ? missing.isin : missing.ticker
    let other = symbols[Self.start(of: missing.name)]?.filter { _, facts in
      Self.areAlike(facts.name, missing.name) && facts.key != missing.key
    }.map(\.symbol).min()
    guard let other, !own.isEmpty else { return "" }
    return " If they are units of \(other), write the line \(own),\(other) into a file, "
      + "and name it with --symbols."
  }

  /// The instruments by the start of their names, which names that are alike share. Short names are
  /// like no other.
  static func byName(
    _ all: [String: ImportInstrument]
  ) -> [String: [(symbol: String, facts: ImportInstrument)]] {
    let named = all.filter { $0.value.name.count >= leastLength }
    return Dictionary(grouping: named.map { (symbol: $0, facts: $1) }) { start(of: $0.facts.name) }
  }

  private static func start(of name: String) -> String {
    String(name.lowercased().prefix(leastLength))
  }

  private static let leastLength = 5

  private static func areAlike(_ one: String, _ other: String) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    return short.count >= leastLength && long.lowercased().hasPrefix(short.lowercased())
  }

  /// Lets transactions take all units that are held, where they want more by a difference in the
  /// last digits only: programs that compute with binary fractions write 0.30000000000000004.
  /// - Returns: Whether the document has changed.
  mutating func takeWhatIsHeld(_ found: [Diagnostic], file: Int) -> Bool {
    let missing = found.filter { $0.code == .soldMoreThanHeld && $0.position.file == file }
    if missing.isEmpty { return false }
    let starts = groupStarts()
    var isChanged = false
    for diagnostic in missing {
      guard let (leg, _) = missingUnits(of: diagnostic, starts, file),
        let place = group(at: diagnostic.position.offset, starts), let quantity = leg.quantity,
        let number = contents.groups[place].stockLegs.firstIndex(of: leg)
      else { continue }
      let held = units(HeldPlace(leg), before: place)
      guard held.isPositive, let more = try? quantity.subtracting(held), more.isPositive,
        let least = try? quantity.multiplied(by: ExactDecimal(short: 1, places: 14)), more <= least
      else { continue }
      contents.groups[place].stockLegs[number].quantity = held
      isChanged = true
      note(
        .digitsBeyondHeld,
        "\(quantity) \(leg.symbol) leave, \(more) more than the rows before have brought, so "
          + "that \(held) are booked",
        help: "The program has rounded a number. Nothing is wrong if no unit is left.",
        at: self.place(ofGroup: order[place]))
    }
    return isChanged
  }

  private func units(_ place: HeldPlace, before end: Int) -> ExactDecimal {
    var held = ExactDecimal.zero
    for group in contents.groups[..<end] where group.status != .void {
      for leg in group.stockLegs where HeldPlace(leg) == place {
        held = RowBooker.after(leg, held)
      }
    }
    return held
  }
}

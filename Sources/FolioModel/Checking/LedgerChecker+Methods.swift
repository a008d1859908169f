// A cost basis method given as a list: its symbols and accounts must exist, and
// its entries must differ.
extension LedgerChecker {
  mutating func checkMethods() {
    // If the list could not be read, further findings would only follow from that.
    let position = tables.settings.methodsPosition
    guard !tables.settings.methodEntries.isEmpty,
      !faults.contains(where: { $0.position == position && $0.field.first == "cost_basis_method" })
    else { return }
    var instruments: [Identifier: InstrumentIndex] = [:]
    for (index, row) in tables.instruments.enumerated() where !row.symbol.isNone {
      instruments[row.symbol] = InstrumentIndex(index)
    }
    for number in tables.settings.methodEntries.indices {
      for symbol in tables.settings.methodEntries[number].symbols {
        if let instrument = instruments[symbol] {
          tables.settings.methodEntries[number].instruments.append(instrument)
        } else if !isIncomplete {
          warn(
            method(
              .unknownMethodSymbol,
              "names \(tables.text(symbol)), and the ledger has no instrument of that symbol",
              help: "Correct the symbol if it is mistyped; otherwise it does no harm.",
              entry: number))
        }
      }
    }
    checkAccountsOfMethods()
    checkRepeatedMethods()
  }

  /// Lots are only kept by account in the scope of accounts.
  private mutating func checkAccountsOfMethods() {
    let entries = tables.settings.methodEntries
    if entries.allSatisfy({ $0.account == 0 }) { return }
    let used = Set(tables.stockLegs.map(\.account))
    for (number, entry) in entries.enumerated() where entry.account != 0 {
      let account = tables.securitiesAccount(entry.account)
      if tables.settings.lotScope == .portfolio {
        fault(
          method(
            .contradictorySettings,
            "names the account \(account), and lot_scope is portfolio",
            help: "Set \"lot_scope\" to \"account\", or leave the account out.",
            entry: number))
      } else if !isIncomplete, !used.contains(entry.account) {
        warn(
          method(
            .unknownMethodSymbol,
            "names the account \(account), and no stock leg is in an account of that name",
            help: "Correct the name if it is mistyped; otherwise it does no harm.", entry: number))
      }
    }
  }

  /// What an entry of the list is for: an instrument or all, in an account or all.
  private struct MethodScope: Hashable {
    var symbol: Identifier
    var account: SecuritiesAccountIndex
  }

  private func name(_ scope: MethodScope) -> String {
    let account = scope.account == 0 ? "" : " in \(tables.securitiesAccount(scope.account))"
    return (scope.symbol.isNone ? "all instruments" : tables.text(scope.symbol)) + account
  }

  /// The number of days on which the method of an instrument may change. Each change reorders all
  /// of its open lots.
  private static var methodLimit: Int { 100 }

  private mutating func checkRepeatedMethods() {
    var seen: [MethodScope: [Day?: Int]] = [:]
    for (number, entry) in tables.settings.methodEntries.enumerated() {
      for symbol in entry.symbols.isEmpty ? [Identifier.none] : entry.symbols {
        let scope = MethodScope(symbol: symbol, account: entry.account)
        let name = name(scope)
        if let earlier = seen[scope, default: [:]].updateValue(number, forKey: entry.from) {
          let since = entry.from.map { "from \($0)" } ?? "from the beginning"
          if earlier == number { continue }
          fault(
            method(
              .contradictorySettings,
              "gives a method for \(name) \(since) twice, in entries \(earlier + 1) and "
                + "\(number + 1)",
              help: "Keep one of the two, or give them different days.", entry: number))
        } else if seen[scope]?.count == Self.methodLimit + 1 {
          fault(
            method(
              .tooManyRecords,
              "changes the method for \(name) on more than \(Self.methodLimit) days",
              help: "Keep the days on which it really changes; a leg names single lots with "
                + "\"lots\".", entry: number))
          // Booking would follow each change.
          isIncomplete = true
        }
      }
    }
  }
}

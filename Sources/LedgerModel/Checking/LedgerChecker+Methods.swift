import Diagnostics
import ExactNumbers

// A cost basis method that is a list: its symbols are found, and no two entries mean the same.
extension LedgerChecker {
  mutating func checkMethods() {
    // Where the list could not be read as it stands, what else is odd about it follows from that.
    let position = tables.settings.methodsPosition
    guard !tables.settings.methodEntries.isEmpty,
      !faults.contains(where: { $0.position == position && $0.field.first == "cost_basis_method" })
    else { return }
    var instruments: [Identifier: InstrumentIndex] = [:]
    for (index, row) in tables.instruments.enumerated() where !row.symbol.isNone {
      instruments[row.symbol] = InstrumentIndex(truncatingIfNeeded: index)
    }
    for number in tables.settings.methodEntries.indices {
      let symbols = tables.settings.methodEntries[number].symbols
      for symbol in symbols {
        if let instrument = instruments[symbol] {
          tables.settings.methodEntries[number].instruments.append(instrument)
        } else if !isIncomplete {
          warn(
            .unknownMethodSymbol(
              tables.text(symbol), entry: number, at: position))
        }
      }
    }
    checkMethodsOnce()
  }

  private mutating func checkMethodsOnce() {
    var seen: [MethodKey: Int] = [:]
    for (number, entry) in tables.settings.methodEntries.enumerated() {
      let symbols = entry.symbols.isEmpty ? [Identifier.none] : entry.symbols
      for symbol in symbols {
        let key = MethodKey(symbol: symbol, from: entry.from)
        if let earlier = seen.updateValue(number, forKey: key), earlier != number {
          fault(
            .repeatedMethod(
              symbol.isNone ? nil : tables.text(symbol), entry.from, entry: number,
              earlier: earlier, at: tables.settings.methodsPosition))
        }
      }
    }
  }
}

private struct MethodKey: Hashable {
  var symbol: Identifier
  var from: Day?
}

import FolioDiagnostics
import FolioNumbers

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
      instruments[row.symbol] = InstrumentIndex(index)
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
    var days: [Identifier: Int] = [:]
    let position = tables.settings.methodsPosition
    for (number, entry) in tables.settings.methodEntries.enumerated() {
      let symbols = entry.symbols.isEmpty ? [Identifier.none] : entry.symbols
      for symbol in symbols {
        let key = MethodKey(symbol: symbol, from: entry.from)
        let name = symbol.isNone ? nil : tables.text(symbol)
        guard let earlier = seen.updateValue(number, forKey: key) else {
          days[symbol, default: 0] += 1
          if days[symbol] == Self.methodLimit + 1 { refuseMethods(name, entry: number, position) }
          continue
        }
        if earlier != number {
          fault(
            .repeatedMethod(name, entry.from, entry: number, earlier: earlier, at: position))
        }
      }
    }
  }

  /// On how many days the method of an instrument may change. Each change puts all of its open lots
  /// into another order.
  private static var methodLimit: Int { 100 }

  /// Refuses a list that changes a method on too many days. Booking would follow each of them.
  private mutating func refuseMethods(_ name: String?, entry: Int, _ position: SourcePosition) {
    fault(.tooManyMethods(name, Self.methodLimit, entry: entry, at: position))
    isIncomplete = true
  }
}

private struct MethodKey: Hashable {
  var symbol: Identifier
  var from: Day?
}

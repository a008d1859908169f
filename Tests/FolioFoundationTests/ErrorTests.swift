import Folio
import FolioFoundation
import Foundation
import Testing

/// Every public error says the problem and the remedy.
///
/// Each list begins with nil and ends with nil: the switch gives the case after another one, so
/// that a new case does not compile until it is in its list.
@Suite("Errors say the problem and the remedy")
struct ErrorTests {
  private func all<Fault>(_ next: (Fault?) -> Fault?) -> [Fault] {
    var faults: [Fault] = []
    while let fault = next(faults.last) { faults.append(fault) }
    return faults
  }

  /// The text has a second part, which is the remedy or the rule that was broken.
  private func expectRemedy(in faults: [some DescribedError], count: Int) {
    #expect(faults.count == count)
    for fault in faults {
      let text = fault.description
      #expect((fault as any Error).localizedDescription == text)
      #expect([". ", ": ", "; "].contains { text.contains($0) }, "\(text)")
      #expect(!text.contains("..") && !text.contains(". ."), "\(text)")
    }
  }

  @Test("Numbers")
  func numbers() {
    let numbers = all { (last: NumberFault?) in
      switch last {
      case nil: .empty
      case .empty: .syntax(offset: 1)
      case .syntax: .tooManyDigits
      case .tooManyDigits: .tooManyPlaces
      case .tooManyPlaces: nil
      }
    }
    expectRemedy(in: numbers, count: 4)
    let arithmetic = all { (last: ArithmeticFault?) in
      switch last {
      case nil: .overflow
      case .overflow: .tooManyPlaces
      case .tooManyPlaces: .divisionByZero
      case .divisionByZero: nil
      }
    }
    expectRemedy(in: arithmetic, count: 3)
    let money = all { (last: MoneyFault?) in
      switch last {
      case nil: .currencyMismatch(.usDollar, .usDollar)
      case .currencyMismatch: .arithmetic(.overflow)
      case .arithmetic: .negativeWeight(index: 0)
      case .negativeWeight: .noWeight
      case .noWeight: nil
      }
    }
    expectRemedy(in: money, count: 4)
    let currencies = all { (last: CurrencyFault?) in
      switch last {
      case nil: .empty
      case .empty: .tooLong
      case .tooLong: .lowercase(offset: 0)
      case .lowercase: .badCharacter(offset: 0)
      case .badCharacter: nil
      }
    }
    expectRemedy(in: currencies, count: 4)
  }

  @Test("Days and times")
  func times() {
    let days = all { (last: DayFault?) in
      switch last {
      case nil: .syntax(offset: 0)
      case .syntax: .monthOutOfRange(13)
      case .monthOutOfRange: .dayOutOfRange(31, daysInMonth: 30)
      case .dayOutOfRange: .yearOutOfRange
      case .yearOutOfRange: nil
      }
    }
    expectRemedy(in: days, count: 4)
    let times = all { (last: TimestampFault?) in
      switch last {
      case nil: .date(.yearOutOfRange)
      case .date: .syntax(offset: 0)
      case .syntax: .hourOutOfRange(24)
      case .hourOutOfRange: .minuteOutOfRange(60)
      case .minuteOutOfRange: .secondOutOfRange(60)
      case .secondOutOfRange: .nanosecondOutOfRange(-1)
      case .nanosecondOutOfRange: .offsetOutOfRange
      case .offsetOutOfRange: .tooPrecise(offset: 30)
      case .tooPrecise: nil
      }
    }
    expectRemedy(in: times, count: 8)
  }

  @Test("Ledgers and files")
  func ledgers() throws {
    let entries = all { (last: EntryFault?) in
      switch last {
      case nil: .unknownAccount("c")
      case .unknownAccount: .noAccount(in: .usDollar)
      case .noAccount(in: .some): .noAccount(in: nil)
      case .noAccount: .severalAccounts(["a", "b"])
      case .severalAccounts: .unknownInstrument("A")
      case .unknownInstrument: .otherCurrency(account: "c", holds: .usDollar, wanted: .usDollar)
      case .otherCurrency: .arithmetic(.overflow)
      case .arithmetic: nil
      }
    }
    expectRemedy(in: entries, count: 7)
    let day = try Day("2024-03-01")
    let snapshots = all { (last: SnapshotFault?) in
      switch last {
      case nil: .bookedInPart
      case .bookedInPart: .otherBaseCurrency(.usDollar)
      case .otherBaseCurrency: .daysOutOfOrder(group: "g")
      case .daysOutOfOrder: .openWindow(symbol: "A", trade: day, until: day)
      case .openWindow: .arithmetic
      case .arithmetic: nil
      }
    }
    expectRemedy(in: snapshots, count: 5)
    let reasons = all { (last: SourceFailure.Reason?) in
      switch last {
      case nil: .notFound
      case .notFound: .isDirectory
      case .isDirectory: .notPermitted
      case .notPermitted: .notRegular
      case .notRegular: .notUTF8
      case .notUTF8: .other("the disk is damaged")
      case .other: nil
      }
    }
    expectRemedy(in: reasons.map { SourceFailure(name: "l.json", reason: $0) }, count: 6)
    expectRemedy(in: [SinkFailure(reason: "the disk is full")], count: 1)
    let diagnostic = Diagnostic(.noMasterRow, "there is no row", help: "Add it.", at: .none)
    expectRemedy(in: [diagnostic], count: 1)
    let faults = LedgerFaults([diagnostic], sources: [])
    expectRemedy(in: [faults], count: 1)
    let exports = all { (last: ExportFault?) in
      switch last {
      case nil: .arithmetic(.overflow)
      case .arithmetic: .faults(faults)
      case .faults: .notPossible("It has no users. Export it as a ledger.")
      case .notPossible: nil
      }
    }
    expectRemedy(in: exports, count: 3)
  }

  @Test("Configuration and accounts")
  func configuration() {
    let backends = all { (last: BackendFault?) in
      switch last {
      case nil: .nothingConfigured
      case .nothingConfigured: .notAnAddress("x", .caller)
      case .notAnAddress: .notBuilt("https://example.org", .caller)
      case .notBuilt: .sharedMemory(.caller)
      case .sharedMemory: .sameStore("file:x")
      case .sameStore: .configuration(name: "c.json", reason: "it is not JSON")
      case .configuration: nil
      }
    }
    expectRemedy(in: backends, count: 6)
    let accounts = all { (last: AuthFailure?) in
      switch last {
      case nil: .noAccounts
      case .noAccounts: .refused("the secret is wrong")
      case .refused: .unavailable("there is no network")
      case .unavailable: .signedOut("nobody is signed in")
      case .signedOut: .cancelled
      case .cancelled: nil
      }
    }
    expectRemedy(in: accounts, count: 5)
  }

  @Test("Stores: the description has the remedy, and the cause is kept as a value")
  func stores() throws {
    let diagnostic = Diagnostic(.noMasterRow, "there is no row", help: "Add it.", at: .none)
    let damage = StoreDamage(
      name: "l.folio", places: [.init(offset: 7, line: 2, reason: "bad")], readableGroups: 1)
    let failures = all { (last: StoreFailure?) in
      switch last {
      case nil: .notFound(.group("g"))
      case .notFound(.group): .notFound(.store("file:x"))
      case .notFound(.store): .notFound(.account("c"))
      case .notFound(.account): .notFound(.instrument("A"))
      case .notFound(.instrument): .conflict(.idsTaken(["g"]))
      case .conflict(.idsTaken): .conflict(.changedSince("g"))
      case .conflict(.changedSince): .conflict(.storeChanged)
      case .conflict(.storeChanged): .conflict(.isDeleted("g"))
      case .conflict(.isDeleted): .conflict(.notOneGroup(2))
      case .conflict(.notOneGroup): .conflict(.storeExists("file:x"))
      case .conflict(.storeExists): .conflict(.danglingLink("x"))
      case .conflict(.danglingLink): .conflict(.nameOfStoreFile("'a.1' belongs to the store 'a'"))
      case .conflict(.nameOfStoreFile): .conflict(.foreignSchema("Folio did not create the view v"))
      case .conflict(.foreignSchema): .corrupt(damage)
      case .corrupt: .unauthorized("x: cannot open")
      case .unauthorized: .unavailable("x: cannot write")
      case .unavailable: .unreachable(URLError(.notConnectedToInternet))
      case .unreachable: .locked("x")
      case .locked: .closed("x")
      case .closed: .cancelled
      case .cancelled: .inUse("x is open in another program")
      case .inUse: .invalid(LedgerFaults([diagnostic], sources: []))
      case .invalid: .unsupported("x: it is a pipe")
      case .unsupported: .unknownOutcome("x: cannot sync")
      case .unknownOutcome: nil
      }
    }
    expectRemedy(in: failures, count: 24)
    for failure in failures {
      #expect(failure.description == "\(failure.problem). \(failure.advice)")
      #expect(failure.recoverySuggestion == failure.advice)
      #expect(failure.advice.hasSuffix("."))
    }
    #expect(failures.compactMap(\.code) == [.groupIsDeleted, .noMasterRow])
    guard case .unreachable(let cause) = failures[16] else { return #expect(Bool(false)) }
    #expect((cause as? URLError)?.code == .notConnectedToInternet)
  }
}

import FolioDiagnostics
import FolioModel

extension LiveReader {
  /// The state of a checker that has received the changes of this reader.
  /// - Parameter knowsPlaces: whether all warnings have places in the rows as they are stored.
  /// - Returns: nil if a state of that place alone does not tell enough.
  package func state(
    of checker: LiveChecker, upTo place: OrderKey, knowsPlaces: Bool = false
  ) -> CheckerState? {
    checker.state(upTo: place, users: userNames, knowsPlaces: knowsPlaces)
  }

  /// Reads and checks the head of a ledger, to go on from a state.
  /// - Parameters:
  ///   - head: the document without groups.
  ///   - state: nil to start before the first group.
  /// - Throws: if the state does not belong to the head, or changes need the whole ledger anyway.
  package static func resume(
    head: [UInt8], after state: CheckerState?
  ) throws(NeedsWholeLedger) -> (LiveReader, LiveChecker) {
    var reader = LedgerReader()
    reader.acceptsUnknownKeys = true
    if let state { reader.number(state) }
    reader.read(head, name: "store")
    var (draft, changes) = reader.finishLive()
    draft.changesStore = true
    return (changes, try LiveChecker.open(draft, after: state))
  }
}

extension LedgerReader {
  /// Gives the names of a state their numbers.
  fileprivate mutating func number(_ state: CheckerState) {
    state.number(in: &reader.records.draft)
    for name in state.users {
      let user = reader.records.draft.tables.names.identifier(of: name)
      _ = reader.records.users.admits(user, at: .none)
    }
  }
}

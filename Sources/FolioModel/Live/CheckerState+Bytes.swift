import FolioNumbers

// Storing it: a name and a version, and the fields in this order.
extension CheckerState {
  private static let name = "folio checker"
  private static let version: UInt64 = 3

  /// A state before it is read.
  package init() {
    past = PastGroups(
      place: OrderKey(seconds: 0, nanoseconds: 0, group: 0), sum: OrderSum(), hasFindings: false)
  }

  /// Codes the state.
  package mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    var (name, version) = (Self.name, Self.version)
    try coder.code(&name)
    try coder.code(&version)
    try coder.expect(name == Self.name && version == Self.version)
    try past.code(&coder)
    try coder.code(&currencies, of: .usDollar) { currency, coder throws(StateFault) in
      try coder.code(&currency)
    }
    try coder.codeNames(&symbols)
    try coder.codeNames(&cashAccounts)
    try coder.codeNames(&securitiesAccounts)
    try coder.codeNames(&users)
    try coder.codeNames(&awaited)
    try coder.code(&findings, of: CheckerFindings()) { findings, coder throws(StateFault) in
      try findings.code(&coder)
    }
    // The nameless account is the first; a ledger has one user.
    try coder.expect(securitiesAccounts.first == [] && users.count <= 1)
    try coder.expect(
      Set(currencies).count == currencies.count && currencies.count < Int(missingCurrency))
  }
}

extension PastGroups {
  fileprivate mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try place.code(&coder)
    try coder.code(&sum.count, upTo: .max)
    try coder.code(&sum.firstTradeDay)
    try coder.code(&sum.lastDay)
    var (last, earlier) = (sum.finalDays.last, sum.finalDays.earlier)
    try coder.code(&last, of: .first) { day, coder throws(StateFault) in try coder.code(&day) }
    try coder.code(&earlier, of: .first) { day, coder throws(StateFault) in try coder.code(&day) }
    sum.finalDays = LastDays(last, earlier: earlier)
    try coder.code(&hasFindings)
  }
}

extension CheckerFindings {
  fileprivate mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&notes, of: Notes()) { notes, coder throws(StateFault) in
      try coder.code(&notes.group)
      try coder.code(&notes.notes, of: .blank) { note, coder throws(StateFault) in
        try note.code(&coder)
      }
    }
    try keys.code(&coder)
    try quoted.code(&coder)
    try coder.expect(Set(notes.map(\.group)).count == notes.count)
  }
}

extension OrderKey {
  /// Codes a place in the order of booking.
  package mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    var (seconds, nanoseconds, group) = (seconds, nanoseconds, group)
    try coder.code(&seconds)
    try coder.code(&nanoseconds)
    try coder.code(&group)
    self = OrderKey(seconds: seconds, nanoseconds: nanoseconds, group: group)
  }
}

extension StateCoder {
  /// Codes names that differ from each other.
  fileprivate mutating func codeNames(_ names: inout [[UInt8]]) throws(StateFault) {
    try code(&names, of: []) { name, coder throws(StateFault) in try coder.code(&name) }
    try expect(Set(names).count == names.count)
  }
}

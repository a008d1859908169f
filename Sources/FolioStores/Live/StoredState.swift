import FolioModel

/// What a checkpoint of a store has: the states of the checker and of the books, which are valid
/// with the same head alone.
struct StoredState {
  /// A checksum of the head.
  var head: UInt64
  var checker: CheckerState
  var books: [UInt8]

  init(head: UInt64, checker: CheckerState, books: [UInt8]) {
    (self.head, self.checker, self.books) = (head, checker, books)
  }

  /// Nil if the bytes are damaged, or of another version.
  init?(_ bytes: [UInt8]) {
    self.init(head: 0, checker: CheckerState(), books: [])
    do throws(StateFault) {
      var coder = try StateCoder(readingSealed: bytes)
      try code(&coder)
      try coder.expectEnd()
    } catch { return nil }
  }

  var bytes: [UInt8] {
    var (copy, coder) = (self, StateCoder())
    // Writing never fails.
    try? copy.code(&coder)
    return coder.sealed
  }

  private mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&head)
    try checker.code(&coder)
    try coder.code(&books)
  }
}

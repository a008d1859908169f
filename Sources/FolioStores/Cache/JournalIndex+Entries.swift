extension JournalIndex {
  /// Where the last version of a group is.
  func entry(_ number: Int) throws(CacheFault) -> RunEntry {
    if let group = recent[number] { return group.entry }
    for run in runs.reversed() {
      if let index = try run.index(of: number) { return try run.entry(at: index) }
    }
    throw CacheFault()
  }

  /// Where the last versions of some groups are, by their numbers.
  func entries(_ numbers: Range<Int>) throws(CacheFault) -> [RunEntry] {
    var found = [RunEntry?](repeating: nil, count: numbers.count)
    for run in runs {
      for entry in try run.entries(numbers) { found[entry.number - numbers.lowerBound] = entry }
    }
    let isShort = numbers.count < recent.count
    for number in isShort ? Array(numbers) : Array(recent.keys) where numbers.contains(number) {
      if let group = recent[number] { found[number - numbers.lowerBound] = group.entry }
    }
    let entries = found.compactMap { $0 }
    guard entries.count == numbers.count else { throw CacheFault() }
    return entries
  }
}

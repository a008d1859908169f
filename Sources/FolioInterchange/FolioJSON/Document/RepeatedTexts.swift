/// A column that is carried through without a meaning.
enum PassthroughKey {
  /// A column that rows of every table may have.
  case shared(SharedColumn)
  case unknown([UInt8])
  /// A row that is kept as a whole.
  case none
}

/// Texts that repeat in row after row, such as the key `user_id` and its value: each is stored once
/// as long as it does not change.
///
/// The text table may be shortened. An index of a dropped text does no harm: an index is used only
/// if its text is the wanted one.
struct RepeatedTexts {
  private struct Entry {
    var key = TextTable.none
    /// The value that the key had last.
    var value = TextTable.none
  }

  /// The shared columns, then other keys in the order of their first use.
  private var entries = Array(repeating: Entry(), count: SharedColumn.allCases.count)
  private var numbers: [[UInt8]: Int] = [:]

  /// The indices of a key and its value among the texts.
  mutating func indices(
    of key: PassthroughKey, value: [UInt8], in texts: inout TextTable
  ) -> (key: UInt32, value: UInt32) {
    switch key {
    case .shared(let column):
      let number = column.rawValue - SharedColumn.userID.rawValue
      return indices(number, column.key.utf8, value, &texts)
    case .unknown(let key):
      let number = numbers[key] ?? entries.count
      if number == entries.count {
        entries.append(Entry())
        numbers[key] = number
      }
      return indices(number, key, value, &texts)
    case .none: return (TextTable.none, texts.append(value))
    }
  }

  private mutating func indices(
    _ number: Int, _ key: some Sequence<UInt8>, _ value: [UInt8], _ texts: inout TextTable
  ) -> (key: UInt32, value: UInt32) {
    if texts.utf8(entries[number].key)?.elementsEqual(key) != true {
      entries[number].key = texts.append(key)
    }
    if texts.utf8(entries[number].value)?.elementsEqual(value) != true {
      entries[number].value = texts.append(value)
    }
    return (entries[number].key, entries[number].value)
  }
}

import FolioModel

/// Texts that come again in row after row, such as the key `user_id` and its value: each is
/// kept once while it does not change.
struct RepeatedTexts {
  private struct Entry {
    var key: UInt32
    /// The value that the key had last.
    var value: UInt32
  }

  private var entries: [Entry] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// The entries of keys by their slot in the `ColumnPredictor`; -1 for none.
  private var slots: [Int] = []

  /// The indices of a key and its value among the texts.
  mutating func indices(
    key: [UInt8], value: ArraySlice<UInt8>, in texts: inout TextTable
  ) -> (key: UInt32, value: UInt32) {
    guard let number = numbers[key] else {
      numbers[key] = entries.count
      entries.append(Entry(key: texts.append(key), value: texts.append(value)))
      return (entries[entries.count - 1].key, entries[entries.count - 1].value)
    }
    return indices(number, value, in: &texts)
  }

  /// The same for a key that has a slot.
  mutating func indices(
    slot: Int, of predictor: borrowing ColumnPredictor, value: ArraySlice<UInt8>,
    in texts: inout TextTable
  ) -> (key: UInt32, value: UInt32) {
    if slot < slots.count, slots[slot] >= 0 { return indices(slots[slot], value, in: &texts) }
    let key = predictor.keys[slot].bytes
    let found = indices(key: key, value: value, in: &texts)
    if slots.isEmpty { slots = Array(repeating: -1, count: predictor.keys.count) }
    slots[slot] = numbers[key] ?? -1
    return found
  }

  private mutating func indices(
    _ number: Int, _ value: ArraySlice<UInt8>, in texts: inout TextTable
  ) -> (key: UInt32, value: UInt32) {
    if texts.utf8(entries[number].value) != value { entries[number].value = texts.append(value) }
    return (entries[number].key, entries[number].value)
  }
}

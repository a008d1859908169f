import Diagnostics
import LedgerModel

/// What a record gives to tables that can't be shortened again, until its step is done.
struct Staging {
  /// A column that is only kept.
  struct Column {
    var table: LedgerTable
    var row: UInt32
    /// In `bytes`.
    var key: Range<Int>
    /// In `bytes`.
    var value: Range<Int>
    var isKnown: Bool
    var position: SourcePosition
  }

  /// A leg inside of a group that names its group.
  struct GroupMention {
    var group: Identifier
    var position: SourcePosition
  }

  var bytes: [UInt8] = []
  var columns: [Column] = []
  /// The groups that the legs of the group being read say they belong to.
  var mentions: [GroupMention] = []

  mutating func clear() {
    if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
    if !columns.isEmpty { columns.removeAll(keepingCapacity: true) }
    if !mentions.isEmpty { mentions.removeAll(keepingCapacity: true) }
  }
}

/// Texts that come again in row after row, such as the key `user_id` and its value: each is
/// kept once while it does not change.
struct RepeatedTexts {
  private struct Entry {
    var key: UInt32
    var value: UInt32
    var valueBytes: [UInt8]
  }

  private var entries: [[UInt8]: Entry] = [:]

  /// The indices of a key and its value among the texts.
  mutating func indices(
    key: [UInt8], value: ArraySlice<UInt8>, in texts: inout TextTable
  ) -> (key: UInt32, value: UInt32) {
    if let entry = entries[key] {
      if entry.valueBytes.elementsEqual(value) { return (entry.key, entry.value) }
      let index = texts.append(value)
      entries[key]?.value = index
      entries[key]?.valueBytes = Array(value)
      return (entry.key, index)
    }
    let entry = Entry(
      key: texts.append(key), value: texts.append(value), valueBytes: Array(value))
    entries[key] = entry
    return (entry.key, entry.value)
  }
}

extension DocumentReader {
  /// Puts what was staged into the draft: the step is done.
  @inline(__always)
  mutating func commit() {
    if !staging.columns.isEmpty { commitColumns() }
  }

  private mutating func commitColumns() {
    for column in staging.columns {
      let (key, value) = repeated.indices(
        key: Array(staging.bytes[column.key]), value: staging.bytes[column.value],
        in: &draft.tables.texts)
      draft.tables.kept.append(
        KeptColumn(
          table: column.table, row: column.row, key: column.key.isEmpty ? TextTable.none : key,
          value: value, isKnown: column.isKnown, position: column.position))
    }
    staging.clear()
  }

  /// Reads a value only to keep it, without its blanks.
  mutating func keepUnknown(
    _ key: [UInt8], in table: LedgerTable, row: UInt32, _ bytes: Span<UInt8>
  ) throws(ScanStop) {
    let start = scanner.index
    try scanner.skipValue(bytes, depth: place.depth)
    stage(key, start..<scanner.index, in: table, row: row, isKnown: false, bytes)
  }

  /// Stages a column with the JSON text of its value.
  mutating func stage(
    _ key: some Collection<UInt8>, _ value: Range<Int>, in table: LedgerTable, row: UInt32,
    isKnown: Bool, _ bytes: Span<UInt8>
  ) {
    let keyStart = staging.bytes.count
    staging.bytes.append(contentsOf: key)
    let valueStart = staging.bytes.count
    appendWithoutBlanks(bytes, value, to: &staging.bytes)
    staging.columns.append(
      Staging.Column(
        table: table, row: row, key: keyStart..<valueStart,
        value: valueStart..<staging.bytes.count, isKnown: isKnown,
        position: position(place.record)))
  }
}

/// Appends valid JSON without the blanks between its tokens.
func appendWithoutBlanks(_ bytes: Span<UInt8>, _ range: Range<Int>, to text: inout [UInt8]) {
  var isInString = false
  var index = range.lowerBound
  while index < range.upperBound {
    let byte = bytes[index]
    if isInString, byte == UInt8(ascii: "\\") {
      text.append(byte)
      index += 1
    } else if byte == UInt8(ascii: "\"") {
      isInString.toggle()
    }
    if isInString || bytes[index] > 0x20 { text.append(bytes[index]) }
    index += 1
  }
}

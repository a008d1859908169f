import FolioDiagnostics
import FolioModel

/// What a record gives to tables that can't be shortened again, until its step is done.
struct Staging {
  /// A column that is only kept.
  struct Column {
    var table: LedgerTable
    var row: UInt32
    /// In the `ColumnPredictor`, where it has one; it has no `key` then.
    var slot: Int?
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

extension DocumentReader {
  /// Puts what was staged into the draft: the step is done.
  @inline(__always)
  mutating func commit() {
    if !staging.columns.isEmpty { commitColumns() }
  }

  private mutating func commitColumns() {
    for column in staging.columns {
      let value = staging.bytes[column.value]
      let texts: (key: UInt32, value: UInt32)
      if let slot = column.slot {
        texts = repeated.indices(slot: slot, of: predictor, value: value, in: &draft.tables.texts)
      } else {
        texts = repeated.indices(
          key: Array(staging.bytes[column.key]), value: value, in: &draft.tables.texts)
      }
      let hasNoKey = column.slot == nil && column.key.isEmpty
      draft.tables.kept.append(
        PassthroughColumn(
          table: column.table, row: column.row, key: hasNoKey ? TextTable.none : texts.key,
          value: texts.value, isKnown: column.isKnown, position: column.position))
    }
    staging.clear()
  }

  /// Whether the columns of a kind of rows are kept that nothing is computed from.
  @inline(__always)
  func keepsColumns(of kind: RowKind) -> Bool {
    kind.table != nil
      && (keepsGroupColumns || kind != .group && kind != .stockLeg && kind != .cashLeg)
  }

  /// Stages a column with the JSON text of its value; `position` is that of its row.
  mutating func stage(
    _ key: some Collection<UInt8>, _ value: Range<Int>, in table: LedgerTable, row: UInt32,
    isKnown: Bool, _ position: SourcePosition, _ bytes: Span<UInt8>
  ) {
    let keyStart = staging.bytes.count
    staging.bytes.append(contentsOf: key)
    let valueStart = staging.bytes.count
    appendWithoutBlanks(bytes, value, to: &staging.bytes)
    staging.columns.append(
      Staging.Column(
        table: table, row: row, slot: nil, key: keyStart..<valueStart,
        value: valueStart..<staging.bytes.count, isKnown: isKnown, position: position))
  }

  /// Stages a column that has a slot in the `ColumnPredictor`.
  mutating func stage(
    _ slot: Int, _ value: Range<Int>, row: UInt32, _ position: SourcePosition,
    _ bytes: Span<UInt8>
  ) {
    guard let table = RowKind(rawValue: slot / RowKind.stride)?.table else { return }
    let start = staging.bytes.count
    appendWithoutBlanks(bytes, value, to: &staging.bytes)
    staging.columns.append(
      Staging.Column(
        table: table, row: row, slot: slot, key: start..<start, value: start..<staging.bytes.count,
        isKnown: slot % RowKind.stride >= SharedColumn.userID.rawValue, position: position))
  }
}

/// Appends valid JSON without the blanks between its tokens.
func appendWithoutBlanks(_ bytes: Span<UInt8>, _ range: Range<Int>, to text: inout [UInt8]) {
  if bytes.byte(at: range.lowerBound) | 0x20 != UInt8(ascii: "{") {
    // What is no array and no object has none.
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    return
  }
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

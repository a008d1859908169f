// Columns that Folio gives no meaning are kept with the JSON text of their values.
extension RecordReader {
  /// Whether such columns are kept of a kind of rows.
  @inline(__always)
  func keepsColumns(of kind: RowKind) -> Bool {
    keepsGroupColumns || kind != .group && kind != .stockLeg && kind != .cashLeg
  }

  /// Keeps a column, or a whole row, of the record that is being read.
  mutating func keep(
    _ key: PassthroughKey, _ value: Range<Int>, of table: LedgerTable, row: UInt32,
    _ bytes: Span<UInt8>
  ) {
    compactValue.removeAll(keepingCapacity: true)
    appendWithoutBlanks(bytes, value, to: &compactValue)
    let texts = repeated.indices(of: key, value: compactValue, in: &draft.tables.texts)
    let isKnown = if case .unknown = key { false } else { true }
    draft.tables.kept.append(
      PassthroughColumn(
        table: table, row: row, key: texts.key, value: texts.value, isKnown: isKnown,
        position: position(place.record)))
  }
}

/// Appends valid JSON without the blanks between its tokens.
func appendWithoutBlanks(_ bytes: Span<UInt8>, _ range: Range<Int>, to text: inout [UInt8]) {
  if bytes.byte(at: range.lowerBound) | 0x20 != UInt8(ascii: "{") {
    // Only objects and arrays have blanks between their tokens.
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

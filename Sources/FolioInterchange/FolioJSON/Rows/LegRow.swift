/// A row of one of the two tables of legs, inside a group or in a flat table of its own.
protocol LegRow: LedgerRow {
  /// The `group_id` of the row, if it has one.
  var group: Identifier { get }

  init(at position: SourcePosition)
  /// Checks the row as a whole and completes the leg.
  mutating func finish(_ reader: inout RecordReader, isFlat: Bool)
  func append(to draft: inout LedgerDraft, isFlat: Bool)
  static func count(in draft: borrowing LedgerDraft, isFlat: Bool) -> Int
}

extension LegRow {
  static var isFrequent: Bool { true }

  /// Reports a leg of a flat table without a group id.
  func requireGroup(_ column: Int, of leg: String, _ reader: inout RecordReader) {
    if present & 1 << UInt32(column) == 0, RowRule.groupOfFlatLeg.isOn {
      reader.reportRow(Messages.missingGroup(of: leg))
    }
  }
}

/// Marks the number of a row of a flat table of legs in `PassthroughColumn.row`.
let flatRowFlag: UInt32 = 0x8000_0000

extension RecordReader {
  /// Reads a leg into its table.
  @inline(never)
  mutating func readLeg<Row: LegRow>(
    _ row: Row.Type, isFlat: Bool = false, _ bytes: Span<UInt8>, depth: Int
  ) throws(ScanStop) {
    let position = position(scanner.index)
    let number =
      UInt32(truncatingIfNeeded: Row.count(in: draft, isFlat: isFlat)) | (isFlat ? flatRowFlag : 0)
    var row = Row(at: position)
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else { return }
    row.finish(&self, isFlat: isFlat)
    if !isFlat, !row.group.isNone {
      mentions.append((row.group, position))
    }
    row.append(to: &draft, isFlat: isFlat)
  }

  /// Reads the array of a group's legs.
  @inline(__always)
  mutating func readLegs<Row: LegRow>(
    _ row: Row.Type, _ bytes: Span<UInt8>
  ) throws(ScanStop) {
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "[") else {
      refuse(try anyValue(bytes), wanted: .rows)
      return
    }
    let outer = place
    if scanner.opensNonEmpty(closing: "]", bytes) {
      repeat {
        if bytes.byte(at: scanner.index) == UInt8(ascii: "{") {
          try readLeg(row, bytes, depth: outer.depth &+ 1)
        } else {
          place = outer
          try refuseElement("a leg", bytes)
        }
      } while try scanner.isFollowedByMore(closing: "]", bytes)
    }
    place = outer
  }
}

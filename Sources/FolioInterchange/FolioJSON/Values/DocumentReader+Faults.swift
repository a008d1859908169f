import FolioDiagnostics
import FolioModel

extension DocumentReader {
  /// The key of the column that is being read.
  var columnName: String { key(ofSlot: place.slot) }

  private func key(ofSlot slot: Int) -> String {
    let column = slot % RowKind.stride
    if let shared = SharedColumn(rawValue: column) { return shared.key }
    let keys = RowKind(rawValue: slot / RowKind.stride)?.keys ?? []
    return keys.indices.contains(column) ? keys[column] : ""
  }

  private func field(_ key: String) -> [FieldStep] {
    place.lot < 0 ? [.key(key)] : [.key(listKey), .index(place.lot), .key(key)]
  }

  /// The key of the list whose entry is being read.
  private var listKey: String {
    RowKind(rawValue: place.slot / RowKind.stride)?.listKey ?? ""
  }

  /// Records a fault of the value that is being read.
  mutating func report(_ finding: Finding) { report(finding, column: columnName) }

  /// Records a fault of a column of the row that is being read.
  mutating func report(_ finding: Finding, column: String) {
    report(finding, at: position(place.record), field: field(column))
  }

  /// Records that the row being read lacks something.
  mutating func reportRow(_ finding: Finding) {
    let field: [FieldStep] = place.lot < 0 ? [] : [.key(listKey), .index(place.lot)]
    report(finding, at: position(place.record), field: field)
  }

  /// Records a fault, unless there are more than anyone would read.
  mutating func report(_ finding: Finding, at position: SourcePosition, field: [FieldStep] = []) {
    if draft.faults.count >= LedgerDraft.faultLimit {
      unlistedFaults += 1
      return
    }
    draft.faults.append(finding.at(position, field: field))
  }

  /// Records a key that is not known in an entry of a list; the same one only once, and not more
  /// of them than anyone would read.
  mutating func warn(ofUnknownKey key: String, in kind: RowKind) {
    let finding = Messages.unknownEntryKey(key, in: kind)
    if draft.warnings.count >= Self.warningLimit { return }
    if draft.warnings.contains(where: { $0.message == finding.message }) { return }
    let field: [FieldStep] = [.key(kind.listKey), .index(place.lot), .name(key)]
    draft.warnings.append(finding.at(position(place.record), field: field))
  }

  /// Records that the bytes are not JSON.
  mutating func report(_ fault: SyntaxFault, _ bytes: Span<UInt8>) {
    report(Messages.syntax(fault, bytes), at: position(fault.offset))
  }
}

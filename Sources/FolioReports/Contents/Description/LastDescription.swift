import Synchronization

/// The description of the group that was asked for last. The rows of a group follow each other, so
/// that each group is described once. A group of many legs is kept for good, since a register by
/// account returns to it for each account.
final class LastDescription: Sendable {
  /// The texts that are the same in all rows of a group. It is an object, since a copy of each text
  /// for each row costs more than to print it.
  final class Words: Sendable {
    let group: GroupIndex
    let id: String
    let type: String?
    let text: String
    let notes: String?
    let textWithNotes: String
    let importedRow: ImportedRow?

    fileprivate init(_ group: GroupIndex, _ descriptions: GroupDescription) {
      let record = descriptions.tables.groups[Int(group)]
      self.group = group
      id = descriptions.tables.text(record.id)
      type = record.type?.rawValue
      text = descriptions.text(of: record)
      notes = descriptions.notes(of: record)
      importedRow = descriptions.importedRow(of: record)
      textWithNotes = GroupDescription.joined(text, notes)
    }
  }

  private static let manyLegs = 16

  private let descriptions: GroupDescription
  // Where there is no Mutex, each row is described anew.
  private struct Known {
    var last: Words?
    var long: [GroupIndex: Words] = [:]
  }

  private let known = Mutex(Known())

  init(_ descriptions: GroupDescription) { self.descriptions = descriptions }

  func of(_ group: GroupIndex) -> Words {
    return known.withLock { known in
      if let last = known.last, last.group == group { return last }
      let record = descriptions.tables.groups[Int(group)]
      let isLong = record.stockLegCount + record.cashLegCount > Self.manyLegs
      let words = (isLong ? known.long[group] : nil) ?? Words(group, descriptions)
      if isLong { known.long[group] = words }
      known.last = words
      return words
    }
  }
}

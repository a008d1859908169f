/// The arguments of a call of `folio_commit`.
///
/// The same call can be sent again: if the server has already made the change, its number is above
/// `expecting`, and it answers `PT409`.
package struct ServerCommit: Sendable {
  /// The number on which the change is based.
  package let expecting: Int
  /// The new head, if it changed.
  package let head: StoredHead?
  /// The groups as a JSON array.
  package let groups: [UInt8]
  /// The figures as a JSON object; nil if they are not known.
  package let derived: [UInt8]?
  /// Whether all earlier rows are removed.
  package let clears: Bool

  /// Creates the arguments for a change.
  package init(_ change: StoreChange, expecting last: Int) {
    expecting = last
    head = change.head
    clears = change.clears
    derived = change.figures?.json
    var text: [UInt8] = Array("[".utf8)
    text.reserveCapacity(change.groups.reduce(2) { $0 + $1.row.count + 90 })
    for group in change.groups {
      if text.count > 1 { text += ",\n".utf8 }
      text += "{\"row\":".utf8
      text += group.row
      text += ",\"updated_at\":\"\(group.updatedAt)\",\"deleted_at\":".utf8
      text += (group.deletedAt.map { "\"\($0)\"" } ?? "null").utf8
      text += "}".utf8
    }
    groups = text + "]".utf8
  }

  /// The arguments by their names, as a JSON object.
  package var body: [UInt8] {
    var json = JSONText()
    json.raw("{\"expecting\":\(expecting),\"clearing\":\(clears)")
    if let head {
      json.raw(",\"head_updated_at\":\"\(head.updatedAt)\",\"head\":")
      json.startOver()
      json.string(String(decoding: head.row, as: UTF8.self).utf8)
    }
    let figures = derived.map { ",\"derived\":".utf8 + $0 } ?? []
    return json.bytes + figures + ",\"groups\":".utf8 + groups + "}".utf8
  }
}

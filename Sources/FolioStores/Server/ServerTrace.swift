/// What the changes of a server say of a commit whose answer was lost.
enum ServerTrace {
  case applied, notApplied
  /// Another change has replaced what would tell.
  case unclear

  /// - Parameters:
  ///   - change: what was sent.
  ///   - last: the number on which it was based.
  ///   - pages: all changes after that number.
  init(of change: StoreChange, after last: Int, in pages: [ServerPage]) {
    let cleared = pages.map(\.cleared).max() ?? 0
    // What clears takes the next number. Otherwise another change came first.
    if change.clears, cleared != last + 1 {
      self = cleared > last ? .unclear : .notApplied
      return
    }
    // Removed rows say nothing of who removed them.
    if !change.clears, cleared > last {
      self = .unclear
      return
    }
    var versions: [[UInt8]: StoredRow] = [:]
    for version in pages.flatMap(\.versions) { versions[version.id] = version.row }
    let removed = Set(pages.flatMap(\.removed))
    var isComplete = true
    for group in change.groups where group.sequence > last {
      if let found = versions[Array(group.id.utf8)] {
        isComplete = isComplete && found.isVersion(of: group)
      } else if removed.contains(group.id) {
        isComplete = false
      } else {
        self = change.clears ? .unclear : .notApplied
        return
      }
    }
    if let head = change.head {
      guard let found = pages.reversed().lazy.compactMap(\.head).first else {
        self = change.clears ? .unclear : .notApplied
        return
      }
      if found.row != head.row || found.updatedAt != head.updatedAt { isComplete = false }
    }
    self = isComplete ? .applied : .unclear
  }
}

extension StoredRow {
  func isVersion(of group: StoredGroup) -> Bool {
    text == group.row && updatedAt == group.updatedAt && deletedAt == group.deletedAt
  }
}

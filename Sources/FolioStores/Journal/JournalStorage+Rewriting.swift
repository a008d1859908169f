// Rewriting a journal without its outdated lines (Specs/decisions/stores-journal-file.md).
extension JournalStorage {
  /// Rewrites the file if most of it is outdated, or does the next step of that. The change before
  /// is confirmed even if this fails.
  /// - Parameter count: the number of bytes that were appended.
  func rewriteIfDue(after count: Int) {
    let size = journal.point.offset
    guard let liveSize = journal.outline?.liveSize, size >= leastRewritten,
      rewrite != nil || size > 2 * liveSize + policy.slack
    else { return }
    // Steps that were begun anew too often, because programs ended, never come to an end.
    let isLate = rewrite == nil && size > 4 * liveSize + 2 * policy.slack
    do {
      if spreadsWork, !isLate {
        try goOnRewriting(max(policy.step, 4 * count))
      } else {
        try compact()
      }
    } catch {
      dropRewrite()
      leastRewritten = Self.isOfDisk(error) ? size + size / 8 : .max
    }
  }

  /// Whether an attempt may succeed later. One that found damage does not.
  private static func isOfDisk(_ error: any Error) -> Bool {
    if let failure = error as? StoreFailure, case .corrupt = failure { return false }
    return error is StoreFailure || error is FileFault
  }

  /// Removes what a rewrite has written so far.
  func dropRewrite() {
    rewrite?.discard()
    rewrite = nil
  }

  /// Rewrites the file without outdated lines and keeps the old file as an older version.
  package func compact() throws(StoreFailure) {
    if let breakdown { throw breakdown }
    dropRewrite()
    do {
      try goOnRewriting(.max)
    } catch let failure as StoreFailure {
      throw failure
    } catch {
      dropRewrite()
      if let fault = error as? FileFault { throw fault.failure }
      // Reading everything tells what is damaged.
      _ = try contents()
      throw .unavailable("a line of \(name) was not read as it is in the file")
    }
  }

  /// Does the next steps of a rewrite, or begins one.
  /// - Parameter size: the number of bytes to read or to write, roughly.
  private func goOnRewriting(_ size: Int) throws {
    // Other programs may write a shared journal between two changes.
    if canChangeElsewhere, rewrite?.hasItsNames == false { dropRewrite() }
    if rewrite == nil {
      let info = try replaceableInfo()
      rewrite = try JournalRewrite(
        journal, info, path: path, unsyncedBytes: size == .max ? .max : 4 * policy.step, calls)
    }
    var rest = size
    while rest > 0 {
      guard let done = try rewrite?.goOn(min(rest, 1 << 20), journal) else { return }
      rest -= done
      if done == 0 { return try finishRewrite() }
    }
  }

  private func finishRewrite() throws {
    guard var fresh = rewrite else { return }
    let info = try replaceableInfo()
    try fresh.finish(journal, info)
    try rotate(info)
    try fresh.copy.replace()
    rewrite = nil
    journal.outline = journal.outline.map { fresh.outline(of: $0) }
    try goOn(with: fresh.copy, fresh.end)
  }

  /// Goes on with a file that has taken the place of the journal.
  private func goOn(with fresh: PartialFile, _ end: JournalPoint) throws(FileFault) {
    journal.file.close()
    journal.file = fresh.file.named(path)
    journal.point = end
    leastRewritten = 0
    do throws(FileFault) {
      try retrying(calls.syncFolder(path.parentFolder))
    } catch {
      // A power failure may bring back the old file, so changes appended to the new one would be
      // lost.
      breakdown = .unavailable("\(name) was rewritten and its folder not synced; open it again")
      throw error
    }
  }

  /// The attributes of the file if a new one can replace it: it must still have its name and no
  /// other hard link, which would keep the old state, and older versions must be regular files.
  private func replaceableInfo() throws(FileFault) -> FileInfo {
    let info = try journal.file.info()
    let named = try retrying(calls.info(of: path))
    guard named.isSameFile(as: info) else {
      throw .notReplaceable(path, "another file has its name by now; open it again")
    }
    var links = 1
    for number in 1...max(1, policy.olderVersions) {
      let older = try calls.regularInfo(of: olderVersion(number))
      if older?.isSameFile(as: info) == true { links += 1 }
    }
    guard info.links <= links else {
      throw .notReplaceable(
        path, "it has another name (a hard link), which would keep the old state")
    }
    return info
  }

  private func olderVersion(_ number: Int) -> String { "\(path).\(number)" }

  /// Renames the older versions and links the current file as the newest of them.
  private func rotate(_ info: FileInfo) throws(FileFault) {
    guard policy.olderVersions > 0 else { return }
    // An interrupted rewrite has already linked this version.
    if try calls.regularInfo(of: olderVersion(1))?.isSameFile(as: info) == true { return }
    for number in (1..<policy.olderVersions).reversed() {
      try tolerating(calls.rename(olderVersion(number), to: olderVersion(number + 1)))
    }
    try tolerating(calls.remove(olderVersion(1)))
    try retrying(calls.link(path, to: olderVersion(1)))
  }
}

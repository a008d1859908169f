// Writing.
extension ServerStorage {
  /// Writes what a new ledger holds, or the rest of it if the first attempt was interrupted.
  package func complete() throws(StoreFailure) {
    guard let contents = unsent else { return }
    let there = try self.contents()
    var change = StoreChange(lastSequence: there.lastSequence)
    if there.head == nil, var head = contents.head {
      change.lastSequence += 1
      head.sequence = change.lastSequence
      change.head = head
    }
    for var group in contents.groups.dropFirst(there.groups.count) {
      change.lastSequence += 1
      group.sequence = change.lastSequence
      change.groups.append(group)
    }
    (change.figures, change.mayBeParted) = (contents.figures, true)
    if !change.isEmpty { try commit(change, expecting: there.lastSequence) }
    unsent = nil
  }

  /// Stores a change.
  package func commit(_ change: StoreChange, expecting last: Int) throws(StoreFailure) {
    let count = change.groups.count
    guard change.mayBeParted, !change.clears, end(ofPartFrom: 0, of: change.groups) < count else {
      _ = try call(change, expecting: last)
      return
    }
    var (number, start) = (last, 0)
    while start < count {
      if Task.isCancelled { throw .cancelled }
      receiver?(WorkProgress(.uploads, done: start, of: count))
      let end = end(ofPartFrom: start, of: change.groups)
      var part = StoreChange(lastSequence: change.groups[end - 1].sequence)
      part.groups = Array(change.groups[start..<end])
      if start == 0 { part.head = change.head }
      if end == count { part.figures = change.figures }
      let division = division
      do throws(StoreFailure) {
        number = try call(part, expecting: number)
        start = end
      } catch {
        // The server gave up on this part, and takes a smaller one.
        if end - start < 2 || self.division == division { throw error }
      }
    }
    receiver?(WorkProgress(.uploads, done: count, of: count))
  }

  /// Where the part of a long change ends that begins with a group.
  private func end(ofPartFrom start: Int, of groups: [StoredGroup]) -> Int {
    var (end, size) = (start, 0)
    while end < groups.count, end - start < max(1, transport.groupLimit / division) {
      size += groups[end].row.count
      if size > transport.byteLimit / division, end > start { break }
      end += 1
    }
    return end
  }

  /// Stores a change with one call.
  ///
  /// If the answer is lost, the same call is sent again. It cannot be made twice: once it is made,
  /// the number on which it is based is outdated.
  /// - Returns: the number of the last change.
  /// - Throws: `conflict` if another change came first; `unknownOutcome` if nobody can tell whether
  ///   the change was made.
  private func call(_ change: StoreChange, expecting last: Int) throws(StoreFailure) -> Int {
    let call = ServerCommit(change, expecting: last)
    var retry = ServerRetry()
    var lost: ServerFault?
    while true {
      do throws(ServerFault) {
        let answer = try ServerAnswer(transport.commit(call))
        if answer.isNumbered(like: change), !isOutdated { take(change) } else { isOutdated = true }
        return answer.last
      } catch {
        if error.isLost { lost = error }
        if error.code == "PT409" {
          isOutdated = true
          try findOut(change, after: last, lost)
          // Later changes of others are not read yet, so a change that goes on from here conflicts.
          return change.lastSequence
        }
        do throws(ServerFault) { try retry.wait(after: error) } catch {
          if error.isTooMuch { division *= 4 }
          guard let lost else { throw error.failure(transport.name) }
          isOutdated = true
          // It is made if it can be seen. Otherwise it may still be made.
          do throws(ServerFault) {
            if case .applied = try trace(of: change, after: last) { return change.lastSequence }
          } catch { throw unknown(lost) }
          throw unknown(lost)
        }
      }
    }
  }

  private func unknown(_ fault: ServerFault) -> StoreFailure {
    .unknownOutcome("\(transport.name): \(fault.message)")
  }

  /// The server is beyond the number on which a commit was based: finds out whether that is this
  /// change. It can be even if no answer was lost, because gateways send requests twice.
  /// - Parameter fault: the fault of a lost answer; nil if there was none.
  private func findOut(
    _ change: StoreChange, after last: Int, _ fault: ServerFault?
  ) throws(StoreFailure) {
    let unclear = fault.map(unknown) ?? .conflict(.storeChanged)
    let trace: ServerTrace
    do throws(ServerFault) { trace = try self.trace(of: change, after: last) } catch {
      throw unclear
    }
    switch trace {
    case .applied: return
    case .notApplied: throw .conflict(.storeChanged)
    case .unclear: throw unclear
    }
  }

  /// What the changes after a number say of a change.
  private func trace(
    of change: StoreChange, after last: Int
  ) throws(ServerFault) -> ServerTrace {
    var pages = [try changes(since: last, headSince: last)]
    while let page = pages.last, page.hasMore {
      pages.append(try changes(since: page.next, headSince: last))
    }
    return ServerTrace(of: change, after: last, in: pages)
  }
}

extension StoreContents {
  /// Whether these rows are the first ones of others, and not all of them.
  func isBeginning(of contents: StoreContents) -> Bool {
    head?.row == contents.head?.row && groups.count < contents.groups.count
      && zip(groups, contents.groups).allSatisfy { $0.row == $1.row }
  }
}

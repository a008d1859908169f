/// The conditions of a page that indexes can answer: all of `GroupFilter` but the text.
package struct PageQuery {
  /// A group needs one name of each set.
  package private(set) var names: [[IndexKeys.Name]] = []
  /// The civil days, counted from 1970-01-01.
  package private(set) var days: ClosedRange<Int>?
  package let includesDeleted: Bool

  /// The conditions of a request.
  package init(_ request: GroupPage.Request) {
    let filter = request.filter
    includesDeleted = request.includesDeleted
    let symbols = filter.symbols.map { IndexKeys.Name(.symbol, $0) }
    let accounts = filter.accounts.map { IndexKeys.Name(.account, $0) }
    let types = filter.types.map { IndexKeys.Name(.type, $0.rawValue) }
    let statuses = filter.statuses.map { IndexKeys.Name(.status, $0.rawValue) }
    names += [symbols, accounts, types, statuses].filter { !$0.isEmpty }
    if filter.from != nil || filter.through != nil {
      let first = Int((filter.from ?? .first).daysSince1970)
      days = first...max(first, Int((filter.through ?? .last).daysSince1970))
      if let from = filter.from, let through = filter.through, from > through { names.append([]) }
    }
  }

  /// Whether there is any condition.
  package var isFiltered: Bool { days != nil || !names.isEmpty }
}

extension GroupPage.Request {
  /// Whether a text decides, for which rows have to be read.
  package var needsRows: Bool { filter.text ?? "" != "" }

  /// The groups of the page among those of all pages.
  func shown(of numbers: [Int]) -> ArraySlice<Int> {
    numbers.dropFirst(max(0, offset)).prefix(max(0, limit))
  }
}

extension RecordStorage {
  /// A page of those groups that have the text of a request, if it has one.
  /// - Parameter numbers: the groups that fulfil its other conditions, the newest first.
  package mutating func page(
    _ request: GroupPage.Request, among numbers: [Int]
  ) throws(StoreFailure) -> GroupPage {
    if !request.needsRows {
      return GroupPage(
        groups: try groups(at: Array(request.shown(of: numbers))), total: numbers.count)
    }
    let head = try head()?.contents ?? LedgerContents()
    let names = head.names
    let search = TextSearch(request.filter.text ?? "", head)
    var page = GroupPage(groups: [], total: 0)
    for start in stride(from: 0, to: numbers.count, by: 1_024) {
      var part = Array(numbers[start..<min(start + 1_024, numbers.count)])
      if let search {
        // In document order, rows that follow each other are read at once.
        let inOrder = part.sorted()
        let rows = try rows(at: inOrder)
        let found = Set(zip(inOrder, rows).filter { search.mayMatch($0.1) }.map(\.0))
        part.removeAll { !found.contains($0) }
      }
      if part.isEmpty { continue }
      let stored = try groups(at: part)
      let values: [LedgerGroup]
      do throws(LedgerFaults) {
        values = try LedgerContents(reading: StoreCheck.lines(stored.map(\.row))).groups
      } catch {
        throw .invalid(error)
      }
      for (stored, group) in zip(stored, values) where request.filter.matches(group, names: names) {
        if page.total >= request.offset, page.groups.count < request.limit {
          page.groups.append(stored)
        }
        page.total += 1
      }
    }
    return page
  }
}

extension StoreContents {
  /// The indices of the groups on all pages of a request, newest first, whatever the text in it.
  package func numbers(on request: GroupPage.Request) -> [Int] {
    let filter = request.filter
    let numbers = times.numbers.reversed().map { Int($0) }.filter {
      let group = groups[$0]
      return (request.includesDeleted || group.deletedAt == nil)
        && filter.matches(type: group.type, status: group.status, day: group.occurredAt.day)
    }
    if filter.symbols.isEmpty, filter.accounts.isEmpty { return numbers }
    let keys = IndexKeys.reading(numbers.map { groups[$0].row })
    return zip(numbers, keys).filter { filter.matches($1) }.map(\.0)
  }

  /// A page of groups, newest first, whatever the text in the request.
  package func page(_ request: GroupPage.Request) -> GroupPage {
    let numbers = numbers(on: request)
    return GroupPage(
      groups: request.shown(of: numbers).map { groups[$0] }, total: numbers.count)
  }
}

extension StoredHead {
  /// The rows of the head as values.
  var rows: LedgerContents {
    get throws(LedgerFaults) { try LedgerContents(reading: row, name: "store") }
  }

  /// The same for a store.
  /// - Throws: `invalid` if the row cannot be read.
  package var contents: LedgerContents {
    get throws(StoreFailure) {
      do throws(LedgerFaults) { return try rows } catch { throw .invalid(error) }
    }
  }
}

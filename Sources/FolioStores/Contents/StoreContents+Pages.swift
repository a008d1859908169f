import FolioInterchange
import FolioModel

extension StoreContents {
  /// The indices of the groups on all pages of a request, newest first.
  /// - Throws: `invalid` if a row cannot be read, which only a filter by legs or text does.
  func numbers(on page: GroupPage.Request) throws(StoreFailure) -> [Int] {
    let filter = page.filter
    var numbers = groups.indices.filter {
      let group = groups[$0]
      return (page.includesDeleted || group.deletedAt == nil)
        && filter.matches(type: group.type, status: group.status, day: group.occurredAt.day)
    }
    if filter.needsLegs, !numbers.isEmpty { numbers = try self.numbers(numbers, matching: filter) }
    return numbers.sorted { first, second in
      let (left, right) = (groups[first].occurredAt, groups[second].occurredAt)
      return left > right || (left == right && first > second)
    }
  }

  /// Those of some groups whose legs or texts fit.
  private func numbers(
    _ numbers: [Int], matching filter: GroupFilter
  ) throws(StoreFailure) -> [Int] {
    do throws(LedgerFaults) {
      let rows = try LedgerContents(reading: StoreCheck.lines(numbers.map { groups[$0].row }))
      let names = try (filter.text == nil ? nil : head)?.rows.names ?? LedgerNames()
      return zip(numbers, rows.groups).filter { filter.matches($1, names: names) }.map(\.0)
    } catch {
      throw .invalid(error)
    }
  }
}

extension StoredHead {
  /// The rows of the head as values.
  var rows: LedgerContents {
    get throws(LedgerFaults) { try LedgerContents(reading: row, name: "store") }
  }

  /// The same for a store.
  /// - Throws: `invalid` if the row cannot be read.
  var contents: LedgerContents {
    get throws(StoreFailure) {
      do throws(LedgerFaults) { return try rows } catch { throw .invalid(error) }
    }
  }
}

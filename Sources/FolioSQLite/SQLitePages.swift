#if canImport(SQLite3) || SQLite

/// The part of a query that selects the groups on all pages of a request, by the table `names`.
struct SQLitePages {
  /// The clause from `FROM` on, and the values of its parameters.
  private(set) var clause = "FROM names n WHERE n.kind = ? AND n.name = ?"
  private(set) var values: [SQLiteValue]
  let includesDeleted: Bool
  let isFiltered: Bool

  init(_ request: GroupPage.Request) {
    includesDeleted = request.includesDeleted
    let query = PageQuery(request)
    isFiltered = query.isFiltered
    // Of the names, the first is the rarest.
    let first = query.names.firstIndex { $0.count == 1 }
    values = (first.map { query.names[$0][0] } ?? IndexKeys.Name(.all)).values
    if !includesDeleted { clause += " AND n.is_deleted = 0" }
    if let days = query.days {
      clause += " AND n.seconds BETWEEN ? AND ? AND n.day BETWEEN ? AND ?"
      // A civil day begins at most a day before or after that of UTC.
      values += [
        .integer((days.lowerBound - 1) * 86_400), .integer((days.upperBound + 2) * 86_400),
        .integer(days.lowerBound), .integer(days.upperBound),
      ]
    }
    for (index, names) in query.names.enumerated() where index != first {
      guard let kind = names.first?.kind else {
        clause += " AND 0"
        continue
      }
      let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
      clause += """
         AND EXISTS (SELECT 1 FROM names m WHERE m.kind = ? AND m.name IN (\(places))
        AND m.seconds = n.seconds AND m.nanoseconds = n.nanoseconds AND m.place = n.place)
        """
      values.append(.words(kind.rawValue))
      values += names.map { .words($0.name) }
    }
  }
}
#endif

#if Postgres
import FolioStores

/// The call of `folio_commit` for a change.
enum PostgresCommit {
  static func statement(
    _ change: StoreChange, _ last: Int
  ) -> PostgresConnection.Statement {
    PostgresConnection.Statement(
      """
      WITH answer AS MATERIALIZED (
        SELECT public.folio_commit($1::bigint, $2::text, $3::text, $4::json, $5::boolean) AS value)
      SELECT value ->> 'last', value #>> '{head,sequence}', NULL FROM answer
      UNION ALL
      SELECT g ->> 'sequence', NULL, NULL
      FROM answer, json_array_elements(value -> 'groups') AS g
      """,
      [
        Array(String(last).utf8), change.head?.row,
        change.head.map { Array($0.updatedAt.description.utf8) }, groups(of: change),
        Array((change.clears ? "true" : "false").utf8),
      ])
  }

  private static func groups(of change: StoreChange) -> [UInt8] {
    var text: [UInt8] = Array("[".utf8)
    for group in change.groups {
      if text.count > 1 { text += ",\n".utf8 }
      text += "{\"row\":".utf8
      text += group.row
      text += ",\"updated_at\":\"\(group.updatedAt)\",\"deleted_at\":".utf8
      text += (group.deletedAt.map { "\"\($0)\"" } ?? "null").utf8
      text += "}".utf8
    }
    return text + "]".utf8
  }

  /// Whether the server has given the numbers that were expected.
  static func isNumbered(
    _ rows: [PostgresSession.Row], like change: StoreChange
  ) throws(PostgresFault) -> Bool {
    guard let first = rows.first, rows.count == change.groups.count + 1 else { return false }
    if try PostgresPage.number(first[0]) != change.lastSequence { return false }
    if let head = change.head, first[1] != nil,
      try PostgresPage.number(first[1]) != head.sequence
    {
      return false
    }
    for (row, group) in zip(rows.dropFirst(), change.groups)
    where try PostgresPage.number(row[0]) != group.sequence {
      return false
    }
    return true
  }
}
#endif

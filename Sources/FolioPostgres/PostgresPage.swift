#if Postgres
import FolioNumbers
import FolioStores

/// A page of `folio_rows` or `folio_changes` (Specs/schema/README.md).
struct PostgresPage {
  /// A version of a group.
  struct Version {
    var place: Int
    var row: StoredRow
  }

  private(set) var last = 0
  private(set) var cleared = 0
  private(set) var hasMore = false
  private(set) var next = 0
  private(set) var head: StoredHead?
  private(set) var versions: [Version] = []
  /// Whether groups were removed from the tables.
  private(set) var hasRemoved = false

  /// The largest page.
  private static let size = 5_000

  /// The groups after a place, in order of their places.
  static func rows(after place: Int) -> PostgresConnection.Statement {
    statement("folio_rows($1::bigint, \(size))", [words(place)])
  }

  /// The changes after a number, in their order.
  static func changes(since number: Int, headSince: Int) -> PostgresConnection.Statement {
    statement(
      "folio_changes($1::bigint, \(size), $2::bigint)", [words(number), words(headSince)])
  }

  private static func words(_ number: Int) -> [UInt8] { Array(String(number).utf8) }

  /// The server takes the answer apart: the first row is about the page and has the head.
  private static func statement(
    _ call: String, _ values: [[UInt8]?]
  ) -> PostgresConnection.Statement {
    PostgresConnection.Statement(
      """
      WITH page AS MATERIALIZED (SELECT public.\(call) AS value)
      SELECT value ->> 'last', value ->> 'cleared', value ->> 'more', value ->> 'next',
        value #>> '{head,sequence}', value #>> '{head,updated_at}', value #>> '{head,row}'
      FROM page
      UNION ALL
      SELECT g ->> 'sequence', g ->> 'place', g ->> 'updated_at', g ->> 'deleted_at',
        g ->> 'removed', g ->> 'row', NULL
      FROM page, json_array_elements(value -> 'groups') AS g
      """, values)
  }

  /// Reads the rows of an answer.
  init(_ rows: [PostgresSession.Row]) throws(PostgresFault) {
    guard let first = rows.first, first.count == 7 else { throw Self.unexpected }
    last = try Self.number(first[0])
    cleared = try Self.number(first[1])
    hasMore = first[2] == Array("true".utf8)
    next = try Self.number(first[3])
    if let row = first[6] {
      head = StoredHead(
        row: row, updatedAt: try Self.time(first[5]), sequence: try Self.number(first[4]))
    }
    for values in rows.dropFirst() {
      guard let row = values[5] else {
        hasRemoved = true
        continue
      }
      let deletedAt: Timestamp? = if let time = values[3] { try Self.time(time) } else { nil }
      versions.append(
        Version(
          place: try Self.number(values[1]),
          row: StoredRow(
            text: row, updatedAt: try Self.time(values[2]), deletedAt: deletedAt,
            sequence: try Self.number(values[0]))))
    }
  }

  static let unexpected = PostgresFault(
    state: "42883", message: "the server answered something else")

  static func number(_ text: [UInt8]?) throws(PostgresFault) -> Int {
    guard let text, let number = Int(String(decoding: text, as: UTF8.self)) else {
      throw unexpected
    }
    return number
  }

  private static func time(_ text: [UInt8]?) throws(PostgresFault) -> Timestamp {
    guard let text, let time = try? Timestamp.parse(text.span) else { throw unexpected }
    return time
  }
}
#endif

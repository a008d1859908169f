/// Tells whether the first object of a file is a group, so that the file is NDJSON without a
/// line for the rest.
///
/// Both a document and a group may have the keys of the legs' tables; others only one of them
/// has. Nothing is kept of what is passed over here: it is read again.
struct FirstLook {
  var scanner: JSONScanner

  private static let groupKeys: Set<String> = [
    "id", "group_type", "status", "occurred_at", "notes", "is_deleted",
  ]
  private static let sharedKeys: Set<String> = ["cash_transactions", "stock_transactions"]

  init(_ scanner: JSONScanner) { self.scanner = scanner }

  /// Whether a key that only groups have comes before any that only documents have.
  mutating func isGroup(_ bytes: Span<UInt8>) throws(ScanStop) -> Bool {
    guard scanner.opensNonEmpty(closing: "}", bytes) else { return false }
    repeat {
      let key = try scanner.key(bytes)
      var text: [UInt8] = []
      unescape(bytes, key, into: &text)
      let name = String(decoding: text, as: UTF8.self)
      if Self.groupKeys.contains(name) { return true }
      if !Self.sharedKeys.contains(name), TopLevelKey(rawValue: name) != nil { return false }
      try scanner.colon(bytes)
      try scanner.skipValue(bytes, depth: 1)
    } while try scanner.isFollowedByMore(closing: "}", bytes)
    return false
  }
}

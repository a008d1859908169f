/// Recognizes a format by the keys of the first object of a file. The object is read again later.
struct FormatSniffer {
  var scanner: JSONScanner

  private static let groupKeys: Set<String> = [
    "id", "group_type", "status", "occurred_at", "notes", "is_deleted",
  ]
  private static let sharedKeys: Set<String> = ["cash_transactions", "stock_transactions"]

  private static func isTopLevel(_ key: String) -> Bool {
    key == "format" || LedgerTable(key: key) != nil
  }

  /// Whether the object is a group: whether a key that only groups have comes before any that only
  /// documents have.
  mutating func isGroup(_ bytes: Span<UInt8>) throws(ScanStop) -> Bool {
    try decide(bytes) { key in
      if Self.groupKeys.contains(key) { return true }
      return Self.isTopLevel(key) && !Self.sharedKeys.contains(key) ? false : nil
    }
  }

  /// Whether the object is a ledger document, rather than one of coins, whose values are objects.
  mutating func isLedger(_ bytes: Span<UInt8>) throws(ScanStop) -> Bool {
    try decide(bytes, endsAtObject: true) { Self.isTopLevel($0) ? true : nil }
  }

  /// Calls a function for each key until it gives an answer.
  private mutating func decide(
    _ bytes: Span<UInt8>, endsAtObject: Bool = false, _ answer: (String) -> Bool?
  ) throws(ScanStop) -> Bool {
    guard scanner.opensNonEmpty(closing: "}", bytes) else { return false }
    repeat {
      let key = String(decoding: unescaped(bytes, try scanner.key(bytes)), as: UTF8.self)
      if let answer = answer(key) { return answer }
      try scanner.colon(bytes)
      if endsAtObject, bytes.byte(at: scanner.index) == UInt8(ascii: "{") { return false }
      try scanner.skipValue(bytes, depth: 1)
    } while try scanner.isFollowedByMore(closing: "}", bytes)
    return false
  }
}

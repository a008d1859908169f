/// Merges two heads: their accounts, instruments, prices, rates and settings.
///
/// If one head replaced the other, groups could lose their accounts, so the result has the rows of
/// both. If both have different values for the same item, the value that changed since the last
/// sync is taken; if both changed, that of the winner. As a consequence, a row that was removed
/// from one head is restored from the other.
struct MasterDataMerge {
  private typealias Bytes = JSONSlices.Bytes

  /// The merged head.
  private(set) var head: StoredHead
  /// Whether a value that changed in the losing head since the last sync is lost.
  private(set) var overrules = false

  /// Merges the winning head with the other.
  /// - Parameter base: the row of both heads after the last sync; nil if unknown.
  init(winner: StoredHead, loser: StoredHead, base: [UInt8]?) {
    head = StoredHead(row: winner.row, updatedAt: winner.updatedAt, sequence: 0)
    if let row = object(winner.row[...], loser.row[...], base?[...], isWhole: true) {
      head.row = row
    }
  }

  private mutating func object(
    _ winner: Bytes, _ loser: Bytes, _ base: Bytes?, isWhole: Bool
  ) -> [UInt8]? {
    guard let left = JSONSlices.members(winner), let right = JSONSlices.members(loser) else {
      overrules = true
      return nil
    }
    let old = base.flatMap(JSONSlices.members) ?? []
    var parts: [[UInt8]] = []
    for (key, value) in left {
      guard let other = right.first(where: { $0.key == key })?.value else {
        parts.append(Self.member(key, Array(value)))
        continue
      }
      let before = old.first { $0.key == key }?.value
      parts.append(Self.member(key, self.value(value, other, before, isWhole: isWhole)))
    }
    for (key, value) in right where !left.contains(where: { $0.key == key }) {
      parts.append(Self.member(key, Array(value)))
    }
    return Self.joined(parts, "{", "}")
  }

  private mutating func value(
    _ winner: Bytes, _ loser: Bytes, _ base: Bytes?, isWhole: Bool
  ) -> [UInt8] {
    if winner == loser { return Array(winner) }
    if isWhole {
      if let left = JSONSlices.elements(winner), let right = JSONSlices.elements(loser) {
        return table(left, right, base.flatMap(JSONSlices.elements) ?? [])
      }
      if let both = object(winner, loser, base, isWhole: false) { return both }
    }
    return Array(latest(winner, loser, base))
  }

  private mutating func table(
    _ winner: [Bytes], _ loser: [Bytes], _ base: [Bytes]
  ) -> [UInt8] {
    let names = MasterDataKeys([winner, loser, base])
    let others = names.rows(of: loser)
    let olds = names.rows(of: base)
    var used: Set<[UInt8]> = []
    var rows = winner.map { row -> [UInt8] in
      let name = names.name(of: row)
      guard let other = others[name] else { return Array(row) }
      used.insert(name)
      let taken = row == other ? row : latest(row, other, olds[name])
      return MasterDataKeys.named(taken, also: taken == row ? other : row)
    }
    for row in loser where !used.contains(names.name(of: row)) { rows.append(Array(row)) }
    return Self.joined(rows, "[", "]")
  }

  /// The value that changed since the last sync; if both changed, that of the winner.
  private mutating func latest(_ winner: Bytes, _ loser: Bytes, _ base: Bytes?) -> Bytes {
    if base == winner { return loser }
    if base != loser { overrules = true }
    return winner
  }

  private static func member(_ key: String, _ value: [UInt8]) -> [UInt8] {
    JSONSlices.quoted(key) + Array(": ".utf8) + value
  }

  private static func joined(_ parts: [[UInt8]], _ open: String, _ close: String) -> [UInt8] {
    Array(open.utf8) + parts.joined(separator: Array(", ".utf8)) + Array(close.utf8)
  }
}

/// Identifies the rows of a table: by id, otherwise by names and dates, otherwise by the whole row.
/// Rows with the same key in one table are identified by the whole row, so that all are kept.
private struct MasterDataKeys {
  private static let columns = [
    "symbol", "stock_id", "cash_account_id", "account", "date", "from", "to",
  ]

  private var ambiguous: Set<[UInt8]> = []
  /// The ids of instruments by symbol, to match rows that have only a symbol.
  private var ids: [[UInt8]: [UInt8]] = [:]

  init(_ tables: [[JSONSlices.Bytes]]) {
    for row in tables.joined() {
      let members = JSONMembers(row)
      if let id = members["id"], let symbol = members["symbol"] { ids[Array(symbol)] = Array(id) }
    }
    for table in tables {
      var seen: Set<[UInt8]> = []
      for row in table {
        let name = plainName(of: row)
        if !seen.insert(name).inserted { ambiguous.insert(name) }
      }
    }
  }

  func rows(of table: [JSONSlices.Bytes]) -> [[UInt8]: JSONSlices.Bytes] {
    Dictionary(table.map { (name(of: $0), $0) }) { first, _ in first }
  }

  func name(of row: JSONSlices.Bytes) -> [UInt8] {
    let name = plainName(of: row)
    return ambiguous.contains(name) ? Array(row) : name
  }

  /// Adds the id and the symbol of another row for the same item to a row that lacks them, since
  /// groups may refer to either.
  static func named(_ row: JSONSlices.Bytes, also other: JSONSlices.Bytes) -> [UInt8] {
    let (own, others) = (JSONMembers(row), JSONMembers(other))
    var added: [UInt8] = []
    for key in ["id", "symbol"] where own[key] == nil {
      guard let value = others[key] else { continue }
      added += Array("\"\(key)\": ".utf8) + value + Array(", ".utf8)
    }
    return added.isEmpty ? Array(row) : Array("{".utf8) + added + row.dropFirst()
  }

  private func plainName(of row: JSONSlices.Bytes) -> [UInt8] {
    let members = JSONMembers(row)
    if let id = members["id"] { return Array(id) }
    let named = Self.columns.compactMap { key in
      members[key].map { Array(key.utf8) + $0 }
    }
    if named.isEmpty { return Array(row) }
    if named.count == 1, let symbol = members["symbol"], let id = ids[Array(symbol)] { return id }
    return Array(named.joined(separator: [0]))
  }
}

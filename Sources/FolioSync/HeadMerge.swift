import FolioNumbers
import FolioStores

/// Makes one head of two: accounts, instruments, prices and rates of both, and settings of both.
///
/// One head in the place of the other would take away the accounts of groups that stay. So
/// everything that either has is kept. Where both say something else of the same thing, the word of
/// the one that changed since the last sync stands; where both changed it, the winner's. What was
/// taken out of one head therefore comes back from the other.
struct HeadMerge {
  private typealias Bytes = JSONSlices.Bytes

  /// The merged head.
  let head: StoredHead
  /// Whether the head that lost said something since the last sync that does not stand any more.
  let overrules: Bool

  /// Merges the head that wins with the other.
  /// - Parameter base: the row that both had when the last sync ended; nil where nobody knows.
  init(winner: StoredHead, loser: StoredHead, base: [UInt8]?) {
    var merge = Merge()
    let row =
      merge.object(winner.row[...], loser.row[...], base?[...], isWhole: true) ?? winner.row
    head = StoredHead(row: row, updatedAt: winner.updatedAt, sequence: 0)
    overrules = merge.overrules
  }

  private struct Merge {
    var overrules = false

    mutating func object(
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
      return Array(standing(winner, loser, base))
    }

    private mutating func table(
      _ winner: [Bytes], _ loser: [Bytes], _ base: [Bytes]
    ) -> [UInt8] {
      let names = HeadNames([winner, loser, base])
      let others = names.rows(of: loser)
      let olds = names.rows(of: base)
      var used: Set<[UInt8]> = []
      var rows = winner.map { row -> [UInt8] in
        let name = names.name(of: row)
        guard let other = others[name] else { return Array(row) }
        used.insert(name)
        let stands = row == other ? row : standing(row, other, olds[name])
        return HeadNames.named(stands, also: stands == row ? other : row)
      }
      for row in loser where !used.contains(names.name(of: row)) { rows.append(Array(row)) }
      return Self.joined(rows, "[", "]")
    }

    /// Which of two words stands.
    private mutating func standing(_ winner: Bytes, _ loser: Bytes, _ base: Bytes?) -> Bytes {
      if base == winner { return loser }
      if base != loser { overrules = true }
      return winner
    }

    private static func member(_ key: Bytes, _ value: [UInt8]) -> [UInt8] {
      Array("\"".utf8) + key + Array("\": ".utf8) + value
    }

    private static func joined(_ parts: [[UInt8]], _ open: String, _ close: String) -> [UInt8] {
      Array(open.utf8) + parts.joined(separator: Array(", ".utf8)) + Array(close.utf8)
    }
  }
}

/// Which thing each row of a table is about: its id, else the names and days that it has, else all
/// of it. So is a row whose name another one of its table bears too: both are kept.
private struct HeadNames {
  private static let columns = ["symbol", "stock_id", "account", "date", "from", "to"]

  private var ambiguous: Set<[UInt8]> = []
  /// The ids of instruments by symbol: a row without an id means the one that has its symbol.
  private var ids: [[UInt8]: [UInt8]] = [:]

  init(_ tables: [[JSONSlices.Bytes]]) {
    for row in tables.joined() {
      let members = TextMembers(row)
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

  /// A row that also has the id and the symbol that another row of the same thing has: groups may
  /// name it by either.
  static func named(_ row: JSONSlices.Bytes, also other: JSONSlices.Bytes) -> [UInt8] {
    let (own, others) = (TextMembers(row), TextMembers(other))
    var added: [UInt8] = []
    for key in ["id", "symbol"] where own[key] == nil {
      guard let value = others[key] else { continue }
      added += Array("\"\(key)\": ".utf8) + value + Array(", ".utf8)
    }
    return added.isEmpty ? Array(row) : Array("{".utf8) + added + row.dropFirst()
  }

  private func plainName(of row: JSONSlices.Bytes) -> [UInt8] {
    let members = TextMembers(row)
    if let id = members["id"] { return Array(id) }
    let named = Self.columns.compactMap { members[$0].map { [UInt8]($0) } }
    if named.isEmpty { return Array(row) }
    if named.count == 1, let symbol = members["symbol"], let id = ids[Array(symbol)] { return id }
    return Array(named.joined(separator: [0]))
  }
}

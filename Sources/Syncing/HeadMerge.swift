import ExactNumbers
import Stores

/// Makes one head of two: accounts, instruments, prices and rates of both, and settings of both.
///
/// One head in the place of the other would take away the accounts of groups that stay. So
/// everything that either has is kept, and where both say something else of the same thing, the
/// winner's word stands. What was taken out of one head therefore comes back from the other.
struct HeadMerge {
  private typealias Bytes = JSONSlices.Bytes

  /// What says which thing a row is about, where it has no id.
  private static let names = ["symbol", "stock_id", "date", "from", "to"]

  /// The merged head.
  let head: StoredHead
  /// Whether the head that lost said something that does not stand any more.
  let overrules: Bool

  /// Merges the head that wins with the other.
  init(winner: StoredHead, loser: StoredHead) {
    var merge = Merge()
    let row = merge.object(winner.row[...], loser.row[...], isWhole: true) ?? winner.row
    head = StoredHead(row: row, updatedAt: winner.updatedAt, sequence: 0)
    overrules = merge.overrules
  }

  private struct Merge {
    var overrules = false

    mutating func object(_ winner: Bytes, _ loser: Bytes, isWhole: Bool) -> [UInt8]? {
      guard let left = JSONSlices.members(winner), let right = JSONSlices.members(loser) else {
        overrules = true
        return nil
      }
      var parts: [[UInt8]] = []
      for (key, value) in left {
        let other = right.first { $0.key == key }?.value
        let merged = other.map { self.value(value, $0, isWhole: isWhole) } ?? Array(value)
        parts.append(Self.member(key, merged))
      }
      for (key, value) in right where !left.contains(where: { $0.key == key }) {
        parts.append(Self.member(key, Array(value)))
      }
      return Self.joined(parts, "{", "}")
    }

    private mutating func value(_ winner: Bytes, _ loser: Bytes, isWhole: Bool) -> [UInt8] {
      if winner == loser { return Array(winner) }
      if isWhole {
        if let left = JSONSlices.elements(winner), let right = JSONSlices.elements(loser) {
          return table(left, right)
        }
        if let both = object(winner, loser, isWhole: false) { return both }
      }
      overrules = true
      return Array(winner)
    }

    private mutating func table(_ winner: [Bytes], _ loser: [Bytes]) -> [UInt8] {
      var known: [[UInt8]: Bytes] = [:]
      for row in winner { known[HeadMerge.name(of: row)] = row }
      var rows = winner.map { Array($0) }
      for row in loser {
        if let other = known[HeadMerge.name(of: row)] {
          if other != row { overrules = true }
        } else {
          rows.append(Array(row))
        }
      }
      return Self.joined(rows, "[", "]")
    }

    private static func member(_ key: Bytes, _ value: [UInt8]) -> [UInt8] {
      Array("\"".utf8) + key + Array("\": ".utf8) + value
    }

    private static func joined(_ parts: [[UInt8]], _ open: String, _ close: String) -> [UInt8] {
      Array(open.utf8) + parts.joined(separator: Array(", ".utf8)) + Array(close.utf8)
    }
  }

  /// Which thing a row is about: its id, else the names and days that it has, else all of it.
  private static func name(of row: Bytes) -> [UInt8] {
    guard let members = JSONSlices.members(row) else { return Array(row) }
    func value(_ key: String) -> Bytes? { members.first { $0.key.elementsEqual(key.utf8) }?.value }
    if let id = value("id") { return Array(id) }
    let named = names.compactMap { value($0).map { [UInt8]($0) } }
    return named.isEmpty ? Array(row) : Array(named.joined(separator: [0]))
  }
}

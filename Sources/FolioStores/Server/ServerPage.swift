/// A page of `folio_rows` or `folio_changes` (Specs/schema/README.md).
struct ServerPage {
  /// A version of a group.
  struct Version {
    var id: [UInt8]
    var place: Int
    var row: StoredRow
  }

  /// The counter of the user.
  let last: Int
  /// The number of the latest change that removed everything.
  let cleared: Int
  let hasMore: Bool
  /// The argument of the next call.
  let next: Int
  private(set) var head: StoredHead?
  private(set) var versions: [Version] = []
  /// The ids of groups that were removed from the tables, and whose text is not known.
  private(set) var removed: [String] = []

  /// Reads the JSON value of the function.
  /// - Throws: `ServerFault.unexpected` for anything else.
  init(_ json: [UInt8]) throws(ServerFault) {
    guard let page = try? JSONNode.parse(json) else { throw .unexpected }
    last = try page.number("last")
    cleared = try page.number("cleared")
    next = try page.number("next")
    guard case .boolean(let more)? = page["more"]?.content,
      case .array(let groups)? = page["groups"]?.content
    else { throw .unexpected }
    hasMore = more
    if let head = page["head"] {
      self.head = StoredHead(
        row: try head.row(json), updatedAt: try head.time("updated_at"),
        sequence: try head.number("sequence"))
    }
    versions.reserveCapacity(groups.count)
    for group in groups {
      // A group that was removed comes as a deleted one, if its text is known.
      if group["removed"] != nil, group["row"] == nil {
        removed.append(String(decoding: try group.text("id"), as: UTF8.self))
        continue
      }
      let row = StoredRow(
        text: try group.row(json), updatedAt: try group.time("updated_at"),
        deletedAt: group["deleted_at"] == nil ? nil : try group.time("deleted_at"),
        sequence: try group.number("sequence"))
      versions.append(
        Version(id: try group.text("id"), place: try group.number("place"), row: row))
    }
  }
}

/// The answer of `folio_commit`.
struct ServerAnswer {
  /// The counter after the change.
  let last: Int
  private let head: Int?
  private let groups: [Int]

  /// Reads the JSON value of the function.
  /// - Throws: `ServerFault.unexpected` for anything else.
  init(_ json: [UInt8]) throws(ServerFault) {
    guard let answer = try? JSONNode.parse(json),
      case .array(let groups)? = answer["groups"]?.content
    else { throw .unexpected }
    last = try answer.number("last")
    let header = answer["head"]
    head = try header?.number("sequence")
    var numbers: [Int] = []
    for group in groups { numbers.append(try group.number("sequence")) }
    self.groups = numbers
  }

  /// Whether the server has given the numbers that were expected.
  func isNumbered(like change: StoreChange) -> Bool {
    last == change.lastSequence && groups == change.groups.map(\.sequence)
      && (head == nil || head == change.head?.sequence)
  }
}

extension JSONNode {
  fileprivate func number(_ key: String) throws(ServerFault) -> Int {
    guard let number = self[key]?.integer else { throw .unexpected }
    return number
  }

  fileprivate func text(_ key: String) throws(ServerFault) -> [UInt8] {
    guard let text = self[key]?.text else { throw .unexpected }
    return text
  }

  fileprivate func time(_ key: String) throws(ServerFault) -> Timestamp {
    let text = try text(key)
    guard let time = try? text.withSpan(Timestamp.parse) else { throw .unexpected }
    return time
  }

  /// The text of a row, which is a string or an object.
  fileprivate func row(_ json: [UInt8]) throws(ServerFault) -> [UInt8] {
    guard let row = self["row"] else { throw .unexpected }
    switch row.content {
    case .string(let text): return text
    case .object: return Array(json[row.range])
    case .array, .number, .boolean, .null: throw .unexpected
    }
  }
}

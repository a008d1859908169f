import FolioInterchange
import FolioNumbers
import FolioStores

/// A server in memory with the functions of Specs/schema, whose answers can be lost.
final class FakeServer {
  struct Version {
    var id: String
    var place: Int
    var sequence: Int
    /// The text; nil if the group was removed.
    var row: [UInt8]?
    var updatedAt: String
    var deletedAt: String?
  }

  private(set) var last = 0
  var cleared = 0
  private(set) var head: (row: [UInt8], updatedAt: String, sequence: Int)?
  private(set) var versions: [Version] = []

  /// Another program changes a group.
  func change(_ id: String, _ row: [UInt8]?, at time: String = "2024-07-01T00:00:00Z") {
    last += 1
    var version = Version(
      id: id, place: versions.count, sequence: last, row: row, updatedAt: time, deletedAt: nil)
    if let number = versions.firstIndex(where: { $0.id == id }) {
      version.place = versions[number].place
      versions[number] = version
    } else {
      versions.append(version)
    }
  }

  func commit(_ call: ServerCommit) throws(ServerFault) -> [UInt8] {
    guard call.expecting == last else {
      throw ServerFault(code: "PT409", message: "the store has changed")
    }
    if call.clears {
      last += 1
      (cleared, head, versions) = (last, nil, [])
    }
    if let new = call.head {
      if !call.clears { last += 1 }
      head = (new.row, new.updatedAt.description, last)
    }
    guard let parsed = try? JSONNode.parse(call.groups), case .array(let groups) = parsed.content
    else { throw ServerFault(code: "PT400", message: "no array") }
    var numbers: [Int] = []
    for group in groups {
      guard let row = group["row"], let id = row["id"]?.string,
        let time = group["updated_at"]?.string
      else { throw ServerFault(code: "PT400", message: "no group") }
      change(id, Array(call.groups[row.range]), at: time)
      if let number = versions.firstIndex(where: { $0.id == id }) {
        versions[number].deletedAt = group["deleted_at"]?.string
      }
      numbers.append(last)
    }
    let list = numbers.map { "{\"sequence\": \($0)}" }.joined(separator: ",")
    let header = call.head == nil ? "null" : "{\"sequence\": \(head?.sequence ?? 0)}"
    return Array("{\"last\": \(last), \"head\": \(header), \"groups\": [\(list)]}".utf8)
  }

  func rows(after place: Int, limit: Int) -> [UInt8] {
    let rest = versions.filter { $0.row != nil && $0.place + 1 > place }
      .sorted { $0.place < $1.place }
    return page(rest, limit, next: { $0.place + 1 }, withHead: place == 0)
  }

  func changes(since number: Int, limit: Int, headSince: Int) -> [UInt8] {
    let rest = versions.filter { $0.sequence > number }.sorted { $0.sequence < $1.sequence }
    return page(rest, limit, next: \.sequence, withHead: (head?.sequence ?? 0) > headSince)
  }

  private func page(
    _ rest: [Version], _ limit: Int, next: (Version) -> Int, withHead: Bool
  ) -> [UInt8] {
    var json = "{\"last\": \(last), \"cleared\": \(cleared), \"more\": \(rest.count > limit)"
    json += ", \"next\": \(rest.prefix(limit).last.map(next) ?? last), \"head\": "
    if withHead, let head {
      json += "{\"sequence\": \(head.sequence), \"updated_at\": \"\(head.updatedAt)\", \"row\": "
      json += quoted(head.row) + "}"
    } else {
      json += "null"
    }
    let groups = rest.prefix(limit).map { version in
      guard let row = version.row else {
        return "{\"id\": \"\(version.id)\", \"sequence\": \(version.sequence), \"removed\": true}"
      }
      let deleted = version.deletedAt.map { "\"\($0)\"" } ?? "null"
      return "{\"id\": \"\(version.id)\", \"sequence\": \(version.sequence), "
        + "\"place\": \(version.place + 1), \"updated_at\": \"\(version.updatedAt)\", "
        + "\"deleted_at\": \(deleted), \"row\": \(quoted(row))}"
    }
    return Array((json + ", \"groups\": [\(groups.joined(separator: ","))]}").utf8)
  }

  private func quoted(_ text: [UInt8]) -> String {
    var json = JSONText()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension JSONNode {
  fileprivate var string: String? {
    if case .string(let text) = content { String(decoding: text, as: UTF8.self) } else { nil }
  }
}

/// A way to the server on which calls fail as planned.
final class FakeTransport: ServerTransport {
  enum Event {
    case passes
    /// The call does not arrive.
    case losesCall
    /// The call is carried out, and its answer does not arrive.
    case losesAnswer
    /// The call is carried out and its answer is lost, and then another program does something.
    case losesAnswerBefore((FakeServer) -> Void)
    case fails(ServerFault)
  }

  let name = "fake://server"
  var groupLimit = 1_000
  var byteLimit = 1 << 20
  var pageSize = 1_000
  /// The server gives up on a call with more groups.
  var patience = Int.max
  let server: FakeServer
  /// What happens to the next calls; nothing after that.
  var plan: [Event] = []
  private(set) var calls = 0
  private(set) var lastCommit: ServerCommit?

  init(_ server: FakeServer) { self.server = server }

  private static let lost = ServerFault(code: "", message: "the connection was lost", isLost: true)

  private func carryOut(
    _ call: () throws(ServerFault) -> [UInt8]
  ) throws(ServerFault) -> [UInt8] {
    calls += 1
    switch plan.isEmpty ? .passes : plan.removeFirst() {
    case .passes: return try call()
    case .losesCall: throw Self.lost
    case .losesAnswer:
      _ = try call()
      throw Self.lost
    case .losesAnswerBefore(let event):
      _ = try call()
      event(server)
      throw Self.lost
    case .fails(let fault): throw fault
    }
  }

  private func lastsTooLong(_ count: Int) throws(ServerFault) {
    if count > patience { throw ServerFault(code: "57014", message: "it took too long") }
  }

  func rows(after place: Int, limit: Int) throws(ServerFault) -> [UInt8] {
    try lastsTooLong(limit)
    return try carryOut { () throws(ServerFault) in server.rows(after: place, limit: limit) }
  }

  func changes(since number: Int, limit: Int, headSince: Int) throws(ServerFault) -> [UInt8] {
    try lastsTooLong(limit)
    return try carryOut { () throws(ServerFault) in
      server.changes(since: number, limit: limit, headSince: headSince)
    }
  }

  func commit(_ commit: ServerCommit) throws(ServerFault) -> [UInt8] {
    lastCommit = commit
    let text = String(decoding: commit.groups, as: UTF8.self)
    try lastsTooLong(text.split(separator: "\"row\"").count - 1)
    return try carryOut { () throws(ServerFault) in try server.commit(commit) }
  }
}

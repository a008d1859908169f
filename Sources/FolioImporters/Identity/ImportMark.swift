/// The column `import` of a group: where it came from, and what it said then.
struct ImportMark: Sendable, Hashable {
  /// The key of the column.
  static let key = "import"

  /// A format, and an account at the broker.
  struct Origin: Hashable {
    var format: String
    var account: String
  }

  var origin: Origin { Origin(format: format, account: account) }

  /// The id of the position of an instrument that a user gave.
  static func openingID(of key: String) -> String { "opening/" + key }

  var format: String
  var account: String
  var nativeID: String?
  var hash: String
  var kept: [(key: String, value: String)] = []
  /// The row of a file that it was made of.
  var row: ImportedRow?

  /// The key of the time before which a position that a user gave was held.
  static let beforeKey = "before"

  /// The key of the id of a group that was joined to this one.
  static let joinedKey = "joined"

  /// The id of the group of another file that was joined to this one: the other side of a transfer.
  var joined: String? { kept.first { $0.key == Self.joinedKey }?.value }

  /// The key of what the joined group said.
  static let joinedHashKey = "joined_hash"

  /// What the joined group said when it was imported.
  var joinedHash: String? { kept.first { $0.key == Self.joinedHashKey }?.value }

  /// The question that the group stands for, which no row of the ledger answers.
  var openQuestion: String? {
    kept.first { $0.key == ImportRemark.openQuestion.rawValue }?.value
  }

  /// The key of the id of a group that waits for an answer.
  static let waitingKey = "waiting"

  /// The id of the first group that waits for the answer.
  var waiting: String? { kept.first { $0.key == Self.waitingKey }?.value }

  /// A column's value with the id of a group that was joined to its group, and with what it said.
  static func json(_ json: String, joining group: LedgerGroup) -> String {
    var text = JSONText()
    text.open("{")
    text.text(joinedKey, group.id)
    text.text(joinedHashKey, GroupContent.hash(of: group))
    text.close("}")
    return json.dropLast() + ", " + String(decoding: text.bytes, as: UTF8.self).dropFirst()
  }

  /// Before which time a position that a user gave was held.
  var before: Timestamp? {
    kept.first { $0.key == Self.beforeKey }.flatMap { try? Timestamp($0.value) }
  }

  static func == (left: Self, right: Self) -> Bool { left.json == right.json }

  func hash(into hasher: inout Hasher) { hasher.combine(json) }

  /// The column's value.
  var json: String {
    var text = JSONText()
    text.reserve(192)
    text.open("{")
    text.text("format", format)
    text.text("account", account)
    if let nativeID { text.text("id", nativeID) }
    text.text("hash", hash)
    for (key, value) in kept { text.text(key, value) }
    row?.write(into: &text)
    text.close("}")
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// Whether the group is a position that a user gave.
  var isOpening: Bool { nativeID.map(Self.isOpening) ?? false }

  static func isOpening(_ id: String) -> Bool { id.hasPrefix(openingID(of: "")) }
}

extension ImportedRow {
  /// The members of the column.
  func write(into text: inout JSONText) {
    text.text("file", file)
    text.json("row".utf8, "\(row)".utf8)
    text.text("sha256", sha256)
  }
}

extension ImportMark {
  /// The mark of a stored group; nil if it was not imported.
  init?(of group: LedgerGroup) {
    guard let column = group.otherColumns.first(where: { $0.key == Self.key }),
      let node = try? JSONNode.parse(Array(column.json.utf8)),
      let format = node["format"]?.string, let account = node["account"]?.string,
      let hash = node["hash"]?.string
    else { return nil }
    self.init(format: format, account: account, nativeID: node["id"]?.string, hash: hash)
    let keys = [
      Self.beforeKey, Self.joinedKey, Self.joinedHashKey, ImportRemark.openQuestion.rawValue,
      Self.waitingKey,
    ]
    for key in keys {
      if let value = node[key]?.string { kept.append((key, value)) }
    }
  }
}

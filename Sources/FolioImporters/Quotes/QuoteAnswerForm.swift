/// How the answer of a source is read.
struct QuoteAnswerForm: Sendable {
  enum Form: String, Sendable, CaseIterable { case json, csv }

  /// How days are written.
  enum DayForm: Sendable {
    /// `2026-11-19`, maybe with a time.
    case iso
    /// Seconds, or thousandths of them, since 1970.
    case seconds, milliseconds
    /// As in rule files: `dd.MM.yyyy`.
    case written(DateFormat)
  }

  /// Splits for which the source has restated earlier prices.
  struct Splits: Sendable {
    var rows: JSONPath
    var day: JSONPath
    /// The units after and before, which restore the price.
    var new: JSONPath
    var old: JSONPath
  }

  var form: Form
  /// Where the rows are, in JSON.
  var rows = JSONPath()
  /// What each sound answer has, also without rows.
  var needed = JSONPath()
  /// A path in JSON, the name of a column in CSV.
  var day: JSONPath
  var dayForm = DayForm.iso
  /// The seconds between the time of the market and UTC.
  var offset: JSONPath?
  var value: JSONPath
  /// The currency of prices; nil if it is that of the instrument.
  var currency: PriceCurrency?
  /// Texts that say why there are no rows.
  var errors: [JSONPath] = []
  /// The number of digits that mean something; nil for all.
  var digits: Int?
  var splits: Splits?
  /// The units that a value is for: 1, 10, 100 and so on.
  var units = 1
  var mark = DecimalMark.point

  enum PriceCurrency: Sendable {
    case path(JSONPath)
    case template(QuoteTemplate)
  }
}

/// The place of values in JSON: keys and numbers of elements between slashes, as in JSON Pointer
/// (RFC 6901). `*` stands for each member or element, and `#1` for the key of the first `*`. With a
/// slash at its beginning it starts at the document, otherwise at the row.
struct JSONPath: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case key(String)
    case each
    /// The key or number that the n-th `*` stands for.
    case keyOf(Int)
  }

  var isAbsolute = false
  var steps: [Step] = []

  /// The row itself, or the document.
  init() {}

  init(_ text: String) {
    isAbsolute = text.hasPrefix("/")
    if text == "." || text == "/" { return }
    let words = text.split(separator: "/", omittingEmptySubsequences: false)
    steps = words.dropFirst(isAbsolute ? 1 : 0).map { word in
      if word == "*" { return .each }
      if word.hasPrefix("#"), let number = Int(word.dropFirst()), number > 0 {
        return .keyOf(number)
      }
      return .key(String(word).replacing("~1", with: "/").replacing("~0", with: "~"))
    }
  }

  /// What is before the first `*`, which is there in answers without rows, too.
  var beforeRows: JSONPath {
    var path = self
    path.steps = Array(steps.prefix { $0 != .each })
    return path
  }

  /// The name of a column, if the path is one key.
  var column: String { if case .key(let key)? = steps.first { key } else { "" } }
}

/// A row of JSON: its node, and the keys that led to it.
struct JSONRow {
  var node: JSONNode
  var keys: [String] = []

  /// All nodes at a path, in the order of the document.
  func rows(at path: JSONPath) -> [JSONRow] {
    var found = [self]
    for step in path.steps {
      found = found.flatMap { row -> [JSONRow] in
        guard step == .each else { return row.step(step).map { [$0] } ?? [] }
        switch row.node.content {
        case .object(let members):
          return members.map { JSONRow(node: $0.value, keys: row.keys + [$0.key]) }
        case .array(let items):
          return items.enumerated().map { JSONRow(node: $1, keys: row.keys + ["\($0)"]) }
        case .string, .number, .boolean, .null: return []
        }
      }
    }
    return found
  }

  private func step(_ step: JSONPath.Step) -> JSONRow? {
    let name: String
    switch step {
    case .key(let key): name = key
    case .keyOf(let number): name = number <= keys.count ? keys[number - 1] : ""
    case .each: return nil
    }
    switch node.content {
    case .object: return node[name].map { JSONRow(node: $0, keys: keys) }
    case .array(let items):
      guard let index = Int(name), items.indices.contains(index) else { return nil }
      return JSONRow(node: items[index], keys: keys)
    case .string, .number, .boolean, .null: return nil
    }
  }

  /// The text or the digits at a path; nil if there is neither.
  func text(at path: JSONPath, in document: JSONNode) -> [UInt8]? {
    if path.steps.count == 1, !path.isAbsolute, case .keyOf(let number)? = path.steps.first {
      return number <= keys.count ? Array(keys[number - 1].utf8) : nil
    }
    var row: JSONRow? = path.isAbsolute ? JSONRow(node: document, keys: keys) : self
    for step in path.steps { row = row?.step(step) }
    switch row?.node.content {
    case .string(let text)?, .number(let text)?: return text
    case .object?, .array?, .boolean?, .null?, nil: return nil
    }
  }
}

/// An argument of a tool: its JSON Schema, and the check of a value.
public struct MCPParameter: Sendable {
  /// The kind of a value. New minor versions may add cases.
  public enum Kind: Sendable {
    /// Any text of at most 1,024 bytes.
    case text
    /// Any text of at most 65,536 bytes.
    case longText
    /// A date: `2024-12-31`.
    case day
    /// A number as text, or as a JSON number, whose digits are taken as they are.
    case decimal
    /// A ratio in the same way, or a percentage as text.
    case ratio
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// True or false.
    case flag
    /// One of some words.
    case choice([String])
    /// Several texts.
    case texts
    /// A JSON object, which the tool reads itself.
    case object
  }

  /// The name in the arguments.
  public let name: String
  /// The kind.
  public let kind: Kind
  /// Whether it has to be given.
  public let isRequired: Bool
  /// The meaning, one sentence.
  public let meaning: String

  /// The argument of reports that it is, if any.
  let argument: ReportArgument?

  /// Creates a parameter.
  public init(_ name: String, _ kind: Kind, isRequired: Bool = false, _ meaning: String) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.meaning = meaning
    argument = nil
  }

  /// The parameters of the arguments that tools take.
  static func list(_ arguments: [ReportArgument]) -> [MCPParameter] {
    arguments.filter(\.isInTools).map { MCPParameter($0) }
  }

  /// The parameter of an argument of reports.
  init(_ argument: ReportArgument) {
    (name, meaning) = argument.tool
    (isRequired, self.argument) = (argument.isRequired, argument)
    kind =
      switch argument.value {
      case .flag: .flag
      case .text, .currency: .text
      case .texts: .texts
      case .day, .date: .day
      case .taxYear: .integer(1...9998)
      case .count(_, let most, _): .integer(0...most)
      case .number: .decimal
      case .ratio: .ratio
      case .word(_, let words, _): .choice(words)
      }
  }

  /// The greatest length of a text, in bytes.
  static let textLimit = 1_024
  /// The greatest length of a long text, in bytes.
  static let longTextLimit = 65_536
  /// The greatest number of texts in a list.
  static let listLimit = 256

  /// Writes the schema of a value as a member.
  func write(into json: inout JSONText) {
    json.object(name) { write(membersInto: &$0) }
  }

  private func write(membersInto json: inout JSONText) {
    switch kind {
    case .text, .longText:
      let limit = if case .text = kind { Self.textLimit } else { Self.longTextLimit }
      json.text("type", "string")
      json.json("maxLength".utf8, "\(limit)".utf8)
    case .day:
      json.text("type", "string")
      json.text("format", "date")
      json.text("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    case .decimal, .ratio:
      json.json("type".utf8, #"["string", "number"]"#.utf8)
    case .integer(let range):
      json.text("type", "integer")
      json.json("minimum".utf8, "\(range.lowerBound)".utf8)
      json.json("maximum".utf8, "\(range.upperBound)".utf8)
    case .flag: json.text("type", "boolean")
    case .choice(let words):
      json.text("type", "string")
      json.list("enum", words)
    case .texts:
      json.text("type", "array")
      json.json("items".utf8, #"{"type": "string", "maxLength": \#(Self.textLimit)}"#.utf8)
      json.json("maxItems".utf8, "\(Self.listLimit)".utf8)
    case .object: json.text("type", "object")
    }
    json.text("description", meaning)
  }

  /// Throws if a value does not have the kind.
  func check(_ node: JSONNode) throws(MCPToolFailure) {
    let isRight: Bool
    switch (kind, node.content) {
    case (.text, .string(let bytes)): isRight = bytes.count <= Self.textLimit
    case (.longText, .string(let bytes)): isRight = bytes.count <= Self.longTextLimit
    case (.day, .string(let bytes)):
      isRight = (try? Day(String(decoding: bytes, as: UTF8.self))) != nil
    case (.decimal, .string(let bytes)), (.decimal, .number(let bytes)):
      isRight = (try? ExactDecimal(String(decoding: bytes, as: UTF8.self))) != nil
    case (.ratio, .string(let bytes)), (.ratio, .number(let bytes)):
      isRight = (try? ExactDecimal(ratio: String(decoding: bytes, as: UTF8.self))) != nil
    case (.integer(let range), .number(let bytes)):
      isRight = Int(String(decoding: bytes, as: UTF8.self)).map(range.contains) ?? false
    case (.choice(let words), .string(let bytes)):
      isRight = words.contains(String(decoding: bytes, as: UTF8.self))
    case (.texts, .array(let nodes)):
      isRight =
        nodes.count <= Self.listLimit
        && nodes.allSatisfy { ($0.text?.count ?? .max) <= Self.textLimit }
    case (.flag, .boolean), (.object, .object): isRight = true
    default: isRight = false
    }
    if !isRight { throw MCPToolFailure("The argument '\(name)' must be \(wanted).") }
  }

  private var wanted: String {
    switch kind {
    case .text: "a text of at most \(Self.textLimit) bytes"
    case .longText: "a text of at most \(Self.longTextLimit) bytes"
    case .day: "a date such as \"2024-12-31\""
    case .decimal: "a number such as \"180.25\", with at most 36 digits"
    case .ratio: "a ratio such as 0.2, or a percentage such as \"20%\", with at most 36 digits"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    case .choice(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .texts: "a list of at most \(Self.listLimit) texts"
    case .object: "a JSON object"
    }
  }
}

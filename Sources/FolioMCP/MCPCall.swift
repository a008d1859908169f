/// A call of a tool: its arguments, which were checked, and the ledgers.
///
/// An argument has the value that the call gives; those that it leaves out have none.
public struct MCPCall {
  let ledgers: [MCPLedger]
  private let values: [String: JSONNode]
  /// The arguments of reports that the tool takes.
  private let arguments: [ReportArgument]
  /// The bytes of the message, of which arguments are parts.
  private let message: [UInt8]

  /// Checks the arguments of a call.
  init(
    _ arguments: JSONNode?, of tool: MCPTool, on ledgers: [MCPLedger], in message: [UInt8]
  ) throws(MCPToolFailure) {
    var values: [String: JSONNode] = [:]
    let parameters = tool.parameters(ledgers)
    if case .object(let members) = arguments?.content {
      for member in members where !member.value.isNull {
        guard let parameter = parameters.first(where: { $0.name == member.key }) else {
          let known = parameters.map(\.name).joined(separator: ", ")
          throw MCPToolFailure("There is no argument '\(member.key.prefix(80))'. Use \(known).")
        }
        try parameter.check(member.value)
        values[member.key] = member.value
      }
    }
    for parameter in parameters where parameter.isRequired && values[parameter.name] == nil {
      throw Self.missing(parameter.name)
    }
    (self.ledgers, self.values, self.message) = (ledgers, values, message)
    self.arguments = parameters.compactMap(\.argument)
  }

  static func missing(_ name: String) -> MCPToolFailure {
    MCPToolFailure("The argument '\(name)' is missing. Add it.")
  }

  /// The ledger that the call names; the only one if it names none.
  public func ledger() throws(MCPToolFailure) -> MCPLedger {
    let name = text("ledger")
    let found =
      name == nil && ledgers.count == 1 ? ledgers.first : ledgers.first { $0.name == name }
    guard let found else {
      let names = ledgers.map { "'\($0.name)'" }.joined(separator: ", ")
      throw MCPToolFailure("Name one of the ledgers \(names).")
    }
    return found
  }

  /// A text, or a word of a choice; `nil` if the argument is left out.
  public func text(_ name: String) -> String? {
    values[name]?.text.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value of an enumeration whose words are the choices.
  func choice<Choice: RawRepresentable<String>>(_ name: String) -> Choice? {
    text(name).flatMap { Choice(rawValue: $0) }
  }

  /// A day; `nil` if the argument is left out.
  public func day(_ name: String) -> Day? { text(name).flatMap { try? Day($0) } }

  /// A number or a ratio; `nil` if the argument is left out.
  public func decimal(_ name: String) -> ExactDecimal? {
    guard let node = values[name] else { return nil }
    switch node.content {
    case .string(let bytes), .number(let bytes):
      // `check` refuses a percentage for what is no ratio.
      return try? ExactDecimal(ratio: String(decoding: bytes, as: UTF8.self))
    case .object, .array, .boolean, .null: return nil
    }
  }

  /// A whole number; `nil` if the argument is left out.
  public func integer(_ name: String) -> Int? {
    guard case .number(let bytes) = values[name]?.content else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether the argument is true; one that is left out is not.
  public func flag(_ name: String) -> Bool {
    if case .boolean(let value) = values[name]?.content { return value }
    return false
  }

  /// Several texts; none if the argument is left out.
  public func texts(_ name: String) -> [String] {
    guard case .array(let nodes) = values[name]?.content else { return [] }
    return nodes.compactMap { $0.text.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The values of the arguments of reports.
  package func choices() throws(MCPToolFailure) -> ReportChoices {
    var choices = ReportChoices()
    for argument in arguments {
      let name = argument.tool.name
      if values[name] == nil { continue }
      switch argument.value {
      case .flag(let field): choices[keyPath: field] = flag(name)
      case .text(_, let field): choices[keyPath: field] = text(name)
      case .texts(_, let field): choices[keyPath: field] = texts(name)
      case .day(_, let field), .date(let field):
        choices[keyPath: field] = day(name).map { .day($0) }
      case .taxYear(let field):
        choices[keyPath: field] = integer(name).flatMap { TaxYear($0) }.map { TaxYearChoice($0) }
      case .currency(let field):
        let code = text(name) ?? ""
        guard let currency = try? Currency(code) else {
          throw MCPToolFailure("'\(code.prefix(80))' is no currency: write a code such as EUR.")
        }
        choices[keyPath: field] = currency
      case .count(_, _, let field): choices[keyPath: field] = integer(name)
      case .number(let field), .ratio(let field): choices[keyPath: field] = decimal(name)
      case .word(_, _, let set): _ = set(text(name) ?? "", &choices)
      }
    }
    return choices
  }

  /// The JSON text of an object, as it was sent.
  func json(_ name: String) -> [UInt8]? {
    values[name].map { Array(message[$0.range]) }
  }
}

/// Answers to questions, as a file has them.
///
/// The file is JSON: `{"format": "folio-answers/1", "answers": [{"id": "...", "cost": "12.50"}]}`.
public struct ImportAnswers: Sendable, Hashable {
  private var values: [String: [ImportQuestion.Field: String]] = [:]
  private var answers: [String: ImportAnswer] = [:]

  private static let format = "folio-answers/1"

  /// No answers.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { values.isEmpty }

  /// The ids of the questions that are answered, at least in part.
  var ids: [String] { values.filter { !$0.value.isEmpty }.keys.sorted() }

  /// The answer to a question; `nil` unless all its fields are filled in.
  package func answer(to question: ImportQuestion) -> ImportAnswer? {
    guard let given = values[question.id], question.fields.allSatisfy({ given[$0] != nil }) else {
      return nil
    }
    guard var answer = answers[question.id] else { return nil }
    answer.currency = answer.currency ?? question.currency
    return answer
  }

  /// Reads a file of answers. Fields that are `null` or empty are not answered.
  /// - Throws: All faults of the file: no JSON, another format, values that cannot be read, and
  ///   two answers to one question.
  public init(reading bytes: [UInt8], name: String) throws(LedgerFaults) {
    let source = SourceFile(name: name, contents: bytes)
    let root: JSONNode
    do throws(Diagnostic) {
      root = try JSONNode.parse(bytes)
    } catch {
      throw LedgerFaults([error], sources: [source])
    }
    var faults: [Diagnostic] = []
    if let format = root["format"], format.string != Self.format {
      faults.append(
        Self.fault(
          "the file is not in the format \(Self.format)",
          "Let an import write the file with --answers FILE, and fill it in.", format.range))
    }
    if case .array(let rows)? = root["answers"]?.content {
      for row in rows { read(row, &faults) }
    } else {
      faults.append(
        Self.fault(
          "the file has no list \"answers\"",
          "Let an import write it with --answers FILE, and fill it in.", 0..<1))
    }
    if !faults.isEmpty { throw LedgerFaults(faults, sources: [source]) }
  }

  private mutating func read(_ row: JSONNode, _ faults: inout [Diagnostic]) {
    guard let id = row["id"]?.string else {
      return faults.append(
        Self.fault("the answer has no id", "Keep the id that the import wrote.", row.range))
    }
    if values[id] != nil {
      faults.append(
        Self.fault("\"\(id)\" is answered twice", "Remove one of the answers.", row.range))
    }
    var given: [ImportQuestion.Field: String] = [:]
    var answer = ImportAnswer()
    for field in ImportQuestion.Field.allCases {
      guard let node = row[field.rawValue] else { continue }
      if case .null = node.content { continue }
      let text = node.stringOrNumber
      if text == "" { continue }
      given[field] = text
      if text.map({ !answer.set(field, $0) }) ?? true {
        faults.append(
          Self.fault(
            "the answer \"\(text ?? "...")\" is not \(field.meaning)",
            "Write it like \"\(field.rawValue)\": \"\(field.example)\".", node.range))
      }
    }
    values[id] = given
    answers[id] = answer
  }

  private static func fault(_ message: String, _ help: String, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .unreadableRule, message, help: help,
      at: SourcePosition(file: 0, offset: range.lowerBound),
      field: [.length(max(1, range.count))])
  }

  /// The file with these questions, to be filled in. Answers that were given are kept.
  public func file(asking questions: [ImportQuestion]) -> [UInt8] {
    var text = JSONText()
    text.raw("{\n  \"format\": \"\(Self.format)\",\n  \"answers\": [")
    let asked = Set(questions.map(\.id))
    var isFirst = true
    func begin() {
      text.raw(isFirst ? "\n    {" : ",\n    {")
      text.startOver()
      isFirst = false
    }
    for id in values.keys.sorted() where !asked.contains(id) {
      begin()
      text.text("id", id.utf8)
      for field in ImportQuestion.Field.allCases {
        if let value = values[id]?[field] { text.text(field.rawValue, value.utf8) }
      }
      text.raw("}")
    }
    for question in questions {
      begin()
      text.text("id", question.id.utf8)
      text.text("question", question.text.utf8)
      if let currency = values[question.id]?[.currency] ?? question.currency?.code,
        !question.fields.contains(.currency)
      {
        text.text("currency", currency.utf8)
      }
      for field in question.fields {
        if let value = values[question.id]?[field] {
          text.text(field.rawValue, value.utf8)
        } else {
          text.json(field.rawValue.utf8, "null".utf8)
        }
      }
      text.raw("}")
    }
    text.raw(isFirst ? "]\n}\n" : "\n  ]\n}\n")
    return text.bytes
  }
}

/// The answer to one question. Its values are readable: the file was refused otherwise.
package struct ImportAnswer: Sendable, Hashable {
  /// What the units cost, zero or more.
  package private(set) var cost: ExactDecimal?
  /// The currency of the cost.
  package fileprivate(set) var currency: Currency?
  /// The day on which the units were acquired.
  package private(set) var acquired: Day?
  /// The share of the cost that moves to the new units, from 0 to 1.
  package private(set) var basisFraction: ExactDecimal?
  /// New units for old ones.
  package private(set) var ratio: Ratio?
  /// A number of units, below zero if they were sold short; not zero.
  package private(set) var quantity: ExactDecimal?
  /// The symbol of an instrument.
  package private(set) var symbol: String?

  /// - Returns: Whether the text is a value of this field.
  fileprivate mutating func set(_ field: ImportQuestion.Field, _ text: String) -> Bool {
    let number = try? ExactDecimal(text)
    switch field {
    case .cost:
      cost = number.flatMap { $0.isNegative ? nil : $0 }
      return cost != nil
    case .currency:
      currency = try? Currency(text)
      return currency != nil
    case .acquired:
      acquired = try? Day(text)
      return acquired != nil
    case .basisFraction:
      basisFraction = number.flatMap { $0.isNegative || $0 > .one ? nil : $0 }
      return basisFraction != nil
    case .ratio:
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        .map { try? ExactDecimal($0) }
      guard parts.count == 2, let new = parts[0], let old = parts[1], new > .zero, old > .zero
      else { return false }
      ratio = Ratio(new: new, old: old)
      return true
    case .quantity:
      quantity = number.flatMap { $0.isZero ? nil : $0 }
      return quantity != nil
    case .symbol:
      symbol = text
      return true
    }
  }
}

extension ImportQuestion.Field {
  /// What a value is, in a message.
  fileprivate var meaning: String {
    switch self {
    case .cost: "an amount"
    case .currency: "a currency"
    case .acquired: "a day"
    case .basisFraction: "a fraction from 0 to 1"
    case .ratio: "a ratio of new units to old ones"
    case .quantity: "a number of units"
    case .symbol: "a symbol"
    }
  }

  fileprivate var example: String {
    switch self {
    case .cost: "12.50"
    case .currency: "EUR"
    case .acquired: "2024-03-01"
    case .basisFraction: "0.2"
    case .ratio: "1:4"
    case .quantity: "10"
    case .symbol: "AAPL"
    }
  }
}
